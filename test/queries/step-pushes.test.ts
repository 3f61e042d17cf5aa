/** What `advance` pushes aside, and what it holds because nothing can be pushed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { seedsOf } from '../support/thoroughness.ts';

const TRIANGLE = Uint32Array.of(0, 1, 2);
const GAP = 0.05;

/** A triangle across the column −1 … 1, at a height; layers are turned so that edges cross. */
const layer = (height: number, turn: number) =>
  Float32Array.from([0, 2.1, 4.2].flatMap((angle) => [Math.cos(angle + turn), height, Math.sin(angle + turn)]));

describe('pushes', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('two free triangles that turn into each other are pushed apart, and hardly ever held', async () => {
    let [free, held] = [0, 0];
    for (let seed = 0; seed < seedsOf(3000); seed++) {
      const random = new Random(seed);
      const positions = () => Float32Array.from({ length: 9 }, () => random.integer(-10, 10) / 10);
      const scene = engine.createScene();
      const [a, b] = [positions(), positions()].map((at) => scene.add({ positions: at, indices: TRIANGLE }));
      scene.aim(a, positions());
      scene.aim(b, positions());
      const { before, fallback } = await scene.advance({ gap: GAP });
      if (before.length === 0) {
        fallback === 'none' ? free++ : held++;
        expect((await scene.collide()).kinds, `seed ${seed}`).toHaveLength(0);
      }
      scene.dispose();
    }
    // Where pushes went along normals of the side that things begin on, it was one in four.
    expect(held).toBeLessThanOrEqual(free / 100);
  });

  it('a stack gives way to a plate that comes down, layer by layer', async () => {
    const scene = engine.createScene();
    const heights = [0, 1.2, 2.4, 3.6, 4.8, 6].map((height) => height * GAP);
    const ids = heights.map((height, i) => scene.add({ positions: layer(height, i), indices: TRIANGLE }));
    const plate = scene.add({ positions: layer(7.2 * GAP, 7), indices: TRIANGLE });
    scene.aim(plate, layer(6.2 * GAP, 7));
    for (const [i, id] of ids.entries()) if (i > 0) scene.aim(id, layer(heights[i], i));
    const { fallback } = await scene.advance({ gap: GAP, inverseMasses: [{ object: plate, values: 0 }] });
    expect(fallback).toBe('none');
    expect((await scene.contacts(0.5 * GAP)).kinds).toHaveLength(0);
    scene.dispose();
  });

  it('what is pinned and drawn through the floor is held at once, and only that', async () => {
    const scene = engine.createScene();
    scene.add({ positions: Float32Array.of(-9, 0, -9, 0, 0, 12, 9, 0, -9), indices: TRIANGLE });
    const cloth = scene.add({ positions: layer(0.5, 0), indices: TRIANGLE });
    // The first corner goes to 1 below the floor, the others a little down.
    const aim = layer(0.4, 0);
    aim[1] = -1;
    scene.aim(cloth, aim);
    const values = Float64Array.of(0, 1, 1);
    const { steps, ends, fallback, rounds } = await scene.advance({
      gap: GAP,
      inverseMasses: [{ object: cloth, values }],
    });
    expect(fallback).toBe('vertex');
    expect(rounds).toBe(2);
    // It meets the floor after a third of its way, and goes half of that.
    expect(steps[0][0]).toBeCloseTo(1 / 6, 6);
    expect([...steps[0].subarray(1)]).toEqual([1, 1]);
    expect(ends[0]![1]).toBeCloseTo(0.25, 6);
    expect((await scene.collide()).kinds).toHaveLength(0);
    scene.dispose();
  });

  it('what is pinned at a wall that is placed into it stops the wall', async () => {
    const scene = engine.createScene();
    const pinned = scene.add({ positions: layer(0, 0), indices: TRIANGLE });
    const wall = scene.add({ positions: layer(1, 1), indices: TRIANGLE });
    scene.aim(pinned, layer(0, 0));
    scene.aim(wall, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1]);
    const { steps, places } = await scene.advance({ gap: GAP, inverseMasses: [{ object: pinned, values: 0 }] });
    expect([...steps[1]]).toEqual([0.25, 0.25, 0.25]);
    expect(places[1]![13]).toBe(-0.5);
    scene.dispose();
  });
});
