/** What the page test bundles and runs, in a page and in a worker: a scan of random words. */
import { ExclusiveScan } from '../../../src/backend/gpu/exclusive-scan.ts';
import { openGpu } from '../../../src/backend/gpu/gpu.ts';
import { Random } from '../../support/random.ts';
import { randomWords, uploaded } from './words.ts';

export interface PageAnswer {
  isSoftware: boolean;
  inWorker: boolean;
  sums: number[];
}

export async function scanWords(count: number, seed: number): Promise<PageAnswer> {
  const gpu = await openGpu();
  const scan = await ExclusiveScan.create(gpu);
  const words = randomWords(new Random(seed), count, 1000);
  const read = await gpu.run((pass) => {
    const data = uploaded(pass, words, 1);
    scan.record(pass, { data, capacity: count });
    return pass.readBack(data, 0, 4 * count);
  });
  gpu.dispose();
  return {
    isSoftware: gpu.device.adapter.isSoftware,
    inWorker: typeof document === 'undefined',
    sums: [...read.u32],
  };
}

Object.assign(globalThis, { scanWords });
if (typeof document === 'undefined') {
  addEventListener('message', async ({ data: [count, seed] }) => postMessage(await scanWords(count, seed)));
}
