import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type OptionError, type Scene } from '../../src/index.ts';
import { ballMesh, boxMesh } from '../support/closed-meshes.ts';
import { box, type Flat, insideOut, joined, mapped, meshOf, prism, type Solid } from '../support/prisms.ts';
import { Random } from '../support/random.ts';
import { lying, standing } from '../support/shapes.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SEPARATE_SEEDS ?? 6);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const at = (x: number, y: number, z: number): number[] => [...IDENTITY.slice(0, 12), x, y, z, 1];

/** Turned about a random axis, perhaps mirrored or stretched, and moved. */
function randomPlace(random: Random, far = 1): number[] {
  const [x, y, z, w] = [0, 1, 2, 3].map(() => random.real(-1, 1));
  const n = Math.hypot(x, y, z, w);
  const [i, j, k, r] = [x / n, y / n, z / n, w / n];
  const mirror = random.next() < 0.3 ? -1 : 1;
  return [
    ...[1 - 2 * (j * j + k * k), 2 * (i * j + k * r), 2 * (i * k - j * r), 0],
    ...[2 * (i * j - k * r), 1 - 2 * (i * i + k * k), 2 * (j * k + i * r), 0],
    ...[2 * (i * k + j * r), 2 * (j * k - i * r), 1 - 2 * (i * i + j * j), 0].map((value) => mirror * value),
    ...[random.real(-far, far), random.real(-far, far), random.real(-far, far), 1],
  ];
}

const moved = (matrix: readonly number[], move: readonly number[]): number[] =>
  matrix.map((value, i) => (i >= 12 && i < 15 ? value + move[i - 12] : value));

async function isFree(scene: Scene, a: number, b: number): Promise<boolean> {
  const { clashes } = await scene.clashes({ pairs: [[a, b]] });
  return clashes.every(({ kind }) => kind === 'touching');
}

function turned({ positions, indices }: { positions: Float64Array | Float32Array; indices: Uint32Array }): MeshInput {
  const flipped = indices.slice();
  for (let i = 0; i < flipped.length; i += 3) [flipped[i + 1], flipped[i + 2]] = [indices[i + 2], indices[i + 1]];
  return { positions, indices: flipped };
}

/** Corners of the box from −1 to 1, placed. */
function placedCorners(m: readonly number[]): number[][] {
  return Array.from({ length: 8 }, (_, i) => {
    const p = [i & 1, (i >> 1) & 1, i >> 2].map((bit) => 2 * bit - 1);
    return [0, 1, 2].map((k) => m[k] * p[0] + m[4 + k] * p[1] + m[8 + k] * p[2] + m[12 + k]);
  });
}

/** The way out of each other of two placed boxes, by their fifteen axes. */
function boxDepth(p: readonly number[], q: readonly number[]): number {
  const axes = (m: readonly number[]) => [0, 4, 8].map((c) => m.slice(c, c + 3));
  const cross = (u: number[], v: number[]) =>
    [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
  const all = [...axes(p), ...axes(q), ...axes(p).flatMap((u) => axes(q).map((v) => cross(u, v)))];
  const [cornersP, cornersQ] = [placedCorners(p), placedCorners(q)];
  let depth = Number.POSITIVE_INFINITY;
  for (const axis of all) {
    const length = Math.hypot(...axis);
    if (length < 1e-9) continue;
    const along = (corner: number[]) => corner.reduce((sum, value, k) => sum + value * axis[k], 0) / length;
    const [onP, onQ] = [cornersP.map(along), cornersQ.map(along)];
    depth = Math.min(depth, Math.max(...onP) - Math.min(...onQ), Math.max(...onQ) - Math.min(...onP));
  }
  return depth;
}

const unitBox = boxMesh([-1, -1, -1], [1, 1, 1]);

describe('separate', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  async function separated(
    a: MeshInput,
    b: MeshInput,
    places: readonly number[][] = [IDENTITY, IDENTITY],
    options = {},
  ) {
    using scene = engine.createScene();
    const [idA, idB] = [scene.add(a), scene.add(b)];
    scene.place(idA, places[0]);
    scene.place(idB, places[1]);
    const answer = await scene.separate(idA, idB, options);
    scene.place(idA, moved(places[0], answer.move));
    expect(await isFree(scene, idA, idB)).toBe(true);
    expect(answer.length).toBeCloseTo(Math.hypot(...answer.move), 12);
    expect(answer.least).toBeLessThanOrEqual(answer.length);
    return answer;
  }

  it('moves a box out of a box by what they overlap', async () => {
    const shifted = boxMesh([0.75, -0.5, -1], [2.75, 1.5, 1]);
    const { move, length, least, meets } = await separated(unitBox, shifted);
    expect(move.map((value) => value + 0)).toEqual([-0.25, 0, 0]);
    expect(length).toBe(0.25);
    expect(least).toBeGreaterThan(0.2499);
    expect(meets).toEqual(new Uint32Array(0));
  });

  it.each([
    ['the same box', unitBox, 2],
    ['a box inside', boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.75]), 1.5],
    ['flush sides', boxMesh([0.5, -1, -1], [2.5, 1, 1]), 0.5],
    ['a box inside out', turned(boxMesh([0.5, 0, 0], [2.5, 2, 2])), 0.5],
  ])('%s', async (_, other, expected) => {
    const { length, least } = await separated(unitBox, other);
    expect(length).toBe(expected);
    expect(least).toBeGreaterThan(0.99 * expected);
    expect((await separated(other, unitBox)).length).toBe(expected);
  });

  it.each(Array.from({ length: 4 * SEEDS }, (_, i) => i))('turned boxes, by their axes, seed %i', async (seed) => {
    const random = new Random(seed);
    const places = [randomPlace(random, 0.9), randomPlace(random, 0.9)];
    const expected = boxDepth(places[0], places[1]);
    const { length, least } = await separated(unitBox, seed % 2 ? turned(unitBox) : unitBox, places);
    expect(length).toBeGreaterThanOrEqual(Math.max(0, expected) - 1e-9);
    expect(length).toBeLessThanOrEqual(Math.max(0, expected) + 1e-9);
    expect(least).toBeLessThanOrEqual(Math.max(0, expected));
    expect(least).toBeGreaterThanOrEqual(0.99 * length);
  });

  it.each(Array.from({ length: SEEDS }, (_, i) => i))(
    'convex pairs: within a hundredth, and no shorter way, seed %i',
    async (seed) => {
      const random = new Random(seed);
      const egg = ballMesh(2 + (seed % 2));
      const stretch = IDENTITY.map((value, i) => (i < 12 ? value * [1, 0.6, 1.4][i % 3 ? i % 3 : 0] : value));
      const places = [randomPlace(random, 0.4), seed % 3 ? randomPlace(random, 0.4) : stretch];
      using scene = engine.createScene();
      const [a, b] = [scene.add(egg), scene.add(random.next() < 0.5 ? ballMesh(2) : unitBox)];
      scene.place(a, places[0]);
      scene.place(b, places[1]);
      const { length, least, move } = await scene.separate(a, b);
      expect(length).toBeGreaterThan(0);
      expect(least).toBeGreaterThanOrEqual(0.99 * length);
      scene.place(a, moved(places[0], move));
      expect(await isFree(scene, a, b)).toBe(true);
      for (let i = 0; i < 24; i++) {
        const direction = [0, 1, 2].map(() => random.real(-1, 1));
        const near = i % 2 ? direction : move.map((value, k) => value / length + 0.05 * direction[k]);
        const size = Math.hypot(...near);
        scene.place(
          a,
          moved(
            places[0],
            near.map((value) => (value / size) * least),
          ),
        );
        expect(await isFree(scene, a, b)).toBe(false);
      }
    },
  );

  const hook = prism(
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [0, 3],
      [3, 3],
      [3, 1],
      [0, 1],
    ],
    -1,
    1,
  );

  it('a pin in a hook stays in its mouth', async () => {
    // The pin reaches 0.125 into the lower arm; out of the mouth it would be more than 2.
    const pin = meshOf(box([1, 0.875, -2], [2, 1.875, 2]));
    for (const b of [hook, insideOut(hook)]) {
      const { length, least, move } = await separated(pin, meshOf(b));
      expect(length).toBe(0.125);
      expect(move[1]).toBe(0.125);
      expect(least).toBeLessThanOrEqual(0.125);
    }
  });

  it('a pin wider than the mouth comes out of it', async () => {
    const pin = meshOf(box([1, 0.875, -2], [1.5, 3.125, 2]));
    expect((await separated(pin, meshOf(hook))).length).toBe(1.5);
  });

  it('what reaches into the wall of a room is pushed back into the room', async () => {
    const room = meshOf(joined(box([-9, -9, -9], [9, 9, 9]), insideOut(box([-8, -8, -8], [8, 8, 8]))));
    const { move } = await separated(meshOf(box([7, 0, 0], [8.25, 1, 1])), room);
    expect(move.map((value) => value + 0)).toEqual([-0.25, 0, 0]);
  });

  it.each(Array.from({ length: 2 * SEEDS }, (_, i) => i))('concave and placed anyhow, seed %i', async (seed) => {
    const random = new Random(seed);
    const shapes: Solid[] = [
      hook,
      insideOut(hook),
      prism(
        [
          [-2, -2],
          [3, -1],
          [0, 0],
          [-1, 3],
        ],
        -1.5,
        1,
      ),
    ];
    const places = [randomPlace(random, 1.5), randomPlace(random, 1.5)];
    const far = seed % 4 === 3 ? 1e6 : 0;
    for (const place of places) place[12] += far;
    const { least, move } = await separated(meshOf(random.pick(shapes)), meshOf(random.pick(shapes)), places);
    expect(move.every(Number.isFinite)).toBe(true);
    expect(least).toBeGreaterThanOrEqual(0);
  });

  it('open surfaces that cross', async () => {
    const { length } = await separated(standing(), lying());
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThanOrEqual(1);
  });

  it('tiny and huge scenes', async () => {
    for (const size of [2 ** -300, 2 ** 200]) {
      const scaled = (mesh: { positions: Float64Array; indices: Uint32Array }) => ({
        ...mesh,
        positions: mesh.positions.map((value) => value * size),
      });
      const { length, least } = await separated(
        scaled(boxMesh([-1, -1, -1], [1, 1, 1])),
        scaled(boxMesh([0.75, 0, 0], [2, 2, 2])),
      );
      expect(length / size).toBeCloseTo(0.25, 12);
      expect(least / size).toBeGreaterThan(0.249);
    }
  });

  it('keeps a gap', async () => {
    const apart = boxMesh([1.5, -1, -1], [2, 1, 1]);
    using scene = engine.createScene();
    const [a, b] = [scene.add(unitBox), scene.add(apart)];
    expect(await scene.separate(a, b)).toEqual({ move: [0, 0, 0], length: 0, least: 0, meets: new Uint32Array(0) });
    expect((await scene.separate(a, b, { gap: 0.5 })).length).toBe(0);
    const near = await scene.separate(a, b, { gap: 0.75 });
    expect(near.length).toBeCloseTo(0.25, 12);
    expect(near.least).toBeCloseTo(0.25, 12);
    for (const mesh of [unitBox, meshOf(hook)]) {
      const pin = scene.add(meshOf(box([1, 0.5, -2], [2, 1.875, 2])));
      const other = scene.add(mesh);
      const { move, length, least } = await scene.separate(pin, other, { gap: 0.0625 });
      scene.place(pin, at(...(move as [number, number, number])));
      expect((await scene.closest(pin, other)).distance).toBeGreaterThanOrEqual(0.0625);
      expect(await isFree(scene, pin, other)).toBe(true);
      expect(least).toBeLessThanOrEqual(length);
      if (mesh !== unitBox) expect(length).toBeCloseTo(0.5625, 9);
    }
  });

  it('tells what it would meet, and leaves the scene as it is', async () => {
    using scene = engine.createScene();
    const a = scene.add(unitBox);
    const b = scene.add(boxMesh([0.75, -1, -1], [2.75, 1, 1]));
    const wall = scene.add(boxMesh([-3, -1, -1], [-1.125, 1, 1]));
    const ghost = scene.add(boxMesh([-3, -1, -1], [-1.125, 1, 1]));
    scene.add(boxMesh([-3, -1, -1], [-1.25, 1, 1])); // touched
    scene.filter(ghost, { mask: 0 });
    scene.aim(a, at(5, 0, 0));
    const before = await scene.impacts({
      pairs: [
        [a, wall],
        [a, b],
      ],
    });
    const { move, meets } = await scene.separate(a, b);
    expect(move.map((value) => value + 0)).toEqual([-0.25, 0, 0]);
    expect(meets).toEqual(Uint32Array.of(wall));
    expect(
      (
        await scene.impacts({
          pairs: [
            [a, wall],
            [a, b],
          ],
        })
      ).times,
    ).toEqual(before.times);
    expect(await isFree(scene, a, b)).toBe(false);
  });

  it('compares the two whatever their masks say', async () => {
    using scene = engine.createScene();
    const [a, b] = [scene.add(unitBox), scene.add(boxMesh([0.5, -1, -1], [2, 1, 1]))];
    scene.filter(a, { mask: 0 });
    expect((await scene.separate(a, b)).length).toBe(0.5);
  });

  it('takes directions besides its own', async () => {
    // A slot that goes up to the left, and a pin that fits it and reaches too far: straight out, it would hit the slot's walls.
    const slanted = (solid: Solid) => mapped(solid, ([x, y, z]) => [x, y - x / 2, z]);
    const slot: Flat[] = [
      ...([
        [0, -3],
        [4, -3],
        [4, 4],
        [0, 4],
      ] as const),
      ...([
        [0, 3],
        [3, 3],
        [3, 1],
        [0, 1],
      ] as const),
    ];
    const body = meshOf(slanted(prism(slot, -1, 1)));
    const pin = meshOf(slanted(box([0.5, 1.0625, -2], [3.25, 2.9375, 2])));
    const along = Math.hypot(0.25, 0.125);
    expect((await separated(pin, body)).length).toBeGreaterThan(1.05 * along);
    const { length } = await separated(pin, body, [IDENTITY, IDENTITY], {
      directions: [-2e300, 1e300, 0, 0, 0, 1e-300],
    });
    expect(length).toBeCloseTo(along, 9);
  });

  it('objects without triangles', async () => {
    expect((await separated({ positions: new Float64Array(0) }, unitBox)).length).toBe(0);
  });

  it('refuses bad input', async () => {
    using scene = engine.createScene();
    const [a, b] = [scene.add(unitBox), scene.add(unitBox)];
    const code = (run: Promise<unknown>) =>
      run.then(
        () => 'none',
        (error: OptionError) => error.code,
      );
    expect(await code(scene.separate(a, a))).toBe('same-object');
    expect(await code(scene.separate(a, 9))).toBe('unknown-object');
    for (const gap of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1' as never])
      expect(await code(scene.separate(a, b, { gap }))).toBe('option-range');
    for (const directions of [[1, 0], 5 as never, 'abc' as never])
      expect(await code(scene.separate(a, b, { directions }))).toBe('option-type');
    for (const directions of [
      [0, 0, 0],
      [1, Number.NaN, 0],
      [Number.POSITIVE_INFINITY, 0, 0],
    ])
      expect(await code(scene.separate(a, b, { directions }))).toBe('option-value');
    expect(await code(scene.separate(a, b, { tolerance: 1 } as never))).toBe('unknown-option');
    const aborted = AbortSignal.abort(new Error('no more'));
    await expect(scene.separate(a, b, { signal: aborted })).rejects.toThrow('no more');
  });
});
