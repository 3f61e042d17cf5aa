/**
 * `voxels` and `voxelCollide` on the most suitable backend: on the GPU if there is one and the scene is large enough,
 * otherwise on wasm; filling on wasm always. What happens when the GPU fails: src/backend/choose.ts.
 */

import { answerOn } from '../../backend/choose.ts';
import { type LeftToWasm, withReason } from '../../backend/left-to-wasm.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import type { EngineContext } from '../context.ts';
import { bringToCpu, learnBoxes } from '../resident.ts';
import { tightBoxes } from '../tight-boxes.ts';
import { allocateBits } from './allocate-bits.ts';
import { type SlabPlan, slabProgress, slabRanges, type VoxelBackend } from './backend.ts';
import { listVoxels, voxelsOf } from './bit-grid.ts';
import { checkClosed } from './closed-meshes.ts';
import { GpuVoxelBackend, voxelsOn } from './gpu/voxels-gpu.ts';
import { layerWords, type VoxelGrid, voxelsWithin } from './grid.ts';
import { decodePairs, joinKeys } from './identified-pairs.ts';
import type { CheckedVoxelCollideOptions, CheckedVoxelsOptions } from './options.ts';
import { overlapOf } from './overlap.ts';
import type { VoxelCollision, VoxelSlab, VoxelStats, Voxels } from './voxels.ts';
import { WasmVoxels } from './wasm.ts';

export type ObjectEntry = readonly [number, SceneObject];

/** The grid of an object without triangles and without a region: one empty voxel at the origin. */
const NOWHERE: Box = [0, 0, 0, 0, 0, 0];

/** Runs a query on the most suitable backend. */
async function onBackend<T extends { readonly stats: VoxelStats }>(
  { runtime, gpus }: EngineContext,
  list: readonly Participant[],
  needsWasm: LeftToWasm | undefined,
  query: (backend: VoxelBackend) => Promise<T>,
): Promise<T> {
  const chosen = needsWasm ? undefined : await gpus?.forTriangles('voxels', totalTriangles(list));
  const { answer, restartedAfter, leftToWasm } = await answerOn({ runtime, gpus }, chosen, {
    webgpu: async (gpu) => query(new GpuVoxelBackend(runtime, gpu, await voxelsOn(gpu))),
    wasm: async () => {
      if (gpus?.taker) await bringToCpu(list.map(({ object }) => object));
      return query(new WasmVoxels(runtime));
    },
  });
  if (needsWasm) return withReason({ gpus }, answer, needsWasm);
  if (restartedAfter === undefined && leftToWasm === undefined) return answer;
  const stats = { ...answer.stats, ...(restartedAfter && { restartedAfter }), ...(leftToWasm && { leftToWasm }) };
  return { ...answer, stats };
}

/** Positions that are only on a GPU: their boxes are enough there. */
async function receive({ gpus }: EngineContext, entries: readonly ObjectEntry[], needsWasm: boolean): Promise<void> {
  if (!gpus?.taker) return;
  const objects = entries.map(([, object]) => object);
  await (needsWasm ? bringToCpu(objects) : learnBoxes(objects));
}

/** Hands out the empty slabs beyond the region. */
function deliverEmpty(grid: VoxelGrid, from: number, layers: number, onSlab: (slab: VoxelSlab) => void): void {
  for (let firstLayer = from; firstLayer < grid.resolution[2]; firstLayer += layers) {
    const layerCount = Math.min(layers, grid.resolution[2] - firstLayer);
    onSlab({ firstLayer, layerCount, bits: new Uint32Array(layerWords(grid) * layerCount), count: 0 });
  }
}

export async function voxels(
  context: EngineContext,
  object: ObjectEntry,
  options: CheckedVoxelsOptions,
): Promise<Voxels> {
  options.signal?.throwIfAborted();
  const { runtime } = context;
  await receive(context, [object], options.solid);
  const list = participants([object]);
  if (options.solid && list.length > 0) checkClosed('voxels', runtime, object[1]);
  const own = (await tightBoxes(runtime, list, options))[0] ?? NOWHERE;
  const grid = options.gridFor(options.box ?? own);
  const { rule, solid, onSlab, slabBytes } = options;
  // Beyond the object's own box there is nothing to set.
  const region = voxelsWithin(grid, own);
  const plan: SlabPlan = {
    grid,
    region,
    rule,
    solid: [solid],
    centresOnly: options.centresOnly,
    early: false,
    identify: false,
    keepCommon: false,
    slabBytes,
  };
  const bits = onSlab ? new Uint32Array(0) : allocateBits('voxels', grid);
  return onBackend(context, list, solid ? 'filling' : undefined, async (backend) => {
    const ranges = slabRanges(plan, backend.slabBytesMost);
    backend.open(list, plan);
    let count = 0;
    for (const [slab, range] of list.length === 0 ? [] : ranges.entries()) {
      const found = await backend.runSlab(range, slabProgress(options, slab, ranges.length));
      count += found.counts[0];
      const { firstLayer, endLayer } = range;
      if (onSlab) onSlab({ firstLayer, layerCount: endLayer - firstLayer, bits: found.bits(), count: found.counts[0] });
      else bits.set(found.bits(), firstLayer * layerWords(grid));
    }
    if (onSlab) deliverEmpty(grid, list.length === 0 ? 0 : region[2], ranges[0].endLayer, onSlab);
    return voxelsOf(grid, bits, count, backend.report(list));
  });
}

/** The answer for objects that cannot share a voxel. */
function apart(runtime: WasmRuntime, options: CheckedVoxelCollideOptions, box: Box): VoxelCollision {
  return {
    ...options.gridFor(box),
    collides: false,
    common: 0,
    counts: [0, 0],
    region: undefined,
    ...(options.list && { voxels: new Uint32Array(0) }),
    ...(options.identify && { trianglePairs: new Uint32Array(0), kinds: new Uint8Array(0) }),
    stats: { ...new WasmVoxels(runtime).report([]), entries: 0, tests: 0 },
  };
}

export async function voxelCollide(
  context: EngineContext,
  asked: readonly [ObjectEntry, ObjectEntry],
  options: CheckedVoxelCollideOptions,
): Promise<VoxelCollision> {
  options.signal?.throwIfAborted();
  const { runtime } = context;
  await receive(context, asked, options.identify || options.solid.includes(true));
  // In the order of ids, as pairs are reported.
  const isSwapped = asked[0][0] > asked[1][0];
  const list = participants(isSwapped ? [asked[1], asked[0]] : asked);
  const solid = isSwapped ? [options.solid[1], options.solid[0]] : options.solid;
  if (list.length < 2) return apart(runtime, options, options.region ?? NOWHERE);
  for (const [i, { object }] of list.entries()) if (solid[i]) checkClosed('voxelCollide', runtime, object);
  const [boxA, boxB] = await tightBoxes(runtime, list, options);
  const overlap = overlapOf(boxA, boxB);
  const box = options.region ?? overlap;
  if (!box) return apart(runtime, options, boxA);
  const grid = options.gridFor(box);
  const { rule, early, identify, slabBytes } = options;
  const region = voxelsWithin(grid, box);
  const plan: SlabPlan = {
    grid,
    region,
    rule,
    solid,
    centresOnly: false,
    early,
    identify,
    keepCommon: options.list,
    slabBytes,
  };
  return onBackend(context, list, solid.includes(true) ? 'filling' : undefined, async (backend) => {
    const totals = await countSlabs(backend, list, plan, options);
    const pairs = identify ? decodePairs(joinKeys(totals.keys), list) : undefined;
    return {
      ...grid,
      collides: pairs ? pairs.kinds.length > 0 : totals.isFound,
      common: Math.max(totals.common, Number(totals.isFound)),
      counts: isSwapped ? [totals.b, totals.a] : [totals.a, totals.b],
      region: overlap && boundsOfBox(overlap),
      ...(options.list && { voxels: joinLists(totals.lists) }),
      ...pairs,
      stats: { ...backend.report(list), entries: totals.entries, tests: totals.tests },
    };
  });
}

/** Goes through the slabs, until all are counted or enough is known. */
async function countSlabs(
  backend: VoxelBackend,
  list: readonly Participant[],
  plan: SlabPlan,
  options: CheckedVoxelCollideOptions,
) {
  const lists: Uint32Array[] = [];
  const keys: BigUint64Array[] = [];
  const totals = { a: 0, b: 0, common: 0, isFound: false, entries: 0, tests: 0, lists, keys };
  const ranges = slabRanges(plan, backend.slabBytesMost);
  backend.open(list, plan);
  for (const [slab, range] of ranges.entries()) {
    const found = await backend.runSlab(range, slabProgress(options, slab, ranges.length));
    const [a, b, common] = found.counts;
    totals.a += a;
    totals.b += b;
    totals.common += common;
    totals.entries += found.entries;
    totals.tests += found.tests;
    totals.isFound ||= found.isFound || common > 0;
    if (options.list) lists.push(listVoxels(found.bits(), plan.grid, range.firstLayer));
    keys.push(found.keys);
    if (plan.early && (plan.identify ? found.keys.length > 0 : totals.isFound)) break;
  }
  return totals;
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
