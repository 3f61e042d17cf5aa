/** Times of several methods of doing one thing. */
import { median } from './numbers.ts';

export interface Timed<Answer> {
  /** Median over the turns that count. */
  readonly milliseconds: number;
  readonly answer: Answer;
}

/** How often everyone has a turn: first to warm up, then to be measured. */
export interface Turns {
  readonly warmUp: number;
  readonly measured: number;
}

/** Lets everyone run once in each turn, so that other load on the machine affects all alike. */
export async function medianInTurns<Answers extends Record<string, unknown>>(
  contestants: { readonly [Name in keyof Answers]: () => Promise<Answers[Name]> },
  { warmUp, measured }: Turns,
): Promise<{ readonly [Name in keyof Answers]: Timed<Answers[Name]> }> {
  const names = Object.keys(contestants) as (keyof Answers)[];
  const times = new Map<keyof Answers, number[]>(names.map((name) => [name, []]));
  const answers = new Map<keyof Answers, unknown>();
  for (let turn = 0; turn < warmUp + measured; turn++) {
    for (const name of names) {
      const start = performance.now();
      answers.set(name, await contestants[name]());
      if (turn >= warmUp) times.get(name)!.push(performance.now() - start);
    }
  }
  const timed = names.map((name) => [name, { milliseconds: median(times.get(name)!), answer: answers.get(name) }]);
  return Object.fromEntries(timed) as { readonly [Name in keyof Answers]: Timed<Answers[Name]> };
}
