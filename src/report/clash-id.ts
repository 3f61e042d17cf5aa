/**
 * Ids of clashes: a short hash of the two objects' keys and of the rank of the clash among those of the two.
 *
 * The rank goes by where contacts are: how far their centres lie from the middles of the two objects, then their places in the
 * frame of the first. Places that differ by less than 2^-20 of the smaller object are the same, so that rounding decides
 * nothing. Contacts that have the same place even so are interchangeable: they have one id, with a number behind it.
 */
import { groupBy } from './group-by.ts';
import { distanceBetween, inFrame, type ObjectShape, sizeOf } from './object-shape.ts';

export interface Ranked {
  readonly a: number;
  readonly b: number;
  /** The middle of the contact, whatever order its triangles have. */
  readonly centre: readonly number[];
}

/** No vowels, so that no words come out; no letters that look like digits. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const SYMBOLS = `${LETTERS}23456789`;
const SYMBOL_COUNT = 7;
/** Places nearer than this part of the smaller object are the same. */
const SAME_PLACE = 2 ** -20;

/** FNV-1a, 64 bits. */
function hash64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  // Texts that differ only at their end differ little in the high bits; this spreads them.
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

/** The id that interchangeable clashes have in common: without the number behind it. */
export function commonId(id: string): string {
  return id.replace(/-\d+$/, '');
}

/** The id of the clash of two keys with a rank. */
export function idOf(keyA: string, keyB: string, rank: number): string {
  return shortHash(`${JSON.stringify([keyA, keyB].sort())} ${rank}`);
}

/**
 * For each value, how many are below it; successive values no more than `gap` apart count as equal. Rounding
 * to a grid would tell values apart that lie on both sides of a line of it, however near they are.
 */
export function levelsOf(values: readonly number[], gap: number): number[] {
  const order = [...values.keys()].sort((i, j) => values[i] - values[j]);
  const levels = values.map(() => 0);
  for (const [n, i] of order.entries()) {
    const before = order[n - 1];
    levels[i] = n > 0 && values[i] - values[before] <= gap ? levels[before] : n;
  }
  return levels;
}

/** Orders by the first of several measures in which two differ; 0 where they differ in none. */
export function compareLevels(measures: readonly (readonly number[])[]): (i: number, j: number) => number {
  return (i, j) => {
    const levels = measures.find((each) => each[i] !== each[j]);
    return levels ? levels[i] - levels[j] : 0;
  };
}

function compareContacts(
  group: readonly Ranked[],
  [first, second]: readonly [number, number],
  shapes: readonly ObjectShape[],
): (i: number, j: number) => number {
  const gap = SAME_PLACE * Math.min(sizeOf(shapes[first]), sizeOf(shapes[second]));
  const from = (object: number) => group.map(({ centre }) => distanceBetween(centre, shapes[object].centre));
  const places = group.map(({ centre }) => inFrame(centre, shapes[first]));
  const along = (axis: number) => places.map((place) => place[axis]);
  const measures = [from(first), from(second), along(0), along(1), along(2)];
  return compareLevels(measures.map((values) => levelsOf(values, gap)));
}

/** For each clash its rank among those of the same two objects, from 0; interchangeable ones have the same. */
export function ranksOf(clashes: readonly Ranked[], keys: readonly string[], shapes: readonly ObjectShape[]): number[] {
  const ranks = clashes.map(() => 0);
  const groups = groupBy(clashes.keys(), (i) => orderedKeys(keys, clashes[i]).join(' '));
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    const own = group.map((i) => clashes[i]);
    const compare = compareContacts(own, orderedKeys(keys, own[0]), shapes);
    const order = [...own.keys()].sort(compare);
    for (const [n, i] of order.entries()) {
      const before = order[n - 1];
      ranks[group[i]] = n > 0 && compare(before, i) === 0 ? ranks[group[before]] : n;
    }
  }
  return ranks;
}

/**
 * Numbers behind ids that others have too, in the order of the texts they were made from; where these are the same, in the
 * order of the places.
 */
export function distinctIds(
  ids: readonly string[],
  texts: readonly string[],
  places: readonly (readonly number[])[] = [],
): string[] {
  const distinct = [...ids];
  const byPlace = (i: number, j: number) => {
    const axis = (places[i] ?? []).findIndex((value, k) => value !== places[j][k]);
    return axis < 0 ? i - j : places[i][axis] - places[j][axis];
  };
  for (const group of groupBy(ids.keys(), (i) => ids[i]).values()) {
    const sorted = group.toSorted((i, j) => (texts[i] < texts[j] ? -1 : texts[i] > texts[j] ? 1 : byPlace(i, j)));
    for (const [n, i] of sorted.entries()) if (n > 0) distinct[i] = `${ids[i]}-${n + 1}`;
  }
  return distinct;
}

export interface ClashIds {
  readonly ids: readonly string[];
  /** Which of them are distinguished from others only by their place. */
  readonly isShared: readonly boolean[];
}

export function clashIds(
  clashes: readonly Ranked[],
  keys: readonly string[],
  shapes: readonly ObjectShape[],
): ClashIds {
  const ranks = ranksOf(clashes, keys, shapes);
  const texts = clashes.map(({ a, b }, i) => `${JSON.stringify([keys[a], keys[b]].sort())} ${ranks[i]}`);
  const groups = groupBy(texts.keys(), (i) => texts[i]);
  const ids = distinctIds(
    texts.map(shortHash),
    texts,
    clashes.map(({ centre }) => centre),
  );
  return { ids, isShared: texts.map((text) => groups.get(text)!.length > 1) };
}
