/**
 * Solids made of convex parts with corners on a lattice, whose faces are flush, cross at slants and share edges: overlaps, kinds and
 * volumes are those of `oracle/convex-unions.ts`, at any scale, placed exactly or turned, with vertices shared or not.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin; COLLIDESCOPE_SLOW looks at many more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hullOf, type Part, type Point, type UnionOverlap, unionOverlap } from '../../../oracle/convex-unions.ts';
import { type Clash, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { randomTurn } from '../../support/cell-scenes.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { drawnParts, randomParts } from '../../support/lattice-parts.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(400));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seeds = Array.from({ length: count }, (_, i) => firstSeed + i);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

const boxFacets = (low: Point, high: Point) =>
  hullOf([low, high].flatMap(([x]) => [low, high].flatMap(([, y]) => [low, high].map(([, , z]): Point => [x, y, z]))))!;
const CUBE = boxFacets([0, 0, 0], [2, 2, 2]);

type Matrix = readonly number[];

async function ask(meshes: readonly MeshInput[], matrices: readonly (Matrix | undefined)[] = [], volume = true) {
  using scene = engine.createScene();
  for (const [i, mesh] of meshes.entries()) {
    const id = scene.add(mesh);
    const matrix = matrices[i];
    if (matrix) scene.place(id, matrix);
  }
  return (await scene.clashes({ volume })).clashes;
}

const matrixOf = (columns: readonly (readonly number[])[], shift: readonly number[]): number[] => [
  ...columns.flatMap((column) => [...column, 0]),
  ...shift,
  1,
];

/** A matrix that doubles apply exactly, and what it makes of lengths that all directions share. */
function exactMatrix(random: Random): { matrix: number[]; scale: number } {
  const scale = random.pick([1, 1, 2, 0.25, 7, 2 ** -60, 2 ** 40]);
  const rows = random.shuffle([0, 1, 2]).map((k) => [0, 0, 0].with(k, 1));
  // A shear, which keeps volumes.
  const factor = random.integer(-2, 2);
  rows[1] = rows[1].map((value, i) => value + factor * rows[0][i]);
  const columns = [0, 1, 2].map((k) => rows.map((row) => scale * row[k]));
  const far = random.pick([1, 1, 1024]);
  return {
    matrix: matrixOf(
      columns,
      random.times(3, () => far * scale * random.integer(-9, 9)),
    ),
    scale,
  };
}

/** Three vertices of its own for each triangle, as render meshes have them. */
function split({ positions, indices }: MeshInput): MeshInput {
  const corners = Array.from(indices!, (vertex) => [...positions.slice(3 * vertex, 3 * vertex + 3)]);
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.from(corners.keys()), weld: false };
}

/** The same with coordinates as a matrix places them. */
const placed = (mesh: MeshInput, m: Matrix): MeshInput => {
  const { positions: p } = mesh;
  const at = (i: number, k: number) => m[k] * p[i] + m[4 + k] * p[i + 1] + m[8 + k] * p[i + 2] + m[12 + k];
  return { ...mesh, positions: Float64Array.from(p, (_, i) => at(i - (i % 3), i % 3)) };
};

const told = (clashes: readonly Clash[]): string =>
  JSON.stringify(clashes.map(({ kind, inner, depth, volume }) => [kind, inner, depth, volume]));

const isDeep = ({ kind }: Clash) => kind !== 'touching';

/** Sum of the volumes and of their bounds; undefined when one is not told. */
function totalOf(clashes: readonly Clash[]): { volume: number; errorBound: number; isExact: boolean } | undefined {
  const volumes = clashes.flatMap(({ volume }) => volume ?? []);
  if (volumes.length < clashes.length) return undefined;
  return {
    volume: volumes.reduce((sum, { volume }) => sum + volume, 0),
    errorBound: volumes.reduce((sum, { errorBound }) => sum + errorBound, 0),
    isExact: volumes.every(({ method }) => method === 'exact'),
  };
}

interface Known {
  readonly parts: readonly (readonly Part[])[];
  readonly meshes: readonly MeshInput[];
  readonly overlap: UnionOverlap;
}

/** Two solids; undefined when one winds round nothing. */
function twoSolids(random: Random): Known | undefined {
  const size = random.pick([2, 3, 4, 6, 12]);
  const signed = random.chance(0.25);
  const parts = [randomParts(random, 3, size, signed), randomParts(random, 3, size, signed)] as const;
  const overlap = unionOverlap(parts);
  if (overlap.volumes.some((volume) => volume < 1e-9)) return undefined;
  const meshes = parts.map((own) => {
    const mesh = drawnParts(own, random);
    return random.chance(0.3) ? split(mesh) : mesh;
  });
  return { parts, meshes, overlap };
}

describe('solids of convex parts', () => {
  it(`overlap as their parts do, at any scale, ${count} pairs from seed ${firstSeed} on`, async () => {
    let exact = 0;
    for (const seed of seeds) {
      const random = new Random(seed);
      const known = twoSolids(random);
      if (!known) continue;
      const { parts, meshes, overlap } = known;
      const { matrix, scale } = random.chance(0.3) ? { matrix: undefined, scale: 1 } : exactMatrix(random);
      const clashes = await ask(meshes, [matrix, matrix]);
      const about = `seed ${seed}, scale ${scale}: ${JSON.stringify(overlap)}, found ${told(clashes)}`;
      expect(clashes.some(isDeep), about).toBe(overlap.common > 1e-12);
      if (parts.flat().every(({ turn }) => turn > 0)) expect(clashes.length > 0, about).toBe(overlap.meet);
      if (parts.flat().length === 2 && overlap.volumes.every((volume) => volume > overlap.common + 1e-9))
        expect(new Set(clashes.filter(isDeep).map(({ kind }) => kind)), about).not.toContain('contained');
      const total = totalOf(clashes);
      if (!total) continue;
      // Rounded corners of skins may be outside, in faces that the two have in common.
      if (total.isExact && overlap.volumes.some((volume) => volume < overlap.common + 1e-9))
        expect(new Set(clashes.map(({ kind }) => kind)), about).not.toContain('penetrating');
      const off = Math.abs(total.volume / scale ** 3 - overlap.common);
      expect(off, about).toBeLessThanOrEqual(total.errorBound / scale ** 3 + 1e-12 * overlap.common);
      exact += Number(total.isExact && overlap.common > 0);
    }
    expect(exact).toBeGreaterThan(count / 8);
  });

  it(`overlap as their parts do when they are turned and rounded, ${count} pairs from seed ${firstSeed} on`, async () => {
    for (const seed of seeds) {
      const random = new Random(seed + 1e6);
      const known = twoSolids(random);
      if (!known) continue;
      const { meshes, overlap } = known;
      const matrix = matrixOf(
        randomTurn(random),
        random.times(3, () => random.real(-1, 1)),
      );
      // As given, or by being placed: each has its own rounding.
      const clashes = random.chance(0.5)
        ? await ask(meshes, [matrix, matrix])
        : await ask(meshes.map((mesh) => placed(mesh, matrix)));
      const about = `seed ${seed}: ${JSON.stringify(overlap)}, found ${told(clashes)}`;
      if (overlap.common > 1e-3) expect(clashes.some(isDeep), about).toBe(true);
      if (overlap.common === 0)
        for (const { depth } of clashes.filter(isDeep)) expect(depth!.most, about).toBeLessThan(1e-10);
      const total = totalOf(clashes);
      if (total) expect(Math.abs(total.volume - overlap.common), about).toBeLessThanOrEqual(total.errorBound + 1e-9);
    }
  });

  it('lie in each other where a shear has placed them, however their faces are divided', async () => {
    const parts = (...boxes: readonly (readonly [Point, Point])[]): Part[] =>
      boxes.map((corners) => ({ facets: boxFacets(...corners), turn: 1 }));
    const inner = parts([[1, 1, 0], [3, 2, 2]], [[0, 0, 0], [2, 1, 1]]); // biome-ignore format: a list
    const outer = parts([[0, 0, 0], [2, 3, 1]], [[1, 1, 0], [3, 3, 2]]); // biome-ignore format: a list
    const shear = matrixOf([[-1, 1, 0], [-2, 1, 0], [-4, 2, 1]], [-9216, -9, -6]); // biome-ignore format: a matrix
    for (const seed of seeds.slice(0, 20)) {
      const random = new Random(seed);
      const clashes = await ask([drawnParts(inner, random), drawnParts(outer, random)], [shear, shear]);
      expect(clashes.map(({ kind, inner }) => [kind, inner]), `seed ${seed}: ${told(clashes)}`).toEqual([['contained', 0]]); // biome-ignore format: one line
    }
  });

  it('that are the same but for rounding, and drawn with other parts inside, do not merely touch', async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const made = () => drawnParts([{ facets: CUBE, turn: 1 }, ...randomParts(random, 2, 2, false)], random);
      const matrix = matrixOf(
        randomTurn(random),
        random.times(3, () => random.real(-1, 1)),
      );
      const meshes = random.times(2, () => placed(made(), matrix));
      const clashes = await ask(meshes, [], false);
      expect(clashes.some(isDeep), `seed ${seed}: ${told(clashes)}`).toBe(true);
    }
  });
});

describe('volumes', () => {
  it('are as exact of objects with vertices of their own for each triangle as of others', async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const meshes = random.times(2, () => {
        const grown = random.real(0.5, 1.5);
        return random.chance(0.5)
          ? ballMesh(random.integer(0, 2), (x, y, z) => [grown * x, y, z])
          : boxMesh([-1, -0.5, -0.5], [grown, 0.5, 1]);
      });
      const matrices = random.times(2, () =>
        matrixOf(
          randomTurn(random),
          random.times(3, () => random.real(-0.5, 0.5)),
        ),
      );
      const [shared, own] = [await ask(meshes, matrices), await ask(meshes.map(split), matrices)].map((all) => {
        expect(totalOf(all)?.isExact, `seed ${seed}: ${told(all)}`).toBe(true);
        return totalOf(all)!;
      });
      // Sums are taken in another order.
      expect(Math.abs(own.volume - shared.volume), `seed ${seed}`).toBeLessThanOrEqual(shared.errorBound);
      expect(own.errorBound, `seed ${seed}`).toBeLessThanOrEqual(1.5 * shared.errorBound);
    }
  });

  it('have the same bounds where squares of areas underflow', async () => {
    for (const seed of seeds) {
      const random = new Random(seed);
      const matrices = random.times(2, () =>
        matrixOf(
          randomTurn(random),
          random.times(3, () => 1e3 + random.real(-0.2, 0.2)),
        ),
      );
      const tiny = 2 ** -300;
      const scaled = matrices.map((matrix) => matrix.map((value, i) => (i === 15 ? 1 : tiny * value)));
      const meshes = [ballMesh(1), boxMesh([-1, -1, -1], [1, 1, 0])];
      const [known, found] = [await ask(meshes, matrices), await ask(meshes, scaled)].map((all) => totalOf(all)!);
      expect(found.volume / tiny ** 3 / known.volume, `seed ${seed}`).toBeCloseTo(1, 6);
      expect(found.errorBound / tiny ** 3, `seed ${seed}`).toBeGreaterThanOrEqual(0.99 * known.errorBound);
      expect(found.errorBound / tiny ** 3, `seed ${seed}`).toBeLessThanOrEqual(4 * known.errorBound);
    }
  });
});
