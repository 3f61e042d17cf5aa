/**
 * The engine's own way on the GPU: one pass of a compute shader appends every layer to one list, whatever its pixel and
 * depth; a list that is too short is grown and the pass run again. Pixels are put together and sorted on the CPU.
 */
import { AppendLists } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LAYER_ENTERS, LAYER_WORDS, LAYERS_PARAMETERS, LAYERS_SHADER } from './compute.wgsl.ts';

/** Initial capacity: layers per triangle and pixel. */
const LAYERS_PER_TRIANGLE = 2;
const LAYERS_PER_PIXEL = 4;
/** Layers per pixel that are read back with their number at first, and times as many as last time later. */
const READ_PER_PIXEL = 2;
const MARGIN = 1.25;

/** How many layers the last image of a device had. */
const lastCounts = new WeakMap<Gpu, number>();

export interface LooseLayers {
  /** Of each layer, in no order: its pixel, its depth from 0 to 1, and 1 where the ray enters. */
  readonly pixels: Uint32Array;
  readonly depths: Float32Array;
  readonly enters: Uint8Array;
}

/** `corners` in clip space, nine numbers per triangle. */
export async function computeLayers(gpu: Gpu, size: number, corners: Float32Array<ArrayBuffer>): Promise<LooseLayers> {
  const { threads } = gpu.workSizes.plain;
  const shader = await gpu.compile(LAYERS_SHADER, { THREADS: threads });
  const triangleCount = corners.length / 9;
  const expected = Math.ceil(lastCounts.has(gpu) ? MARGIN * lastCounts.get(gpu)! : READ_PER_PIXEL * size ** 2);
  const capacity = Math.max(expected, LAYERS_PER_TRIANGLE * triangleCount + LAYERS_PER_PIXEL * size ** 2);
  const lists = new AppendLists(gpu.memory, { layers: { bytesPerEntry: 4 * LAYER_WORDS, capacity } });
  const uploaded = new GrowableBuffer(gpu.memory, 'corners');
  try {
    const { result, counts } = await lists.run(
      gpu,
      (pass, { counters }) => {
        const buffer = uploaded.reserve(corners.byteLength);
        pass.upload(buffer, corners);
        const parameters = { triangleCount, size, layersCounter: counters.index('layers') };
        const buffers = [counters.buffer, buffer, lists.buffer('layers')];
        pass.dispatch(shader, Math.ceil(triangleCount / threads), buffers, LAYERS_PARAMETERS.pack([parameters]));
        return pass.readBack(lists.buffer('layers'), 0, 4 * LAYER_WORDS * expected);
      },
      { purpose: 'a layered depth image' },
    );
    lastCounts.set(gpu, counts.layers);
    const words = await wholeList(gpu, lists.buffer('layers'), result.u32, LAYER_WORDS * counts.layers);
    const singles = new Float32Array(words.buffer);
    const pixels = new Uint32Array(counts.layers);
    const depths = new Float32Array(counts.layers);
    const enters = new Uint8Array(counts.layers);
    for (let layer = 0; layer < counts.layers; layer++) {
      const word = words[LAYER_WORDS * layer];
      enters[layer] = word >= LAYER_ENTERS ? 1 : 0;
      pixels[layer] = word >= LAYER_ENTERS ? word - LAYER_ENTERS : word;
      depths[layer] = singles[LAYER_WORDS * layer + 1];
    }
    return { pixels, depths, enters };
  } finally {
    lists.release();
    uploaded.release();
  }
}

/** So many words of a list, of which some have been read. */
async function wholeList(gpu: Gpu, buffer: GPUBuffer, known: Uint32Array<ArrayBuffer>, words: number) {
  if (words <= known.length) return known;
  const read = (pass: ComputePass) => pass.readBack(buffer, 4 * known.length, 4 * (words - known.length));
  const rest = await gpu.run(read, { purpose: 'a layered depth image' });
  const whole: Uint32Array<ArrayBuffer> = new Uint32Array(words);
  whole.set(known);
  whole.set(rest.u32, known.length);
  return whole;
}
