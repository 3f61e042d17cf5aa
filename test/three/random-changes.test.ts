import {
  BatchedMesh,
  Bone,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Collider } from '../../src/three/index.ts';
import { Random } from '../support/random.ts';
import { hitTexts } from '../support/three-explicit.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SEEDS ?? 12);
const STEPS = 20;
const material = new MeshBasicMaterial();

function randomGeometry(random: Random): BufferGeometry {
  const geometry = random.pick([
    () => new BoxGeometry(1, 1.3, 0.8),
    () => new SphereGeometry(0.8, 7, 5),
    () => new TorusGeometry(0.7, 0.3, 5, 7),
  ])();
  if (random.chance(0.4)) {
    const target = geometry.attributes.position.clone();
    for (let i = 0; i < target.array.length; i++) target.array[i] *= random.real(0.5, 2);
    geometry.morphAttributes.position = [target];
  }
  return random.chance(0.3) ? geometry.toNonIndexed() : geometry;
}

function skinned(random: Random): SkinnedMesh {
  const geometry = randomGeometry(random);
  const { count } = geometry.attributes.position;
  const bones = [new Bone(), new Bone()];
  geometry.setAttribute('skinIndex', new BufferAttribute(Uint8Array.from({ length: 4 * count }, (_, i) => i % 2), 4)); // biome-ignore format: one line
  const weights = Float32Array.from({ length: 4 * count }, (_, i) => [0.25, 0.75, 0, 0][i % 4]);
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const mesh = new SkinnedMesh(geometry, material);
  mesh.add(...bones);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

function batched(random: Random): BatchedMesh {
  const mesh = new BatchedMesh(6, 500, 1500, material);
  for (const geometry of [new BoxGeometry(), new SphereGeometry(0.7, 6, 5)]) mesh.addGeometry(geometry);
  for (let i = 0; i < 3; i++) mesh.setMatrixAt(mesh.addInstance(i % 2), randomPlace(random));
  return mesh;
}

const randomPlace = (random: Random) =>
  new Matrix4()
    .makeRotationX(random.real(0, 6))
    .setPosition(random.real(-1.5, 1.5), random.real(-1.5, 1.5), random.real(-1.5, 1.5));

class World {
  readonly root = new Group();
  readonly #random: Random;
  readonly #meshes: Mesh[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
    for (let i = 0; i < 4; i++) this.#add();
  }

  #add(): void {
    const random = this.#random;
    const mesh = random.pick<() => Mesh>([
      () => new Mesh(randomGeometry(random), material),
      () => new Mesh(this.#meshes[0]?.geometry ?? randomGeometry(random), material),
      () => new InstancedMesh(randomGeometry(random), material, random.integer(1, 4)),
      () => batched(random),
      () => skinned(random),
    ])();
    mesh.name = `mesh ${this.#count++}`;
    mesh.applyMatrix4(randomPlace(random));
    if (mesh instanceof InstancedMesh) {
      for (let i = 0; i < mesh.count; i++) mesh.setMatrixAt(i, randomPlace(random));
    }
    this.#meshes.push(mesh);
    random.pick([this.root, ...this.#meshes.slice(0, 2).filter((parent) => parent !== mesh)]).add(mesh);
  }

  /** One change to one mesh. */
  step(): void {
    const random = this.#random;
    const mesh = random.pick(this.#meshes);
    const { geometry } = mesh;
    const isBatch = mesh instanceof BatchedMesh;
    const changes: (() => void)[] = [
      () => randomPlace(random).decompose(mesh.position, mesh.quaternion, mesh.scale),
      () => mesh.position.multiplyScalar(0.5),
      () => (mesh.visible = !mesh.visible),
      () => this.#add(),
      () => void (mesh.parent === this.root && this.#meshes.length > 2 && this.#drop(mesh)),
      () => mesh.morphTargetInfluences?.fill(random.real(0, 1)),
      () => {
        if (mesh instanceof SkinnedMesh) mesh.skeleton.bones[1].rotation.x += random.real(0, 1);
        if (mesh instanceof InstancedMesh) mesh.count = random.integer(0, mesh.instanceMatrix.count);
        if (isBatch) this.#changeBatch(mesh);
      },
      () => {
        const { position } = geometry.attributes;
        for (let i = 0; i < position.count; i++) position.setX(i, 0.9 * position.getX(i) + random.real(-0.05, 0.05));
        position.needsUpdate = true;
      },
      () => void (isBatch || geometry.setDrawRange(3 * random.integer(0, 6), random.pick([30, 31, Infinity]))),
      () => void (isBatch || mesh instanceof SkinnedMesh || this.#takeGeometry(mesh)),
    ];
    random.pick(changes)();
  }

  #takeGeometry(mesh: Mesh): void {
    mesh.geometry = randomGeometry(this.#random);
    mesh.morphTargetInfluences = undefined;
    mesh.updateMorphTargets();
  }

  #drop(mesh: Mesh): void {
    mesh.removeFromParent();
    this.#meshes.splice(this.#meshes.indexOf(mesh), 1);
  }

  #changeBatch(mesh: BatchedMesh): void {
    const random = this.#random;
    const exists = (id: number) => {
      try {
        return mesh.getVisibleAt(id) !== undefined;
      } catch {
        return false;
      }
    };
    const ids = Array.from({ length: 6 }, (_, id) => id).filter(exists);
    if (ids.length > 0 && random.chance(0.5)) mesh.deleteInstance(random.pick(ids));
    if (mesh.instanceCount < 6) mesh.setMatrixAt(mesh.addInstance(random.integer(0, 1)), randomPlace(random));
    if (random.chance(0.3)) mesh.setGeometryAt(0, new BoxGeometry(random.real(0.5, 1), 1, 1));
  }
}

describe('a collider through random changes', () => {
  let engine: Engine;
  let hits = 0;
  beforeAll(async () => {
    engine = await createEngine({ threads: 1 });
  });
  afterAll(() => engine.dispose());

  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('says what a new one would; seed %i', async (seed) => {
    const random = new Random(seed);
    const world = new World(random);
    using collider = new Collider(engine);
    collider.add(world.root);
    for (let step = 0; step < STEPS; step++) {
      world.step();
      const running = random.chance(0.3) ? collider.collide() : undefined; // changes wait behind it
      const found = hitTexts(await collider.update().collide());
      await running;
      using fresh = new Collider(engine);
      expect(found).toEqual(hitTexts(await fresh.add(world.root).collide()));
      hits += found.length;
    }
  });

  it('has found something', () => {
    expect(hits).toBeGreaterThan(100 * SEEDS);
  });
});
