/** How often functions of ours are called, as the script engine counts. */
import { Session } from 'node:inspector/promises';

export interface CallCounts<T> {
  readonly answer: T;
  /** Calls of every function of `src`, by file and name. */
  readonly calls: readonly { readonly name: string; readonly count: number }[];
  /** Functions that were called more often than this, with their counts. */
  above(most: number): string[];
}

export async function countCalls<T>(ask: () => Promise<T>): Promise<CallCounts<T>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    const answer = await ask();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    // Kernels ask for the time, which is no work of the query.
    const ours = result.filter(({ url }) => /\/src\//.test(url) && !/node_modules|kernel-imports/.test(url));
    const calls = ours.flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }) => ({
        name: `${url.split('/src/')[1]} ${functionName}`,
        count: ranges[0].count,
      })),
    );
    const above = (most: number) =>
      calls.filter(({ count }) => count > most).map(({ name, count }) => `${name}: ${count}`);
    return { answer, calls, above };
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
