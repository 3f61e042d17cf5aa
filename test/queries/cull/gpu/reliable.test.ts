/**
 * FAR's boxes and conservative coverage on the GPU, in compute passes and by occlusion queries: made in single precision, so their sets need not be those of wasm, but nothing
 * that collides, or is near enough, may be lost: in pictures of everything and by pairs of near triangles, between objects and within.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */

import { expect, it } from 'vitest';
import type { CullOptions } from '../../../../src/papers/index.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { cullEngines, cullOn, lostTriangles, neededTriangles } from '../../../support/cull-engines.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { isLong, seedsOf } from '../../../support/thoroughness.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(900));
const scenesPerName = Math.ceil(sceneCount / sceneNames.length);
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
/** Pictures of the largest take a software driver seconds. */
const resolutions = [1, 16, 33, 128, ...(isLong ? [500, 1400, 4096] : [])];

function randomOptions(random: Random, coverage: 'uobb' | 'conservative'): CullOptions {
  const self = random.chance(0.5);
  const isHardware = random.chance(0.25);
  return {
    coverage,
    self,
    ...(isHardware ? { generator: 'hardware' } : { boxes: random.chance(0.6) }),
    distance: random.chance(0.3) ? random.pick([1e-3, 0.1, 1, 50]) : 0,
    views: random.pick(['x', 'y', 'z', 'xyz', '-y', '1,2,3']),
    resolution: random.pick(resolutions),
    passes: random.pick(['quick', 'cullide']),
    depthBits: random.pick([16, 24, 32]),
    level: random.pick(['object', 'cluster', 'triangle', 'triangle', 'triangle']),
    hierarchy: random.chance(0.2),
    clusterSize: random.pick([2, 8]),
    order: random.pick(['given', 'given', 'back-to-front']),
    refit: random.chance(0.2),
    sweep: !self && random.chance(0.2),
    rounds: random.pick([1, 2]),
    iterations: random.pick([1, 2]),
    trace: random.chance(0.1),
  };
}

describeGpu('coverages that lose nothing, on WebGPU', () => {
  const engines = cullEngines();
  const kinds = (['uobb', 'conservative'] as const).flatMap((coverage) =>
    sceneNames.map((name) => ({ coverage, name })),
  );

  it.each(kinds)('lose nothing of scenes of $name, $coverage', { timeout: 600_000 }, async ({ coverage, name }) => {
    for (let seed = firstSeed; seed < firstSeed + scenesPerName; seed++) {
      const meshes = randomScene(name, seed);
      const options = randomOptions(new Random(seed * 41 + sceneNames.indexOf(name)), coverage);
      const found = await cullOn(engines.webgpu(), meshes, options);
      const about = `${name}, seed ${seed}, ${JSON.stringify(options)}`;
      expect(found.stats, about).toMatchObject({ backend: 'webgpu' });
      expect(lostTriangles(neededTriangles(meshes, options), found), about).toEqual([]);
    }
  });

  const balls = [0, 1, 2, 3].map((i) =>
    ballMesh(3, (x, y, z) => [x + 1.7 * (i % 2), 0.3 * y + z, z + 1.6 * Math.floor(i / 2)]),
  );
  const triangles = balls.reduce((sum, { indices }) => sum + indices!.length / 3, 0);

  /** By which factor more may be left than on wasm, and whether all that is left there is. */
  const ways: readonly (readonly [CullOptions, number, boolean])[] = [
    [{ preset: 'far' }, 1.05, false],
    [{ preset: 'far', boxes: true }, 1.05, false],
    [{ preset: 'far', self: true, rounds: 2 }, 1.05, false],
    [{ preset: 'far', coverage: 'conservative' }, 1.05, true],
    [{}, 1.12, true],
    [{ self: true }, 1.12, true],
    [{ self: true, boxes: false, order: 'back-to-front' }, 1.12, true],
    [{ preset: 'far', generator: 'hardware' }, 1.05, false],
    [{ coverage: 'conservative', generator: 'hardware', rounds: 1 }, 1.12, true],
    [{ self: true, generator: 'hardware', rounds: 1 }, 1.12, true],
  ];
  /** By default boxes are compared, except with presets and by hardware, which cannot. */
  const boxesOf = ({ preset, generator }: CullOptions) => preset === undefined && generator === undefined;

  it.each(ways)('leave a little more than on wasm: %o', { timeout: 120_000 }, async (way, most, hasAll) => {
    for (const resolution of [40, 200]) {
      for (const depthBits of isLong ? ([16, 24, 32] as const) : ([24] as const)) {
        const options: CullOptions = { ...way, resolution, depthBits };
        const expected = await cullOn(engines.wasm(), balls, {
          ...options,
          generator: 'layered',
          boxes: options.boxes ?? boxesOf(way),
        });
        const found = await cullOn(engines.webgpu(), balls, options);
        expect(found.stats).toMatchObject({ backend: 'webgpu', keptNeighbours: expected.stats.keptNeighbours });
        expect(expected.names.length).toBeLessThan(0.85 * triangles);
        const about = `${resolution} ${depthBits}: ${found.names.length} for ${expected.names.length}`;
        expect(found.names.length / expected.names.length, about).toBeGreaterThan(0.98);
        expect(found.names.length / expected.names.length, about).toBeLessThan(most);
        // With planes, bounds are those of wasm and more.
        if (hasAll) expect(lostTriangles(new Set(expected.names), found), about).toEqual([]);
      }
    }
  });
});
