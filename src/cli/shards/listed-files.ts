/** The files of a plan: files as they are, folders as the models below them, lists (.txt) as the paths in them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OptionError } from '../../errors.ts';
import { FORMATS } from '../../io/formats.ts';
import { checkReadable } from '../input/read-bytes.ts';

const ENDINGS = Object.values(FORMATS).flatMap(({ endings }) => endings);
const MODEL = new RegExp(`\\.(${ENDINGS.join('|')})(\\.gz)?$`, 'i');
const LIST = /\.(txt|list)$/i;

/** In the order of their paths, hidden files and folders left out. */
function modelsBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((p, q) => (p.name < q.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return modelsBelow(path);
    return MODEL.test(entry.name) ? [path] : [];
  });
}

/** One path per line; empty lines and those that begin with # do not count. */
function pathsIn(list: string): string[] {
  return readFileSync(list, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

export async function listedFiles(words: readonly string[]): Promise<string[]> {
  for (const word of words) if (LIST.test(word)) await checkReadable(word);
  const files = words.flatMap((word) => {
    const isFolder = statSync(word, { throwIfNoEntry: false })?.isDirectory();
    if (isFolder) return modelsBelow(word);
    return LIST.test(word) ? pathsIn(word) : [word];
  });
  if (files.length > 0) return files;
  throw new OptionError(
    'no-files',
    `found no models in ${words.map((word) => `"${word}"`).join(', ')}; expected files that end in ${ENDINGS.join(', ')}, or a list of them.`,
  );
}
