/**
 * Reliable culling on a GPU keeps every triangle of every true pair of real meshes (shared/truth; what `collide` and `within` find on
 * wasm, see test/parity), and sampled culling leaves what wasm leaves. In rows of settings in which every two occur together: ways to
 * hide, coverages, between objects and within, distances, resolutions from 16 to 4096, views, passes, bits of depth, levels.
 *
 * Pictures of many pixels are of few triangles, which fill a part of the frame. By default some small meshes; all with
 * `npm run test:long` or COLLIDESCOPE_TRUTH=all, of which COLLIDESCOPE_TRUTH_SHARE=1/4 takes a fourth. Shown as skipped where the
 * shared folder is not there.
 */

import { afterAll, describe, expect, it } from 'vitest';
import type { Engine, MeshInput } from '../../../../src/index.ts';
import { readModel } from '../../../../src/io/read-model.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { coveringRows, type Row } from '../../../support/covering-rows.ts';
import { cullEngines, lostTriangles, triangleNames } from '../../../support/cull-engines.ts';
import { boxAround, diagonalOf, drawable, FILLED_MOST, OPTIONS_OF, SEEN_BY } from '../../../support/cull-ways.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { readShared, sharedFolder, sharedTable } from '../../../support/shared.ts';
import { isLong } from '../../../support/thoroughness.ts';

const everything = isLong || process.env.COLLIDESCOPE_TRUTH === 'all';
const [sharePart, shareOf] = (process.env.COLLIDESCOPE_TRUTH_SHARE ?? '1/1').split('/').map(Number);

const SETTINGS = {
  seenBy: SEEN_BY,
  coverage: ['conservative', 'uobb'],
  self: [false, true],
  resolution: [16, 64, 256, 1024, 1400, 4096],
  /** Of the diagonal of everything. */
  distance: [0, 1e-4, 5e-3],
  views: ['x', 'y', 'z', 'xyz', '-y', '1,2,3'],
  passes: ['quick', 'cullide'],
  depthBits: [16, 24, 32],
  level: ['triangle', 'triangle', 'cluster', 'object'],
  order: ['given', 'back-to-front'],
  rounds: [1, 2],
} as const;
type Setting = Row<typeof SETTINGS>;
const ROWS = coveringRows(SETTINGS);

/** Whether a software driver does it in a second or so. */
function isFit({ seenBy, resolution }: Setting, triangles: number): boolean {
  if (!everything) return resolution <= 256 || seenBy === 'near pairs';
  return seenBy === 'near pairs' || triangles < 500 || resolution <= (triangles < 5000 ? FILLED_MOST : 64);
}

const taken = new Map<string, number>();

/** The next of the rows that are fit for so many triangles. */
function nextRow(triangles: number): Setting {
  const rows = ROWS.filter((row) => isFit(row, triangles));
  const size = String(rows.length);
  const at = taken.get(size) ?? 0;
  taken.set(size, at + 1);
  return rows[at % rows.length];
}

async function readParts(file: string): Promise<MeshInput[]> {
  const { parts } = await readModel(readShared(`meshes/${file}`), { name: file });
  return parts.map(({ positions, indices }) => ({ positions, indices, weld: true }));
}

const trianglesOf = (meshes: readonly MeshInput[]) =>
  meshes.reduce((sum, { indices }) => sum + (indices?.length ?? 0) / 3, 0);

/** Cuts a mesh into objects, each of so many triangles that follow each other in the file. */
function cut({ positions, indices }: MeshInput, count: number): MeshInput[] {
  const [points, corners] = [positions as Float32Array, indices!];
  const size = 3 * Math.ceil(corners.length / 3 / count);
  return Array.from({ length: Math.ceil(corners.length / size) }, (_, piece) => {
    const own = corners.slice(piece * size, (piece + 1) * size);
    const gathered = points.slice(0, 0).constructor as Float32ArrayConstructor;
    const placed = gathered.from({ length: 3 * own.length }, (_, i) => points[3 * own[Math.floor(i / 3)] + (i % 3)]);
    return { positions: placed, weld: true };
  });
}

interface Case {
  readonly meshes: readonly MeshInput[];
  readonly options: CullOptions;
}

function caseOf(parts: readonly MeshInput[], setting: Setting, seed: number): Case {
  const { seenBy, distance, ...others } = setting;
  const isDrawn = seenBy !== 'near pairs';
  const isAlone = parts.length === 1 && (isDrawn || !setting.self);
  const objects = isAlone ? cut(parts[0], 2 + (seed % 4)) : parts;
  const { meshes, resolution } = isDrawn
    ? drawable(objects, setting.resolution, seed % 8)
    : { meshes: objects, resolution: setting.resolution };
  return {
    meshes,
    options: {
      ...others,
      resolution,
      distance: distance * diagonalOf(boxAround(parts)),
      clusterSize: 8,
      iterations: 1 + (seed % 2),
      refit: seed % 5 === 0 && !isDrawn,
      ...OPTIONS_OF[seenBy],
    },
  };
}

/** What collides or is near enough. */
async function neededOf(engine: Engine, { meshes, options }: Case): Promise<Set<string>> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { self = false, distance = 0 } = options;
  const { trianglePairs } = await scene.collide({ self });
  const needed = new Set(triangleNames(trianglePairs));
  if (distance > 0) {
    const near = await scene.within(distance, { self, points: false });
    for (const name of triangleNames(near.trianglePairs)) needed.add(name);
  }
  return needed;
}

async function culled(engine: Engine, { meshes, options }: Case) {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const found = await papers.cull(scene, options);
  return { ...found, names: triangleNames(found.survivorTriangles) };
}

const selfRows = sharedTable('truth/self.tsv').map(({ file, triangles }, i) => ({ file, triangles, i }));
const pairRows = sharedTable('truth/pair.tsv').map(({ fileA, fileB }, i) => ({ fileA, fileB, i }));
const isShared = (i: number) => i % shareOf === sharePart - 1;
/** Some files have no triangles, and nothing to lose. */
const meshRows = selfRows.filter(({ triangles, i }) => {
  const count = Number(triangles);
  return count > 0 && (everything ? isShared(i) : i % 87 === 0 && count < 2000);
});
const bothRows = pairRows.filter(({ i }) => (everything ? isShared(i) : i % 40 === 0));

it('every two settings occur together', () => {
  const names = Object.keys(SETTINGS) as (keyof Setting)[];
  const valuesOf = (name: keyof Setting) => new Set<unknown>(SETTINGS[name]).size;
  for (const first of names) {
    for (const second of names.filter((name) => name !== first)) {
      const met = new Set(ROWS.map((row) => `${row[first]} ${row[second]}`));
      expect(met.size).toBe(valuesOf(first) * valuesOf(second));
    }
  }
});

(sharedFolder === undefined ? describe.skip : describeGpu)('culling of real meshes on WebGPU', () => {
  const engines = cullEngines();
  const seen = { reliable: 0, needed: 0, left: 0, triangles: 0, leftToWasm: 0, sampled: 0 };
  afterAll(() => {
    if (everything) console.log(`real meshes, part ${sharePart}/${shareOf}: ${JSON.stringify(seen)}`);
  });

  async function expectNothingLost(parts: readonly MeshInput[], seed: number): Promise<void> {
    const asked = caseOf(parts, nextRow(trianglesOf(parts)), seed);
    const found = await culled(engines.webgpu(), asked);
    const about = JSON.stringify(asked.options);
    // Long slivers are left to wasm, and say so; without triangles there is nothing to do.
    const { leftToWasm, backend, triangles } = found.stats;
    if (leftToWasm === undefined && triangles > 0) expect(backend, about).toBe('webgpu');
    const needed = await neededOf(engines.wasm(), asked);
    expect(lostTriangles(needed, found), about).toEqual([]);
    seen.reliable++;
    seen.needed += needed.size;
    seen.left += found.names.length;
    seen.triangles += triangles;
    seen.leftToWasm += Number(leftToWasm !== undefined);
  }

  /** To the last bit, so no pass may differ either. */
  async function expectAsOnWasm(parts: readonly MeshInput[], seed: number): Promise<void> {
    const row = nextRow(trianglesOf(parts));
    const { meshes, options } = caseOf(parts, { ...row, distance: 0, seenBy: 'pictures' }, seed);
    const resolution = trianglesOf(parts) < 5000 ? Math.min(row.resolution, 1024) : 64;
    const asked: Case = { meshes, options: { ...options, coverage: 'sampled', boxes: false, resolution } };
    const [found, expected] = [await culled(engines.webgpu(), asked), await culled(engines.wasm(), asked)];
    const about = JSON.stringify(asked.options);
    expect(found.survivorTriangles, about).toEqual(expected.survivorTriangles);
    expect(found.sets, about).toEqual(expected.sets);
    seen.sampled++;
  }

  it.each(meshRows)('loses nothing of $file', async ({ file, i }) => {
    const parts = await readParts(file);
    await expectNothingLost(parts, i);
    if (i % 3 === 0) await expectAsOnWasm(parts, i);
  });

  it.each(bothRows)('loses nothing of $fileA and $fileB', async ({ fileA, fileB, i }) =>
    expectNothingLost([...(await readParts(fileA)), ...(await readParts(fileB))], i),
  );
});
