/** The public names of an entry, from the list that its source file is. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface PublicNames {
  readonly types: readonly string[];
  readonly values: readonly string[];
}

/** `file` is the entry's source, such as `src/index.ts`, which holds nothing but lists of names. */
export function publicNames(file: string): PublicNames {
  const text = readFileSync(join(root, file), 'utf8');
  const lists = [...text.matchAll(/export (type )?\{([^}]*)\}/g)];
  const all = lists.flatMap(([, isType, list]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => (isType ? `type ${name}` : name)),
  );
  const types = all.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  return { types: types.sort(), values: all.filter((name) => !name.startsWith('type ')).sort() };
}
