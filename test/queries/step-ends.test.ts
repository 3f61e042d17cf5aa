/** Ends of steps where impacts alone do not tell: triangles without area, self-collisions of placed objects, and vertices that are held. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';

const SQUARE = Float64Array.of(0, -5, -5, 0, 5, -5, 0, 0, 8);
const ONE = Uint32Array.of(0, 1, 2);
const TWO = Uint32Array.of(0, 1, 2, 3, 4, 5);
const shifted = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

const WAYS = ['advance', 'scene', 'object', 'vertex'] as const;

/** Goes where everything is aimed, as far as that query lets it. */
async function go(scene: Scene, way: (typeof WAYS)[number], self = false): Promise<void> {
  if (way === 'advance') {
    await scene.advance({ self, gap: 0.01 });
    return;
  }
  const { objects, ends, places } = await scene.safeStep({ each: way, self });
  for (const [i, object] of objects.entries()) {
    if (ends[i]) scene.move(object, ends[i]);
    if (places[i]) scene.place(object, places[i]);
  }
}

describe.each(WAYS)('the end of a step (%s)', (way) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each([
    ['pierces a wall', [-1, 0, 0, 1, 0, 0, 0.5, 0, 0], [-1, 0, 0, 1, 0, 0, 0.5, 1, 0]],
    ['is before a wall', [2, 0, 0, 4, 0, 0, 3, 0, 0], [-2, 0, 0, 4, 0, 0, 3, 1, 0]],
  ])('is free where a triangle without area %s and opens', async (_name, from, to) => {
    const scene = engine.createScene();
    scene.add({ positions: SQUARE, indices: ONE });
    const needle = scene.add({ positions: Float64Array.from(from), indices: ONE });
    scene.aim(needle, Float64Array.from(to));
    await go(scene, way);
    expect((await scene.collide()).kinds).toHaveLength(0);
    scene.dispose();
  });

  it.each([0, 40, 53, 60])('does not pass through itself where it is placed at 2^%i', async (power) => {
    const scene = engine.createScene();
    const at = (z: number) => Float64Array.of(-5, -5, 0, 5, -5, 0, 0, 8, 0, 0, 0, z, 1, 0, z + 1, 0, 1, z + 1);
    const object = scene.add({ positions: at(1), indices: TWO });
    scene.place(object, shifted(2 ** power, 2 ** power, 2 ** power));
    scene.aim(object, at(-0.5));
    await go(scene, way, true);
    expect((await scene.collide({ self: true })).kinds).toHaveLength(0);
    scene.dispose();
  });

  it('is where it was aimed when that is the place of nothing placed', async () => {
    const scene = engine.createScene();
    const object = scene.add({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: ONE });
    const there = scene.add({ positions: Float64Array.of(0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.3, 1), indices: ONE });
    scene.place(object, shifted(0, 0, 5));
    scene.filter(there, { category: 2, mask: 2 });
    scene.aim(object, shifted(0, 0, 0));
    await go(scene, way);
    scene.filter(there, { category: 1, mask: 1 });
    // Per vertex, bodies go only as far as distances allow; the others arrive, where it meets the one that was filtered.
    expect((await scene.collide()).kinds.length).toBe(way === 'vertex' ? 0 : 1);
    scene.dispose();
  });
});

describe('advance', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each([0.5, 0.01, 1e-6, 1e-12, 1e-80])(
    'pushes a corner that carries a contact with %f no farther than it should',
    async (weight) => {
      const scene = engine.createScene();
      const cloth = scene.add({ positions: Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 1, 0), indices: ONE });
      const [c, tip] = [weight, [0, weight, -0.05]];
      const pyramid = [...tip, -0.3, c - 0.3, -1, 0.3, c - 0.3, -1, 0, c + 0.3, -1];
      scene.add({ positions: Float64Array.from(pyramid), indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3) });
      scene.aim(cloth, Float64Array.of(-1, 0, -0.02, 1, 0, -0.02, 0, 1, -0.02));
      const inverseMasses = [{ object: cloth, values: Float64Array.of(0, 0, 1) }];
      const { corrections } = await scene.advance({ gap: 0.1, inverseMasses });
      expect(Math.max(...corrections[0].map(Math.abs))).toBeLessThan(1);
      expect((await scene.collide()).kinds).toHaveLength(0);
      scene.dispose();
    },
  );

  it('lists before what collide finds, in turned places too', async () => {
    const random = new Random(5);
    for (let i = 0; i < 20; i++) {
      const scene = engine.createScene();
      // Two triangles that touch within one object.
      const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, 0, 1, 1, 1, 0, 1, 1);
      const object = scene.add({ positions, indices: TWO });
      const angle = 3 * random.next();
      const [s, c] = [Math.sin(angle), Math.cos(angle)];
      scene.place(object, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, random.next(), random.next(), random.next(), 1]);
      const { trianglePairs } = await scene.collide({ self: true });
      scene.aim(object, positions);
      expect((await scene.advance({ self: true })).before).toEqual(trianglePairs);
      scene.dispose();
    }
  });
});
