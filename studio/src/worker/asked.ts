/** The answer to a query: what the page is sent, and what stays here for lookups. */
import type { Collisions } from '../../../src/index.ts';
import type { Answer, Box, RewordedAnswer } from '../answer.ts';
import type { FoundClashes } from './clash-search.ts';
import type { World } from './world.ts';

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface Asked {
  readonly answer: Answer;
  /** Of `collide`, with objects by index in the list. */
  readonly collisions?: Collisions;
  /** Of `clashes`. */
  readonly found?: FoundClashes;
  /** The parts of the answer that contain lengths, in the unit shown now. */
  reword?(): RewordedAnswer;
  /** Where two objects meet, relative to the origin. */
  locate(a: number, b: number): Box | undefined;
}

/** Replaces ids of objects by indices into the world's list. The order is the same. */
export function placesOfIds(world: World): (id: number) => number {
  const { objects } = world;
  if (objects.every(({ id }, place) => id === place)) return (id) => id;
  const places = new Map(objects.map(({ id }, place) => [id, place]));
  return (id) => places.get(id)!;
}

export function renumbered(
  list: Uint32Array,
  stride: number,
  columns: readonly number[],
  place: (id: number) => number,
) {
  const copy = list.slice();
  for (let at = 0; at < copy.length; at += stride) {
    for (const column of columns) copy[at + column] = place(copy[at + column]);
  }
  return copy;
}

/** The index of an object, limited to the length of the list. */
export function objectAt({ objects }: World, place: number): number {
  return Math.max(0, Math.min(objects.length - 1, Math.trunc(place)));
}

export const grouped = (count: number) => count.toLocaleString('en-US');
export const counted = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
