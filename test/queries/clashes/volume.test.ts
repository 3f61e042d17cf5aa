/**
 * Volumes of clashes, flush areas and curves: against numbers known from construction, and against the exact booleans of
 * manifold-3d.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many random pairs of each sort (2000, as with COLLIDESCOPE_SLOW, take some minutes),
 * COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import Module from 'manifold-3d';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clash, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import {
  box,
  insideOut,
  joined,
  mapped,
  meshOf,
  prism,
  refined,
  type Solid,
  type Vector,
} from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 2000 : 40));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seeds = Array.from({ length: count }, (_, i) => firstSeed + i);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

async function clashesOf(meshes: readonly MeshInput[]): Promise<readonly Clash[]> {
  const scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { clashes } = await scene.clashes({ volume: true, area: true, curve: true, depth: false });
  scene.dispose();
  return clashes;
}

/** The volumes of all clashes together, and what they may be off by. */
function totalOf(clashes: readonly Clash[]): { volume: number; errorBound: number } {
  const sum = (of: 'volume' | 'errorBound') => clashes.reduce((total, { volume }) => total + volume![of], 0);
  return { volume: sum('volume'), errorBound: sum('errorBound') };
}

const randomBox = (random: Random): { low: Vector; high: Vector } => {
  const low = random.times(3, () => random.integer(0, 12) / 4) as unknown as Vector;
  return { low, high: low.map((x) => x + random.integer(1, 12) / 4) as unknown as Vector };
};

describe('volume', () => {
  it(`of boxes is the product of their common sides, seeds ${firstSeed} on`, async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const [a, b] = [randomBox(random), randomBox(random)];
      const sides = [0, 1, 2].map((k) => Math.min(a.high[k], b.high[k]) - Math.max(a.low[k], b.low[k]));
      const known = sides.every((side) => side > 0) ? sides[0] * sides[1] * sides[2] : 0;
      const dress = (solid: Solid) => {
        const cut = refined(solid, random, random.integer(0, 12));
        return random.chance(0.3) ? insideOut(cut) : cut;
      };
      const clashes = await clashesOf([box(a.low, a.high), box(b.low, b.high)].map((solid) => meshOf(dress(solid))));
      const { volume, errorBound } = totalOf(clashes);
      expect(Math.abs(volume - known), `seed ${seed}: ${volume}, known ${known}`).toBeLessThanOrEqual(errorBound);
      expect(errorBound, `seed ${seed}`).toBeLessThan(1e-10);
      for (const clash of clashes) expect(clash.volume!.method).toBe('exact');
    }
  });

  it(`of what tapers, against its formula, seeds ${firstSeed} on`, async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      // A pyramid of height 4 on a square of side 8 stands on a plate that cuts it at some height.
      const base: Vector[] = [
        [-4, -4, 0],
        [4, -4, 0],
        [4, 4, 0],
        [-4, 4, 0],
      ];
      const pyramid: Solid = {
        vertices: [...base, [0, 0, 4]],
        triangles: [
          [0, 2, 1],
          [0, 3, 2],
          [0, 1, 4],
          [1, 2, 4],
          [2, 3, 4],
          [3, 0, 4],
        ],
      };
      const height = random.integer(1, 15) / 4;
      const plate = box([-9, -9, height], [9, 9, 9]);
      // Of the part above, the side is twice its height.
      const known = (4 * (4 - height) ** 3) / 3;
      const meshes = [pyramid, plate].map((solid) => meshOf(refined(solid, random, random.integer(0, 10))));
      const { volume, errorBound } = totalOf(await clashesOf(meshes));
      expect(Math.abs(volume - known), `seed ${seed}`).toBeLessThanOrEqual(errorBound + 2 ** -50 * known);
      expect(errorBound, `seed ${seed}`).toBeLessThan(1e-9);
    }
  });

  it(`equals that of manifold-3d on round and edged solids, seeds ${firstSeed} on`, async () => {
    const loaded = await Module();
    loaded.setup();
    const { Manifold, Mesh } = loaded;
    const volumeOf = (meshes: readonly MeshInput[]): number => {
      const solids = meshes.map(
        ({ positions, indices }) =>
          new Manifold(
            new Mesh({
              numProp: 3,
              vertProperties: Float32Array.from(positions),
              triVerts: Uint32Array.from(indices!),
            }),
          ),
      );
      const common = solids[0].intersect(solids[1]);
      const volume = common.volume();
      for (const solid of [...solids, common]) solid.delete();
      return volume;
    };
    for (const seed of seeds) {
      const random = new Random(seed);
      const meshes = random.times(2, () => randomRound(random));
      const { volume, errorBound } = totalOf(await clashesOf(meshes));
      const theirs = volumeOf(meshes);
      // Theirs is rounded to single precision on the way.
      expect(Math.abs(volume - theirs), `seed ${seed}: ${volume}, theirs ${theirs}`).toBeLessThan(2e-6 + errorBound);
      expect(errorBound, `seed ${seed}`).toBeLessThan(1e-10);
    }
  });

  it('of objects that meet themselves is that of their skins, of open ones there is none', async () => {
    const twin = joined(box([0, 0, 0], [2, 2, 2]), box([1, 1, 1], [3, 3, 3]));
    // It begins where the two boxes overlap and ends outside both.
    const clashes = await clashesOf([meshOf(twin), meshOf(box([1.25, 1.25, 1.25], [1.75, 1.75, 5]))]);
    expect(clashes).toHaveLength(1);
    const { volume, errorBound, method } = clashes[0].volume!;
    expect(method).toBe('exact');
    expect(Math.abs(volume - 0.5 * 0.5 * 1.75)).toBeLessThanOrEqual(errorBound);
    const open = meshOf(box([0, 0, 0], [2, 2, 2]));
    const [crossing] = await clashesOf([
      { ...open, indices: open.indices.slice(3) },
      meshOf(box([1, 1, 1], [3, 3, 3])),
    ]);
    expect(crossing.volume).toBe(null);
  });

  it('of a hollow object leaves the void out', async () => {
    const hollow = joined(box([0, 0, 0], [8, 8, 8]), insideOut(box([2, 2, 2], [6, 6, 6])));
    const clashes = await clashesOf([meshOf(hollow), meshOf(box([1, 1, 1], [7, 7, 9]))]);
    const { volume, errorBound } = totalOf(clashes);
    expect(Math.abs(volume - (6 * 6 * 7 - 4 ** 3))).toBeLessThanOrEqual(errorBound);
  });
});

/** A ball, a bumpy one or a prism with slanting sides; coordinates of single precision. */
function randomRound(random: Random): MeshInput {
  const [dx, dy, dz] = random.times(3, () => random.real(-0.8, 0.8));
  const shift = (x: number, y: number, z: number): Vector => [x + dx, y + dy, z + dz];
  const made = random.chance(0.5)
    ? ballMesh(random.integer(1, 3), (x, y, z) => {
        const r = 1 + 0.2 * Math.sin(5 * x) * Math.cos(4 * y + z);
        return shift(r * x, r * y, r * z);
      })
    : meshOf(
        mapped(
          prism(
            [
              [-1, -1],
              [1, -1],
              [1, 1],
              [-1, 1],
            ],
            -1,
            1,
          ),
          ([x, y, z]) => shift(x * (1.2 + 0.3 * z), y + 0.2 * z, z),
        ),
      );
  return { ...made, positions: Float32Array.from(made.positions) };
}

describe('area and curve', () => {
  it('are those of a box that stands on a plate', async () => {
    for (const splits of [0, 20]) {
      const random = new Random(splits);
      const [clash] = await clashesOf(
        [box([0, 0, 0], [4, 4, 1]), box([1, 1, 1], [3, 2, 2])].map((solid) => meshOf(refined(solid, random, splits))),
      );
      expect(clash).toMatchObject({ kind: 'touching', volume: { volume: 0 } });
      expect(clash.area).toBeCloseTo(2, 12);
      expect(clash.curve).toHaveLength(1);
      expect(clash.curve![0].closed).toBe(true);
      expect(lengthOf(clash.curve![0])).toBeCloseTo(6, 12);
    }
  });

  it('are those of a rod through a plate: two closed curves and no area', async () => {
    const [clash] = await clashesOf([box([0, 0, 0], [4, 4, 1]), box([1, 1, -1], [2, 3, 2])].map(meshOf));
    expect(clash.area).toBe(0);
    expect(clash.curve!.map(({ closed }) => closed)).toEqual([true, true]);
    for (const curve of clash.curve!) expect(lengthOf(curve)).toBeCloseTo(6, 12);
  });

  it('have open curves at the edges of open surfaces', async () => {
    const sheet: MeshInput = {
      positions: Float64Array.from([0, 0, 0, 4, 0, 0, 0, 4, 0]),
      indices: Uint32Array.from([0, 1, 2]),
    };
    const wall: MeshInput = {
      positions: Float64Array.from([1, -1, -1, 1, 9, -1, 1, -1, 9]),
      indices: Uint32Array.from([0, 1, 2]),
    };
    const [clash] = await clashesOf([sheet, wall]);
    expect(clash.curve).toHaveLength(1);
    expect(clash.curve![0].closed).toBe(false);
    expect(lengthOf(clash.curve![0])).toBeCloseTo(3, 12);
  });
});

function lengthOf({ points, closed }: { points: Float64Array; closed: boolean }): number {
  const count = points.length / 3;
  let length = 0;
  for (let i = 0; i + (closed ? 0 : 1) < count; i++) {
    const j = (i + 1) % count;
    length += Math.hypot(...[0, 1, 2].map((k) => points[3 * j + k] - points[3 * i + k]));
  }
  return length;
}
