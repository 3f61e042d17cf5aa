/**
 * Expands patterns such as `parts/*.stl`, with `**` for folders at any depth, where the shell has not, as on Windows and in quotes.
 *
 * A word that names an existing file is that file, whatever characters it has. Matches are in the order of their names.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileError } from '../../io/file-error.ts';
import { globTest } from '../../report/glob.ts';

const HAS_PATTERN = /[*?[]/;

function entriesOf(folder: string): { name: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder || '.', { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((p, q) => (p.name < q.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Paths below `folder` that the segments fit; hidden files only where a segment begins with a dot. */
function matches(folder: string, [segment, ...rest]: readonly string[]): string[] {
  const inFolder = (name: string) => (folder === '' ? name : join(folder, name));
  if (segment === '**') {
    const below = entriesOf(folder).filter(({ name, isFolder }) => isFolder && !name.startsWith('.'));
    return [...matches(folder, rest), ...below.flatMap(({ name }) => matches(inFolder(name), [segment, ...rest]))];
  }
  if (!HAS_PATTERN.test(segment)) {
    const path = inFolder(segment);
    if (rest.length > 0) return matches(path, rest);
    return existsSync(path) ? [path] : [];
  }
  const fits = globTest(segment);
  const found = entriesOf(folder).filter(
    ({ name, isFolder }) => fits(name) && isFolder === rest.length > 0 && (!name.startsWith('.') || segment[0] === '.'),
  );
  return found.flatMap(({ name }) => (rest.length > 0 ? matches(inFolder(name), rest) : [inFolder(name)]));
}

function expand(word: string): string[] {
  if (!HAS_PATTERN.test(word) || existsSync(word)) return [word];
  const segments = word.split(/[\\/]/);
  const start = segments[0] === '' ? '/' : '';
  const found = [...new Set(matches(start, start ? segments.slice(1) : segments))];
  if (found.length > 0) return found;
  throw fileError(
    'no-such-file',
    { name: word },
    { found: 'no file fits this pattern', advice: 'Check the folder, and the ending.' },
  );
}

export function expandGlobs(words: readonly string[]): string[] {
  return words.flatMap(expand);
}
