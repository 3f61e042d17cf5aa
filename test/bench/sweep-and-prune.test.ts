/** Boxes of objects and their pairs, against looking at every pair. */
import { describe, expect, it } from 'vitest';
import { type BoxBounds, sweepAndPrune, worldBounds } from '../../bench/papers/sweep-and-prune.ts';
import { Random } from '../support/random.ts';

function randomBoxes(seed: number, count: number): (BoxBounds | undefined)[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    if (random.next() < 0.05) return undefined;
    // Whole numbers, so that boxes also share only a side, an edge or a corner.
    const low = [0, 1, 2].map(() => Math.floor(random.next() * 12));
    return [...low, ...low.map((value) => value + Math.floor(random.next() * 4))];
  });
}

function everyPair(boxes: readonly (BoxBounds | undefined)[]): number[][] {
  return boxes.flatMap((a, i) =>
    boxes.flatMap((b, j) => {
      if (i >= j || !a || !b) return [];
      const meet = [0, 1, 2].every((axis) => Math.max(a[axis], b[axis]) <= Math.min(a[axis + 3], b[axis + 3]));
      return meet ? [[i, j]] : [];
    }),
  );
}

describe('sweep and prune', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('finds the pairs that brute force finds, random boxes %i', (seed) => {
    const boxes = randomBoxes(seed, 60);
    expect(sweepAndPrune(boxes)).toEqual(everyPair(boxes));
  });

  it.each([[[]], [[[0, 0, 0, 1, 1, 1]]], [[undefined, undefined]]])('finds nothing in %j', (boxes) => {
    expect(sweepAndPrune(boxes)).toEqual([]);
  });
});

describe('the box of an object', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 9, 9, 9);
  const object = { name: 'one', positions, indices: Uint32Array.of(0, 1, 2), deforming: false };

  it('holds the vertices that triangles use', () => {
    expect(worldBounds(object)).toEqual([0, 0, 0, 1, 2, 0]);
  });

  it('stands where the object is placed', () => {
    // A quarter turn about z, then three to the right.
    const matrix = Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1);
    expect(worldBounds({ ...object, matrix })).toEqual([1, 0, 0, 3, 1, 0]);
  });

  it('is none without triangles', () => {
    expect(worldBounds({ ...object, indices: new Uint32Array() })).toBeUndefined();
  });
});
