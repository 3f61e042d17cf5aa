/** Arrays of words in every order and size that could trouble a pass, and their way to the GPU and back. */
import type { ComputePass } from '../../../src/backend/gpu/compute-pass.ts';
import type { Random } from '../../support/random.ts';

/** Around one thread, a row of threads, a workgroup, a tile, several tiles. */
export const SIZES = [0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 2047, 2048, 2049, 4096, 65_537] as const;

type WordMaker = (random: Random, count: number) => Uint32Array<ArrayBuffer>;

const fill = (count: number, value: (index: number) => number) =>
  Uint32Array.from({ length: count }, (_, i) => value(i));

/** Words below `limit`. */
export const randomWords = (random: Random, count: number, limit = 2 ** 32): Uint32Array<ArrayBuffer> =>
  fill(count, () => Math.floor(random.next() * limit));

export const WORD_KINDS: Readonly<Record<string, WordMaker>> = {
  random: (random, count) => randomWords(random, count),
  'all equal': (random, count) => new Uint32Array(count).fill(random.integer(0, 2 ** 32 - 1)),
  ascending: (_, count) => fill(count, (i) => i),
  descending: (_, count) => fill(count, (i) => count - i),
  'few different': (random, count) => randomWords(random, count, 3),
  'high bits only': (random, count) => fill(count, () => (random.integer(0, 255) << 24) >>> 0),
};

/** A buffer with these words and room for more. Within a run. */
export function uploaded(pass: ComputePass, words: Uint32Array<ArrayBuffer>, extraWords = 0): GPUBuffer {
  const buffer = pass.memory.create('test words', 4 * (words.length + extraWords));
  pass.upload(buffer, words);
  return buffer;
}
