/**
 * Boxes of triangles between objects, `self` against its absence, and what the sets promise; on scenes built to be nasty,
 * against the oracle.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import type { MeshInput } from '../../../src/mesh/mesh-input.ts';
import * as papers from '../../../src/papers/index.ts';
import { CULL_SET, type CullOptions } from '../../../src/papers/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';

const scenesPerName = Math.ceil(Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 120) / sceneNames.length);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

/** The set of every survivor, by "object:triangle". */
async function survivors(meshes: readonly MeshInput[], options: CullOptions): Promise<Map<string, number>> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { survivorTriangles, sets } = await papers.cull(scene, options);
  return new Map(
    Array.from(sets, (set, i) => [`${survivorTriangles[2 * i]}:${survivorTriangles[2 * i + 1]}`, set] as const),
  );
}

/** What is in the first and not in the second. */
const missing = (a: Iterable<string>, b: ReadonlyMap<string, number>) => [...a].filter((key) => !b.has(key));

function balls(count: number): MeshInput[] {
  const random = new Random(2);
  return random.times(count, () => {
    const middle = random.times(3, () => random.real(-0.8, 0.8));
    return ballMesh(3, (x, y, z) => [x + middle[0], y + middle[1], z + middle[2]]);
  });
}

function randomOptions(random: Random): CullOptions {
  return {
    ...random.pick<CullOptions>([{}, { coverage: 'uobb' }, { preset: 'far' }, { passes: 'cullide' }]),
    views: random.pick(['x', 'yz', 'xyz']),
    resolution: random.pick([1, 8, 33]),
    clusterSize: random.pick([4, 64]),
    rounds: random.pick([1, 4]),
    iterations: random.pick([1, 3, Number.POSITIVE_INFINITY]),
  };
}

describe('culling by boxes, and with self', () => {
  it.each(sceneNames)('self leaves all that is left without it, and all that collides: %s', async (name) => {
    for (let seed = 0; seed < scenesPerName; seed++) {
      const random = new Random(seed * 37 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      const options = randomOptions(random);
      const label = `${name}, seed ${seed}, ${JSON.stringify(options)}`;
      const between = await survivors(meshes, options);
      const within = await survivors(meshes, { ...options, self: true });
      expect(missing(between.keys(), within), label).toEqual([]);
      for (const [self, left] of [
        [false, between],
        [true, within],
      ] as const) {
        // biome-ignore format: one line
        const { trianglePairs } = oracle.collide(meshes, { self, between: true });
        const colliding = trianglePairs.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]);
        expect(missing(colliding, left), `${label}, self ${self}`).toEqual([]);
      }
    }
  });

  it.each(sceneNames)('two of FFV, or two of SFV, do not collide but for one element and SFV: %s', async (name) => {
    for (let seed = 0; seed < scenesPerName; seed++) {
      const random = new Random(seed * 41 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      const level = random.pick(['object', 'cluster', 'triangle'] as const);
      const options: CullOptions = { ...randomOptions(random), level, self: random.chance(0.7) };
      const left = await survivors(meshes, options);
      const { trianglePairs } = oracle.collide(meshes, { self: options.self, between: true });
      const told = trianglePairs.filter(([a, i, b, j]) => {
        const set = left.get(`${a}:${i}`);
        if (set !== left.get(`${b}:${j}`)) return false;
        return set === CULL_SET.FFV || (set === CULL_SET.SFV && (a !== b || level === 'triangle'));
      });
      expect(told, `${name}, seed ${seed}, ${JSON.stringify(options)}`).toEqual([]);
    }
  });

  it.each(sceneNames)('all visits in one job do what visits one by one do: %s', async (name) => {
    for (let seed = 0; seed < scenesPerName; seed++) {
      const random = new Random(seed * 43 + sceneNames.indexOf(name));
      using scene = engine.createScene();
      for (const mesh of randomScene(name, seed)) scene.add(mesh);
      const options: CullOptions = {
        ...randomOptions(random),
        boxes: true,
        resolution: random.pick([1, 8, 33, 200]),
        self: random.chance(0.5),
        order: random.pick(['given', 'front-to-back', 'back-to-front']),
        hierarchy: random.chance(0.2),
        distance: random.pick([0, 0, 0.01, 0.3]),
        depthBits: random.pick([16, 24, 32]),
      };
      const atOnce = await papers.cull(scene, options);
      // With a trace, labels are needed after every pass, and visits are made one by one.
      const oneByOne = await papers.cull(scene, { ...options, trace: true });
      const told = ({ survivorTriangles, sets, passes }: typeof atOnce) => ({
        survivorTriangles,
        sets,
        passes: passes.map(({ milliseconds: _, ...counts }) => counts),
      });
      expect(told(atOnce), `${name}, seed ${seed}, ${JSON.stringify(options)}`).toEqual(told(oneByOne));
    }
  });

  it.each([64, 256])(
    'boxes prune between objects too, and nothing that plain passes would not: at %i²',
    async (resolution) => {
      const meshes = balls(3);
      for (const self of [false, true]) {
        const plain = await survivors(meshes, { resolution, self, boxes: false });
        const byBoxes = await survivors(meshes, { resolution, self, boxes: true });
        expect(missing(byBoxes.keys(), plain)).toEqual([]);
        expect(byBoxes.size).toBeLessThan(plain.size);
        expect(await survivors(meshes, { resolution, self })).toEqual(byBoxes);
      }
    },
  );

  it.each(['cullide', 'self-cullide', 'quick-cullide', 'far'] as const)(
    'the preset %s does not know boxes',
    async (preset) => {
      const meshes = balls(3);
      const own = await survivors(meshes, { preset, resolution: 64 });
      expect(own).toEqual(await survivors(meshes, { preset, resolution: 64, boxes: false }));
      if (preset !== 'far') return;
      const byBoxes = await survivors(meshes, { preset, resolution: 64, boxes: true });
      expect(byBoxes.size).toBeLessThan(own.size);
    },
  );

  it('refuses boxes where they cannot be had', async () => {
    using scene = engine.createScene();
    for (const options of [
      { coverage: 'sampled', boxes: true },
      { preset: 'cullide', boxes: true },
      { preset: 'far', generator: 'hardware', boxes: true },
    ] as const) {
      await expect(async () => papers.cull(scene, options)).rejects.toMatchObject({ code: 'option-conflict' });
    }
    await expect(async () => papers.cull(scene, { boxes: 'yes' as unknown as boolean })).rejects.toMatchObject({
      code: 'option-type',
    });
  });
});
