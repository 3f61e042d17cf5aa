/**
 * Rivals of the other queries, each beside ours in turns: `closest` against three-mesh-bvh with kept trees, `overlapVolume` against the
 * booleans of manifold-3d at equal precision, `contacts` per frame against the manifolds of Rapier's triangle meshes.
 *
 * Distances and volumes must agree. Contacts differ in kind: ours are all pairs of features nearer than the distance, Rapier's are up
 * to a few points per pair of triangles within its prediction distance; the nearest of both must lie equally far apart.
 */

import RAPIER from '@dimforge/rapier3d-compat';
import Module from 'manifold-3d';
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import type { Engine } from '../../src/index.ts';
import { measureInTurns } from './measure.ts';
import { type BenchMesh, triangleCount } from './mesh.ts';
import { progress } from './progress.ts';
import { overlappingCopy } from './rigid.ts';
import { OwnClosest } from './rival/closest-own.ts';
import { bumpySphere } from './spheres.ts';
import type { Row } from './table.ts';

/** How far two results of a rival in single precision may lie apart, as a part of the meshes' size. */
const SINGLE = 1e-5;

interface Outcome {
  readonly query: string;
  readonly rival: string;
  readonly triangles: number;
  readonly ours: { readonly best: number; readonly answer: number };
  readonly theirs: { readonly best: number; readonly answer: number };
  readonly tolerance: number;
}

function geometryOf({ positions, indices }: BenchMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  // Making a tree sorts the indices.
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  return geometry;
}

async function inTurns(
  ours: () => Promise<number>,
  theirs: () => number,
  seconds: number,
): Promise<Pick<Outcome, 'ours' | 'theirs'>> {
  const sides = [
    { name: 'ours', run: ours },
    { name: 'rival', run: theirs },
  ];
  const [mine, other] = await measureInTurns<number>(sides, { seconds });
  return {
    ours: { best: mine.best, answer: mine.answers[0] },
    theirs: { best: other.best, answer: other.answers[0] },
  };
}

async function closest(engine: Engine, triangles: number, seconds: number): Promise<Outcome> {
  const mesh = bumpySphere(triangles);
  const matrix = new Matrix4().makeRotationX(0.7).setPosition(2.6, 0.4, 0.2);
  using scene = engine.createScene();
  const [a, b] = [scene.add(mesh), scene.add(mesh)];
  scene.place(b, matrix.elements);
  const own = new OwnClosest(geometryOf(mesh), geometryOf(mesh));
  const run = async () => (await scene.closest(a, b)).distance;
  const timed = await inTurns(run, () => own.distance(matrix), seconds);
  return { query: 'closest', rival: 'three-mesh-bvh', triangles: 2 * triangleCount(mesh), tolerance: SINGLE, ...timed };
}

async function overlapVolume(engine: Engine, triangles: number, seconds: number): Promise<Outcome> {
  const mesh = bumpySphere(triangles);
  const meshes = [mesh, overlappingCopy(mesh, [0.2, 0.5, 1], 0.4, [0.07, 0.05, 0.03])];
  const manifold = await Module();
  manifold.setup();
  const boolean = () => {
    const solids = meshes.map(
      ({ positions, indices }) =>
        new manifold.Manifold(new manifold.Mesh({ numProp: 3, vertProperties: positions, triVerts: indices })),
    );
    const common = solids[0].intersect(solids[1]);
    const volume = common.volume();
    for (const solid of [...solids, common]) solid.delete();
    return volume;
  };
  const run = async () => {
    using scene = engine.createScene();
    const [a, b] = meshes.map((one) => scene.add(one));
    return (await scene.overlapVolume(a, b, { stacks: false })).volume;
  };
  const timed = await inTurns(run, boolean, seconds);
  return {
    query: 'overlapVolume',
    rival: 'manifold-3d',
    triangles: 2 * triangleCount(mesh),
    tolerance: 1e-9,
    ...timed,
  };
}

/**
 * Two meshes that nearly touch; the second turns in every frame, far enough that Rapier searches again: while a body moves by less than
 * its prediction distance, it reports the contacts of the previous frame.
 */
async function contacts(engine: Engine, triangles: number, seconds: number): Promise<Outcome> {
  const mesh = bumpySphere(triangles);
  const distance = 0.02;
  const { distance: apart } = await gapOf(engine, mesh);
  const angle = (frame: number) => 0.3 * (frame % 7);
  const x = 4 - apart + 0.005;
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
  world.integrationParameters.normalizedPredictionDistance = distance;
  const colliders = [0, 1].map((which) => {
    const body = world.createRigidBody(
      which === 0 ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setAdditionalMass(1),
    );
    return world.createCollider(RAPIER.ColliderDesc.trimesh(mesh.positions, mesh.indices), body);
  });
  using scene = engine.createScene();
  const [a, b] = [scene.add(mesh), scene.add(mesh)];
  let mine = 0;
  const ours = async () => {
    scene.place(b, new Matrix4().makeRotationX(angle(mine++)).setPosition(x, 0, 0).elements);
    const { distances } = await scene.contacts(distance, { pairs: [[a, b]] });
    return distances.reduce((least, one) => Math.min(least, one), Infinity);
  };
  let other = 0;
  const theirs = () => {
    const body = colliders[1].parent()!;
    const half = angle(other++) / 2;
    body.setTranslation({ x, y: 0, z: 0 }, true);
    body.setRotation({ x: Math.sin(half), y: 0, z: 0, w: Math.cos(half) }, true);
    body.setLinvel({ x: 0, y: 0, z: 0 }, true);
    body.setAngvel({ x: 0, y: 0, z: 0 }, true);
    world.step();
    let least = Infinity;
    world.contactPair(colliders[0], colliders[1], (manifold) => {
      for (let i = 0; i < manifold.numContacts(); i++) least = Math.min(least, manifold.contactDist(i));
    });
    return least;
  };
  const timed = await inTurns(ours, theirs, seconds);
  world.free();
  return { query: 'contacts', rival: 'Rapier', triangles: 2 * triangleCount(mesh), tolerance: 1e-3, ...timed };
}

async function gapOf(engine: Engine, mesh: BenchMesh): Promise<{ distance: number }> {
  using scene = engine.createScene();
  const [a, b] = [scene.add(mesh), scene.add(mesh)];
  scene.place(b, new Matrix4().setPosition(4, 0, 0).elements);
  return await scene.closest(a, b);
}

function rowOf({ query, rival, triangles, ours, theirs, tolerance }: Outcome, threads: number): Row {
  const isSame = Math.abs(ours.answer - theirs.answer) <= tolerance;
  return {
    query,
    rival,
    threads,
    triangles,
    'ours ms': ours.best,
    'rival ms': theirs.best,
    ratio: theirs.best / ours.best,
    ours: ours.answer.toPrecision(9),
    theirs: theirs.answer.toPrecision(9),
    answer: isSame ? 'same' : 'DIFFERENT',
  };
}

/** One row per query and rival. */
export async function runQueryRivals(engine: Engine, seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, contest, triangles] of [
    ['closest', closest, 57_600],
    ['overlapVolume', overlapVolume, 100_000],
    ['contacts', contacts, 20_000],
  ] as const) {
    progress(`${name} against its rival`);
    rows.push(rowOf(await contest(engine, triangles, seconds), engine.threads));
  }
  return rows;
}
