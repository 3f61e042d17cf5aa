import {
  BatchedMesh,
  BoxGeometry,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';
import { Random } from '../support/random.ts';
import { type Drawn, explicitHits, hitTexts } from '../support/three-explicit.ts';

const material = new MeshBasicMaterial();

function randomPlace(random: Random, spread: number): Matrix4 {
  const axis = new Vector3(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)).normalize();
  const scale = new Vector3(random.real(0.5, 1.5), random.real(-1.5, -0.5), random.real(0.5, 1.5));
  const position = new Vector3(random.real(0, spread), random.real(0, spread), random.real(0, spread));
  return new Matrix4().compose(position, new Quaternion().setFromAxisAngle(axis, random.real(0, 6)), scale);
}

const worldOf = (mesh: InstancedMesh | BatchedMesh, instance: number): Matrix4 => {
  const matrix = new Matrix4();
  mesh.getMatrixAt(instance, matrix);
  return matrix.premultiply(mesh.matrixWorld);
};

describe('a collider of instances', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function agree(collider: Collider, drawn: readonly Drawn[], options = {}): Promise<number> {
    const found = hitTexts(await collider.update().collide(options));
    expect(found).toEqual(await explicitHits(engine, drawn, options));
    return found.length;
  }

  function instanced(count: number): InstancedMesh {
    const mesh = new InstancedMesh(new TorusGeometry(1, 0.4, 7, 11), material, count);
    mesh.name = 'rings';
    mesh.rotation.x = 0.3;
    const random = new Random(3);
    for (let i = 0; i < count; i++) mesh.setMatrixAt(i, randomPlace(random, 4));
    return mesh;
  }

  const instancesOf = (mesh: InstancedMesh): Drawn[] =>
    Array.from({ length: mesh.count }, (_, instance) => ({ mesh, instance, matrix: worldOf(mesh, instance) }));

  it('shares triangles between instances, and gives one of its own positions when its geometry changes', async () => {
    const bytesOf = async (mesh: InstancedMesh) => {
      const collider = new Collider(engine);
      collider.add(mesh);
      const { bytes } = (await collider.update().collide()).stats;
      collider.dispose();
      return bytes.scene;
    };
    const [few, many] = [await bytesOf(instanced(2)), await bytesOf(instanced(40))];
    expect(many).toBeLessThan(2 * few);
    const mesh = instanced(12);
    const collider = new Collider(engine);
    collider.add(mesh);
    expect(await agree(collider, instancesOf(mesh))).toBeGreaterThan(0);
    // The first, which the others share triangles with, goes and comes again.
    mesh.count = 0;
    expect(await agree(collider, [])).toBe(0);
    mesh.count = 12;
    mesh.geometry.attributes.position.setX(0, 1.75);
    mesh.geometry.attributes.position.needsUpdate = true;
    expect(await agree(collider, instancesOf(mesh))).toBeGreaterThan(0);
    mesh.geometry.attributes.position.setX(0, 1.25);
    mesh.geometry.attributes.position.needsUpdate = true;
    expect(await agree(collider, instancesOf(mesh))).toBeGreaterThan(0);
    collider.dispose();
  });

  it('takes each instance of an InstancedMesh for an object', async () => {
    const mesh = instanced(12);
    const knot = new Mesh(new TorusKnotGeometry(2, 0.5, 40, 7), material);
    knot.name = 'knot';
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    mesh.updateMatrixWorld();
    expect(await agree(collider, [...instancesOf(mesh), { mesh: knot }])).toBeGreaterThan(100);
    const hits = await collider.collide();
    expect(hits.pairs.some(({ a, b }) => a.object === mesh && b.object === mesh && a.instance !== b.instance)).toBe(
      true,
    );
    expect(hits.pairs.reduce((sum, { count }) => sum + count, 0)).toBe(hits.length);
  });

  it('follows instances that move, come and go', async () => {
    const mesh = instanced(8);
    mesh.updateMatrixWorld();
    using collider = new Collider(engine);
    collider.add(mesh);
    const before = await agree(collider, instancesOf(mesh));
    mesh.setMatrixAt(2, new Matrix4().makeTranslation(50, 0, 0));
    const moved = await agree(collider, instancesOf(mesh));
    mesh.count = 4;
    const fewer = await agree(collider, instancesOf(mesh));
    mesh.count = 8;
    expect(await agree(collider, instancesOf(mesh))).toBe(moved);
    expect(before).toBeGreaterThan(moved);
    expect(moved).toBeGreaterThan(fewer);
    mesh.position.y = 3;
    mesh.updateMatrixWorld();
    expect(await agree(collider, instancesOf(mesh))).toBe(moved);
  });

  it('morphs each instance of an InstancedMesh by its own influences', async () => {
    const geometry = new SphereGeometry(1, 9, 7);
    const swollen = Float32Array.from(geometry.attributes.position.array, (value) => 2 * value);
    geometry.morphAttributes.position = [new Float32BufferAttribute(swollen, 3)];
    const mesh = new InstancedMesh(geometry, material, 3);
    mesh.name = 'balls';
    const posed = new Mesh(geometry, material);
    for (const [i, x] of [0, 2.45, 4.9].entries())
      mesh.setMatrixAt(i, new Matrix4().makeTranslation(x, 0.1 * i, 0.03 * i));
    const morphAll = (...influences: number[]) =>
      influences.forEach((influence, i) => {
        posed.morphTargetInfluences![0] = influence;
        mesh.setMorphAt(i, posed);
      });
    morphAll(0, 0, 0);
    using collider = new Collider(engine);
    collider.add(mesh);
    expect((await collider.collide()).length).toBe(0);
    morphAll(0, 0.75, 0);
    const drawn = [0, 0.75, 0].map((influence, instance): Drawn => {
      const one = new Mesh(geometry, material);
      one.morphTargetInfluences![0] = influence;
      return { mesh, instance, matrix: worldOf(mesh, instance), posed: one };
    });
    expect(await agree(collider, drawn)).toBeGreaterThan(5);
    expect((await collider.collide()).pairs.map(({ a, b }) => [a.instance, b.instance])).toEqual([[0, 1], [1, 2]]); // biome-ignore format: one line
  });

  /** Instances of a batch with the faces of the batch's own geometry that each draws. */
  function instancesOfBatch(mesh: BatchedMesh, instances: readonly number[]): Drawn[] {
    mesh.updateMatrixWorld();
    return instances.map((instance) => {
      const { start, count } = mesh.getGeometryRangeAt(mesh.getGeometryIdAt(instance))!;
      const faces = Array.from({ length: count / 3 }, (_, i) => start / 3 + i);
      return { mesh, instance, matrix: worldOf(mesh, instance), faces };
    });
  }

  it.each([true, false])('takes each instance of a BatchedMesh for an object; indexed: %s', async (indexed) => {
    const form = <T extends BoxGeometry | SphereGeometry | TorusGeometry>(geometry: T) =>
      indexed ? geometry : geometry.toNonIndexed();
    const mesh = new BatchedMesh(20, 4000, 8000, material);
    mesh.name = 'batch';
    mesh.rotation.y = 0.4;
    const ids = [new BoxGeometry(), new SphereGeometry(0.7, 9, 7), new TorusGeometry(0.8, 0.3, 6, 9)].map((geometry) =>
      mesh.addGeometry(form(geometry)),
    );
    const random = new Random(9);
    const instances = Array.from({ length: 12 }, (_, i) => {
      const instance = mesh.addInstance(ids[i % 3]);
      mesh.setMatrixAt(instance, randomPlace(random, 2.5));
      return instance;
    });
    using collider = new Collider(engine);
    collider.add(mesh);
    expect(await agree(collider, instancesOfBatch(mesh, instances))).toBeGreaterThan(100);

    mesh.setVisibleAt(instances[1], false);
    const visible = instances.filter((_, i) => i !== 1);
    expect(await agree(collider, instancesOfBatch(mesh, visible))).toBeGreaterThan(50);

    // Deleted and added again in one frame: as many as before, but not the same ones.
    mesh.deleteInstance(instances[4]);
    mesh.deleteInstance(instances[2]);
    const reused = mesh.addInstance(ids[0]);
    expect(reused).toBe(instances[2]);
    mesh.setMatrixAt(reused, randomPlace(random, 2.5));
    const left = visible.filter((instance) => instance !== instances[4]);
    expect(await agree(collider, instancesOfBatch(mesh, left))).toBeGreaterThan(50);
    mesh.setGeometryIdAt(reused, ids[2]);
    expect(await agree(collider, instancesOfBatch(mesh, left))).toBeGreaterThan(50);

    mesh.setGeometryAt(ids[0], form(new BoxGeometry(1.3, 0.6, 1)));
    expect(await agree(collider, instancesOfBatch(mesh, left))).toBeGreaterThan(50);

    mesh.deleteGeometry(ids[1]);
    mesh.optimize();
    const kept = left.filter((instance) => instances.indexOf(instance) % 3 !== 1);
    expect(await agree(collider, instancesOfBatch(mesh, kept))).toBeGreaterThan(20);
  });

  it('takes an empty BatchedMesh for nothing', async () => {
    using collider = new Collider(engine);
    collider.add(new BatchedMesh(4, 100, 100, material));
    expect((await collider.collide()).length).toBe(0);
  });

  it('says so when a BatchedMesh cannot tell what its instances draw', () => {
    const mesh = new BatchedMesh(4, 100, 100, material);
    mesh.name = 'old';
    Object.defineProperty(mesh, 'getGeometryRangeAt', { value: undefined });
    using collider = new Collider(engine);
    expect(() => collider.add(mesh)).toThrow(/three-version: Mesh "old".*newer version/);
  });
});
