/** A query on the GPU before it is recorded: view, grid, and the part of each object that can meet others. */

import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, sceneBox, sceneBulk, totalTriangles } from '../../../backend/wasm/scene-job.ts';
import { chooseGrid, type ImageGrid, SAMPLES } from '../../../tile-lists/choose-grid.ts';
import { type Box, IDENTITY_MAP, unionBox } from '../../../tile-lists/image-map.ts';
import { chooseUnitView, type UnitView, unitBox } from '../../../tile-lists/unit-map.ts';
import { pairKeys } from '../../pair-selection.ts';
import type { CheckedCollideOptions } from '../options.ts';
import { objectRegions } from './object-regions.ts';
import { WANTED_BETWEEN, WANTED_SELF } from './shaders.ts';
import { boxTestsMost } from './weigh.ts';

export interface GpuPlan {
  readonly list: readonly Participant[];
  readonly triangleCount: number;
  readonly vertexCount: number;
  readonly view: UnitView;
  readonly grid: ImageGrid;
  /** Eight per object: low x y z and high x y z of its part that matters, each with a number behind. */
  readonly regions: Float32Array<ArrayBuffer>;
  /** Two per pair of objects that may touch, indices into the list, sorted. */
  readonly ignored: Uint32Array<ArrayBuffer>;
  readonly wanted: number;
  /** By how much boxes grow on every side, in image coordinates. */
  readonly growth: number;
  /** Crossings that are enough. */
  readonly limit: number;
  /** Box tests up to which the walk is done on the GPU. */
  readonly boxTestsMost: number;
}

/** Beyond all image coordinates, which are of magnitude 1 at most. */
const BEYOND = 2;
const EVERYWHERE: Box = [-BEYOND, -BEYOND, -BEYOND, BEYOND, BEYOND, BEYOND];
const ALL = 0xffffffff;

/** Empty regions (low above high) become finite, and stay empty. */
function packRegions(regions: readonly Box[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(8 * regions.length);
  for (const [i, region] of regions.entries()) {
    for (let k = 0; k < 6; k++) {
      packed[8 * i + k + (k < 3 ? 0 : 1)] = Math.max(-BEYOND, Math.min(BEYOND, region[k]));
    }
  }
  return packed;
}

function intersection(a: Box, b: Box): Box {
  return a.map((x, k) => (k < 3 ? Math.max(x, b[k]) : Math.min(x, b[k])));
}

/** Keys of 64 bits as pairs of words, the higher first, so that they are sorted by object. */
function packIgnored(keys: BigUint64Array): Uint32Array<ArrayBuffer> {
  return Uint32Array.from([...keys].flatMap((key) => [Number(key >> 32n), Number(key & 0xffffffffn)]));
}

/** Boxes of objects whose positions are only on the GPU are those of the last query; they may grow by this factor unnoticed. */
const ON_GPU_GROWTH = 2;

export function chooseView(runtime: WasmRuntime, list: readonly Participant[], last: UnitView | undefined): UnitView {
  const allSingle = list.every(({ object }) => object.hasSingleValues);
  const box = sceneBox(list);
  const isOnGpu = list.some(({ object }) => object.isOnGpu);
  const bulk = () => (isOnGpu ? undefined : sceneBulk(runtime.memory, list));
  return chooseUnitView(isOnGpu ? box.map((x) => ON_GPU_GROWTH * x) : box, allSingle, last, bulk);
}

/** Boxes of every `stride`th triangle, from the coordinates that are uploaded. */
function sampleBoxes({ memory }: WasmRuntime, list: readonly Participant[], view: UnitView): Float32Array {
  const stride = Math.max(1, Math.floor(totalTriangles(list) / SAMPLES)) | 1;
  const boxes = new Float32Array(6 * Math.ceil(totalTriangles(list) / stride));
  const { u32, f32 } = memory;
  let at = 0;
  for (const { object, triangleStart } of list) {
    const indices = object.indices >>> 2;
    const image = object.imageFor(view.map, IDENTITY_MAP) >>> 2;
    const { triangleCount } = object;
    for (let t = (stride - (triangleStart % stride)) % stride; t < triangleCount; t += stride) {
      const a = image + 4 * u32[indices + 3 * t];
      const b = image + 4 * u32[indices + 3 * t + 1];
      const c = image + 4 * u32[indices + 3 * t + 2];
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(f32[a + k], f32[b + k], f32[c + k]) * view.scale;
        boxes[at + k + 3] = Math.max(f32[a + k], f32[b + k], f32[c + k]) * view.scale;
      }
      at += 6;
    }
  }
  return boxes.subarray(0, at);
}

/** Those options of `collide` that say which pairs are wanted. */
type WantedPairs = Pick<CheckedCollideOptions, 'self' | 'between' | 'ignore' | 'limit' | 'output'>;

/** For objects whose image coordinates are there. */
export function planQuery(
  runtime: WasmRuntime,
  gpu: Gpu,
  list: readonly Participant[],
  view: UnitView,
  { self, between, ignore, limit, output }: WantedPairs,
  growth = 0,
): GpuPlan {
  const boxes = list.map(({ object }) => unitBox(object.box, view));
  const isOnGpu = list.some(({ object }) => object.isOnGpu);
  const regions = self || isOnGpu || growth > 0 ? boxes.map(() => EVERYWHERE) : objectRegions(boxes);
  const parts = unionBox(boxes.map((box, i) => intersection(box, regions[i])));
  // Even where no two objects can meet, degenerate triangles must be found.
  const box = parts[0] <= parts[3] ? parts : unionBox(boxes);
  const last = list[list.length - 1];
  return {
    list,
    triangleCount: totalTriangles(list),
    vertexCount: last.vertexStart + last.object.vertexCount,
    view,
    grid: chooseGrid({ boxes: sampleBoxes(runtime, list, view), box }),
    regions: packRegions(regions),
    ignored: packIgnored(pairKeys({ self, between, ignore }, list).keys),
    wanted: (self ? WANTED_SELF : 0) | (between ? WANTED_BETWEEN : 0),
    growth,
    limit: Math.min(limit, ALL),
    // An answer that is left on the device cannot come from wasm.
    boxTestsMost: output === 'gpu' ? Number.POSITIVE_INFINITY : boxTestsMost(gpu, totalTriangles(list)),
  };
}
