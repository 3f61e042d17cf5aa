/**
 * Layered depth images that stay on the GPU, and what is looked up in them there: of two what they have in common, of one where it
 * overlaps itself, and which points lie inside. Sums and bits come back, no layers.
 */

import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ErrorCode } from '../../../error-codes.ts';
import { EngineError, OptionError } from '../../../errors.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import type { GpuLayers } from '../layers.ts';
import { checkAlike, frameOf } from '../layers-lookup.ts';
import type { ImageOnGpu } from './image.ts';
import { LOOKUP_PARAMETERS } from './layers-shaders.ts';

/** Pixels that a thread adds up. Twin: in lookup.wgsl.ts. */
const PIXELS_PER_THREAD = 16;
const PURPOSE = { purpose: 'lookup in a layered depth image' };

export class LayersOnGpu implements GpuLayers {
  readonly axis: GpuLayers['axis'];
  readonly across: number;
  readonly down: number;
  readonly box: GpuLayers['box'];
  readonly generator: GpuLayers['generator'];
  readonly restartedAfter?: ErrorCode;
  readonly #sums: GrowableBuffer;
  readonly #points: GrowableBuffer;
  #image: ImageOnGpu | undefined;

  constructor(image: ImageOnGpu, restartedAfter?: ErrorCode) {
    this.axis = image.view.axis;
    this.across = image.size;
    this.down = image.size;
    this.box = boundsOfBox(image.view.box);
    this.generator = image.generator;
    if (restartedAfter) this.restartedAfter = restartedAfter;
    this.#image = image;
    this.#sums = new GrowableBuffer(image.gpu.memory, 'sums of lookups');
    this.#points = new GrowableBuffer(image.gpu.memory, 'points');
  }

  async overlap(other: GpuLayers): Promise<{ volume: number; segments: number }> {
    const image = this.#open('overlap');
    if (other instanceof NoLayersOnGpu) return other.overlap();
    if (!(other instanceof LayersOnGpu) || other.#open('overlap').gpu !== image.gpu) {
      throw new OptionError('option-type', 'overlap: expected another image of layersOnGpu(), of the same engine.', {
        option: 'other',
      });
    }
    checkAlike(this, other);
    const second = other.#open('overlap');
    const sums = await this.#addUp(2, (pass, buffer, groups, parameters) => {
      const buffers = [...image.buffers, ...second.buffers, buffer];
      pass.dispatch(image.passes.shaders.overlap, groups, buffers, parameters);
    });
    return { volume: sums[0] * this.#unitVolume, segments: Math.round(sums[1]) };
  }

  async selfOverlap(): Promise<{ volume: number }> {
    const image = this.#open('selfOverlap');
    const sums = await this.#addUp(4, (pass, buffer, groups, parameters) => {
      pass.dispatch(image.passes.shaders.selfOverlap, groups, [...image.buffers, buffer], parameters);
    });
    return { volume: (sums[0] < 0 ? sums[2] : sums[1]) * this.#unitVolume };
  }

  async inside(points: ArrayLike<number>): Promise<Uint8Array> {
    const image = this.#open('inside');
    const count = Math.floor(points.length / 3);
    const places = new Uint8Array(count);
    if (count === 0) return places;
    const parts = this.#partsOf(points, count);
    const bits = await image.gpu.run((pass) => {
      const uploaded = this.#points.reserve(parts.byteLength);
      pass.upload(uploaded, parts);
      const words = Math.ceil(count / 32);
      const found = this.#sums.reserve(4 * words);
      const parameters = LOOKUP_PARAMETERS.pack([{ pixels: image.pixels, across: image.size, points: count }]);
      const buffers = [...image.buffers, uploaded, found];
      pass.dispatch(image.passes.shaders.inside, image.passes.groupsFor(words), buffers, parameters);
      return pass.readBack(found, 0, 4 * words);
    }, PURPOSE);
    const words = bits.u32;
    for (let point = 0; point < count; point++) places[point] = (words[point >>> 5] >>> (point & 31)) & 1;
    return places;
  }

  dispose(): void {
    this.#image?.release();
    this.#image = undefined;
    this.#sums.release();
    this.#points.release();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Volume of a pixel over the whole depth. */
  get #unitVolume(): number {
    const { near, far, pixelArea } = frameOf(this);
    return (far - near) * pixelArea;
  }

  #open(call: string): ImageOnGpu {
    if (this.#image) return this.#image;
    throw new EngineError('disposed', `${call}: the image has been disposed. Make another with layersOnGpu().`);
  }

  /** Adds up the partial sums of GPU threads, `numbers` each, in double precision on the CPU. */
  async #addUp(
    numbers: number,
    record: (
      pass: Parameters<Parameters<ImageOnGpu['gpu']['run']>[0]>[0],
      sums: GPUBuffer,
      groups: number,
      parameters: ArrayBuffer,
    ) => void,
  ): Promise<number[]> {
    const { gpu, passes, pixels, size } = this.#image!;
    const threads = Math.ceil(pixels / PIXELS_PER_THREAD);
    const read = await gpu.run((pass) => {
      const sums = this.#sums.reserve(4 * numbers * threads);
      const parameters = LOOKUP_PARAMETERS.pack([{ pixels, across: size, points: 0 }]);
      record(pass, sums, passes.groupsFor(threads), parameters);
      return pass.readBack(sums, 0, 4 * numbers * threads);
    }, PURPOSE);
    const parts = read.f32;
    const sums = new Array<number>(numbers).fill(0);
    for (let i = 0; i < parts.length; i++) sums[i % numbers] += parts[i];
    return sums;
  }

  /** Across, down and in depth, as parts of the box. */
  #partsOf(points: ArrayLike<number>, count: number): Float32Array<ArrayBuffer> {
    const { order } = frameOf(this);
    const { min, max } = this.box;
    const parts = new Float32Array(3 * count);
    for (let k = 0; k < 3; k++) {
      const axis = order[k];
      const low = min[axis];
      const perUnit = 1 / (max[axis] - low);
      for (let point = 0; point < count; point++) parts[3 * point + k] = (points[3 * point + axis] - low) * perUnit;
    }
    return parts;
  }
}

/** The image of what has no volume. */
export class NoLayersOnGpu implements GpuLayers {
  readonly axis: GpuLayers['axis'];
  readonly across: number;
  readonly down: number;
  readonly box: GpuLayers['box'];
  readonly generator: GpuLayers['generator'];

  constructor(axis: GpuLayers['axis'], size: number, box: GpuLayers['box'], generator: GpuLayers['generator']) {
    this.axis = axis;
    this.across = size;
    this.down = size;
    this.box = box;
    this.generator = generator;
  }

  async overlap(): Promise<{ volume: number; segments: number }> {
    return { volume: 0, segments: 0 };
  }

  async selfOverlap(): Promise<{ volume: number }> {
    return { volume: 0 };
  }

  async inside(points: ArrayLike<number>): Promise<Uint8Array> {
    return new Uint8Array(Math.floor(points.length / 3));
  }

  dispose(): void {}

  [Symbol.dispose](): void {}
}
