/**
 * Answers short enough for a language model: lists are cut to a maximum number of entries, texts to a maximum number of
 * characters, and what was left out is stated.
 *
 * Promise: nothing is cut silently, and no answer is longer than TEXT_MAX. `omitted` has, for every list that was cut, its path
 * in the document and how many entries are missing; for every text, how many characters. A name of a field that is cut ends
 * with an ellipsis.
 */

/** Coordinates, boxes and matrices are kept whole. */
const NUMBERS_KEPT = 16;
/** Characters of a text, such as the name of a part. */
const CHARACTERS_KEPT = 200;
/** Characters of an answer. */
export const TEXT_MAX = 80_000;

export interface Capped {
  readonly document: unknown;
  /** By path, as in `clashes` or `objects[0].regions`. */
  readonly omitted: Readonly<Record<string, number>>;
}

/** Shortens a text if necessary; never cuts within a character. */
export function cutText(text: string, most = CHARACTERS_KEPT): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** `document` is plain JSON; `most` entries of every list are kept. */
export function capped(document: unknown, most: number): Capped {
  const omitted = new Map<string, number>();
  const cut = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      const kept = cutText(value);
      if (kept !== value) omitted.set(path, value.length - kept.length + 1);
      return kept;
    }
    if (Array.isArray(value)) {
      const isTuple = value.length <= NUMBERS_KEPT && value.every((each) => typeof each === 'number');
      const kept = isTuple ? value : value.slice(0, most);
      if (kept.length < value.length) omitted.set(path, value.length - kept.length);
      return kept.map((each, i) => cut(each, `${path}[${i}]`));
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => {
      const name = cutText(key);
      return [name, cut(each, path === '' ? name : `${path}.${name}`)] as const;
    });
    return Object.fromEntries(entries);
  };
  const kept = cut(document, '');
  return { document: kept, omitted: Object.fromEntries(omitted) };
}

/** The text of an answer: with fewer entries of each list than asked for, if it would be too long. */
export function cappedText(document: unknown, most: number): string {
  for (let entries = most; ; entries = Math.floor(entries / 2)) {
    const { document: kept, omitted } = capped(document, entries);
    const text = JSON.stringify({ ...(kept as object), omitted });
    if (text.length <= TEXT_MAX) return text;
    if (entries === 0) {
      const why = `the answer has ${text.length} characters even without its lists; at most ${TEXT_MAX} are sent`;
      return JSON.stringify({ error: why });
    }
  }
}
