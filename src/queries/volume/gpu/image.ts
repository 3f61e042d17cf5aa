/** The layered depth image of an object by the GPU: layers from one of the generators, put in the order of depth. */

import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import type { EngineContext } from '../../context.ts';
import { requireGpu } from '../../context.ts';
import type { LayeredImage, LayersGenerator } from '../layers.ts';
import type { View } from '../view.ts';
import { computeLayers, type LooseLayers } from './compute.ts';
import { peelLayers } from './ordered.ts';
import { type Facing, LayersRenderer } from './render.ts';
import { drawnObject } from './target.ts';
import { countLayers } from './unordered.ts';

export type HardwareGenerator = Exclude<LayersGenerator, 'software' | 'sampled'>;

const GENERATE = { ordered: peelLayers, unordered: countLayers } as const;
const EMPTY = 1;

/** The layers of one facing, one image after the other, as a list. */
function loosen(found: Readonly<Record<Facing, readonly Float32Array[]>>): LooseLayers {
  const list = { pixels: [] as number[], depths: [] as number[], enters: [] as number[] };
  for (const facing of ['enters', 'leaves'] as const) {
    for (const layer of found[facing]) {
      for (const [pixel, depth] of layer.entries()) {
        if (depth >= EMPTY) continue;
        list.pixels.push(pixel);
        list.depths.push(depth);
        list.enters.push(Number(facing === 'enters'));
      }
    }
  }
  return {
    pixels: Uint32Array.from(list.pixels),
    depths: Float32Array.from(list.depths),
    enters: Uint8Array.from(list.enters),
  };
}

/** Puts pixels together and sorts each one's layers by depth; where depths are equal, entering comes first. */
function sorted({ pixels, depths, enters }: LooseLayers, pixelCount: number, depthOf: (depth: number) => number) {
  const starts = new Uint32Array(pixelCount + 1);
  for (const pixel of pixels) starts[pixel + 1]++;
  for (let pixel = 0; pixel < pixelCount; pixel++) starts[pixel + 1] += starts[pixel];
  const ends = starts.slice(0, pixelCount);
  const sortedDepths = new Float64Array(pixels.length);
  const sortedEnters = new Uint8Array(pixels.length);
  for (const [layer, pixel] of pixels.entries()) {
    const depth = depths[layer];
    const isAfter = (at: number) =>
      sortedDepths[at] > depth || (sortedDepths[at] === depth && sortedEnters[at] < enters[layer]);
    let at = ends[pixel]++;
    for (; at > starts[pixel] && isAfter(at - 1); at--) {
      sortedDepths[at] = sortedDepths[at - 1];
      sortedEnters[at] = sortedEnters[at - 1];
    }
    sortedDepths[at] = depth;
    sortedEnters[at] = enters[layer];
  }
  return { starts, depths: sortedDepths.map(depthOf), enters: sortedEnters };
}

/** By the rasterizer, layers that face one way after those that face the other. */
async function drawLayers(
  gpu: Gpu,
  size: number,
  corners: Float32Array<ArrayBuffer>,
  generator: keyof typeof GENERATE,
  signal: AbortSignal | undefined,
): Promise<LooseLayers> {
  const renderer = await LayersRenderer.open(gpu, size, corners);
  try {
    const generate = GENERATE[generator];
    const enters = await generate(renderer, 'enters', signal);
    return loosen({ enters, leaves: await generate(renderer, 'leaves', signal) });
  } finally {
    renderer.close();
  }
}

export async function hardwareImage(
  context: EngineContext,
  object: SceneObject,
  view: View,
  resolution: number,
  generator: HardwareGenerator,
  signal: AbortSignal | undefined,
): Promise<LayeredImage> {
  const gpu = requireGpu(context, `generator "${generator}"`);
  const drawn = drawnObject(context.runtime, object, view);
  const loose =
    generator === 'compute'
      ? await computeLayers(gpu, resolution, drawn.corners)
      : await drawLayers(gpu, resolution, drawn.corners, generator, signal);
  const image = sorted(loose, resolution ** 2, drawn.depthOf);
  const box = boundsOfBox(view.box);
  const windings = new Int32Array(resolution ** 2);
  return {
    axis: view.axis,
    across: resolution,
    down: resolution,
    box,
    ...image,
    triangles: undefined,
    windings,
    generator,
  };
}
