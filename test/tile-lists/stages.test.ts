/** The stages that make and walk the tile lists, each seen by what it leaves in the memory. */
import { describe, expect, it } from 'vitest';
import type { MeshInput } from '../../src/index.ts';
import { GRID_LEVEL_SHIFT } from '../../src/memory/constants.ts';
import { RESULTS } from '../../src/memory/records.ts';
import { checkCollideOptions } from '../../src/queries/collide/options.ts';
import { collideWasm } from '../../src/queries/collide/wasm.ts';
import { checkWithinOptions } from '../../src/queries/within/options.ts';
import { withinWasm } from '../../src/queries/within/wasm.ts';
import { readGrid, splitParts, tileLists, tileRange, withObjects } from '../support/kernel-job.ts';
import { Random } from '../support/random.ts';
import { sheet } from '../support/shapes.ts';

/** Triangles of sizes from a hundredth to the whole of a unit cube, so that all levels of the lists are used. */
function mixedSizes(seed: number, count: number): MeshInput {
  const random = new Random(seed);
  const positions: number[] = [];
  for (let triangle = 0; triangle < count; triangle++) {
    const size = 0.01 ** random.next();
    const centre = [random.next(), random.next(), random.next()];
    for (let k = 0; k < 9; k++) positions.push(centre[k % 3] + size * (random.next() - 0.5));
  }
  return {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(positions.keys()).subarray(0, 3 * count),
  };
}

/** Upright triangles, all of one kind crossing all of the other. */
function blades(count: number, along: 0 | 1): MeshInput {
  const positions: number[] = [];
  for (let blade = 0; blade < count; blade++) {
    const place = (blade + 0.5) / count;
    for (const [run, z] of [
      [-3, -1],
      [4, -1],
      [0.5, 9],
    ]) {
      positions.push(...(along === 0 ? [run, place, z] : [place, run, z]));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
}

describe('the tile lists', () => {
  it('list every triangle at one level, in all cells that its tiles lie in, ascending', async () => {
    const count = 3000;
    await withObjects([mixedSizes(5, count)], async (runtime, objects) => {
      const { stats } = await collideWasm(runtime, objects, checkCollideOptions({ self: true }));
      const levels = tileLists(runtime);
      const usedLevels = levels.filter(({ cells }) => cells.some(({ length }) => length > 0));
      expect(usedLevels.length, 'levels in use').toBeGreaterThan(1);
      const entries = levels.flatMap(({ cells }) => cells);
      expect(entries.reduce((sum, { length }) => sum + length, 0)).toBe(stats.image.entries);
      for (const list of entries) expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
      for (let triangle = 0; triangle < count; triangle++) {
        const { x0, y0, x1, y1 } = tileRange(runtime, triangle);
        const level = levels.findIndex(({ cells }) => cells.some((list) => list.includes(triangle)));
        const { width, cells } = levels[level];
        const shift = level * GRID_LEVEL_SHIFT;
        const expected: number[] = [];
        for (let y = y0 >>> shift; y <= y1 >>> shift; y++) {
          for (let x = x0 >>> shift; x <= x1 >>> shift; x++) expected.push(y * width + x);
        }
        const found = [...cells.keys()].filter((cell) => cells[cell].includes(triangle));
        expect(found, `seed 5, triangle ${triangle}`).toEqual(expected);
        const others = levels.filter((_, other) => other !== level);
        expect(others.some(({ cells }) => cells.some((list) => list.includes(triangle)))).toBe(false);
      }
    });
  });

  it('give each pair that shares a tile to the walk, and nothing to it where boxes are apart', async () => {
    await withObjects([blades(40, 0), blades(40, 1)], async (runtime, objects) => {
      const found = await collideWasm(runtime, objects, checkCollideOptions({}));
      expect(found.stats.candidates).toBe(40 * 40);
      expect(found.kinds.length).toBe(40 * 40);
    });
    await withObjects([blades(40, 0)], async (runtime, objects) => {
      const found = await collideWasm(runtime, objects, checkCollideOptions({ self: true }));
      expect(found.stats.candidates).toBe(0);
    });
  });
});

describe('a crowded tile', () => {
  const crumpled = sheet(60, 1, (x, y) => 0.05 * Math.sin(40 * x) * Math.cos(37 * y));
  const other = sheet(60, 1, (x, y) => 0.05 * Math.cos(39 * x) * Math.sin(41 * y));
  /** Something everywhere for thousands of units around, so that the tiles cannot all be where the sheets are. */
  const stadium = sheet(90, 9000, (x, y) => -50 + 0.01 * x + 0.02 * y);

  it('is split into parts that hold its members, and gives the same pairs', async () => {
    const alone = await withObjects([crumpled, other], (runtime, objects) =>
      collideWasm(runtime, objects, checkCollideOptions({ self: true })),
    );
    expect(alone.kinds.length).toBeGreaterThan(100);
    await withObjects([crumpled, other, stadium], async (runtime, objects) => {
      const found = await collideWasm(runtime, objects, checkCollideOptions({ self: true }));
      const parts = splitParts(runtime);
      expect(parts.length).toBeGreaterThan(4);
      for (const { triangles, depth, share } of parts) {
        expect(triangles.length).toBeGreaterThan(1);
        expect(new Set(triangles).size).toBe(triangles.length);
        expect([depth > 0, share]).toEqual([true, 0]);
      }
      expect(found.trianglePairs).toEqual(alone.trianglePairs);
      expect(found.kinds).toEqual(alone.kinds);
    });
  });

  it('that cannot be split is shared out, each share once', async () => {
    const needles = mixedSizes(9, 600);
    await withObjects([needles, sheet(20, 1, () => 0)], async (runtime, objects) => {
      await withinWasm(runtime, objects, checkWithinOptions(0.5, {}));
      const shared = splitParts(runtime).filter(({ share }) => share !== 0);
      expect(readGrid(runtime).shareMembers).toBe(512);
      expect(shared.length).toBeGreaterThan(1);
      const byList = new Map<number, typeof shared>();
      for (const part of shared) byList.set(part.list, [...(byList.get(part.list) ?? []), part]);
      for (const parts of byList.values()) {
        const shares = parts[0].share & 0xffff;
        expect(parts.map(({ share }) => share >>> 16)).toEqual([...Array(shares).keys()]);
        expect(parts.every(({ share }) => (share & 0xffff) === shares)).toBe(true);
      }
    });
  });
});

describe('the list of hits', () => {
  const across = 70;
  const along = 60;

  it('is ascending and free of repetitions, over many chunks', async () => {
    await withObjects([blades(across, 0), blades(along, 1)], async (runtime, objects) => {
      await collideWasm(runtime, objects, checkCollideOptions({}));
      const { u32, buffer } = runtime.memory;
      const count = u32[RESULTS.at.hitCount >>> 2];
      const keys = [...new BigUint64Array(buffer, u32[RESULTS.at.hits >>> 2], count)];
      const expected = Array.from({ length: across * along }, (_, i) => {
        const [a, b] = [Math.floor(i / along), across + (i % along)];
        return (BigInt(a) << 32n) | (BigInt(b) << 2n) | 1n;
      });
      expect(keys).toEqual(expected);
    });
  });

  it('ends at the limit', async () => {
    await withObjects([blades(across, 0), blades(along, 1)], async (runtime, objects) => {
      const found = await collideWasm(runtime, objects, checkCollideOptions({ limit: 100 }));
      expect(found.kinds.length).toBe(100);
    });
  });
});
