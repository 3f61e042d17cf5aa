/** The files of a plan: plain files, models below folders, and the paths in lists (.txt). */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OptionError } from '../../errors.ts';
import { FORMATS } from '../../io/formats.ts';
import { isBelow } from '../input/is-below.ts';
import { readText } from '../input/option-files.ts';
import { checkReadable } from '../input/read-bytes.ts';

const ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings);
const MODEL = new RegExp(`\\.(${ENDINGS.join('|')})(\\.gz)?$`, 'i');
const LIST = /\.(txt|list)$/i;

/** In the order of their paths, hidden files and folders left out. */
function modelsBelow(folder: string, allowOutside: boolean, top = folder): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((p, q) => (p.name < q.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return modelsBelow(path, allowOutside, top);
    if (!MODEL.test(entry.name)) return [];
    if (entry.isSymbolicLink() && !allowOutside) refuseOutside(path, top);
    return [path];
  });
}

/** Links in a folder may come from whoever filled it, and error messages can quote what was read from a file. */
function refuseOutside(path: string, top: string): void {
  const [real, folder] = [path, top].map((own) => {
    try {
      return realpathSync(own);
    } catch {
      return undefined;
    }
  });
  if (real === undefined || folder === undefined || isBelow(folder, real)) return;
  throw new OptionError(
    'outside-folder',
    `"${path}" is a link to a file outside "${top}". Name that file itself, remove the link, or use --allow-outside if you trust the folder.`,
    { path },
  );
}

/** One path per line; empty lines and those that begin with # do not count. */
function pathsIn(list: string): string[] {
  return readText(list, 'list of files')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

export async function listedFiles(words: readonly string[], allowOutside = false): Promise<string[]> {
  for (const word of words) if (LIST.test(word)) await checkReadable(word);
  const files = words.flatMap((word) => {
    const isFolder = statSync(word, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder) return modelsBelow(word, allowOutside);
    return LIST.test(word) ? pathsIn(word) : [word];
  });
  if (files.length > 0) return files;
  throw new OptionError(
    'no-files',
    `found no models in ${words.map((word) => `"${word}"`).join(', ')}; expected files that end in ${ENDINGS.join(', ')}, or a list of them.`,
  );
}
