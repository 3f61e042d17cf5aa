/** `contacts` against all pairs of features in exact arithmetic, on scenes made to be nasty. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracleContacts } from '../../../oracle/contacts.ts';
import { createEngine, type Engine, type FeatureContacts, type MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const SCENES = Number(process.env.COLLIDESCOPE_FUZZ_CONTACTS ?? seedsOf(1200));
const FIRST_SEED = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

interface Plain {
  positions: Float32Array | Float64Array;
  indices: Uint32Array;
  weld: false;
}

/** Every vertex is what its index says. */
const plain = ({ positions, indices }: MeshInput): Plain => ({
  positions: positions as Float32Array | Float64Array,
  indices: Uint32Array.from(indices ?? Array.from({ length: positions.length / 3 }, (_, i) => i)),
  weld: false,
});

/** Few triangles on a coarse grid: parallel, coplanar, degenerate, sharing vertices, at distances that are whole numbers. */
function gridScene(random: Random): Plain[] {
  const unit = random.pick([1, 0.125, 1 / 3, 2 ** -300, 2 ** 240, 1e-5]);
  return random.times(random.integer(1, 3), (): Plain => {
    const vertices = random.integer(3, 9);
    const flat = random.pick([-1, -1, 0, 2]);
    const positions = new (random.pick([Float32Array, Float64Array]))(3 * vertices);
    const isWide = positions instanceof Float32Array && (unit < 1e-30 || unit > 1e30);
    for (let i = 0; i < positions.length; i++) {
      positions[i] = i % 3 === flat ? 0 : random.integer(0, 4) * (isWide ? 1 : unit);
    }
    const indices = new Uint32Array(3 * random.integer(1, 6)).map(() => random.integer(0, vertices - 1));
    for (let t = 0; t < indices.length; t += 3) {
      if (new Set(indices.subarray(t, t + 3)).size < 3) indices.set([0, 1, 2], t);
    }
    return { positions, indices, weld: false };
  });
}

function extentOf(meshes: readonly Plain[]): number {
  const all = meshes.flatMap(({ positions }) => Array.from(positions));
  return Math.max(
    ...[0, 1, 2].map((k) => {
      const own = all.filter((_, i) => i % 3 === k);
      return Math.max(...own) - Math.min(...own);
    }),
  );
}

function scene(seed: number): { meshes: Plain[]; distance: number } {
  const random = new Random(seed + 77);
  const meshes =
    seed % 3 === 0
      ? gridScene(random)
      : randomScene(sceneNames[seed % sceneNames.length], seed)
          .map(plain)
          .slice(0, 3);
  const small = meshes.map((mesh) => ({ ...mesh, indices: mesh.indices.subarray(0, 36) }));
  const extent = extentOf(small) || 1;
  // Half of the time the very distance of two features, so that being strictly nearer is put to the test.
  const some = oracleContacts(small, 2 * extent, () => true).map(({ distance }) => distance);
  const exact = some.filter((d) => d > 0);
  const distance =
    exact.length > 0 && random.pick([true, false])
      ? random.pick(exact)
      : extent * random.pick([1e-9, 0.01, 0.1, 0.25, 0.5]);
  return { meshes: small, distance };
}

/** What must hold of values that are rounded. */
function expectValues(found: FeatureContacts, meshes: readonly Plain[], extent: number, message: string) {
  const { points, distances, normals, coordinates, features, kinds, sides } = found;
  // Points are rounded as coordinates are, which may lie far from the origin.
  const rounding =
    1e-13 + (2 ** -50 * Math.max(...meshes.flatMap(({ positions }) => Array.from(positions, Math.abs)))) / extent;
  for (let i = 0; i < distances.length; i++) {
    const [a, b] = [points.subarray(6 * i, 6 * i + 3), points.subarray(6 * i + 3, 6 * i + 6)];
    const way = [0, 1, 2].map((k) => (a[k] - b[k]) / extent);
    expect(Math.abs(Math.hypot(...way) - distances[i] / extent), message).toBeLessThan(rounding);
    const normal = normals.subarray(3 * i, 3 * i + 3);
    expect(Math.hypot(...normal), message).toBeCloseTo(1, 12);
    if (distances[i] / extent > 1e-3 && rounding < 1e-12) {
      for (let k = 0; k < 3; k++) expect(normal[k] * Math.hypot(...way), message).toBeCloseTo(way[k], 11);
    }
    const at = (object: number, v: number) => meshes[object].positions.subarray(3 * v, 3 * v + 3);
    const f = features.subarray(6 * i, 6 * i + 6);
    const [x, y] = coordinates.subarray(2 * i, 2 * i + 2);
    const corners =
      kinds[i] === 0
        ? [...meshes[f[3]].indices.subarray(3 * f[4], 3 * f[4] + 3)].map((v) => at(f[3], v))
        : [at(f[3], f[4]), at(f[3], f[5])];
    const parts = kinds[i] === 0 ? [1 - x - y, x, y] : [1 - y, y];
    for (let k = 0; k < 3; k++) {
      const there = corners.reduce((sum, corner, c) => sum + parts[c] * corner[k], 0);
      expect(Math.abs(there - b[k]) / extent, message).toBeLessThan(1e-12 + 8 * rounding);
    }
    expect(Math.abs(sides[i])).toBeLessThanOrEqual(1);
  }
}

describe.each([0, 2])('contacts, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function ask(meshes: readonly MeshInput[], distance: number, options = {}): Promise<FeatureContacts> {
    const made = engine.createScene();
    for (const mesh of meshes) made.add(mesh);
    const found = await made.contacts(distance, options);
    made.dispose();
    return found;
  }

  it('are those of the oracle, each once and in order', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SCENES / 2; seed++) {
      const { meshes, distance } = scene(2 * seed + Number(threads > 0));
      const extent = extentOf(meshes) || 1;
      const self = seed % 4 !== 3;
      const between = seed % 5 !== 4;
      const expected = oracleContacts(meshes, distance, (a, b) => (a === b ? self : between));
      const found = await ask(meshes, distance, { self, between });
      const message = `seed ${seed}, distance ${distance}`;
      const names = Array.from(found.kinds, (kind, i) => [kind, ...found.features.subarray(6 * i, 6 * i + 6)].join());
      expect(names, message).toEqual(expected.map(({ kind, features }) => [kind, ...features].join()));
      expect(Array.from(found.sides), message).toEqual(expected.map(({ side }) => side));
      for (const [i, d] of expected.entries()) {
        expect(found.distances[i] === 0, message).toBe(d.distance === 0);
        expect(Math.abs(found.distances[i] - d.distance) / extent, message).toBeLessThan(2 ** -48);
        expect(found.distances[i], message).toBeLessThan(distance);
      }
      expectValues(found, meshes, extent, message);
    }
  });

  it('sees a fold, and leaves out features that share a vertex', async () => {
    // Two triangles that share an edge, folded until the tips are 0.1 apart.
    const positions = Float64Array.of(0, 0, 0, 0, 1, 0, 1, 0.5, 0.05, 1, 0.5, -0.05);
    const fold = { positions, indices: Uint32Array.of(0, 1, 2, 1, 0, 3) };
    const { kinds, features, sides } = await ask([fold], 0.2, { self: true });
    expect(Array.from(kinds)).toEqual([0, 0, 1, 1]);
    expect(Array.from(features.subarray(0, 12))).toEqual([0, 2, 2, 0, 1, 1, 0, 3, 3, 0, 0, 0]);
    expect(sides[0]).toBe(sides[1]);
    const { trianglePairs } = await engine.createScene().within(1);
    expect(trianglePairs).toHaveLength(0);
  });

  it('one contact leads where several have the same nearest points', async () => {
    // A vertex over the common corner of four triangles.
    const quad = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0);
    const floor = { positions: quad, indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1) };
    const tip = { positions: Float64Array.of(0, 0, 0.1, 0.3, 0, 5, 0, 0.3, 5), indices: Uint32Array.of(0, 1, 2) };
    const { leads, distances } = await ask([floor, tip], 0.11);
    expect(distances.length).toBeGreaterThan(4);
    expect(leads.reduce((sum, lead) => sum + lead, 0)).toBe(1);
    expect(leads[0]).toBe(1);
  });

  it('stops at a limit, leaves points out, and says what it cost', async () => {
    const meshes = randomScene(sceneNames[1], 5).map(plain);
    const all = await ask(meshes, 1e6, { self: true });
    const some = await ask(meshes, 1e6, { self: true, limit: 3 });
    expect([all.limited, some.limited, some.distances.length]).toEqual([false, true, 3]);
    const without = await ask(meshes, 1e6, { self: true, points: false });
    expect('points' in without).toBe(false);
    expect(without.normals).toEqual(all.normals);
    expect(all.stats.backend).toBe('wasm');
    const total = all.objectPairs.filter((_, i) => i % 3 === 2).reduce((sum, n) => sum + n, 0);
    expect(total).toBe(all.distances.length);
    expect((await ask([], 1)).distances).toHaveLength(0);
  });

  it.each([0, -1, Number.NaN, '1', undefined])('refuses the distance %s', async (distance) => {
    await expect(ask([], distance as number)).rejects.toMatchObject({ code: 'option-range' });
  });

  it('refuses pairs with self, unknown options and aborted signals', async () => {
    await expect(ask([], 1, { pairs: [], self: true })).rejects.toMatchObject({ code: 'option-conflict' });
    await expect(ask([], 1, { segments: true })).rejects.toMatchObject({ code: 'unknown-option' });
    await expect(ask([], 1, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });
});
