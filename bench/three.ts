/**
 * What `Collider.update()` of collidescope/three costs per frame, and posing a skinned mesh against three.js itself.
 *
 * Ours and three.js take turns on the skinned mesh. Exits 1 when a vertex of ours is not where three.js puts it.
 */
import { fileURLToPath } from 'node:url';
import {
  Bone,
  BufferAttribute,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  Vector3,
} from 'three';
import { Collider } from '../src/three/index.ts';

const ROUNDS = 40;
const OBJECTS = 1000;
const BONES = 60;
const HEIGHT = 4;
const material = new MeshBasicMaterial();

/** The best of several rounds; what changes between them is not timed. */
function best(change: (round: number) => void, work: () => void): number {
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    change(round);
    const began = performance.now();
    work();
    milliseconds = Math.min(milliseconds, performance.now() - began);
  }
  return milliseconds;
}

function report(what: string, milliseconds: number): void {
  console.log(`${milliseconds.toFixed(2).padStart(8)} ms  ${what}`);
}

function place(i: number): Matrix4 {
  return new Matrix4().makeTranslation(3 * (i % 10), 3 * (Math.floor(i / 10) % 10), 3 * Math.floor(i / 100));
}

function rigid(collider: Collider): void {
  const geometry = new SphereGeometry(1, 16, 12);
  const group = new Group();
  for (let i = 0; i < OBJECTS; i++) {
    const mesh = new Mesh(geometry, material);
    mesh.applyMatrix4(place(i));
    group.add(mesh);
  }
  const instanced = new InstancedMesh(geometry, material, OBJECTS);
  for (let i = 0; i < OBJECTS; i++) instanced.setMatrixAt(i, place(i));
  const rows = [[`${OBJECTS} meshes`, group] as const, [`${OBJECTS} instances`, instanced] as const];
  for (const [what, object] of rows) {
    collider.add(object);
    const update = () => void collider.update();
    report(
      `${what}, none moved`,
      best(() => {}, update),
    );
    report(`${what}, all moved`, best(() => (object.position.x += 1e-3), update)); // biome-ignore format: one line
    collider.remove(object);
  }
}

/** A tube of about 100 000 vertices that follow four bones each. */
function arm(): SkinnedMesh {
  const geometry = new CylinderGeometry(0.3, 0.5, HEIGHT, 200, 500);
  const { position } = geometry.attributes;
  const bonesOf = new Uint16Array(4 * position.count);
  const weights = new Float32Array(4 * position.count);
  for (let i = 0; i < position.count; i++) {
    const first = Math.floor(((position.getY(i) + HEIGHT / 2) / HEIGHT) * (BONES - 4));
    bonesOf.set([first, first + 1, first + 2, first + 3], 4 * i);
    weights.set([0.125, 0.375, 0.375, 0.125], 4 * i);
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(bonesOf, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
  const bones = Array.from({ length: BONES }, () => new Bone());
  bones.forEach((bone, i) => {
    bone.position.y = i === 0 ? -HEIGHT / 2 : HEIGHT / BONES;
    if (i > 0) bones[i - 1].add(bone);
  });
  const mesh = new SkinnedMesh(geometry, material);
  mesh.add(bones[0]);
  mesh.bind(new Skeleton(bones));
  return mesh;
}

/** Returns whether vertices are where three.js puts them. */
async function skinned(collider: Collider): Promise<boolean> {
  const mesh = arm();
  const { count } = mesh.geometry.attributes.position;
  const point = new Vector3();
  const bend = (round: number) => {
    for (const bone of mesh.skeleton.bones) bone.rotation.x = 0.06 + 1e-4 * round;
  };
  collider.add(mesh);
  const what = `a skinned mesh of ${count} vertices, ${BONES} bones`;
  const ours = best(bend, () => void collider.update());
  report(what, ours);
  report(
    `${what}, posed by getVertexPosition of three.js`,
    best(bend, () => {
      for (let i = 0; i < count; i++) mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld);
    }),
  );
  report(`${what}, not moved`, best(() => {}, () => void collider.update())); // biome-ignore format: one line
  const hits = await collider.collide({ self: true });
  const index = mesh.geometry.index!;
  let farthest = 0;
  for (const [i, id] of hits.answer.trianglePairs.entries()) {
    if (i % 4 !== 0) continue;
    const face = hits.faceOf(id, hits.answer.trianglePairs[i + 1]);
    const corners = hits.readTriangle(id, hits.answer.trianglePairs[i + 1], new Array<number>(9));
    mesh.getVertexPosition(index.getX(3 * face), point).applyMatrix4(mesh.matrixWorld);
    farthest = Math.max(farthest, point.distanceTo(new Vector3().fromArray(corners)));
  }
  console.log(`${hits.length} pairs of faces collide; farthest from three.js ${farthest.toExponential(1)}`);
  return hits.length > 0 && farthest < 1e-12;
}

/** Returns whether the answers are right. */
export async function run(): Promise<boolean> {
  using collider = await Collider.create({ backend: 'wasm' });
  rigid(collider);
  return await skinned(collider);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
