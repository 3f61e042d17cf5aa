/** Times of several ways of doing one thing. */

export interface Timed<Answer> {
  /** Milliseconds of the fastest round. */
  readonly milliseconds: number;
  readonly answer: Answer;
}

/** Lets everyone run once in each round, so that other load on the machine affects all alike. */
export async function fastestInTurns<Answers extends Record<string, unknown>>(
  contestants: { readonly [Name in keyof Answers]: () => Promise<Answers[Name]> },
  rounds: number,
): Promise<{ readonly [Name in keyof Answers]: Timed<Answers[Name]> }> {
  const best: Partial<Record<keyof Answers, Timed<unknown>>> = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(contestants) as (keyof Answers)[]) {
      const start = performance.now();
      const answer = await contestants[name]();
      const milliseconds = performance.now() - start;
      if (milliseconds < (best[name]?.milliseconds ?? Infinity)) best[name] = { milliseconds, answer };
    }
  }
  return best as { readonly [Name in keyof Answers]: Timed<Answers[Name]> };
}
