/**
 * An ignore list (`--ignore`): which objects may clash. Each line has two patterns for part names, or the id of a clash, with the place where
 * only that tells it from others; `#` starts a comment.
 *
 * `*` matches any text, `?` one character, `[abc]` one of these. A pattern may start with a file name and a colon, as in
 * `frame.glb:bolt*`. Names with spaces are put in double quotes.
 */
import { OptionError } from '../errors.ts';
import { isClashId } from './clash-id.ts';
import { globTest } from './glob.ts';
import type { FileObject } from './objects.ts';
import { fileName } from './text.ts';

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
