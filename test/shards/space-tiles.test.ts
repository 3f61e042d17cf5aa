import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxSample } from '../../src/shards/box-sample.ts';
import { cutSpace, SpaceTiles } from '../../src/shards/space-tiles.ts';
import { boxOfCorners, growBox } from '../../src/shards/triangle-box.ts';

/** Coordinates that often coincide with each other and with planes, and some that are tiny or huge. */
const coordinate = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.constantFrom(1e-300, -1e200),
);
const triangle = fc.array(coordinate, { minLength: 9, maxLength: 9 }).map((values) => Float64Array.from(values));
const scene = fc.array(triangle, { minLength: 1, maxLength: 24 });

function boxesOf(triangles: readonly Float64Array[], distance = 0): Float64Array[] {
  return triangles.map((corners) => {
    const box = new Float64Array(6);
    boxOfCorners(corners, 0, box);
    growBox(box, distance);
    return box;
  });
}

function cut(triangles: readonly Float64Array[], tileCount: number): SpaceTiles {
  const sample = new BoxSample();
  for (const box of boxesOf(triangles))
    sample.add(box[0] / 2 + box[3] / 2, box[1] / 2 + box[4] / 2, box[2] / 2 + box[5] / 2);
  return new SpaceTiles(cutSpace(sample, tileCount));
}

const overlap = (p: Float64Array, q: Float64Array) => [0, 1, 2].every((k) => p[k] <= q[k + 3] && q[k] <= p[k + 3]);

describe('space tiles', () => {
  it('have both triangles of every pair whose boxes overlap in the one tile that owns the pair', () => {
    fc.assert(
      fc.property(scene, fc.integer({ min: 1, max: 70 }), (triangles, tileCount) => {
        const tiles = cut(triangles, tileCount);
        expect(tiles.tileCount).toBeLessThanOrEqual(tileCount);
        const boxes = boxesOf(triangles);
        const met = boxes.map((box) => {
          const into = new Uint32Array(tiles.tileCount);
          return Array.from(into.subarray(0, tiles.tilesOf(box, into)));
        });
        for (const own of met) expect(new Set(own).size).toBe(own.length);
        for (const [i, p] of boxes.entries()) {
          for (const [j, q] of boxes.entries()) {
            if (!overlap(p, q)) continue;
            const owner = tiles.ownerOf(Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.max(p[2], q[2]));
            expect(met[i]).toContain(owner);
            expect(met[j]).toContain(owner);
          }
        }
      }),
    );
  });

  it('have near triangles in a common tile when boxes were grown', () => {
    fc.assert(
      fc.property(scene, fc.double({ min: 1e-6, max: 3, noNaN: true }), (triangles, distance) => {
        const tiles = cut(triangles, 16);
        const grown = boxesOf(triangles, distance);
        const met = grown.map((box) => {
          const into = new Uint32Array(tiles.tileCount);
          return Array.from(into.subarray(0, tiles.tilesOf(box, into)));
        });
        const plain = boxesOf(triangles);
        const gap = (p: Float64Array, q: Float64Array) =>
          Math.max(...[0, 1, 2].map((k) => Math.max(p[k] - q[k + 3], q[k] - p[k + 3])));
        for (const [i, p] of plain.entries()) {
          for (const [j, q] of plain.entries()) {
            if (gap(p, q) <= distance) expect(met[i].some((tile) => met[j].includes(tile))).toBe(true);
          }
        }
      }),
    );
  });

  it('share triangles out evenly', () => {
    const triangles = Array.from({ length: 4096 }, (_, i) =>
      Float64Array.from({ length: 9 }, (__, k) => (i >> (4 * (k % 3))) & 15),
    );
    const tiles = cut(triangles, 64);
    const counts = new Array<number>(64).fill(0);
    for (const [x, y, z] of triangles) counts[tiles.ownerOf(x, y, z)]++;
    expect(Math.min(...counts)).toBeGreaterThan(32);
    expect(Math.max(...counts)).toBeLessThan(128);
  });

  it('are fewer where nothing can be parted', () => {
    const same = Array.from({ length: 100 }, () => Float64Array.of(1, 1, 1, 2, 1, 1, 1, 2, 1));
    expect(cut(same, 64).tileCount).toBe(1);
  });
});

describe('the sample of a model', () => {
  it('is the same however much is read at a time, and spread over the whole', () => {
    const sample = new BoxSample();
    const count = 1_000_003;
    for (let i = 0; i < count; i++) sample.add(i, 0, 0);
    expect(sample.count).toBeGreaterThan(100_000);
    const step = sample.centre(1, 0);
    for (let i = 0; i < sample.count; i++) if (sample.centre(i, 0) !== i * step) expect.fail(`sample ${i}`);
    expect(sample.centre(sample.count - 1, 0)).toBeGreaterThanOrEqual(count - 1 - step);
  });
});
