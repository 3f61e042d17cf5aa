/** Which files of `src` run: those of which a function was called, by the coverage that the JavaScript engine counts. */
import { Session } from 'node:inspector/promises';

export async function executedFiles(run: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    await session.post('Profiler.takePreciseCoverage');
    await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) =>
      // What has no name is the module itself, or a callback of a function that was called as well.
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0].count > 0),
    );
    const paths = called.map(({ url }) => /\/(src\/.*\.ts)$/.exec(url)?.[1]).filter((path) => path !== undefined);
    return [...new Set(paths)].sort();
  } finally {
    await session.post('Profiler.disable');
    session.disconnect();
  }
}
