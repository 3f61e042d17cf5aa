/** Depths and volumes at any scale that is accepted, and with coordinates that underflow when they are multiplied. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { boxMesh } from '../../support/box-mesh.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SEEDS ?? 60);
const TINY = [0, 1e-16, 1e-100, 1e-250, 1e-300, 1e-308, 5e-324];

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

/** A block and a peg that is sunk into its upper face, farther from the other faces than it is deep. */
function pegInBlock(random: Random): { block: number[]; peg: number[]; depth: number; volume: number } {
  const part = (from: number, to: number) => Math.round((from + (to - from) * random.next()) * 256) / 256;
  const [sideX, sideY, height] = [part(4, 6), part(4, 6), part(4, 6)];
  const depth = part(0.1, 1);
  const [x, y, width] = [part(1.2, 1.5), part(1.2, 1.5), part(0.5, 1)];
  return {
    block: [0, 0, 0, sideX, sideY, height],
    peg: [x, y, height - depth, x + width, y + width, height + part(1, 3)],
    depth,
    volume: width * width * depth,
  };
}

describe('a peg in a block', () => {
  it('is as deep as it is, from 2^-900 to 2^200', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const unit = 2 ** random.integer(-900, 200);
      const { block, peg, depth, volume } = pegInBlock(random);
      const scene = engine.createScene();
      scene.add(boxMesh(block.map((value) => value * unit)));
      scene.add(boxMesh(peg.map((value) => value * unit)));
      const { clashes } = await scene.clashes({ volume: true });
      const label = `seed ${seed}, unit ${unit}`;
      expect(
        clashes.map(({ kind }) => kind),
        label,
      ).toEqual(['penetrating']);
      const [clash] = clashes;
      expect(clash.depth!.least / unit, label).toBeLessThanOrEqual(depth);
      expect(clash.depth!.most / unit, label).toBeGreaterThanOrEqual(depth);
      expect(clash.depth!.most, label).toBeLessThanOrEqual(1.01 * clash.depth!.least);
      const truth = volume * unit * unit * unit;
      expect(Math.abs(clash.volume!.volume - truth), label).toBeLessThanOrEqual(clash.volume!.errorBound);
      for (const end of [clash.deepest!.a, clash.deepest!.b]) {
        expect(
          end.every((value) => value >= 0 && value <= 12 * unit),
          label,
        ).toBe(true);
      }
      scene.dispose();
    }
  });

  it('shares a query with one of another scale', async () => {
    const units = [2 ** -900, 2 ** -500, 1, 2 ** -210];
    const scene = engine.createScene();
    for (const unit of units) {
      scene.add(boxMesh([0, 0, 0, 4, 4, 4].map((value) => value * unit)));
      scene.add(boxMesh([1.5, 1.5, 3, 2.5, 2.5, 7].map((value) => value * unit)));
      const only = units.indexOf(unit);
      for (const id of [2 * only, 2 * only + 1]) scene.filter(id, { category: 1 << only, mask: 1 << only });
    }
    const { clashes } = await scene.clashes();
    for (const [i, unit] of units.entries()) {
      const { depth } = clashes.find(({ a, b }) => a === 2 * i && b === 2 * i + 1)!;
      expect(depth!.least / unit).toBeLessThanOrEqual(1);
      expect(depth!.most / unit).toBeGreaterThanOrEqual(1);
      expect(depth!.least / unit).toBeGreaterThan(0.98);
    }
    scene.dispose();
  });

  it('has finite measures when some coordinates all but vanish', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const { block, peg, depth } = pegInBlock(random);
      const shift = block.slice(3).map((side) => random.pick([0, side / 2]));
      const near = (value: number) => (value === 0 ? random.pick(TINY) * random.pick([1, -1]) : value);
      const meshes = [block, peg].map((box) => boxMesh(box.map((value, k) => value - shift[k % 3])));
      const scene = engine.createScene();
      for (const mesh of meshes) scene.add({ ...mesh, positions: mesh.positions.map(near) });
      const { clashes } = await scene.clashes({ volume: true, area: true, curve: true });
      const label = `seed ${seed}`;
      expect(
        clashes.map(({ kind }) => kind),
        label,
      ).toEqual(['penetrating']);
      const [{ depth: found, volume, point, bounds, deepest, area, curve }] = clashes;
      const ends = [...deepest!.a, ...deepest!.b, ...point, ...bounds.min, ...bounds.max, area!];
      const numbers = [...ends, volume!.volume, volume!.errorBound, ...curve!.flatMap(({ points }) => [...points])];
      expect(numbers.every(Number.isFinite), label).toBe(true);
      expect(found!.least, label).toBeLessThanOrEqual(depth * (1 + 1e-12));
      expect(found!.most, label).toBeGreaterThanOrEqual(depth * (1 - 1e-12));
      scene.dispose();
    }
  });
});

describe('two balls', () => {
  // Their trees have boxes in single precision, whose squares underflow from 2^-63 on.
  it('are as deep at every power of two, to the bit', async () => {
    const balls = [ballMesh(3), ballMesh(3, (x, y, z) => [0.7 * x + 0.61, 0.7 * y + 0.37, 0.7 * z + 0.23])];
    const depthAt = async (unit: number) => {
      using scene = engine.createScene();
      for (const { positions, indices } of balls)
        scene.add({ positions: Float64Array.from(positions, (value) => value * unit), indices });
      const { clashes } = await scene.clashes();
      return clashes.map(({ depth }) => [depth!.least / unit, depth!.most / unit]);
    };
    const expected = await depthAt(1);
    expect(expected).toHaveLength(1);
    for (const exponent of [-95, -80, -78, -76, -74, -72, -70, -68, -66, -64, -62, -60, 40, 60]) {
      expect(await depthAt(2 ** exponent), `2^${exponent}`).toEqual(expected);
    }
  });
});
