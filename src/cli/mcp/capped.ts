/**
 * Answers short enough for a language model: lists are cut to so many entries, and what was left out is stated.
 *
 * Promise: nothing is cut silently. `omitted` has, for every list that was cut, its path in the document and how many
 * entries are missing.
 */

/** Coordinates, boxes and matrices are kept whole. */
const NUMBERS_KEPT = 16;

export interface Capped {
  readonly document: unknown;
  /** By path, as in `clashes` or `objects[0].regions`. */
  readonly omitted: Readonly<Record<string, number>>;
}

/** `document` is plain JSON; `most` entries of every list are kept. */
export function capped(document: unknown, most: number): Capped {
  const omitted: Record<string, number> = {};
  const cut = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      const isTuple = value.length <= NUMBERS_KEPT && value.every((each) => typeof each === 'number');
      const kept = isTuple ? value : value.slice(0, most);
      if (kept.length < value.length) omitted[path] = value.length - kept.length;
      return kept.map((each, i) => cut(each, `${path}[${i}]`));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, cut(each, path === '' ? key : `${path}.${key}`)]),
    );
  };
  return { document: cut(document, ''), omitted };
}
