/**
 * An ignore list (`--ignore`): which objects may clash. Each line has two patterns for part names, or the id of a clash, with the place where
 * only that tells it from others; `#` starts a comment.
 *
 * `*` matches any text, `?` one character, `[abc]` one of these. A pattern may start with a file name and a colon, as in
 * `frame.glb:bolt*`. Names with spaces are put in double quotes.
 */
import { OptionError } from '../errors.ts';
import { commonId, isClashId } from './clash-id.ts';
import type { ReportClash } from './clash-list.ts';
import { globTest } from './glob.ts';
import { distanceBetween } from './object-shape.ts';
import type { FileObject } from './objects.ts';
import { coordinate, fileName } from './text.ts';

export interface IgnoreRule {
  readonly line: number;
  readonly patterns: readonly [string, string];
}

export interface IgnoreList {
  readonly rules: readonly IgnoreRule[];
  readonly ids: readonly IgnoredClash[];
}

export interface IgnoredClash {
  readonly id: string;
  /** x y z, as the report has it. */
  readonly place?: readonly number[];
}

export interface Ignored {
  readonly pairs: [number, number][];
  /** Rules that match no pair of objects: probably typing mistakes. */
  readonly unused: readonly IgnoreRule[];
}

const WORD = /"([^"]*)"|(\S+)/g;

export function parseIgnoreList(text: string, path: string): IgnoreList {
  const rules: IgnoreRule[] = [];
  const ids: IgnoredClash[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const words = [...line.matchAll(WORD)].map((match) => match[1] ?? match[2]);
    const end = words.findIndex((word) => word.startsWith('#'));
    const patterns = end < 0 ? words : words.slice(0, end);
    const place = patterns.slice(1).map(Number);
    if ((place.length === 0 || place.length === 3) && isClashId(patterns[0]) && place.every(Number.isFinite)) {
      ids.push({ id: patterns[0], ...(place.length === 3 && { place }) });
      continue;
    }
    if (patterns.length !== 2) {
      throw new OptionError(
        'bad-ignore-file',
        `--ignore file "${path}", line ${i + 1}: found ${patterns.length} name${patterns.length === 1 ? '' : 's'}, expected two, or the id of a clash (with x y z of its place where several share it). Put names with spaces in double quotes.`,
        { path, line: i + 1 },
      );
    }
    rules.push({ line: i + 1, patterns: [patterns[0], patterns[1]] });
  }
  return { rules, ids };
}

function matching(pattern: string, objects: readonly FileObject[]): number[] {
  const test = globTest(pattern);
  return objects.flatMap(({ file, name }, i) => (test(name) || test(`${fileName(file)}:${name}`) ? [i] : []));
}

export function ignoredPairs(rules: readonly IgnoreRule[], objects: readonly FileObject[]): Ignored {
  const known = new Set<number>();
  const unused: IgnoreRule[] = [];
  for (const rule of rules) {
    const [as, bs] = rule.patterns.map((pattern) => matching(pattern, objects));
    let used = false;
    for (const a of as) {
      for (const b of bs) {
        if (a === b) continue;
        used = true;
        known.add(Math.min(a, b) * objects.length + Math.max(a, b));
      }
    }
    if (!used) unused.push(rule);
  }
  const pairs = [...known].map((key): [number, number] => [Math.floor(key / objects.length), key % objects.length]);
  return { pairs, unused };
}

// Clashes whose ids the list has.

const PLACE_DIGITS = 5;

/** The clash that a line stands for: by its id, or, of those that share one, the nearest to the place; or why there is none. */
function ignoredBy({ id, place }: IgnoredClash, clashes: readonly ReportClash[]): ReportClash | string {
  const sharing = clashes.filter((clash) => clash.isShared && commonId(clash.id) === commonId(id));
  if (sharing.length === 0) {
    return clashes.find((clash) => clash.id === id) ?? `there is no clash with the id "${id}".`;
  }
  if (!place) {
    const at = sharing.map(({ point }) => point.map((value) => coordinate(value, PLACE_DIGITS)).join(' '));
    return `${sharing.length} clashes share the id "${commonId(id)}" and differ only in their place, so none is left out. Add the place of the one that is meant: "${commonId(id)} ${at[0]}"${at[1] ? ` or "${commonId(id)} ${at[1]}"` : ''}.`;
  }
  return sharing.reduce((p, q) => (distanceBetween(q.point, place) < distanceBetween(p.point, place) ? q : p));
}

/** The clashes that are left, and what is to be said about lines that leave none out. */
export function withoutIgnored(
  clashes: readonly ReportClash[],
  ignored: readonly IgnoredClash[],
): { left: ReportClash[]; unused: string[] } {
  const found = ignored.map((line) => ignoredBy(line, clashes));
  const out = new Set(found);
  return {
    left: clashes.filter((clash) => !out.has(clash)),
    unused: found.filter((each) => typeof each === 'string'),
  };
}
