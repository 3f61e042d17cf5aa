import { expect, it } from 'vitest';
import { Counters } from '../../../src/backend/gpu/counters.ts';
import { ExclusiveScan } from '../../../src/backend/gpu/exclusive-scan.ts';
import { Tally } from '../../../src/backend/gpu/tally.ts';
import { describeGpu, WORK_KINDS } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { randomWords, SIZES, uploaded } from './words.ts';

const MOST = 2 ** 32 - 1;

/** The plain version: one longer than the input, sums that stop at 2^32 − 1. */
function plainScan(words: Uint32Array): Uint32Array {
  const sums = new Uint32Array(words.length + 1);
  for (const [index, word] of words.entries()) sums[index + 1] = Math.min(MOST, sums[index] + word);
  return sums;
}

describeGpu('exclusive scan', (file) => {
  async function scanOnGpu(kind: (typeof WORK_KINDS)[number], words: Uint32Array<ArrayBuffer>, tally?: Tally) {
    const gpu = file.gpu(kind);
    const scan = await ExclusiveScan.create(gpu);
    const read = await gpu.run(
      (pass) => {
        const data = uploaded(pass, words, 1);
        scan.record(pass, { data, capacity: words.length });
        const sums = pass.readBack(data, 0, 4 * (words.length + 1));
        pass.memory.retire(data);
        return sums;
      },
      { tally },
    );
    scan.release();
    return read.u32;
  }

  for (const kind of WORK_KINDS) {
    it.each(SIZES)(`of %i words equals the plain one, ${kind} workgroups`, async (count) => {
      const seed = count + 1;
      const words = randomWords(new Random(seed), count, 60_000);
      expect(await scanOnGpu(kind, words), `seed ${seed}`).toEqual(plainScan(words));
    });

    it(`of many ones, ${kind} workgroups, in three dispatches`, async () => {
      const words = new Uint32Array(200_000).fill(1);
      const tally = new Tally();
      const sums = await scanOnGpu(kind, words, tally);
      expect(tally).toMatchObject({ dispatches: 3, runs: 1, bytesDown: 800_008 });
      expect(sums.every((sum, index) => sum === index)).toBe(true);
    });

    it(`stops at 2^32 − 1 instead of wrapping, ${kind} workgroups`, async () => {
      const words = randomWords(new Random(5), 5000);
      expect(await scanOnGpu(kind, words)).toEqual(plainScan(words));
    });

    it.each([
      [0, 5000],
      [1, 5000],
      [2048, 5000],
      [4999, 5000],
      [9999, 5000],
    ])(`takes %i items by a counter, of at most %i, ${kind} workgroups`, async (count, capacity) => {
      const gpu = file.gpu(kind);
      const scan = await ExclusiveScan.create(gpu);
      const counters = new Counters(gpu.memory, 'test', ['items', 'total']);
      const words = randomWords(new Random(count), capacity, 1000);
      const { sums, counts } = await gpu.run((pass) => {
        const data = uploaded(pass, words, 1);
        pass.upload(counters.buffer, Uint32Array.of(count), 4 * counters.index('items'));
        scan.record(pass, {
          data,
          capacity,
          counters: counters.buffer,
          countIndex: counters.index('items'),
          totalIndex: counters.index('total'),
        });
        pass.memory.retire(data);
        return { sums: pass.readBack(data, 0, 4 * (capacity + 1)), counts: counters.readBack(pass) };
      });
      const used = Math.min(count, capacity);
      const expected = plainScan(words.slice(0, used));
      expect(sums.u32.slice(0, used + 1)).toEqual(expected);
      expect(sums.u32.slice(used + 1, capacity)).toEqual(words.slice(used + 1)); // the rest is as it was
      expect(counts()).toEqual({ items: count, total: expected[used] });
      scan.release();
      counters.release();
    });
  }

  it('refuses a buffer without room for the total', async () => {
    const gpu = file.gpu();
    const scan = await ExclusiveScan.create(gpu);
    const tooSmall = gpu.run((pass) => scan.record(pass, { data: uploaded(pass, new Uint32Array(64)), capacity: 64 }));
    await expect(tooSmall).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('260 bytes') });
  });
});
