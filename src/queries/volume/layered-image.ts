/** `layers`: the layered depth image of one object. */

import { type Participant, participants } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import type { EngineContext } from '../context.ts';
import { tightBoxes } from '../tight-boxes.ts';
import { LAYERS_IMAGE } from './constants.ts';
import { hardwareImage } from './gpu/image.ts';
import type { LayeredImage } from './layers.ts';
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

/** Hardware draws all depths: leaves out what lies outside the box, and counts what lies before it. */
function withinBox(image: LayeredImage, { order, box }: View): LayeredImage {
  const [near, far] = [box[order[2]], box[order[2] + 3]];
  // Depths of single precision: a surface on the box's own side may be a little off.
  const slack = 1e-6 * (far - near);
  const starts = new Uint32Array(image.starts.length);
  const windings = image.windings.slice();
  const kept: number[] = [];
  for (let pixel = 0; pixel + 1 < starts.length; pixel++) {
    for (let at = image.starts[pixel]; at < image.starts[pixel + 1]; at++) {
      const depth = image.depths[at];
      if (depth < near - slack) windings[pixel] += image.enters[at] === 1 ? 1 : -1;
      else if (depth <= far + slack) kept.push(at);
    }
    starts[pixel + 1] = kept.length;
  }
  if (kept.length === image.depths.length) return image;
  const depths = Float64Array.from(kept, (at) => image.depths[at]);
  const enters = Uint8Array.from(kept, (at) => image.enters[at]);
  return { ...image, starts, depths, enters, windings };
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

/** An image of nothing where the object, or what is asked for of it, has no volume. */
export async function layeredImage(
  context: EngineContext,
  object: SceneObject | undefined,
  other: SceneObject | undefined,
  options: CheckedLayersOptions,
): Promise<LayeredImage> {
  options.signal?.throwIfAborted();
  const list = participants(object ? [[0, object]] : []);
  const box = await volumeOfInterest(context, list, other, options);
  if (list.length === 0 || !hasVolume(box)) return emptyImage(options, box);
  const view: View = viewAlong(options.axis, box);
  const { resolution, generator } = options;
  if (generator === 'sampled') return sampledImage(context.runtime, list, view, resolution, options);
  if (generator !== 'software') {
    const image = await hardwareImage(context, list[0].object, view, resolution, generator, options.signal);
    return withinBox(image, view);
  }
  const job = { mode: LAYERS_IMAGE, view, resolution, stacks: true, unclosed: false };
  await runLayersJob(context.runtime, list, job, options);
  return readLayers(context.runtime, view, resolution);
}
