/** Files that are built beside the command line: the studio, and benchmarks. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside this file, or beside the folder of chunks that it was bundled into. */
export async function findBeside(path: string): Promise<string | undefined> {
  const folder = dirname(fileURLToPath(import.meta.url));
  for (const candidate of [join(folder, path), join(folder, '..', path)]) {
    const exists = await stat(candidate).then(
      () => true,
      () => false,
    );
    if (exists) return candidate;
  }
  return undefined;
}
