/** `voxels` and `voxelCollide` on the wasm engine. */
import type { Box } from '../../image/image-map.ts';
import { OUT_HIT_COUNT, OUT_HITS } from '../../kernels/layout.ts';
import {
  VOXEL_BITS_A,
  VOXEL_CANDIDATES,
  VOXEL_COUNT_A,
  VOXEL_COUNT_B,
  VOXEL_COUNT_COMMON,
  VOXEL_ENTRY_COUNT,
  VOXEL_FOUND,
} from '../../kernels/voxel-layout.ts';
import type { WasmRuntime } from '../../wasm/runtime.ts';
import { participants } from '../../wasm/scene-job.ts';
import type { SceneObject } from '../../wasm/scene-object.ts';
import { allocateBits } from './allocate-bits.ts';
import { listVoxels, voxelsOf } from './bit-grid.ts';
import { checkClosed } from './closed-meshes.ts';
import { layerWords, type VoxelGrid, voxelsWithin } from './grid.ts';
import { decodePairs, joinKeys } from './identified-pairs.ts';
import type { CheckedVoxelCollideOptions, CheckedVoxelsOptions } from './options.ts';
import { overlapOf } from './overlap.ts';
import type { VoxelCollision, VoxelSlab, Voxels } from './voxels.ts';
import {
  runSlab,
  type SlabPlan,
  type SlabRange,
  SlabStats,
  slabProgress,
  slabRanges,
  tightBoxes,
} from './wasm-slabs.ts';

/** The grid of an object without triangles and without a region: one empty voxel at the origin. */
const NOWHERE: Box = [0, 0, 0, 0, 0, 0];

function readBits(runtime: WasmRuntime, grid: VoxelGrid, { firstLayer, endLayer }: SlabRange): Uint32Array {
  const { u32 } = runtime.memory;
  const from = u32[VOXEL_BITS_A >>> 2] >>> 2;
  return u32.slice(from, from + layerWords(grid) * (endLayer - firstLayer));
}

/** Hands out the slabs, with the empty ones beyond the region. */
function deliverEmpty(grid: VoxelGrid, from: number, layers: number, onSlab: (slab: VoxelSlab) => void): void {
  for (let firstLayer = from; firstLayer < grid.resolution[2]; firstLayer += layers) {
    const layerCount = Math.min(layers, grid.resolution[2] - firstLayer);
    onSlab({ firstLayer, layerCount, bits: new Uint32Array(layerWords(grid) * layerCount), count: 0 });
  }
}

export async function voxelsWasm(
  runtime: WasmRuntime,
  object: readonly [number, SceneObject],
  options: CheckedVoxelsOptions,
): Promise<Voxels> {
  options.signal?.throwIfAborted();
  const stats = new SlabStats();
  const list = participants([object]);
  if (options.solid && list.length > 0) checkClosed('voxels', runtime, object[1]);
  const own = (await tightBoxes(runtime, list, options))[0] ?? NOWHERE;
  const grid = options.gridFor(options.box ?? own);
  // Beyond the object's own box there is nothing to set.
  const region = voxelsWithin(grid, own);
  const { rule, solid, onSlab, slabBytes } = options;
  const plan: SlabPlan = {
    grid,
    region,
    rule,
    solid: [solid],
    early: false,
    identify: false,
    keepCommon: false,
    slabBytes,
  };
  const bits = onSlab ? new Uint32Array(0) : allocateBits('voxels', grid);
  const ranges = slabRanges(plan);
  let count = 0;
  for (const [slab, range] of list.length === 0 ? [] : ranges.entries()) {
    await runSlab(runtime, list, plan, range, slabProgress(options, slab, ranges.length));
    stats.add(runtime);
    const here = runtime.memory.u32[VOXEL_COUNT_A >>> 2];
    count += here;
    const found = readBits(runtime, grid, range);
    if (onSlab)
      onSlab({ firstLayer: range.firstLayer, layerCount: range.endLayer - range.firstLayer, bits: found, count: here });
    else bits.set(found, range.firstLayer * layerWords(grid));
  }
  if (onSlab) {
    const done = list.length === 0 ? 0 : region[2];
    deliverEmpty(grid, done, Math.max(1, ranges[0].endLayer), onSlab);
  }
  return voxelsOf(grid, bits, count, stats.report(runtime, list));
}

/** The answer for objects that cannot share a voxel. */
function apart(
  runtime: WasmRuntime,
  options: CheckedVoxelCollideOptions,
  stats: SlabStats,
  where: { readonly box: Box; readonly region: Box | undefined },
): VoxelCollision {
  return {
    ...options.gridFor(where.box),
    collides: false,
    common: 0,
    counts: [0, 0],
    region: where.region,
    ...(options.list && { voxels: new Uint32Array(0) }),
    ...(options.identify && { trianglePairs: new Uint32Array(0), kinds: new Uint8Array(0) }),
    stats: { ...stats.report(runtime, []), entries: 0, tests: 0 },
  };
}

export async function voxelCollideWasm(
  runtime: WasmRuntime,
  asked: readonly [readonly [number, SceneObject], readonly [number, SceneObject]],
  options: CheckedVoxelCollideOptions,
): Promise<VoxelCollision> {
  options.signal?.throwIfAborted();
  const stats = new SlabStats();
  // In the order of ids, as pairs are told.
  const isSwapped = asked[0][0] > asked[1][0];
  const list = participants(isSwapped ? [asked[1], asked[0]] : asked);
  const solid = isSwapped ? [options.solid[1], options.solid[0]] : options.solid;
  if (list.length < 2) return apart(runtime, options, stats, { box: options.region ?? NOWHERE, region: undefined });
  for (const [i, { object }] of list.entries()) if (solid[i]) checkClosed('voxelCollide', runtime, object);
  const [boxA, boxB] = await tightBoxes(runtime, list, options);
  const overlap = overlapOf(boxA, boxB);
  const box = options.region ?? overlap;
  if (!box) return apart(runtime, options, stats, { box: boxA, region: undefined });
  const grid = options.gridFor(box);
  const { rule, early, identify, slabBytes } = options;
  const keepCommon = options.list || identify;
  const plan: SlabPlan = { grid, region: voxelsWithin(grid, box), rule, solid, early, identify, keepCommon, slabBytes };
  const ranges = slabRanges(plan);
  const totals = { a: 0, b: 0, common: 0, found: false, entries: 0, tests: 0 };
  const lists: Uint32Array[] = [];
  const keys: BigUint64Array[] = [];
  for (const [slab, range] of ranges.entries()) {
    await runSlab(runtime, list, plan, range, slabProgress(options, slab, ranges.length));
    stats.add(runtime);
    const { u32, buffer } = runtime.memory;
    totals.a += u32[VOXEL_COUNT_A >>> 2];
    totals.b += u32[VOXEL_COUNT_B >>> 2];
    totals.common += u32[VOXEL_COUNT_COMMON >>> 2];
    totals.entries += u32[VOXEL_ENTRY_COUNT >>> 2];
    totals.tests += u32[VOXEL_CANDIDATES >>> 2];
    totals.found ||= u32[VOXEL_FOUND >>> 2] !== 0 || u32[VOXEL_COUNT_COMMON >>> 2] > 0;
    if (options.list) lists.push(listVoxels(readBits(runtime, grid, range), grid, range.firstLayer));
    if (identify) keys.push(new BigUint64Array(buffer, u32[OUT_HITS >>> 2], u32[OUT_HIT_COUNT >>> 2]).slice());
    if (early && (identify ? u32[OUT_HIT_COUNT >>> 2] > 0 : totals.found)) break;
  }
  const pairs = identify ? decodePairs(joinKeys(keys), list) : undefined;
  return {
    ...grid,
    collides: pairs ? pairs.kinds.length > 0 : totals.found,
    common: early && !identify ? Math.max(totals.common, Number(totals.found)) : totals.common,
    counts: isSwapped ? [totals.b, totals.a] : [totals.a, totals.b],
    region: overlap,
    ...(options.list && { voxels: joinLists(lists) }),
    ...pairs,
    stats: { ...stats.report(runtime, list), entries: totals.entries, tests: totals.tests },
  };
}

function joinLists(lists: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}
