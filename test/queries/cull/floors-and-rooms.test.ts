/**
 * Reliable culling of plain scenes: floors, rooms, flat scenes and long ones, on every generator and coverage that promises to
 * lose nothing. Their triangles are large, lie along the axes and fill the frame, which random soups never do.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import type { CullOptions } from '../../../src/papers/index.ts';
import { cullOn, lostTriangles, neededTriangles } from '../../support/cull-engines.ts';
import { drawable, FILLED_MOST } from '../../support/cull-ways.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

/** A software driver draws a picture in a second. */
const SCENES_OF = { wasm: isLong ? 40 : 4, webgpu: isLong ? 16 : 2 } as const;
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

const quad = (...corners: number[]): MeshInput => ({
  positions: Float32Array.from(corners),
  indices: Uint32Array.of(0, 1, 2, 1, 3, 2),
});

function block([x, y, z]: readonly number[], [w, h, d]: readonly number[]): MeshInput {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [x + w * (i & 1), y + h * ((i >> 1) & 1), z + d * (i >> 2)]);
  const sides = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  return { positions: Float32Array.from(corners), indices: Uint32Array.from(sides) };
}

/** Turns coordinates: x becomes the axis, y the one after it. */
function turned(meshes: readonly MeshInput[], axis: number): MeshInput[] {
  return meshes.map(({ positions, indices }) => {
    const given = positions as Float32Array;
    return { positions: given.map((_, i) => given[i - (i % 3) + (((i % 3) + axis) % 3)]), indices: indices! };
  });
}

const floor = quad(0, 0, 0, 10, 0, 0, 0, 10, 0, 10, 10, 0);
const wall = quad(0, 0, 0, 0, 10, 0, 0, 0, 10, 0, 10, 10);
const other = quad(0, 0, 0, 10, 0, 0, 0, 0, 10, 10, 0, 10);

const SCENES: Readonly<Record<string, (random: Random) => MeshInput[]>> = {
  'boxes sunk into a floor': (random) => [
    floor,
    ...random.times(random.integer(1, 9), () =>
      block([random.real(0, 9), random.real(0, 9), random.real(-0.6, 0.1)], [1, 1, random.real(0.3, 2)]),
    ),
  ],
  'a box in the corner of a room': (random) => [
    floor,
    wall,
    other,
    block([random.real(-0.5, 0.5), random.real(-0.5, 0.5), random.real(-0.5, 0.5)], [2, 1, 1]),
  ],
  'triangles in one plane': (random) =>
    random.times(random.integer(2, 5), () => {
      const [x, y] = [random.real(0, 3), random.real(0, 3)];
      return { positions: Float32Array.of(x, y, 1, x + 2, y, 1, x, y + 2, 1), indices: Uint32Array.of(0, 1, 2) };
    }),
  'a rod through thin plates': (random) => {
    const length = random.pick([10, 1e3, 1e6]);
    const plates = random.times(3, () => random.real(0, 0.9) * length);
    return [block([0.4, 0.4, 0], [0.1, 0.1, length]), ...plates.map((z) => block([0, 0, z], [1, 1, 1e-3]))];
  },
};

const RESOLUTIONS = [1, 16, 64, 256, ...(isLong ? [1024, 4096] : [])];

/** Every way of culling that promises to lose nothing. */
const LAYERED: readonly CullOptions[] = [
  { coverage: 'conservative' },
  { coverage: 'conservative', boxes: false },
  { coverage: 'uobb' },
  { coverage: 'uobb', boxes: false },
  { coverage: 'uobb', boxes: false, self: true },
  { coverage: 'conservative', self: true },
  { preset: 'far' },
];
/** Those that a WebGPU engine makes in compute passes. */
const COMPUTED: readonly CullOptions[] = [
  { preset: 'far' },
  { coverage: 'uobb', boxes: false },
  { coverage: 'uobb', boxes: false, refit: true },
  { coverage: 'conservative', boxes: false },
  { coverage: 'conservative' },
  { coverage: 'conservative', self: true },
  { coverage: 'uobb' },
  { coverage: 'uobb', self: true, boxes: false },
];
const HARDWARE: readonly CullOptions[] = [
  { preset: 'far', generator: 'hardware' },
  { coverage: 'uobb', generator: 'hardware' },
  { coverage: 'conservative', generator: 'hardware' },
  { coverage: 'conservative', generator: 'hardware', self: true },
];

/** The scene and what to ask of it; where a software driver draws, large pictures are of scenes that fill a part of them. */
function drawn(given: readonly MeshInput[], options: CullOptions, seed: number): [readonly MeshInput[], CullOptions] {
  const { boxes = options.preset === undefined, generator, refit, resolution } = options;
  if ((boxes && generator === undefined) || resolution! <= FILLED_MOST) return [given, options];
  if (refit) return [given, { ...options, resolution: FILLED_MOST }];
  const { meshes, resolution: drawnAt } = drawable(given, resolution!, seed % 8);
  return [meshes, { ...options, resolution: drawnAt, rounds: 1 }];
}

function describeReliable(ways: readonly CullOptions[], backend: 'wasm' | 'webgpu') {
  const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? SCENES_OF[backend]);
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend, threads: 0 });
  });
  afterAll(() => engine?.dispose());

  describe.each(ways.map((way) => [JSON.stringify(way), way] as const))('%s', (_name, way) => {
    it.each(Object.keys(SCENES))('loses nothing of %s', async (name) => {
      let found = 0;
      for (let seed = firstSeed; seed < firstSeed + sceneCount; seed++) {
        const random = new Random(seed);
        const given = turned(SCENES[name](random), random.integer(0, 2));
        const distance = random.chance(0.25) ? random.pick([0.01, 0.5, 100]) : 0;
        const asked: CullOptions = {
          ...way,
          distance,
          views: random.pick(['x', 'y', 'z', 'xyz', '-z', '1,1,0', '1,2,3']),
          resolution: random.pick(RESOLUTIONS),
          depthBits: random.pick([16, 24, 32]),
          level: random.pick(['object', 'triangle', 'triangle'] as const),
        };
        const [meshes, options] = backend === 'wasm' ? [given, asked] : drawn(given, asked, seed);
        const left = await cullOn(engine, meshes, options);
        const needed = neededTriangles(meshes, options);
        found += needed.size;
        const about = `seed ${seed}, ${JSON.stringify(options)}`;
        expect(left.stats.backend, about).toBe(backend);
        expect(lostTriangles(needed, left), about).toEqual([]);
      }
      expect(found).toBeGreaterThan(sceneCount);
    });
  });
}

describe('on wasm', () => describeReliable(LAYERED, 'wasm'));
describeGpu('in compute passes', () => describeReliable(COMPUTED, 'webgpu'));
describeGpu('on graphics hardware', () => describeReliable(HARDWARE, 'webgpu'));
