/**
 * What meets between two frames: all impacts and the earliest alone, from raw arrays, on two threads and on none.
 *
 * Steps of real simulations come from the shared folder (COLLIDESCOPE_SHARED, or ../shared beside the clone) and are held against its
 * truth: the exact set of pairs, times within 2^-52. Rival: Scalable-CCD's sweep with Tight-Inclusion, native code on two cores, as
 * noted beside the truth. Sheets of growing size show how time grows. Exits 1 when an answer is not the truth; targets are
 * printed, not enforced.
 */
import { createEngine, type Engine, type Impacts } from '../src/index.ts';
import { readPly } from '../src/io/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { measureInTurns } from './support/measure.ts';
import { wavySheet } from './support/mesh-files.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { readShared, sharedFolder, sharedTable } from './support/shared-folder.ts';
import { printTable, type Row } from './support/table.ts';

interface Job {
  readonly start: Float32Array | Float64Array;
  readonly end: Float32Array | Float64Array;
  readonly indices: Uint32Array;
  /** Milliseconds that the rival takes, and those we aim at. */
  readonly rival?: number;
  readonly target?: number;
  readonly truth?: ReadonlyMap<string, number>;
}

const RIVALS: Readonly<Record<string, readonly [rival: number, target: number]>> = {
  'cloth-funnel': [506, 500],
  'armadillo-rollers': [7128, 500],
  'cloth-ball': [25_748, 1000],
};
const FIRST_TARGET = 150;
const SHEETS = [50, 100, 200];
const FORMS = [2, 0];

async function step(name: string): Promise<Job> {
  const frame = async (number: number) => (await readPly(readShared(`truth/ccd/${name}/${number}.ply`))).parts[0];
  const [first, last] = [await frame(0), await frame(1)];
  const [rival, target] = RIVALS[name];
  const rows = sharedTable(`truth/ccd/${name}/impacts.tsv`);
  const truth = new Map(
    rows.map(({ kind, a0, a1, b0, b1, time }) => [
      kind === 'vf' ? `vf ${a0} ${a1}` : `ee ${a0} ${a1} ${b0} ${b1}`,
      Number(time),
    ]),
  );
  return {
    start: first.positions,
    end: last.positions,
    indices: Uint32Array.from(first.indices),
    rival,
    target,
    truth,
  };
}

/** A waving sheet that falls through another like it. */
function sheets(side: number): Job {
  const { positions, indices: corners } = wavySheet(2 * side * side);
  const shift = positions.length / 3;
  const start = new Float32Array(2 * positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = positions.subarray(i, i + 2);
    const z = 0.1 * Math.sin(9 * x) * Math.cos(8 * y);
    start.set([x, y, z + 0.03], i);
    start.set([x, y, z], positions.length + i);
  }
  // Off the grid of the other, as cloth would be.
  const end = start.map((x, i) => (i >= 3 * shift ? x : i % 3 === 2 ? x - 0.06 : x + (0.3 * Math.sin(i)) / side));
  const indices = new Uint32Array(2 * corners.length);
  indices.set(corners);
  indices.set(
    corners.map((corner) => corner + shift),
    corners.length,
  );
  return { start, end, indices };
}

function isTruth({ kinds, features, times }: Impacts, truth: ReadonlyMap<string, number>): boolean {
  if (times.length !== truth.size) return false;
  return times.every((time, i) => {
    const [, a0, a1, , b0, b1] = features.subarray(6 * i, 6 * i + 6);
    const expected = truth.get(kinds[i] === 0 ? `vf ${a0} ${b0}` : `ee ${a0} ${a1} ${b0} ${b1}`);
    return expected !== undefined && Math.abs(time - expected) <= 2 ** -52;
  });
}

async function ask(engine: Engine, { start, end, indices }: Job, first: boolean): Promise<Impacts> {
  using scene = engine.createScene();
  scene.aim(scene.add({ positions: start, indices }), end);
  return await scene.impacts({ self: true, first });
}

async function runJob(name: string, job: Job, seconds: number): Promise<Row[]> {
  progress(`${name}: ${job.indices.length / 3} triangles`);
  const rows: Row[] = [];
  for (const threads of FORMS) {
    const engine = await createEngine({ backend: 'wasm', threads });
    const contestants = [false, true].map((first) => ({
      name: first ? 'first' : 'all',
      run: () => ask(engine, job, first),
    }));
    const [all, earliest] = await measureInTurns(contestants, { seconds });
    engine.dispose();
    const { stats, times } = all.answers[0];
    const least = times.reduce((p, q) => Math.min(p, q), 1);
    const isRight = (!job.truth || isTruth(all.answers[0], job.truth)) && (earliest.answers[0].times[0] ?? 1) === least;
    const inTime = all.best <= (job.target ?? Infinity) && (!job.target || earliest.best <= FIRST_TARGET);
    rows.push({
      job: name,
      threads,
      triangles: stats.triangles,
      'all ms': all.best,
      'first ms': earliest.best,
      'rival ms': job.rival ?? '',
      ratio: job.rival ? job.rival / all.best : '',
      verdict: job.target && threads === 2 ? (inTime ? 'PASS' : 'ABOVE') : '',
      impacts: times.length,
      'whole numbers': stats.exactFallbacks,
      'bytes a triangle': Math.round((stats.bytes.scene + stats.bytes.query - 160 * times.length) / stats.triangles),
      answer: isRight ? (job.truth ? 'truth' : 'consistent') : 'WRONG',
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const flags = readFlags({
    seconds: { type: 'string', help: 'seconds per job and form, for at least a few rounds [4]' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  const seconds = Number(flags.seconds ?? 4);
  noteLoad();
  const rows: Row[] = [];
  const steps = sharedFolder === undefined ? [] : Object.keys(RIVALS);
  for (const name of steps) rows.push(...(await runJob(name, await step(name), seconds)));
  for (const side of SHEETS) rows.push(...(await runJob(`sheets ${side}`, sheets(side), seconds)));
  printTable(`Impacts between two frames (first: at most ${FIRST_TARGET} ms; ratio: rival over ours)`, rows);
  if (flags.save) saveResults('impacts', rows, ['job', 'threads']);
  if (rows.some(({ answer }) => answer === 'WRONG')) process.exitCode = 1;
}

await main();
