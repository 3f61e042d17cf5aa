/**
 * The shared folder: exact answers on real meshes, too large and not ours to keep in the project.
 *
 * `COLLIDESCOPE_SHARED` names it; without that, `../shared` beside the clone when it is there. Tests that need it
 * show as skipped when it is missing.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const beside = resolve(import.meta.dirname, '../../../shared');

export const sharedFolder: string | undefined =
  process.env.COLLIDESCOPE_SHARED || (existsSync(join(beside, 'truth')) ? beside : undefined);

/** Bytes of a file in the shared folder. */
export function readShared(path: string): Uint8Array {
  return readFileSync(join(sharedFolder ?? '', path));
}

/** Rows of a tab-separated file with a header line, as objects; none when there is no shared folder. */
export function sharedTable(path: string): Record<string, string>[] {
  if (sharedFolder === undefined) return [];
  const [header, ...lines] = readFileSync(join(sharedFolder, path), 'utf8').trimEnd().split(/\r?\n/);
  const names = header.split('\t');
  return lines.map((line) => {
    const fields = line.split('\t');
    return Object.fromEntries(names.map((name, column) => [name, fields[column] ?? '']));
  });
}
