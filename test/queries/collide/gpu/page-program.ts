/** What the page test bundles and runs, in a page and in a worker: a scan and a sort of random words. */
import { ExclusiveScan } from '../../../../src/backend/gpu/exclusive-scan.ts';
import { openGpu } from '../../../../src/backend/gpu/gpu.ts';
import { RadixSort } from '../../../../src/backend/gpu/radix-sort.ts';
import { randomWords, uploaded } from '../../../exact/gpu/words.ts';
import { Random } from '../../../support/random.ts';

export interface PageAnswer {
  isSoftware: boolean;
  inWorker: boolean;
  sums: number[];
  keys: number[];
  places: number[];
}

export async function scanAndSort(count: number, seed: number): Promise<PageAnswer> {
  const gpu = await openGpu();
  const [scan, sort] = [await ExclusiveScan.create(gpu), await RadixSort.create(gpu)];
  const words = randomWords(new Random(seed), count, 1000);
  const read = await gpu.run((pass) => {
    const data = uploaded(pass, words, 1);
    scan.record(pass, { data, capacity: count });
    const sorted = sort.record(pass, { keys: uploaded(pass, words), capacity: count, bitCount: 10 });
    const parts = [data, sorted.keys, sorted.values];
    return parts.map((buffer) => pass.readBack(buffer, 0, 4 * count));
  });
  gpu.dispose();
  const [sums, keys, places] = read.map(({ u32 }) => [...u32]);
  return { isSoftware: gpu.device.adapter.isSoftware, inWorker: typeof document === 'undefined', sums, keys, places };
}

Object.assign(globalThis, { scanAndSort });
if (typeof document === 'undefined') {
  addEventListener('message', async ({ data: [count, seed] }) => postMessage(await scanAndSort(count, seed)));
}
