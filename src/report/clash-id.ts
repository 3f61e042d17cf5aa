/**
 * Ids of clashes: a short hash of the two objects' keys and of the rank of the clash among those of the two.
 *
 * The rank goes by what motion and the order of triangles do not change: number of pairs, depth, distance from the
 * middles of the objects. Ids of different clashes that come out the same get a number behind them.
 */
import { groupBy } from './group-by.ts';
import { distanceBetween, type ObjectShape } from './object-shape.ts';

export interface Ranked {
  readonly a: number;
  readonly b: number;
  readonly pairs: number;
  readonly depth: { readonly most: number } | null;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** No vowels, so that no words come out; no letters that look like digits. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const SYMBOLS = `${LETTERS}23456789`;
const SYMBOL_COUNT = 7;
/** Digits to which depths and distances agree after a motion. */
const DEPTH_DIGITS = 2;
const PLACE_DIGITS = 3;

/** FNV-1a, 64 bits. */
function hash64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  // Texts that differ at their end differ in high bits only little; this spreads them.
  hash = BigInt.asUintN(64, (hash ^ (hash >> 32n)) * 0xd6e8feb86659fd93n);
  return hash ^ (hash >> 32n);
}

/** Begins with a letter, so that no table program takes it for a number. */
export function shortHash(text: string): string {
  let rest = hash64(text);
  let id = LETTERS[Number(rest % BigInt(LETTERS.length))];
  rest /= BigInt(LETTERS.length);
  while (id.length < SYMBOL_COUNT) {
    id += SYMBOLS[Number(rest % BigInt(SYMBOLS.length))];
    rest /= BigInt(SYMBOLS.length);
  }
  return id;
}

function orderedKeys(keys: readonly string[], { a, b }: Ranked): [number, number] {
  return keys[a] <= keys[b] ? [a, b] : [b, a];
}

const ID = new RegExp(`^[${LETTERS}][${SYMBOLS}]{${SYMBOL_COUNT - 1}}(-\\d+)?$`);

/** Whether a word has the form of an id. */
export function isClashId(word: string): boolean {
  return ID.test(word);
}

/** The id of the clash of two keys with a rank. */
export function idOf(keyA: string, keyB: string, rank: number): string {
  return shortHash(`${JSON.stringify([keyA, keyB].sort())} ${rank}`);
}

function measuresOf(clash: Ranked, [first, second]: readonly [number, number], shapes: readonly ObjectShape[]) {
  const middle = clash.bounds.min.map((low, axis) => low / 2 + clash.bounds.max[axis] / 2);
  const place = (object: number) => Number(distanceBetween(middle, shapes[object].centre).toPrecision(PLACE_DIGITS));
  const depth = Number((clash.depth?.most ?? 0).toPrecision(DEPTH_DIGITS));
  return [-clash.pairs, -depth, place(first), place(second)];
}

/** For each clash its rank among those of the same two objects, from 0. */
export function ranksOf(clashes: readonly Ranked[], keys: readonly string[], shapes: readonly ObjectShape[]): number[] {
  const ranks = clashes.map(() => 0);
  const groups = groupBy(clashes.keys(), (i) => `${clashes[i].a} ${clashes[i].b}`);
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const measures = new Map(group.map((i) => [i, measuresOf(clashes[i], orderedKeys(keys, clashes[i]), shapes)]));
    const compare = (i: number, j: number) => {
      const [p, q] = [measures.get(i)!, measures.get(j)!];
      const differs = p.findIndex((value, k) => value !== q[k]);
      return differs < 0 ? i - j : p[differs] - q[differs];
    };
    for (const [rank, i] of group.toSorted(compare).entries()) ranks[i] = rank;
  }
  return ranks;
}

/** Numbers behind ids that others have too, in the order of the texts they were made from. */
export function distinctIds(ids: readonly string[], texts: readonly string[]): string[] {
  const told = [...ids];
  for (const group of groupBy(ids.keys(), (i) => ids[i]).values()) {
    const sorted = group.toSorted((i, j) => (texts[i] < texts[j] ? -1 : texts[i] > texts[j] ? 1 : i - j));
    for (const [n, i] of sorted.entries()) if (n > 0) told[i] = `${ids[i]}-${n + 1}`;
  }
  return told;
}

export function clashIds(
  clashes: readonly Ranked[],
  keys: readonly string[],
  shapes: readonly ObjectShape[],
): string[] {
  const ranks = ranksOf(clashes, keys, shapes);
  const texts = clashes.map(({ a, b }, i) => `${JSON.stringify([keys[a], keys[b]].sort())} ${ranks[i]}`);
  return distinctIds(texts.map(shortHash), texts);
}
