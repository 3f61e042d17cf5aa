/** `layers`: the layered depth image of one object. */

import { type Participant, participants } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { OptionError } from '../../errors.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import type { EngineContext } from '../context.ts';
import { tightBoxes } from '../tight-boxes.ts';
import { LAYERS_IMAGE } from './constants.ts';
import { LayersOnGpu, NoLayersOnGpu } from './gpu/gpu-layers.ts';
import { hardwareImage, imageOnGpu } from './gpu/image.ts';
import type { GpuLayers, LayeredImage } from './layers.ts';
import type { CheckedLayersOptions } from './options.ts';
import { sampledImage } from './sampled-image.ts';
import { type Box, commonBox, hasVolume, type View, viewAlong } from './view.ts';
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
    windings: new Int32Array(resolution ** 2),
    generator,
  };
}

/** The box that was given, or the object's own, or what it shares with that of the other. */
async function volumeOfInterest(
  { runtime }: EngineContext,
  list: readonly Participant[],
  other: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<Box> {
  if (options.box) return options.box;
  const both = other && list.length > 0 ? participants([[0, list[0].object] as const, [1, other] as const]) : list;
  const [own = NO_BOX, others = NO_BOX] = await tightBoxes(runtime, both, options);
  if (options.with === undefined) return own;
  return commonBox(own, others) ?? NO_BOX;
}

/** The view of the object, with its box; no view where the object, or the part asked for, has no volume. */
async function viewOf(
  context: EngineContext,
  object: SceneObject | undefined,
  other: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<{ list: readonly Participant[]; box: Box; view: View | undefined }> {
  options.signal?.throwIfAborted();
  const list = participants(object ? [[0, object]] : []);
  const box = await volumeOfInterest(context, list, other, options);
  if (list.length === 0 || !hasVolume(box)) return { list, box, view: undefined };
  // A GPU takes vertices where they are placed.
  const { generator } = options;
  const isHardware = generator !== 'software' && generator !== 'sampled';
  if (isHardware && list[0].object.needsPlacing()) await tightBoxes(context.runtime, list, options);
  return { list, box, view: viewAlong(options.axis, box) };
}

/** An image of nothing where there is no view. */
export async function layeredImage(
  context: EngineContext,
  object: SceneObject | undefined,
  other: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<LayeredImage> {
  const { list, box, view } = await viewOf(context, object, other, options);
  if (!view) return emptyImage(options, box);
  const { resolution, generator } = options;
  if (generator === 'sampled') return sampledImage(context.runtime, list, view, resolution, options);
  if (generator !== 'software') {
    return hardwareImage(context, {
      object: list[0].object,
      view,
      size: resolution,
      generator,
      signal: options.signal,
    });
  }
  const job = { mode: LAYERS_IMAGE, view, resolution, stacks: true, unclosed: false };
  await runLayersJob(context.runtime, list, job, options);
  return readLayers(context.runtime, view, resolution);
}

/** The image left on the GPU. */
export async function layersOnGpu(
  context: EngineContext,
  object: SceneObject | undefined,
  other: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<GpuLayers> {
  const { resolution, generator, axis } = options;
  if (generator === 'software' || generator === 'sampled') {
    throw new OptionError(
      'option-value',
      `layersOnGpu: generator is "${generator}", which runs on the CPU; expected "ordered", "unordered" or "compute".`,
      { option: 'generator' },
    );
  }
  const { list, box, view } = await viewOf(context, object, other, options);
  if (!view) return new NoLayersOnGpu(axis, resolution, boundsOfBox(box), generator);
  const asked = { object: list[0].object, view, size: resolution, generator, signal: options.signal };
  const { image, restartedAfter } = await imageOnGpu(context, asked);
  return new LayersOnGpu(image, restartedAfter);
}
