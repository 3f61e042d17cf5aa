/** Lists that are read back with their lengths: most of the time what was expected is enough, and else the rest is read. */
import type { Gpu, RunOptions } from './gpu.ts';
import type { ReadBack } from './read-back.ts';

/** The first words of a buffer, some of which have already been read. */
export async function readWhole(
  gpu: Gpu,
  buffer: GPUBuffer,
  read: ReadBack,
  words: number,
  options: RunOptions,
): Promise<Uint32Array<ArrayBuffer>> {
  const known = read.u32;
  if (words <= known.length) return known.subarray(0, words);
  const rest = await gpu.run((pass) => pass.readBack(buffer, 4 * known.length, 4 * (words - known.length)), options);
  const whole = new Uint32Array(words);
  whole.set(known);
  whole.set(rest.u32, known.length);
  return whole;
}
