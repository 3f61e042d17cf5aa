/**
 * Which of many objects meet: boxes with sides along the axes, whose overlaps are known from six numbers each. They lie in all
 * the ways that sorting them into strips has to deal with: large beside small, in a row, in a plane, all in one place.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

type Box = readonly number[];

/** How far boxes are spread along each axis, and how large they are. */
const LAYOUTS: Readonly<Record<string, { spread: readonly number[]; size: (random: Random) => number }>> = {
  'in space': { spread: [16, 16, 16], size: () => 1 },
  'in a row along y': { spread: [0, 300, 0], size: () => 1 },
  'in a plane': { spread: [40, 0, 40], size: () => 1 },
  'in one place': { spread: [0, 0, 0], size: (random) => random.integer(1, 4) },
  'a few large ones among them': { spread: [64, 64, 4], size: (random) => (random.chance(0.02) ? 64 : 1) },
  'of all sizes': { spread: [32, 8, 32], size: (random) => 2 ** random.integer(-3, 5) },
};

function randomBoxes(random: Random, name: string, count: number): Box[] {
  const { spread, size } = LAYOUTS[name];
  return Array.from({ length: count }, () => {
    // Whole numbers and halves, so that many boxes only touch.
    const low = spread.map((width) => Math.round(2 * width * random.next()) / 2 - width / 2);
    return [...low, ...low.map((value) => value + size(random))];
  });
}

function meshOf([x0, y0, z0, x1, y1, z1]: Box): { positions: Float32Array; indices: Uint32Array } {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? x1 : x0, k & 2 ? y1 : y0, k & 4 ? z1 : z0]);
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices: number[] = [];
  for (let q = 0; q < 24; q += 4) {
    const [a, b, c, d] = quads.slice(q, q + 4);
    indices.push(a, b, c, a, c, d);
  }
  return { positions: Float32Array.from(corners), indices: Uint32Array.from(indices) };
}

/** Whether the surfaces of two boxes share a point: they overlap, and neither lies wholly within the other. */
function surfacesMeet(a: Box, b: Box): boolean {
  const overlaps = [0, 1, 2].every((k) => a[k] <= b[k + 3] && b[k] <= a[k + 3]);
  const isWithin = (p: Box, q: Box) => [0, 1, 2].every((k) => p[k] > q[k] && p[k + 3] < q[k + 3]);
  return overlaps && !isWithin(a, b) && !isWithin(b, a);
}

function expectedPairs(boxes: readonly Box[]): string[] {
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b, k) => (surfacesMeet(a, b) ? [`${i},${i + 1 + k}`] : [])),
  );
}

const pairsOf = (objectPairs: Uint32Array): string[] =>
  Array.from({ length: objectPairs.length / 3 }, (_, i) => `${objectPairs[3 * i]},${objectPairs[3 * i + 1]}`);

describe.each([0, 2])('many boxes, %i threads', (threads) => {
  const usual = { ...SELECTION };
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => {
    Object.assign(SELECTION, usual);
    engine.dispose();
  });

  it.each(Object.keys(LAYOUTS))('%s meet as their six numbers say, also after some have moved', async (name) => {
    for (const [seed, count] of (isLong ? [2, 17, 150, 400] : [2, 17, 60, 150]).entries()) {
      // With clusters and without.
      SELECTION.leastTriangles = seed % 2 === 0 ? 0 : usual.leastTriangles;
      SELECTION.atOnce = seed % 3 === 0 ? usual.atOnce : 1;
      const random = new Random(seed);
      const boxes = randomBoxes(random, name, count);
      const scene = engine.createScene();
      for (const box of boxes) scene.add(meshOf(box));
      for (let step = 0; step < 3; step++) {
        const { objectPairs } = await scene.collide();
        expect(pairsOf(objectPairs), `seed ${seed}, step ${step}`).toEqual(expectedPairs(boxes));
        for (const [id, box] of randomBoxes(random, name, count).entries()) {
          if (!random.chance(0.1)) continue;
          boxes[id] = box;
          scene.move(id, meshOf(box).positions);
        }
      }
      scene.dispose();
    }
  });
});
