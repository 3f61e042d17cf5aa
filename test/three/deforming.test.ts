import {
  Bone,
  BufferAttribute,
  type BufferGeometry,
  CylinderGeometry,
  DetachedBindMode,
  Float32BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusKnotGeometry,
  Vector3,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';
import { type Drawn, explicitHits, hitTexts, withCleanSeams, worldCorners } from '../support/three-explicit.ts';

const material = new MeshBasicMaterial();
const HEIGHT = 4;

/** Bones and weights along the height: each vertex follows the two bones beside it. */
function skin(geometry: BufferGeometry, bones: number): void {
  const { position } = geometry.attributes;
  const indices = new Uint16Array(4 * position.count);
  const weights = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i++) {
    const along = ((position.getY(i) + HEIGHT / 2) / HEIGHT) * (bones - 1);
    const below = Math.min(bones - 2, Math.floor(along));
    indices.set([below, below + 1, 0, 0], 4 * i);
    weights.set([1 - (along - below), along - below, 0, 0], 4 * i);
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(indices, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
}

function chain(count: number): Bone[] {
  const bones = Array.from({ length: count }, () => new Bone());
  bones.forEach((bone, i) => {
    bone.position.y = i === 0 ? -HEIGHT / 2 : HEIGHT / (count - 1);
    if (i > 0) bones[i - 1].add(bone);
  });
  return bones;
}

/** An arm whose bones are its children, as three.js's own examples make them. */
function arm(bones = chain(4)): SkinnedMesh {
  const geometry = withCleanSeams(new CylinderGeometry(0.3, 0.5, HEIGHT, 9, 20));
  skin(geometry, bones.length);
  const mesh = new SkinnedMesh(geometry, material);
  mesh.name = 'arm';
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

function bend(bones: readonly Bone[], angle: number): void {
  for (const [i, bone] of bones.entries()) bone.rotation.set(angle * (i + 1), 0.1 * i, angle / 2);
}

function target(): Mesh {
  const mesh = new Mesh(withCleanSeams(new TorusKnotGeometry(0.9, 0.4, 60, 9)), material);
  mesh.name = 'knot';
  mesh.position.set(0.3, 1.2, 0.17);
  return mesh;
}

function morphTarget(geometry: BufferGeometry, move: (point: Vector3) => Vector3): Float32BufferAttribute {
  const { position } = geometry.attributes;
  const moved = new Float32BufferAttribute(new Float32Array(3 * position.count), 3);
  const point = new Vector3();
  for (let i = 0; i < position.count; i++) moved.setXYZ(i, ...move(point.fromBufferAttribute(position, i)).toArray());
  return moved;
}

function addMorphs(geometry: BufferGeometry, relative: boolean): void {
  const swell = (point: Vector3) => (relative ? point.clone().multiplyScalar(0.4) : point.clone().multiplyScalar(1.4));
  const shear = (point: Vector3) =>
    relative ? new Vector3(0.3 * point.y, 0, 0.1) : new Vector3(point.x + 0.3 * point.y, point.y, point.z + 0.1);
  geometry.morphAttributes.position = [morphTarget(geometry, swell), morphTarget(geometry, shear)];
  geometry.morphTargetsRelative = relative;
}

describe('a collider of deforming meshes', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  /** The adapter's answer is that on positions by three.js, and the positions are three.js's own. */
  async function agree(collider: Collider, drawn: readonly Drawn[], options = {}): Promise<number> {
    const hits = await collider.update().collide(options);
    expect(hitTexts(hits)).toEqual(await explicitHits(engine, drawn, options));
    for (const one of drawn) {
      const expected = worldCorners(one);
      const id = [...hits.answer.objectPairs].find((id, i) => i % 3 < 2 && hits.objectOf(id).object === one.mesh);
      if (id === undefined) continue;
      expect(hits.triangleCount(id)).toBe(expected.length / 9);
      const found = new Float64Array(expected.length);
      for (let face = 0; face < expected.length / 9; face++) {
        hits.readTriangle(id, face, found, 9 * face);
      }
      expect(Math.max(...found.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(1e-13);
    }
    return hits.length;
  }

  it('poses a skinned mesh as three.js does, frame by frame', async () => {
    const mesh = arm();
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    let hits = 0;
    for (const angle of [0, 0.2, 0.5, -0.4]) {
      bend(mesh.skeleton.bones, angle);
      mesh.position.x = angle;
      hits += await agree(collider, [{ mesh }, { mesh: knot }]);
    }
    expect(hits).toBeGreaterThan(200);
  });

  it('finds a bent arm that meets itself', async () => {
    const mesh = arm(chain(8));
    using collider = new Collider(engine);
    collider.add(mesh);
    expect(await agree(collider, [{ mesh }], { self: true })).toBe(0);
    for (const bone of mesh.skeleton.bones.slice(1)) bone.rotation.x = 1.2;
    expect(await agree(collider, [{ mesh }], { self: true })).toBeGreaterThan(20);
  });

  it('follows bones outside the mesh, a placed and scaled mesh, and a bind matrix', async () => {
    const bones = chain(3);
    const rig = new Group().add(bones[0]);
    const scene = new Group().add(rig);
    const geometry = new CylinderGeometry(0.3, 0.5, HEIGHT, 9, 12);
    skin(geometry, bones.length);
    const mesh = new SkinnedMesh(geometry, material);
    mesh.name = 'arm';
    scene.add(mesh);
    scene.updateMatrixWorld(true);
    mesh.bind(new Skeleton(bones), new Matrix4().makeTranslation(0, 0.3, 0));
    mesh.position.set(5, 0, 1);
    mesh.scale.set(1, 2, 0.5);
    rig.position.x = 0.2;
    scene.rotation.z = 0.3;
    bend(bones, 0.3);
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    expect(await agree(collider, [{ mesh }, { mesh: knot }])).toBeGreaterThan(20);
    mesh.bindMode = DetachedBindMode;
    mesh.position.set(0.2, 0, 0);
    mesh.scale.set(1, 1, -1);
    scene.updateMatrixWorld();
    knot.position.copy(mesh.getVertexPosition(60, new Vector3()).applyMatrix4(mesh.matrixWorld));
    expect(await agree(collider, [{ mesh }, { mesh: knot }])).toBeGreaterThan(20);
  });

  it('reads bones and weights from interleaved and normalized attributes', async () => {
    const mesh = arm();
    const { skinIndex, skinWeight } = mesh.geometry.attributes;
    const rows = new Uint8Array(8 * skinIndex.count);
    for (let i = 0; i < skinIndex.count; i++) {
      const weight = Math.round(255 * skinWeight.getX(i));
      rows.set([skinIndex.getX(i), skinIndex.getY(i), 0, 0, weight, 255 - weight, 0, 0], 8 * i);
    }
    const buffer = new InterleavedBuffer(rows, 8);
    mesh.geometry.setAttribute('skinIndex', new InterleavedBufferAttribute(buffer, 4, 0));
    mesh.geometry.setAttribute('skinWeight', new InterleavedBufferAttribute(buffer, 4, 4, true));
    bend(mesh.skeleton.bones, 0.35);
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    expect(await agree(collider, [{ mesh }, { mesh: knot }])).toBeGreaterThan(20);
  });

  it('takes weights that do not sum to one as three.js does', async () => {
    const mesh = arm();
    const { skinWeight } = mesh.geometry.attributes;
    for (let i = 0; i < skinWeight.array.length; i++) skinWeight.array[i] *= 0.75;
    mesh.position.set(0.5, 0.25, 0.125);
    mesh.scale.setScalar(1.5);
    bend(mesh.skeleton.bones, 0.2);
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    expect(await agree(collider, [{ mesh }, { mesh: knot }])).toBeGreaterThan(20);
  });

  it.each([false, true])('morphs, with targets relative: %s', async (relative) => {
    const geometry = new SphereGeometry(1, 16, 12);
    addMorphs(geometry, relative);
    const mesh = new Mesh(geometry, material);
    mesh.name = 'blob';
    mesh.rotation.z = 0.4;
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    const counts = new Set<number>();
    for (const influences of [
      [0, 0],
      [0.7, 0],
      [0.2, 0.9],
      [-0.3, 0],
    ]) {
      // biome-ignore format: one line
      mesh.morphTargetInfluences = influences;
      counts.add(await agree(collider, [{ mesh }, { mesh: knot }]));
    }
    expect(counts.size).toBe(4);
  });

  it.each([false, true])('morphs, then skins, with targets relative: %s', async (relative) => {
    const mesh = arm();
    addMorphs(mesh.geometry, relative);
    mesh.updateMorphTargets();
    mesh.morphTargetInfluences = [0.3, 0.6];
    bend(mesh.skeleton.bones, 0.3);
    const knot = target();
    using collider = new Collider(engine);
    collider.add([mesh, knot]);
    expect(await agree(collider, [{ mesh }, { mesh: knot }])).toBeGreaterThan(20);
    mesh.morphTargetInfluences[0] = 0;
    expect(await agree(collider, [{ mesh }, { mesh: knot }], { self: true })).toBeGreaterThan(20);
  });

  it('keeps apart what coincides in one pose only', async () => {
    // Two squares with a common edge, like lips; each follows a bone of its own.
    const geometry = new Mesh().geometry;
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, -1, 0];
    geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
    geometry.setAttribute('skinIndex', new BufferAttribute(Uint8Array.of(...[0, 0, 0, 1, 1, 1].flatMap((b) => [b, 0, 0, 0])), 4)); // biome-ignore format: one line
    geometry.setAttribute('skinWeight', new Float32BufferAttribute([...Array(6)].flatMap(() => [1, 0, 0, 0]), 4)); // biome-ignore format: one line
    const bones = [new Bone(), new Bone()];
    const mesh = new SkinnedMesh(geometry, material);
    mesh.name = 'lips';
    mesh.add(...bones);
    mesh.bind(new Skeleton(bones));
    using collider = new Collider(engine);
    collider.add(mesh);
    expect((await collider.collide({ self: true })).length).toBe(1);
    bones[1].position.y = -0.5;
    expect((await collider.update().collide({ self: true })).length).toBe(0);
    const probe = new Mesh(new SphereGeometry(0.05, 6, 4), material);
    probe.position.set(0.5, -0.25, 0);
    collider.add(probe);
    expect((await collider.collide()).length).toBe(0);
  });
});
