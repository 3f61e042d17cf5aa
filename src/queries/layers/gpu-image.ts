/** The layered depth image of an object by a hardware generator: layers that face either way, put in the order of depth. */
import type { SceneObject } from '../../wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import { requireGpu } from '../context.ts';
import { peelLayers } from './gpu-ordered.ts';
import { LayersRenderer } from './gpu-render.ts';
import { drawnObject } from './gpu-target.ts';
import { countLayers } from './gpu-unordered.ts';
import type { LayeredImage, LayersGenerator } from './layers.ts';
import { boundsOfBox, type View } from './view.ts';

export type HardwareGenerator = Exclude<LayersGenerator, 'software'>;

const GENERATE = { ordered: peelLayers, unordered: countLayers } as const;
const EMPTY = 1;

interface Found {
  readonly enters: readonly Float32Array[];
  readonly leaves: readonly Float32Array[];
}

function countPerPixel({ enters, leaves }: Found, pixelCount: number): Uint32Array {
  const starts = new Uint32Array(pixelCount + 1);
  for (const layer of [...enters, ...leaves]) {
    for (let pixel = 0; pixel < pixelCount; pixel++) if (layer[pixel] < EMPTY) starts[pixel + 1]++;
  }
  for (let pixel = 0; pixel < pixelCount; pixel++) starts[pixel + 1] += starts[pixel];
  return starts;
}

/** Sorts each pixel's layers by depth; where depths are equal, entering comes first. */
function sorted(found: Found, pixelCount: number, depthOf: (depth: number) => number) {
  const starts = countPerPixel(found, pixelCount);
  const depths = new Float64Array(starts[pixelCount]);
  const enters = new Uint8Array(starts[pixelCount]);
  const ends = starts.slice(0, pixelCount);
  const add = (layer: Float32Array, direction: 0 | 1) => {
    for (let pixel = 0; pixel < pixelCount; pixel++) {
      if (layer[pixel] >= EMPTY) continue;
      const depth = layer[pixel];
      let at = ends[pixel]++;
      for (; at > starts[pixel] && depths[at - 1] > depth; at--) {
        depths[at] = depths[at - 1];
        enters[at] = enters[at - 1];
      }
      depths[at] = depth;
      enters[at] = direction;
    }
  };
  for (const layer of found.enters) add(layer, 1);
  for (const layer of found.leaves) add(layer, 0);
  for (let at = 0; at < depths.length; at++) depths[at] = depthOf(depths[at]);
  return { starts, depths, enters };
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
  const renderer = await LayersRenderer.open(gpu, resolution, drawn.corners);
  try {
    const generate = GENERATE[generator];
    const enters = await generate(renderer, 'enters', signal);
    const leaves = await generate(renderer, 'leaves', signal);
    const image = sorted({ enters, leaves }, resolution ** 2, drawn.depthOf);
    const box = boundsOfBox(view.box);
    return { axis: view.axis, across: resolution, down: resolution, box, ...image, triangles: undefined, generator };
  } finally {
    renderer.close();
  }
}
