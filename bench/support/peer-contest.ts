/** Runs a job on both sides in turns, judges our answers, and returns one row per thread count of ours. */
import { type Collisions, createEngine, type Engine } from '../../src/index.ts';
import { type Contestant, measureInTurns, type Timing } from './measure.ts';
import type { PeerJob, Verdict } from './peer-job.ts';
import { progress } from './progress.ts';
import type { Row } from './table.ts';

/** Ours in each form, and the part of a job's target that it must reach; the calling thread alone has no target. */
export const FORMS: readonly { threads: number; targetShare?: number }[] = [
  { threads: 2, targetShare: 1 },
  { threads: 1, targetShare: 0.5 },
  { threads: 0 },
];

type Answer = Collisions | number[];

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
function measureJob(job: PeerJob, seconds: number): Promise<Timing<Answer>[]> {
  return withEngines(async (engines) => {
    const ours = engines.map((engine) => ({ name: `ours, ${engine.threads} threads`, ...job.ours(engine) }));
    const sides: Contestant<Answer>[] = [...ours, { name: 'three-mesh-bvh', ...job.rival() }];
    const timings = await measureInTurns(sides, { frames: job.frames, seconds });
    for (const side of ours) side.close?.();
    return timings;
  });
}

/** Megabytes with two threads, and of the rival. */
export interface Peaks {
  readonly ours?: number;
  readonly rival?: number;
}

function verdictText(ratio: number, target: number | undefined): string {
  if (target === undefined) return '';
  return ratio >= target ? 'PASS' : 'BELOW';
}

function rowsOf(job: PeerJob, timings: readonly Timing<Answer>[], verdicts: readonly Verdict[], peaks: Peaks): Row[] {
  const rival = timings[timings.length - 1];
  return verdicts.map(({ right, pairs, missed, extra }, index) => {
    const ours = timings[index];
    const ratio = rival.best / ours.best;
    const { threads, targetShare } = FORMS[index];
    const target = job.target && targetShare && job.target * targetShare;
    const { bytes } = (ours.answers[0] as Collisions).stats;
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

export interface ContestOptions {
  readonly seconds: number;
  readonly peaks?: Peaks;
}

export async function runContest(job: PeerJob, { seconds, peaks = {} }: ContestOptions): Promise<Row[]> {
  progress(`${job.name}: ${job.about}`);
  const timings = await measureJob(job, seconds);
  progress(`${job.name}: comparing answers`);
  const rival = timings[timings.length - 1].answers as number[][];
  const verdicts = timings.slice(0, -1).map(({ answers }) => job.judge(answers as Collisions[], rival));
  return rowsOf(job, timings, verdicts, peaks);
}
