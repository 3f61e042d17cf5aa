/** `layers`: the layered depth image of one object. */
import { LAYERS_IMAGE } from '../../kernels/layers-layout.ts';
import { participants } from '../../wasm/scene-job.ts';
import type { SceneObject } from '../../wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import type { LayeredImage } from './layers.ts';
import type { CheckedLayersOptions } from './options.ts';
import { type Box, boundsOfBox, hasVolume, type View, viewAlong } from './view.ts';
import { runLayersJob } from './wasm.ts';
import { readLayers } from './wasm-lists.ts';

const NO_BOX: Box = [0, 0, 0, 0, 0, 0];

function emptyImage({ axis, resolution, generator }: CheckedLayersOptions, box: Box): LayeredImage {
  return {
    axis,
    across: resolution,
    down: resolution,
    box: boundsOfBox(box),
    starts: new Uint32Array(resolution ** 2 + 1),
    depths: new Float64Array(0),
    enters: new Uint8Array(0),
    triangles: new Uint32Array(0),
    generator,
  };
}

/** An image of nothing where the object, or what is asked for of it, has no volume. */
export async function layeredImage(
  context: EngineContext,
  object: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<LayeredImage> {
  options.signal?.throwIfAborted();
  const list = participants(object ? [[0, object]] : []);
  const box = options.box ?? list[0]?.object.box ?? NO_BOX;
  if (list.length === 0 || !hasVolume(box)) return emptyImage(options, box);
  const view: View = viewAlong(options.axis, box);
  const { resolution } = options;
  const job = { mode: LAYERS_IMAGE, view, resolution, stacks: true, unclosed: false };
  await runLayersJob(context.runtime, list, job, options);
  return readLayers(context.runtime, view, resolution);
}
