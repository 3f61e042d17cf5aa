/**
 * The layered depth image of an object on the GPU: layers from one of the generators, put together by pixel and sorted there, with the
 * windings of rays where they come into the volume of interest.
 *
 * Promise: lists grow, and the passes that fill them run again, until they hold all layers. When an image is read back, only its
 * layers are, not unused capacity.
 */

import { answerOn, type Outcome } from '../../../backend/choose.ts';
import { AppendLists } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { readWhole } from '../../../backend/gpu/read-whole.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import { type EngineContext, requireGpu } from '../../context.ts';
import { meshesOn } from '../../gpu-meshes.ts';
import type { LayeredImage, LayersGenerator } from '../layers.ts';
import type { View } from '../view.ts';
import { DrawnObject } from './corners.ts';
import { type DepthParts, type DrawnLayer, type LayerList, type LayerPasses, layersOn } from './layer-passes.ts';
import { peelLayers } from './ordered.ts';
import { LayersRenderer } from './render.ts';
import { countLayers } from './unordered.ts';

type Restarted = Pick<Outcome<unknown>, 'restartedAfter'>;

export type HardwareGenerator = Exclude<LayersGenerator, 'software' | 'sampled'>;

const GENERATE = { ordered: peelLayers, unordered: countLayers } as const;

/** Initial capacity: layers per triangle and pixel. */
const LAYERS_PER_TRIANGLE = 2;
const LAYERS_PER_PIXEL = 4;
/** Layers per pixel that are read back with their number at first, and times as many as last time later. */
const READ_PER_PIXEL = 2;
const MARGIN = 1.25;
/** Depths of single precision: a surface on a side of the box may be a little off, by parts of the box and of the object. */
const SLACK = 1e-6;
const OBJECT_SLACK = 2 ** -22;

/** How many layers the last image of a device had, in all and within its box. */
const lastCounts = new WeakMap<Gpu, Readonly<Record<LayerList, number>>>();

/** An image that lies on the GPU. */
export class ImageOnGpu {
  readonly gpu: Gpu;
  readonly passes: LayerPasses;
  readonly view: View;
  readonly size: number;
  readonly generator: HardwareGenerator;
  readonly #lists: AppendLists<LayerList>;
  readonly #ends: GrowableBuffer;
  readonly #windings: GrowableBuffer;

  constructor(gpu: Gpu, passes: LayerPasses, view: View, size: number, generator: HardwareGenerator, capacity: number) {
    this.gpu = gpu;
    this.passes = passes;
    this.view = view;
    this.size = size;
    this.generator = generator;
    const list = {
      bytesPerEntry: 8,
      capacity: Math.ceil(Math.max(capacity, MARGIN * (lastCounts.get(gpu)?.loose ?? 0))),
    };
    this.#lists = new AppendLists(gpu.memory, { loose: list, layers: list });
    this.#ends = new GrowableBuffer(gpu.memory, 'ends of pixels');
    this.#windings = new GrowableBuffer(gpu.memory, 'windings');
  }

  get pixels(): number {
    return this.size ** 2;
  }

  /** What lookups bind: where pixels end, their layers, and windings. Within a run. */
  get buffers(): readonly [GPUBuffer, GPUBuffer, GPUBuffer] {
    return [this.#ends.reserve(4), this.#lists.buffer('layers'), this.#windings.reserve(4)];
  }

  /** Makes the image from loose layers, which `record` appends. */
  async make(
    record: (pass: ComputePass, lists: AppendLists<LayerList>) => void,
    depths: DepthParts,
    reads: boolean,
  ): Promise<LayeredImage | undefined> {
    const options = { purpose: 'a layered depth image' };
    const { pixels } = this;
    const expected = Math.ceil(MARGIN * (lastCounts.get(this.gpu)?.layers ?? READ_PER_PIXEL * pixels));
    const { result, counts } = await this.#lists.run(
      this.gpu,
      (pass) => {
        record(pass, this.#lists);
        const ends = this.#ends.reserve(4 * (pixels + 1));
        const windings = this.#windings.reserve(4 * pixels);
        this.passes.recordSort(pass, this.#lists, pixels, ends, windings, depths);
        if (!reads) return undefined;
        const capacity = Math.min(expected, this.#lists.capacity('layers'));
        return {
          ends: pass.readBack(ends, 0, 4 * pixels),
          windings: pass.readBack(windings, 0, 4 * pixels),
          layers: pass.readBack(this.#lists.buffer('layers'), 0, 8 * capacity),
        };
      },
      options,
    );
    lastCounts.set(this.gpu, counts);
    if (!result) return undefined;
    const words = await readWhole(this.gpu, this.#lists.buffer('layers'), result.layers, 2 * counts.layers, options);
    return this.#imageOf(result.ends.u32, new Int32Array(result.windings.bytes.slice(0)), words);
  }

  /** Gives back its memory. */
  release(): void {
    this.#lists.release();
    this.#ends.release();
    this.#windings.release();
  }

  #imageOf(ends: Uint32Array, windings: Int32Array, words: Uint32Array<ArrayBuffer>): LayeredImage {
    const { axis, box, order } = this.view;
    const near = box[order[2]];
    const depth = box[order[2] + 3] - near;
    const starts = new Uint32Array(this.pixels + 1);
    starts.set(ends.subarray(0, this.pixels), 1);
    const count = words.length / 2;
    const parts = new Float32Array(words.buffer, words.byteOffset, words.length);
    const depths = new Float64Array(count);
    const enters = new Uint8Array(count);
    for (let layer = 0; layer < count; layer++) {
      depths[layer] = near + parts[2 * layer] * depth;
      enters[layer] = words[2 * layer + 1];
    }
    const { size: across, generator } = this;
    const bounds = boundsOfBox(box);
    return {
      axis,
      across,
      down: across,
      box: bounds,
      starts,
      depths,
      enters,
      triangles: undefined,
      windings,
      generator,
    };
  }
}

function partsOf(drawn: DrawnObject, { box, order }: View): DepthParts {
  const front = drawn.depthAt(box[order[2]]);
  const range = drawn.depthAt(box[order[2] + 3]) - front;
  return { front, perDepth: 1 / range, slack: SLACK + OBJECT_SLACK / range };
}

/** Draws the layers by the rasterizer, those that rays enter by before those that they leave by. */
async function drawLayers(
  gpu: Gpu,
  size: number,
  drawn: DrawnObject,
  generator: keyof typeof GENERATE,
  signal: AbortSignal | undefined,
): Promise<{ layers: readonly DrawnLayer[]; renderer: LayersRenderer }> {
  const renderer = await LayersRenderer.open(gpu, size, drawn);
  try {
    const layers: DrawnLayer[] = [];
    for (const facing of ['enters', 'leaves'] as const) {
      const found = await GENERATE[generator](renderer, facing, signal);
      for (const depths of found)
        layers.push({ depths, stride: renderer.rowBytes(4) / 4, enters: facing === 'enters' });
    }
    return { layers, renderer };
  } catch (error) {
    renderer.close();
    throw error;
  }
}

/** What is to be made of an object. */
interface Asked {
  readonly object: SceneObject;
  readonly view: View;
  readonly size: number;
  readonly generator: HardwareGenerator;
  readonly signal: AbortSignal | undefined;
}

interface Made {
  readonly image: ImageOnGpu;
  /** Where it was read. */
  readonly read: LayeredImage | undefined;
}

/** Makes an image; `reads` it, or leaves it on the GPU alone. */
async function makeOn(
  gpu: Gpu,
  runtime: WasmRuntime,
  { object, view, size, generator, signal }: Asked,
  reads: boolean,
): Promise<Made> {
  const drawn = await DrawnObject.open(runtime, gpu, object, view);
  const passes = await layersOn(gpu);
  const isCompute = generator === 'compute';
  const capacity = LAYERS_PER_PIXEL * size ** 2 + (isCompute ? LAYERS_PER_TRIANGLE * object.triangleCount : 0);
  const image = new ImageOnGpu(gpu, passes, view, size, generator, capacity);
  let renderer: LayersRenderer | undefined;
  try {
    const drawing = isCompute ? undefined : await drawLayers(gpu, size, drawn, generator, signal);
    renderer = drawing?.renderer;
    const record = (pass: ComputePass, lists: AppendLists<LayerList>) => {
      if (drawing) passes.recordGather(pass, lists, size, drawing.layers);
      else passes.recordCover(pass, lists, size, drawn.record(pass), object.triangleCount);
    };
    const read = await image.make(record, partsOf(drawn, view), reads);
    meshesOn(gpu).close(true);
    return { image, read };
  } catch (error) {
    meshesOn(gpu).close(false);
    image.release();
    throw error;
  } finally {
    renderer?.close();
    drawn.release();
  }
}

/**
 * The same on a new device where our own was lost. Wasm has no form of these images: what it makes differs near edges, so where no
 * device is left, or there is no room, the query rejects.
 */
async function makeImage(context: EngineContext, asked: Asked, reads: boolean): Promise<Made & Restarted> {
  const { runtime, gpus } = context;
  const gpu = requireGpu(context, `generator "${asked.generator}"`);
  let failure: unknown;
  const { answer, restartedAfter } = await answerOn({ runtime, ...(gpus && { gpus }) }, gpu, {
    webgpu: (one) =>
      makeOn(one, runtime, asked, reads).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
    wasm: () => Promise.reject(failure),
  });
  return { ...answer, ...(restartedAfter && { restartedAfter }) };
}

export async function hardwareImage(context: EngineContext, asked: Asked): Promise<LayeredImage> {
  const { image, read, restartedAfter } = await makeImage(context, asked, true);
  image.release();
  return { ...read!, ...(restartedAfter && { restartedAfter }) };
}

/** The same, left where it was made. */
export async function imageOnGpu(context: EngineContext, asked: Asked): Promise<{ image: ImageOnGpu } & Restarted> {
  return makeImage(context, asked, false);
}
