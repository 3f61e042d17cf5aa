/**
 * Measuring in turns: in each round every contestant runs once, so that other load on the machine affects all alike.
 *
 * Tried and left: collecting garbage before each turn. It hands memory back to the system, and the rival, which
 * allocates most, gets a tenth slower.
 */
import { progress } from './progress.ts';

export interface Contestant<Answer> {
  readonly name: string;
  /** One repetition; of a moving scene one frame of it. */
  run(frame: number): Answer | Promise<Answer>;
}

export interface Timing<Answer> {
  readonly name: string;
  /** Milliseconds of the fastest repetition; of several frames the mean of each one's fastest. */
  readonly best: number;
  readonly median: number;
  readonly rounds: number;
  /** What the last repetition gave, for each frame. */
  readonly answers: readonly Answer[];
}

export interface MeasureOptions {
  /** Frames that a contestant runs one after the other before it is the next one's turn. */
  readonly frames?: number;
  readonly warmups?: number;
  readonly roundsLeast?: number;
  readonly roundsMost?: number;
  /** After this long no further round begins, once the least are done. */
  readonly seconds?: number;
}

export const MEASURE_DEFAULTS = { frames: 1, warmups: 2, roundsLeast: 4, roundsMost: 30, seconds: 6 } as const;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

/** The times of one contestant, by frame. */
class Stopwatch<Answer> {
  readonly contestant: Contestant<Answer>;
  readonly answers: Answer[] = [];
  readonly #times: number[][];

  constructor(contestant: Contestant<Answer>, frames: number) {
    this.contestant = contestant;
    this.#times = Array.from({ length: frames }, () => []);
  }

  async turn(counts: boolean): Promise<void> {
    for (const [frame, times] of this.#times.entries()) {
      const start = performance.now();
      this.answers[frame] = await this.contestant.run(frame);
      if (counts) times.push(performance.now() - start);
    }
  }

  timing(rounds: number): Timing<Answer> {
    const bests = this.#times.map((times) => Math.min(...times));
    return {
      name: this.contestant.name,
      best: bests.reduce((sum, time) => sum + time, 0) / bests.length,
      median: median(this.#times.flat()),
      rounds,
      answers: this.answers,
    };
  }
}

export async function measureInTurns<Answer>(
  contestants: readonly Contestant<Answer>[],
  options: MeasureOptions = {},
): Promise<Timing<Answer>[]> {
  const { frames, warmups, roundsLeast, roundsMost, seconds } = { ...MEASURE_DEFAULTS, ...options };
  const watches = contestants.map((contestant) => new Stopwatch(contestant, frames));
  for (let warmup = 0; warmup < warmups; warmup++) for (const watch of watches) await watch.turn(false);
  const began = performance.now();
  let told = began;
  let rounds = 0;
  for (; rounds < roundsMost; rounds++) {
    const now = performance.now();
    if (rounds >= roundsLeast && now - began > 1000 * seconds) break;
    if (now - told > 2000) {
      progress(`round ${rounds + 1}`);
      told = now;
    }
    for (const watch of watches) await watch.turn(true);
  }
  return watches.map((watch) => watch.timing(rounds));
}
