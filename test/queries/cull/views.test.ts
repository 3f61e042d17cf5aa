/** Views from the other side and in any direction, frames that are fitted to what is left, pairs of survivors, blind views. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import type { MeshInput } from '../../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

async function answer(meshes: readonly MeshInput[], options: CullOptions) {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  return await papers.cull(scene, options);
}

const names = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

/** The mesh with its coordinates moved round by `turn` places and the chosen ones negated. */
function mapped(mesh: MeshInput, map: (point: number[]) => number[]): MeshInput {
  const positions = Float64Array.from(mesh.positions as Float64Array);
  for (let i = 0; i < positions.length; i += 3) positions.set(map([...positions.subarray(i, i + 3)]), i);
  return { ...mesh, positions };
}

function soups(random: Random): MeshInput[] {
  return random.times(random.integer(2, 5), () => {
    const middle = random.times(3, () => random.real(-1, 1));
    const count = random.integer(3, 8);
    const positions = Float64Array.from({ length: 3 * count }, (_, i) => middle[i % 3] + random.real(-0.7, 0.7));
    const indices = Uint32Array.from({ length: 3 * (count - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
    return { positions, indices, weld: false };
  });
}

describe('views', () => {
  it.each(['x', 'y', 'z'])('from the far end of %s show what the mirrored scene shows', async (axis) => {
    const k = 'xyz'.indexOf(axis);
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const meshes = soups(random);
      const mirrored = meshes.map((mesh) =>
        mapped(mesh, (point) => point.map((value, i) => (i === k ? -value : value))),
      );
      const options: CullOptions = {
        ...random.pick<CullOptions>([{ preset: 'cullide' }, { preset: 'quick-cullide' }, { preset: 'far' }, {}]),
        resolution: random.pick([8, 21, 64]),
        // With fewer bits depths that lie in one step may be told apart from the other side.
        depthBits: 32,
      };
      const seen = await answer(meshes, { ...options, views: `-${axis}` });
      const expected = await answer(mirrored, { ...options, views: axis });
      expect(names(seen.survivorTriangles), `seed ${seed}`).toEqual(names(expected.survivorTriangles));
      expect(new Set(seen.passes.map(({ view }) => view))).toEqual(new Set([`-${axis}`]));
    }
  });

  it('from the other side prune what the first side cannot', async () => {
    let fewer = 0;
    for (let seed = 0; seed < 40; seed++) {
      const meshes = soups(new Random(seed));
      const options = { preset: 'quick-cullide', resolution: 64 } as const;
      const one = await answer(meshes, { ...options, views: 'x' });
      const both = await answer(meshes, { ...options, views: 'x-x' });
      const left = new Set(names(one.survivorTriangles));
      expect(names(both.survivorTriangles).filter((name) => !left.has(name))).toEqual([]);
      if (both.sets.length < one.sets.length) fewer++;
    }
    expect(fewer).toBeGreaterThan(0);
  });

  it('in a direction along an axis show what the axis shows', async () => {
    const options = { preset: 'cullide', resolution: 32 } as const;
    for (let seed = 0; seed < 20; seed++) {
      const meshes = soups(new Random(seed));
      const expected = await answer(meshes, { ...options, views: 'z' });
      const seen = await answer(meshes, { ...options, views: '0,0,3' });
      // Across and down may be turned, which moves no centre when pixels lie symmetrically.
      expect(seen.passes.map(({ after }) => after)).toEqual(expected.passes.map(({ after }) => after));
    }
  });

  it.each(['', '-', 'x-', 'w', '1,2', '0,0,0', '1,2,x', 'x 1,,2', 'xyzxyzxyzx', '1,1,Infinity'])(
    'refuses %j',
    async (views) => {
      await expect(answer(soups(new Random(1)), { views })).rejects.toMatchObject({ code: 'option-value' });
    },
  );
});

describe('reliable culling loses nothing', () => {
  const perName = Math.ceil(Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 300) / sceneNames.length);

  it.each(sceneNames)('with any views and fitted frames: %s', async (name) => {
    for (let seed = 0; seed < perName; seed++) {
      const random = new Random(seed * 53 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      const self = random.chance(0.5);
      const direction = () => random.times(3, () => random.integer(-9, 9) || 1).join(',');
      const options: CullOptions = {
        coverage: random.pick(['conservative', 'uobb']),
        passes: random.pick(['quick', 'cullide']),
        boxes: random.chance(0.5),
        views: random.pick(['-x', 'x-x', 'y-z', 'xyz-x-y-z', direction(), `x ${direction()}`, `${direction()} -z`]),
        refit: random.chance(0.6),
        order: random.pick(['given', 'back-to-front']),
        depthBits: random.pick([16, 24, 32]),
        resolution: random.pick([1, 7, 33, 130]),
        clusterSize: random.pick([3, 64]),
        rounds: random.pick([1, 3]),
        pairs: true,
        self,
      };
      const label = `${name}, seed ${seed}, ${JSON.stringify(options)}`;
      const { survivorTriangles, trianglePairs } = await answer(meshes, options);
      const { trianglePairs: truth } = oracle.collide(meshes, { self, between: true });
      const left = new Set(names(survivorTriangles));
      const lost = truth.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]).filter((key) => !left.has(key));
      expect([...new Set(lost)], label).toEqual([]);
      // Pairs that share a vertex are not among the pairs; all others that collide are.
      const rows = new Set<string>();
      for (let at = 0; at < trianglePairs!.length; at += 4) rows.add(trianglePairs!.subarray(at, at + 4).join());
      const missing = truth.filter(([a, i, b, j]) => a !== b && !rows.has([a, i, b, j].join()));
      expect(missing, label).toEqual([]);
    }
  });
});

describe('a frame that is fitted', () => {
  it('prunes what one triangle far off makes too small to tell apart', async () => {
    const near = (x: number): MeshInput => ({ positions: Float64Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 1) });
    const meshes = [
      near(0),
      near(1.5),
      near(3),
      { positions: Float64Array.of(9e5, 9e5, 9e5, 9e5, 9e5 + 1, 9e5, 9e5, 9e5, 9e5 + 1) },
    ];
    // FAR's boxes grow by a pixel, and as large as the scene is, all three lie in one.
    const options: CullOptions = { coverage: 'uobb', boxes: false, resolution: 64, rounds: 4 };
    expect((await answer(meshes, options)).survivors).toHaveLength(3);
    expect((await answer(meshes, { ...options, refit: true })).survivors).toHaveLength(0);
  });
});

describe('blind views', () => {
  it('are told when an object is seen edge-on by sampling', async () => {
    const cloth: MeshInput = { positions: Float64Array.of(0, 0, 0.5, 4, 0, 0.5, 0, 4, 0.5) };
    const post: MeshInput = { positions: Float64Array.of(1, 1, 0, 1.5, 1, 1, 1, 1.5, 0.8) };
    const sampled = await answer([cloth, post], { preset: 'cullide', views: 'xyz', resolution: 64 });
    expect(sampled.stats.blind.map(({ view, objects }) => [view, ...objects])).toEqual([
      ['x', 0],
      ['y', 0],
    ]);
    expect((await answer([cloth, post], { resolution: 64 })).stats.blind).toEqual([]);
  });
});
