/**
 * The set of pairs does not depend on how a scene is written down: axes, orders, powers of two, precision, objects.
 *
 * The engine is compared with itself, so these hold beyond what the oracle can afford. COLLIDESCOPE_FUZZ_SEED changes
 * the seed; fast-check prints it, the path and the smallest scene when a property fails.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OracleAnswer } from '../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput, Positions } from '../../src/mesh/mesh-input.ts';
import { asRows, engineAnswer } from '../support/engine-answer.ts';
import {
  isScaled,
  joinedMesh,
  mapPositions,
  mapTriangles,
  pairsOf,
  pickTriangles,
  renumbered,
  sorted,
  triangleCount,
  weldedCorners,
  withIndices,
} from '../support/mesh-changes.ts';
import { Random } from '../support/random.ts';
import { randomScene, sceneNames } from '../support/random-scenes.ts';

const RUNS = { seed: Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 20_040_829), numRuns: 200 };
const EVERYTHING = { self: true, between: true };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** A mesh of whole coordinates, which fast-check can shrink. */
const latticeMesh: fc.Arbitrary<MeshInput> = fc
  .record({
    vertices: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }), {
      minLength: 3,
      maxLength: 12,
    }),
    corners: fc.array(fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 16 }),
    single: fc.boolean(),
    weld: fc.boolean(),
  })
  .map(({ vertices, corners, single, weld }) => ({
    positions: (single ? Float32Array : Float64Array).from(vertices.flat()),
    indices: Uint32Array.from(corners.flat(), (corner) => corner % vertices.length),
    weld,
  }));
const latticeScene = fc.array(latticeMesh, { minLength: 1, maxLength: 3 });
const nastyScene = fc.tuple(fc.constantFrom(...sceneNames), fc.nat(1_000_000)).map(([name, seed]) => {
  return randomScene(name, seed).map(withIndices);
});
/** Every mesh with indices, welding spelled out. */
const anyScene = fc.oneof(latticeScene, nastyScene);
const anyRandom = fc.nat().map((seed) => new Random(seed));

function ask(meshes: readonly MeshInput[]): Promise<OracleAnswer> {
  return engineAnswer(engine, meshes, EVERYTHING);
}

/** The scene written down in another way has the same answer. */
async function expectSame(meshes: readonly MeshInput[], changed: readonly MeshInput[]): Promise<void> {
  expect(await ask(changed)).toEqual(await ask(meshes));
}

describe('the pairs stay the same when', () => {
  it('axes are swapped and mirrored', async () => {
    const axes = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    const signs = fc.array(fc.constantFrom(1, -1), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyScene, axes, signs, async (meshes, order, sign) => {
        const swap = (_: number, index: number, all: Positions) =>
          sign[index % 3] * all[index - (index % 3) + order[index % 3]];
        await expectSame(
          meshes,
          meshes.map((mesh) => mapPositions(mesh, swap)),
        );
      }),
      RUNS,
    );
  });

  it('everything is scaled by a power of two', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, fc.integer({ min: -200, max: 200 }), async (meshes, exponent) => {
        const scaled = meshes.map((mesh) => mapPositions(mesh, (value) => value * 2 ** exponent));
        fc.pre(meshes.every((mesh, object) => isScaled(mesh.positions, scaled[object].positions, exponent)));
        await expectSame(meshes, scaled);
      }),
      RUNS,
    );
  });

  it('everything is moved by powers of two', async () => {
    const exponents = fc.array(fc.integer({ min: -2, max: 21 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(latticeScene, exponents, fc.constantFrom(1, -1), async (meshes, exponent, sign) => {
        const move = (value: number, index: number) => value + sign * 2 ** exponent[index % 3];
        await expectSame(
          meshes,
          meshes.map((mesh) => mapPositions(mesh, move)),
        );
      }),
      RUNS,
    );
  });

  it('single precision is given as double', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, async (meshes) => {
        await expectSame(
          meshes,
          meshes.map((mesh) => ({ ...mesh, positions: Float64Array.from(mesh.positions) })),
        );
      }),
      RUNS,
    );
  });

  it('vertices are numbered in another order', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, anyRandom, async (meshes, random) => {
        await expectSame(
          meshes,
          meshes.map((mesh) => renumbered(mesh, random)),
        );
      }),
      RUNS,
    );
  });

  it('corners are rotated and triangles turned over', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, anyRandom, async (meshes, random) => {
        const turned = meshes.map((mesh) => ({
          ...mesh,
          indices: mapTriangles(mesh, ([a, b, c]) =>
            random.pick([
              [a, b, c],
              [b, c, a],
              [c, a, b],
              [a, c, b],
              [b, a, c],
              [c, b, a],
            ]),
          ),
        }));
        await expectSame(meshes, turned);
      }),
      RUNS,
    );
  });

  it('welded vertices are given one by one', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, async (meshes) => {
        const soups = meshes.map(({ positions, indices }) => ({
          positions: (positions instanceof Float32Array ? Float32Array : Float64Array).from(
            Array.from(indices!).flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3))),
          ),
        }));
        await expectSame(
          meshes.map((mesh) => ({ ...mesh, weld: true })),
          soups,
        );
      }),
      RUNS,
    );
  });

  it('an object far away, or one around everything, joins the scene', async () => {
    const companion = fc.constantFrom([2 ** 20, 2 ** 20, 2 ** 20, 1], [-50, -50, -50, 2 ** 12], [900, -4, 2, 2 ** -12]);
    await fc.assert(
      fc.asyncProperty(latticeScene, companion, async (meshes, [x, y, z, size]) => {
        const other = { positions: Float64Array.of(x, y, z, x + size, y, z, x, y, z + size) };
        const { trianglePairs, degenerate } = await ask([...meshes, other]);
        const without = trianglePairs.filter(([, , b]) => b < meshes.length);
        expect({ trianglePairs: without, degenerate }).toEqual(await ask(meshes));
      }),
      RUNS,
    );
  });
});

describe('the pairs are renamed when', () => {
  it('triangles are numbered in another order', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, anyRandom, async (meshes, random) => {
        const orders = meshes.map((mesh) => random.shuffle([...Array(triangleCount(mesh)).keys()]));
        const changed = await ask(
          meshes.map((mesh, object) => ({ ...mesh, indices: pickTriangles(mesh, orders[object]) })),
        );
        const { trianglePairs, degenerate } = await ask(meshes);
        const back = changed.trianglePairs.map(([a, i, b, j, kind]) => [a, orders[a][i], b, orders[b][j], kind]);
        expect(sorted(back)).toEqual(trianglePairs);
        const listed = changed.degenerate.map(([a, i]) => [a, orders[a][i]]);
        expect(listed.sort((p, q) => p[0] - q[0] || p[1] - q[1])).toEqual(degenerate);
      }),
      RUNS,
    );
  });

  it('objects are added in another order', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, anyRandom, async (meshes, random) => {
        const order = random.shuffle([...meshes.keys()]);
        const changed = await ask(order.map((object) => meshes[object]));
        const back = changed.trianglePairs.map(([a, i, b, j, kind]) => [order[a], i, order[b], j, kind]);
        expect(sorted(back)).toEqual((await ask(meshes)).trianglePairs);
      }),
      RUNS,
    );
  });

  it('objects are joined into one: pairs between them become pairs within it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(latticeMesh, { minLength: 2, maxLength: 3 }), async (meshes) => {
        const parts = meshes.map((mesh) => ({ ...mesh, weld: false }));
        const { mesh, firstTriangles } = joinedMesh(parts);
        const { trianglePairs } = await ask(parts);
        const renamed = trianglePairs.map(([a, i, b, j, kind]) => [
          0,
          firstTriangles[a] + i,
          0,
          firstTriangles[b] + j,
          kind,
        ]);
        expect((await ask([mesh])).trianglePairs).toEqual(sorted(renamed));
      }),
      RUNS,
    );
  });

  it('a mesh is split into two objects: what neighbours share counts as touching from then on', async () => {
    await fc.assert(
      fc.asyncProperty(latticeMesh, anyRandom, async (mesh, random) => {
        const whole = { ...mesh, weld: true };
        const owners = Array.from({ length: triangleCount(mesh) }, () => random.integer(0, 1));
        const kept = [0, 1].map((object) => [...owners.keys()].filter((triangle) => owners[triangle] === object));
        fc.pre(kept[0].length > 0 && kept[1].length > 0);
        const parts = kept.map((triangles) => ({ ...whole, indices: pickTriangles(whole, triangles) }));
        const rows = (await ask(parts)).trianglePairs;
        const split = sorted(rows.map(([a, i, b, j, kind]) => [0, kept[a][i], 0, kept[b][j], kind]));
        const { trianglePairs, degenerate } = await ask([whole]);
        const bare = new Set(degenerate.map(([, triangle]) => triangle));
        const places = weldedCorners(whole);
        const nowTouching = pairsOf(triangleCount(mesh)).filter(
          ([i, j]) =>
            owners[i] !== owners[j] &&
            !bare.has(i) &&
            !bare.has(j) &&
            places[i].some((corner) => places[j].includes(corner)) &&
            !trianglePairs.some((row) => row[1] === i && row[3] === j),
        );
        expect(split).toEqual(sorted([...trianglePairs, ...nowTouching.map(([i, j]) => [0, i, 0, j, 0])]));
      }),
      RUNS,
    );
  });
});

describe('the options of collide', () => {
  it('each leave out what they say, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(anyScene, async (meshes) => {
        const scene = engine.createScene();
        for (const mesh of meshes) scene.add(mesh);
        const rows = async (options: Parameters<typeof scene.collide>[0]) =>
          asRows(await scene.collide(options)).trianglePairs;
        const all = await rows(EVERYTHING);
        expect(await rows(EVERYTHING)).toEqual(all);
        expect(await rows({ self: true, between: false })).toEqual(all.filter(([a, , b]) => a === b));
        expect(await rows({ self: false, between: true })).toEqual(all.filter(([a, , b]) => a !== b));
        expect(await rows({ ...EVERYTHING, contacts: 'penetrating' })).toEqual(
          all.filter(([, , , , kind]) => kind > 0),
        );
        if (meshes.length > 1) {
          const left = all.filter(([a, , b]) => a !== 0 || b !== 1);
          expect(await rows({ ...EVERYTHING, ignore: [[1, 0]] })).toEqual(left);
        }
        for (const limit of [1, 3]) {
          const some = await rows({ ...EVERYTHING, limit });
          expect(some.length).toBe(Math.min(limit, all.length));
          expect(all).toEqual(expect.arrayContaining(some));
        }
        scene.dispose();
      }),
      RUNS,
    );
  });
});
