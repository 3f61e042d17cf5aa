/**
 * The papers' own small cases, each as a scene of a few triangles, and what each coverage rule makes of it: the three
 * sampling errors of FAR §3.2; figures 4 and 5 of self-CULLIDE, its edge-on triangle and its depth precision.
 *
 * All are seen along z, in an image of 16 × 16 pixels of one unit each, unless stated otherwise. A small triangle in each
 * of two opposite corners makes the frame: x and y from 0 to 16, z from 0 to 1.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import type { CullOptions } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { Random } from '../../support/random.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

type Triangle = readonly (readonly [number, number, number])[];

/** Lies in the corners of the frame, seen by no pixel's centre and near to nothing. */
const FRAME: Triangle[] = [
  [[0, 0, 0], [0.25, 0, 0], [0, 0.25, 0]], // biome-ignore format: one line
  [[16, 16, 1], [15.75, 16, 1], [16, 15.75, 1]], // biome-ignore format: one line
];

const RULES = {
  cullide: { preset: 'cullide' },
  'self-cullide': { preset: 'self-cullide' },
  uobb: { preset: 'far' },
  'uobb within an object': { preset: 'far', self: true },
  conservative: {},
  'conservative within an object': { self: true },
} as const satisfies Record<string, CullOptions>;
type Rule = keyof typeof RULES;

const STEP_16 = 2 ** -16;

/** Puts the triangles into a scene, one object each or all in one, and tells what culling leaves of them. */
async function left(triangles: readonly Triangle[], rule: Rule, more: CullOptions = {}): Promise<number[]> {
  using scene = engine.createScene();
  const self = 'self' in RULES[rule] || rule === 'self-cullide';
  const soup = (list: readonly Triangle[]) => ({ positions: Float64Array.from(list.flat(2)), weld: false });
  if (self) scene.add(soup([...triangles, ...FRAME]));
  else for (const triangle of [...triangles, ...FRAME]) scene.add(soup([triangle]));
  const options = { ...RULES[rule], views: 'z', resolution: 16, depthBits: 16, ...more };
  const { survivorTriangles } = await papers.cull(scene, options);
  const numbers = Array.from(
    { length: survivorTriangles.length / 2 },
    (_, i) => survivorTriangles[2 * i + Number(self)],
  );
  return numbers.filter((triangle) => triangle < triangles.length);
}

async function collides(triangles: readonly Triangle[]): Promise<boolean> {
  using scene = engine.createScene();
  for (const triangle of triangles) scene.add({ positions: Float64Array.from(triangle.flat()) });
  return (await scene.collide()).kinds.length > 0;
}

/** A pair is found when both of it are left. */
async function expectFound(triangles: readonly Triangle[], expected: Partial<Record<Rule, boolean>>): Promise<void> {
  for (const [rule, isFound] of Object.entries(expected)) {
    const numbers = await left(triangles, rule as Rule);
    expect(numbers.length === triangles.length, `${rule} leaves ${numbers}`).toBe(isFound);
  }
}

const RELIABLE = {
  uobb: true,
  'uobb within an object': true,
  conservative: true,
  'conservative within an object': true,
} as const;
const SAMPLED_LOSES = { cullide: false, 'self-cullide': false } as const;

/** z at which a triangle lies, as a function of the place. */
const flat = (z: number): Triangle => [[1, 1, z], [15, 1, z], [1, 15, z]]; // biome-ignore format: one line

describe('sampling errors of FAR §3.2', () => {
  it('1: a triangle that covers no pixel centre generates no fragment', async () => {
    const thorn: Triangle = [[5.1, 5.1, 0.25], [5.3, 5.1, 0.75], [5.1, 5.3, 0.75]]; // biome-ignore format: one line
    expect(await collides([flat(0.5), thorn])).toBe(true);
    await expectFound([flat(0.5), thorn], { ...SAMPLED_LOSES, ...RELIABLE });
  });

  it('2: fragments are generated, but not where the triangles meet', async () => {
    // In front of the flat one at every centre it covers; its last corner dips through between centres.
    const dipping: Triangle = [[3, 3, 0.125], [7.2, 3, 0.125], [5.1, 7.3, 0.55]]; // biome-ignore format: one line
    expect(await collides([flat(0.5), dipping])).toBe(true);
    await expectFound([flat(0.5), dipping], { ...SAMPLED_LOSES, ...RELIABLE });
  });

  it('3: where they meet is sampled, but depth is not precise enough', async () => {
    // Corners that touch a flat triangle exactly in a pixel's centre, at a depth between two steps. Interpolation that is
    // off by the last bit puts some of them a step in front.
    let lost = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const depth = random.integer(1, 7) / 8;
      const place = () => random.real(0.5, 4.5);
      const touching: Triangle = [
        [6.5 - place(), 6.5 - place(), depth * random.next()],
        [6.5 + 0.1 * place(), 6.5 - place(), depth * random.next()],
        [6.5, 6.5, depth],
      ];
      expect(await collides([flat(depth), touching])).toBe(true);
      if ((await left([flat(depth), touching], 'cullide')).length < 2) lost++;
      await expectFound([flat(depth), touching], RELIABLE);
    }
    expect(lost).toBeGreaterThan(0);
  });
});

/** Tilted along x: in front of 0.5 on its left, and at 0.5 + `beyond` in the centres of its last column of pixels. */
function tilted(beyond: number): Triangle {
  const at = (x: number) => 0.25 + ((x - 3) / (8.5 - 3)) * (0.25 + beyond);
  return [[3, 3, at(3)], [8.75, 3, at(8.75)], [8.75, 8.5, at(8.75)]]; // biome-ignore format: one line
}

describe('self-CULLIDE, figure 5 a: overlap in depth', () => {
  // The flat triangle lies a quarter of a step behind the beginning of one.
  const back = flat(0.5 + STEP_16 / 4);
  it('A: no overlap, but the same depth step', async () => {
    const front = tilted(STEP_16 / 8);
    await expectFound([back, front], { cullide: true, 'self-cullide': false });
  });
  it('B: overlap within one step', async () => {
    const front = tilted(STEP_16 / 2);
    expect(await collides([back, front])).toBe(true);
    await expectFound([back, front], { cullide: true, 'self-cullide': false, ...RELIABLE });
  });
  it('C: overlap over the border of a step', async () => {
    const front = tilted(STEP_16 * 1.125);
    expect(await collides([back, front])).toBe(true);
    await expectFound([back, front], { cullide: true, 'self-cullide': true, ...RELIABLE });
  });
});

describe('self-CULLIDE, figure 5 b: overlap in the image', () => {
  // A wall that leans along y, z = 0.2 + 0.6 (y − 2) / 8, with its left edge at x = 6. Blades at one depth come from the left.
  const wall: Triangle = [[6, 2, 0.2], [6, 10, 0.8], [12, 2, 0.2]]; // biome-ignore format: one line

  it('A: both cover pixels, but none in common: neither finds it', async () => {
    // They meet at y = 6; the tip ends before the first centres of the wall, x = 6.5.
    const blade: Triangle = [[2, 5.3, 0.5], [2, 6.7, 0.5], [6.4, 6, 0.5]]; // biome-ignore format: one line
    expect(await collides([wall, blade])).toBe(true);
    await expectFound([wall, blade], { ...SAMPLED_LOSES, ...RELIABLE });
  });

  it('B: one pixel in common: CULLIDE finds it only if the depths round to the same, self-CULLIDE does not', async () => {
    // Only the centre (6.5, 6.5) is in both; there the wall is at 0.5375.
    const blade = (z: number): Triangle => [[2, 3, z], [2, 7, z], [7.2, 6.6, z]]; // biome-ignore format: one line
    const [apart, level] = [blade(0.5), blade(0.5375 - STEP_16 / 64)];
    expect(await collides([wall, apart])).toBe(true);
    await expectFound([wall, apart], { cullide: false, 'self-cullide': false, ...RELIABLE });
    expect(await collides([wall, level])).toBe(true);
    await expectFound([wall, level], { cullide: true, 'self-cullide': false, ...RELIABLE });
  });

  it('C: two pixels in common, one on each side: both find it', async () => {
    // At (6.5, 5.5) the wall is in front of the blade, at (6.5, 6.5) behind it.
    const blade: Triangle = [[2, 4.5, 0.5], [7.2, 5.2, 0.5], [7.2, 6.9, 0.5]]; // biome-ignore format: one line
    expect(await collides([wall, blade])).toBe(true);
    await expectFound([wall, blade], { cullide: true, 'self-cullide': true, ...RELIABLE });
  });
});

describe('self-CULLIDE, other cases', () => {
  it('figure 4: plates that hide each other from every side are never pruned in one leaf, but as triangles they are', async () => {
    const plate = (axis: number, depth: number): Triangle =>
      [[4, 4], [12, 4], [4, 12]].map(([u, v]) => {
        const point = [0, 0, 0];
        point[axis] = depth;
        point[(axis + 1) % 3] = u;
        point[(axis + 2) % 3] = v;
        return [point[0], point[1], point[2] / 16] as const;
      }); // biome-ignore format: one line
    const plates = [0, 1, 2].flatMap((axis) => [plate(axis, 2.2), plate(axis, 14.1)]);
    expect(await collides(plates)).toBe(false);
    const views = { views: 'xyz', rounds: 4, iterations: 4 };
    expect(await left(plates, 'self-cullide', { ...views, level: 'object' })).toHaveLength(6);
    expect(await left(plates, 'self-cullide', { ...views, level: 'triangle' })).toHaveLength(0);
    // With depth intervals only triangles whose boxes overlap hide each other within an object, and none of these do.
    expect(await left(plates, 'conservative within an object', { ...views, level: 'object' })).toHaveLength(0);
  });

  it('an edge-on triangle generates no pixels and is pruned by mistake; reliable coverage keeps it', async () => {
    const edgeOn: Triangle = [[4.5, 4.5, 0.25], [8.5, 4.5, 0.25], [6.5, 4.5, 0.75]]; // biome-ignore format: one line
    expect(await collides([flat(0.5), edgeOn])).toBe(true);
    await expectFound([flat(0.5), edgeOn], { ...SAMPLED_LOSES, ...RELIABLE });
  });

  it.each([16, 24, 32] as const)(
    'with %i bits of depth finds a penetration of (far − near) / 2ⁿ, and ignores a touch',
    async (depthBits) => {
      const step = 2 ** -depthBits;
      // In the last column of centres it covers it lies exactly a step behind the flat one, or exactly on it.
      const deep = (beyond: number): Triangle => {
        const slope = (0.25 + beyond) / 4;
        const at = (x: number) => 0.25 + (x - 4.5) * slope;
        return [[4.5, 2, at(4.5)], [8.5, 2, at(8.5)], [8.5, 9, at(8.5)]]; // biome-ignore format: one line
      };
      // The edge x = 8.5 runs through centres and belongs to the triangle on its left or right, by the fill rule.
      const turned = (triangle: Triangle): Triangle => triangle.map(([x, y, z]) => [13 - x, y, z]);
      const both = async (triangle: Triangle) => [
        (await left([flat(0.5), triangle], 'self-cullide', { depthBits })).length,
        (await left([flat(0.5), turned(triangle)], 'self-cullide', { depthBits })).length,
      ];
      expect(Math.max(...(await both(deep(step))))).toBe(2);
      expect(Math.max(...(await both(deep(0))))).toBeLessThan(2);
    },
  );
});
