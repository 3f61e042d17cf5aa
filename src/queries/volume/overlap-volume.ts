/**
 * `overlapVolume` and `selfOverlapVolume`: chooses the volume of interest and the axes, makes images, and refines them
 * until the bound is small enough or the images as fine as they may be.
 */

import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { type EngineContext, requireGpu } from '../context.ts';
import { openEdgesOf, openMeshError, opennessOf } from '../open-mesh.ts';
import { tightBoxes } from '../tight-boxes.ts';
import { LAYERS_OVERLAP, LAYERS_SELF } from './constants.ts';
import { type HardwareGenerator, hardwareImage } from './gpu/image.ts';
import { agreedVolume, type ImageVolume, imageVolume, provedEmpty } from './image-volume.ts';
import type { LayeredImage } from './layers.ts';
import { walkLayers } from './layers-volume.ts';
import { haveNothingInCommon } from './no-overlap.ts';
import { mostSelfOverlap } from './no-self-overlap.ts';
import type { CheckedVolumeOptions } from './options.ts';
import { countUnknown } from './unknown-pixels.ts';
import { AXES, type Axis, type Box, commonBox, hasVolume, shortestAxis, type View, viewAlong } from './view.ts';
import type { OpenObject, Volume } from './volume.ts';
import { type PaneSums, runLayersJob } from './wasm.ts';
import { readStacks } from './wasm-lists.ts';

/** An object as the caller knows it. */
export interface Asked {
  readonly id: number;
  readonly label: string;
}

export interface VolumeQuestion {
  /** For messages. */
  readonly call: string;
  /** Two objects, or one. */
  readonly asked: readonly Asked[];
  readonly options: CheckedVolumeOptions;
}

/** Refinement stops here: an image of 4096² takes a second or so. */
const REFINED_MAX = 4096;
/** The bound is proportional to the size of a pixel; a little finer, so that one more image is usually enough. */
const REFINE_MORE = 1.1;
/** An image is refined by at most this factor at once, because the first bound may be too pessimistic. */
const REFINE_FACTOR_MAX = 4;

interface OpenMeshes {
  readonly objects: readonly OpenObject[];
  /** Six coordinates per open edge. */
  readonly ends: readonly number[];
}

/** Refuses open meshes, or says which edges are open. */
function findOpen({ runtime }: EngineContext, list: readonly Participant[], question: VolumeQuestion): OpenMeshes {
  const objects: OpenObject[] = [];
  const ends: number[] = [];
  for (const { id, object } of list) {
    const edges = opennessOf(runtime, object);
    if (!edges) continue;
    if (!question.options.allowOpen) {
      const { label } = question.asked.find((asked) => asked.id === id)!;
      throw openMeshError(question.call, label, edges, 'then unknownVolume says how much is unknown.');
    }
    openEdgesOf(runtime, object, ends);
    objects.push({ object: id, ...edges });
  }
  return { objects, ends };
}

/** The volume of interest: what the tight boxes of both have in common, or that of the one; undefined when there is none. */
async function interestOf(
  { runtime }: EngineContext,
  list: readonly Participant[],
  options: CheckedVolumeOptions,
): Promise<Box | undefined> {
  const [first, second] = await tightBoxes(runtime, list, options);
  if (second) return commonBox(first, second);
  return hasVolume(first) ? first : undefined;
}

function chosenAxes(axis: CheckedVolumeOptions['axis'], box: Box): readonly Axis[] {
  if (axis === 'all') return AXES;
  return [axis === 'auto' ? shortestAxis(box) : axis];
}

/** Makes one image per axis, and tells how far it is. */
class VolumeImages {
  readonly #context: EngineContext;
  readonly #list: readonly Participant[];
  readonly #question: VolumeQuestion;
  readonly #box: Box;
  readonly #axes: readonly Axis[];
  #open: OpenMeshes | undefined;
  #progress = 0;
  count = 0;
  /** If a device was lost on the way. */
  restartedAfter: ErrorCode | undefined;

  constructor(
    context: EngineContext,
    list: readonly Participant[],
    question: VolumeQuestion,
    box: Box,
    axes: readonly Axis[],
  ) {
    this.#context = context;
    this.#list = list;
    this.#question = question;
    this.#box = box;
    this.#axes = axes;
    // With allowOpen it must be known in advance; otherwise the first image finds out.
    const isKnown = list.every(({ object }) => object.edgesCancel !== undefined);
    if (isKnown || question.options.allowOpen) this.#open = findOpen(context, list, question);
  }

  get open(): readonly OpenObject[] {
    return this.#open?.objects ?? [];
  }

  /**
   * Upper bound on the volume when exact queries prove that there is none apart from rounding; undefined without a
   * proof.
   */
  async mostByProof(): Promise<number | undefined> {
    const { runtime } = this.#context;
    if (this.open.length > 0) return undefined;
    const options = { signal: this.#question.options.signal, onProgress: undefined };
    if (this.#list.length === 1) return mostSelfOverlap(runtime, this.#list, options);
    return (await haveNothingInCommon(runtime, this.#list, options)) ? 0 : undefined;
  }

  /** `share` is the part of what is left to be done that these images are. */
  async make(resolution: number, share: number): Promise<ImageVolume[]> {
    const images: ImageVolume[] = [];
    const step = (share * (1 - this.#progress)) / this.#axes.length;
    for (const axis of this.#axes) {
      images.push(await this.#image(axis, resolution, step));
      this.#progress += step;
    }
    return images;
  }

  async #image(axis: Axis, resolution: number, step: number): Promise<ImageVolume> {
    const { runtime } = this.#context;
    const { options } = this.#question;
    const view = viewAlong(axis, this.#box);
    const before = this.#progress;
    const onProgress =
      options.onProgress && ((done: number) => options.onProgress?.(Math.min(1, before + step * done)));
    const mode = this.#list.length > 1 ? LAYERS_OVERLAP : LAYERS_SELF;
    const unclosed = this.open.length > 0;
    const job = { mode, view, resolution, stacks: options.stacks, unclosed };
    const running = { ...(options.signal && { signal: options.signal }), ...(onProgress && { onProgress }) };
    const sums = await runLayersJob(runtime, this.#list, job, running);
    const stacks = options.stacks ? readStacks(runtime, view, resolution) : undefined;
    this.#open ??= findOpen(this.#context, this.#list, this.#question);
    this.count++;
    if (options.generator !== 'software') {
      return this.#hardwareImage(view, resolution, options.generator, sums);
    }
    const unknown = sums.unclosed ? countUnknown(view, resolution, sums.unclosed, this.#open.ends) : 0;
    return imageVolume(view, resolution, sums, unknown, stacks);
  }

  /**
   * The same from images that the hardware made. It rounds corners and so may see other surfaces than there are; the
   * software image has the limits between which the true volume lies, and what was found is as far off as they are.
   */
  async #hardwareImage(
    view: View,
    resolution: number,
    generator: HardwareGenerator,
    software: PaneSums,
  ): Promise<ImageVolume> {
    const { options } = this.#question;
    const images: LayeredImage[] = [];
    for (const { object } of this.#list) {
      const asked = { object, view, size: resolution, generator, signal: options.signal };
      const image = await hardwareImage(this.#context, asked);
      this.restartedAfter ??= image.restartedAfter;
      images.push(image);
    }
    const { sums, stacks } = walkLayers(images, view);
    const more = sums.length - software.length;
    const excess = software.excess + more;
    const shortfall = software.shortfall - more;
    const unknown = software.unclosed ? countUnknown(view, resolution, software.unclosed, this.#open?.ends ?? []) : 0;
    const all = { ...sums, excess, shortfall, unsurePixels: software.unsurePixels };
    return imageVolume(view, resolution, all, unknown, options.stacks ? stacks : undefined);
  }
}

export async function measureVolume(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  question: VolumeQuestion,
): Promise<Volume> {
  const began = performance.now();
  const { options, asked } = question;
  options.signal?.throwIfAborted();
  if (options.generator !== 'software') requireGpu(context, `${question.call}: generator "${options.generator}"`);
  const list = participants(asked.flatMap(({ id }) => (objects.has(id) ? [[id, objects.get(id)!] as const] : [])));
  const common = { method: 'layers', generator: options.generator, resolution: options.resolution } as const;
  const stats = {
    backend: options.generator === 'software' ? 'wasm' : 'webgpu',
    threads: context.runtime.threads,
    triangles: totalTriangles(list),
  } as const;
  const box = list.length === asked.length ? await interestOf(context, list, options) : undefined;
  if (!box) {
    const { objects: openObjects } = findOpen(context, list, question);
    const nothing = { volume: 0, errorBound: 0, bounds: undefined, centroid: undefined, unknownVolume: 0, openObjects };
    const times = { pixels: 0, unsurePixels: 0, images: 0, milliseconds: { total: performance.now() - began } };
    return { ...common, ...nothing, axes: [], stacks: [], toleranceMet: true, stats: { ...stats, ...times } };
  }
  const axes = chosenAxes(options.axis, box);
  const maker = new VolumeImages(context, list, question, box, axes);
  const { images, resolution } = await refine(maker, options);
  const { volume, errorBound, bounds, centroid, unknown, unsurePixels } = agreedVolume(images);
  return {
    ...common,
    volume,
    errorBound,
    bounds,
    centroid,
    resolution,
    axes,
    toleranceMet: options.tolerance === undefined || errorBound <= options.tolerance,
    stacks: images.flatMap(({ stacks }) => stacks ?? []),
    openObjects: maker.open,
    unknownVolume: unknown,
    stats: {
      ...stats,
      pixels: resolution ** 2 * axes.length,
      unsurePixels,
      images: maker.count,
      ...(maker.restartedAfter && { restartedAfter: maker.restartedAfter }),
      milliseconds: { total: performance.now() - began },
    },
  };
}

/**
 * Makes images until the bound is small enough. Where they cannot distinguish a volume from none, exact queries decide.
 */
async function refine(
  maker: VolumeImages,
  { resolution: first, tolerance }: CheckedVolumeOptions,
): Promise<{ images: ImageVolume[]; resolution: number }> {
  let resolution = first;
  for (;;) {
    const images = await maker.make(resolution, tolerance === undefined ? 1 : 0.5);
    const { low, high, errorBound } = agreedVolume(images);
    if (resolution === first && low === 0 && high > 0) {
      const most = await maker.mostByProof();
      if (most !== undefined && most < errorBound) {
        return { images: images.map((image) => provedEmpty(image, most)), resolution };
      }
    }
    if (tolerance === undefined || errorBound <= tolerance || resolution >= REFINED_MAX) return { images, resolution };
    const wanted = Math.min(REFINE_FACTOR_MAX, Math.max(2, (REFINE_MORE * errorBound) / tolerance));
    resolution = Math.min(REFINED_MAX, Math.ceil(resolution * wanted));
  }
}
