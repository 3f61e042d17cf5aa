/**
 * Measuring in turns: in each round every contestant runs once, so that what else the machine does hits all alike.
 *
 * Garbage of one must not slow another down, so it is collected before each run, outside the time.
 */
import { progress } from './progress.ts';

export interface Contestant<Answer> {
  readonly name: string;
  run(): Answer | Promise<Answer>;
  /** Frames in one run; times are per frame. */
  readonly frames?: number;
}

export interface Timing<Answer> {
  readonly name: string;
  /** Milliseconds of the fastest run, and of the middle one. */
  readonly best: number;
  readonly median: number;
  readonly rounds: number;
  /** What the last run gave. */
  readonly answer: Answer;
}

export interface MeasureOptions {
  readonly warmups?: number;
  readonly roundsLeast?: number;
  readonly roundsMost?: number;
  /** After this long no further round begins, once the least are done. */
  readonly seconds?: number;
}

export const MEASURE_DEFAULTS = { warmups: 2, roundsLeast: 4, roundsMost: 30, seconds: 6 } as const;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

async function timed<Answer>(contestant: Contestant<Answer>): Promise<{ milliseconds: number; answer: Answer }> {
  collectGarbage();
  const start = performance.now();
  const answer = await contestant.run();
  return { milliseconds: (performance.now() - start) / (contestant.frames ?? 1), answer };
}

export async function measureInTurns<Answer>(
  contestants: readonly Contestant<Answer>[],
  options: MeasureOptions = {},
): Promise<Timing<Answer>[]> {
  const { warmups, roundsLeast, roundsMost, seconds } = { ...MEASURE_DEFAULTS, ...options };
  const times = contestants.map((): number[] => []);
  const answers: Answer[] = [];
  let ends = Number.POSITIVE_INFINITY;
  let round = 0;
  for (; round < warmups + roundsMost; round++) {
    if (round === warmups) ends = performance.now() + 1000 * seconds;
    if (round >= warmups + roundsLeast && performance.now() > ends) break;
    for (const [index, contestant] of contestants.entries()) {
      const { milliseconds, answer } = await timed(contestant);
      if (round === 0 && milliseconds > 1000) progress(`${contestant.name}: ${milliseconds.toFixed(0)} ms a run`);
      if (round >= warmups) times[index].push(milliseconds);
      answers[index] = answer;
    }
  }
  return contestants.map(({ name }, index) => ({
    name,
    best: Math.min(...times[index]),
    median: median(times[index]),
    rounds: round - warmups,
    answer: answers[index],
  }));
}
