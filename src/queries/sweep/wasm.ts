/** Items of `sweep` on the kernels: intervals to be proven free, and places in which objects may meet. */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { queryNumber } from '../registry.ts';
import type { DeviationBound } from './chain.ts';
import { ITEM_MEET, ITEM_PROVE, LINE_NUMBERS } from './constants.ts';
import { SWEEP_ITEM, SWEEP_JOB, SWEEP_SIDE } from './records.ts';

/** One object of a list, by its place in it, during an interval. */
export interface SweepSide {
  readonly place: number;
  readonly start: ArrayLike<number>;
  readonly middle: ArrayLike<number>;
  readonly end: ArrayLike<number>;
  readonly bound: DeviationBound;
}

export interface SweepQuestion {
  readonly kind: 'prove' | 'meet';
  readonly sides: readonly [SweepSide, SweepSide];
  readonly gap: number;
  /** Times 2^-42 of the coordinates' magnitudes. */
  readonly rounding: number;
  /** Pairs of nodes and of triangles after which a proof is given up; none for as many as it takes. */
  readonly work?: number;
}

export interface SweepFound {
  readonly found: boolean;
  readonly depth: number;
  readonly crosses: boolean;
  readonly triangleA: number;
  readonly triangleB: number;
}

const ROUNDING = 2 ** -42;
/** Items of a job, so that a batch does not take much memory. */
const AT_ONCE = 4096;

function writeSide(
  { u32, f64 }: WasmRuntime['memory'],
  list: readonly Participant[],
  side: SweepSide,
  at: number,
): void {
  u32[(at + SWEEP_SIDE.at.object) >>> 2] = side.place;
  u32[(at + SWEEP_SIDE.at.clusters) >>> 2] = list[side.place].object.kept.clusters!.block;
  f64.set(side.start, (at + SWEEP_SIDE.at.start) >>> 3);
  f64.set(side.middle, (at + SWEEP_SIDE.at.middle) >>> 3);
  f64.set(side.end, (at + SWEEP_SIDE.at.end) >>> 3);
  f64[(at + SWEEP_SIDE.at.constant) >>> 3] = side.bound.constant;
  u32[(at + SWEEP_SIDE.at.lineCount) >>> 2] = side.bound.lines.length;
  for (const [i, { point, direction, factor }] of side.bound.lines.entries()) {
    f64.set([...point, ...(direction ?? [0, 0, 0]), factor], ((at + SWEEP_SIDE.at.lines) >>> 3) + i * LINE_NUMBERS);
  }
}

async function askSome(
  runtime: WasmRuntime,
  list: readonly Participant[],
  questions: readonly SweepQuestion[],
  options: JobOptions,
): Promise<SweepFound[]> {
  let items = 0;
  const itemBytes = questions.length * SWEEP_ITEM.bytes;
  const write = (tables: number) => {
    const { memory } = runtime;
    items = tables;
    const sides = Math.ceil((tables + itemBytes) / 64) * 64;
    memory.u32.fill(0, tables >>> 2, (tables + itemBytes) >>> 2);
    memory.u32[SWEEP_JOB.at.items >>> 2] = tables;
    memory.u32[SWEEP_JOB.at.itemCount >>> 2] = questions.length;
    memory.u32[SWEEP_JOB.at.sides >>> 2] = sides;
    for (const [i, { kind, sides: pair, gap, rounding, work = Number.POSITIVE_INFINITY }] of questions.entries()) {
      const item = tables + i * SWEEP_ITEM.bytes;
      memory.u32[(item + SWEEP_ITEM.at.kind) >>> 2] = kind === 'prove' ? ITEM_PROVE : ITEM_MEET;
      memory.f64[(item + SWEEP_ITEM.at.gap) >>> 3] = gap;
      memory.f64[(item + SWEEP_ITEM.at.rounding) >>> 3] = rounding * ROUNDING;
      memory.f64[(item + SWEEP_ITEM.at.work) >>> 3] = work;
      for (const k of [0, 1]) writeSide(memory, list, pair[k], sides + (2 * i + k) * SWEEP_SIDE.bytes);
    }
  };
  const job = {
    query: queryNumber('sweep'),
    adjacency: false,
    given: 'bare placed',
    smallTriangles: questions.length > 1 ? 0 : Number.POSITIVE_INFINITY,
    tableBytes: itemBytes + 64 + 2 * questions.length * SWEEP_SIDE.bytes,
    write,
  } as const;
  await runSceneJob(runtime, list, job, options);
  const { u32, f64 } = runtime.memory;
  return questions.map((_, i) => {
    const item = items + i * SWEEP_ITEM.bytes;
    return {
      found: u32[(item + SWEEP_ITEM.at.found) >>> 2] !== 0,
      depth: f64[(item + SWEEP_ITEM.at.depth) >>> 3],
      crosses: u32[(item + SWEEP_ITEM.at.crosses) >>> 2] !== 0,
      triangleA: u32[(item + SWEEP_ITEM.at.triangleA) >>> 2],
      triangleB: u32[(item + SWEEP_ITEM.at.triangleB) >>> 2],
    };
  });
}

/** Answers questions about objects that have trees. Must not run at the same time as another job of the same engine. */
export async function askSweep(
  runtime: WasmRuntime,
  list: readonly Participant[],
  questions: readonly SweepQuestion[],
  options: JobOptions,
): Promise<SweepFound[]> {
  const found: SweepFound[] = [];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    found.push(...(await askSome(runtime, list, questions.slice(from, from + AT_ONCE), options)));
  }
  return found;
}
