/**
 * FAR's boxes and conservative coverage on the GPU, in compute passes and by occlusion queries: made in single precision, so their sets need not be those of wasm, but nothing
 * that collides, or is near enough, may be lost: in pictures of everything and by pairs of near triangles, between objects and within.
 * Real meshes: reliable-truth.test.ts; floors, rooms and rods: ../floors-and-rooms.test.ts.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */

import { expect, it } from 'vitest';
import type { MeshInput } from '../../../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../../support/closed-meshes.ts';
import { coveringRows } from '../../../support/covering-rows.ts';
import { cullEngines, cullOn, lostTriangles, neededTriangles } from '../../../support/cull-engines.ts';
import { drawable, FILLED_MOST, OPTIONS_OF, SEEN_BY } from '../../../support/cull-ways.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { isLong, seedsOf } from '../../../support/thoroughness.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(900));
const scenesPerName = Math.ceil(sceneCount / sceneNames.length);
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

/** Every two of these occur together, again and again. */
const ROWS = coveringRows({
  seenBy: SEEN_BY,
  self: [false, true],
  /** Pictures of the largest take a software driver seconds. */
  resolution: [1, 16, 33, 128, ...(isLong ? [500, 1400, 4096] : [])],
  distance: [0, 0, 1e-3, 0.1, 1, 50],
  views: ['x', 'y', 'z', 'xyz', '-y', '1,2,3'],
  passes: ['quick', 'cullide'],
  depthBits: [16, 24, 32],
  level: ['object', 'cluster', 'triangle', 'triangle', 'triangle'],
  hierarchy: [false, false, true],
  clusterSize: [2, 8],
  order: ['given', 'back-to-front'],
  refit: [false, false, true],
  sweep: [false, true],
  rounds: [1, 2],
  iterations: [1, 2],
  trace: [false, false, true],
});

/** The rows in a new order each time that all have been taken. */
function optionsOf(scene: number, coverage: 'uobb' | 'conservative'): CullOptions {
  const order = new Random(Math.floor(scene / ROWS.length)).shuffle(ROWS);
  const { seenBy, self, sweep, refit, ...others } = order[scene % ROWS.length];
  const isSmall = seenBy === 'near pairs' || others.resolution <= FILLED_MOST;
  return { ...others, coverage, self, sweep: sweep && !self, refit: refit && isSmall, ...OPTIONS_OF[seenBy] };
}

describeGpu('coverages that lose nothing, on WebGPU', () => {
  const engines = cullEngines();
  const kinds = (['uobb', 'conservative'] as const).flatMap((coverage) =>
    sceneNames.map((name, place) => ({ coverage, name, place })),
  );

  async function expectNothingLost(meshes: readonly MeshInput[], options: CullOptions, about: string) {
    const found = await cullOn(engines.webgpu(), meshes, options);
    const asked = `${about}, ${JSON.stringify(options)}`;
    expect(found.stats, asked).toMatchObject({ backend: 'webgpu' });
    expect(lostTriangles(neededTriangles(meshes, options), found), asked).toEqual([]);
  }

  it.each(kinds)('lose nothing of scenes of $name, $coverage', async (kind) => {
    const { coverage, name, place } = kind;
    for (let seed = firstSeed; seed < firstSeed + scenesPerName; seed++) {
      const options = optionsOf(seed * sceneNames.length + place, coverage);
      const given = randomScene(name, seed);
      const { meshes, resolution } = options.boxes
        ? { meshes: given, resolution: options.resolution! }
        : drawable(given, options.resolution!, seed % 8);
      await expectNothingLost(meshes, { ...options, resolution }, `${name}, seed ${seed}`);
    }
  });

  /** Half a minute of a processor each, at the largest. */
  const full = (['pictures', 'occlusion queries'] as const).flatMap((seenBy) =>
    (['uobb', 'conservative'] as const).flatMap((coverage) =>
      [1400, 4096].map((resolution) => ({ seenBy, coverage, resolution })),
    ),
  );
  it.runIf(isLong).each(full)(
    'lose nothing of boxes that fill the frame: $resolution, $coverage, $seenBy',
    async ({ seenBy, coverage, resolution }) => {
      const boxes = [0, 1, 2].map((i) =>
        boxMesh([0.61 * i, 0.07 * i, 0.35 * i], [0.61 * i + 1, 0.07 * i + 1.8, 0.35 * i + 0.9]),
      );
      const once = { views: 'z', rounds: 1, iterations: 1 } as const;
      await expectNothingLost(boxes, { ...OPTIONS_OF[seenBy], ...once, coverage, resolution }, 'three boxes');
    },
  );

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

  it.each(ways)('leave a little more than on wasm: %o', async (way, most, hasAll) => {
    for (const resolution of isLong ? [40, 200] : [40]) {
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
