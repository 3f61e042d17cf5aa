import { describe, expect, it } from 'vitest';
import { Counters } from '../../../src/backend/gpu/counters.ts';
import { RadixSort, type SortRequest, sortPasses } from '../../../src/backend/gpu/radix-sort.ts';
import { Tally } from '../../../src/backend/gpu/tally.ts';
import { randomWords, SIZES, uploaded, WORD_KINDS } from '../../exact/gpu/words.ts';
import { describeGpu, WORK_KINDS, type WorkKind } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';

type Range = Pick<SortRequest, 'firstBit' | 'bitCount'>;

/** The plain version: Array.sort is stable. */
function plainSort(keys: Uint32Array, values: Uint32Array, { firstBit = 0, bitCount = 32 }: Range = {}) {
  const digit = (place: number) => Math.floor(keys[place] / 2 ** firstBit) % 2 ** bitCount;
  const order = Array.from(keys.keys()).sort((a, b) => digit(a) - digit(b));
  return { keys: Uint32Array.from(order, (i) => keys[i]), values: Uint32Array.from(order, (i) => values[i]) };
}

describe('the passes of a sort', () => {
  it('spread the bits evenly', () => {
    expect(sortPasses(0, 32)).toEqual([8, 8, 8, 8].map((bits, index) => [8 * index, bits]));
    expect(sortPasses(3, 20)).toEqual([
      [3, 6],
      [9, 7],
      [16, 7],
    ]);
    expect(sortPasses(31, 1)).toEqual([[31, 1]]);
    expect(() => sortPasses(30, 4)).toThrow('4 bits from bit 30');
  });
});

describeGpu('radix sort', (file) => {
  interface Case extends Range {
    keys: Uint32Array<ArrayBuffer>;
    values?: Uint32Array<ArrayBuffer>;
    tally?: Tally;
  }

  async function sortOnGpu(kind: WorkKind, { keys, values, tally, ...range }: Case) {
    const gpu = file.gpu(kind);
    const sort = await RadixSort.create(gpu);
    const bytes = 4 * keys.length;
    const record = (pass: Parameters<Parameters<typeof gpu.run>[0]>[0]) => {
      const buffers = { keys: uploaded(pass, keys), values: values && uploaded(pass, values) };
      const sorted = sort.record(pass, { ...buffers, capacity: keys.length, ...range });
      const read = { keys: pass.readBack(sorted.keys, 0, bytes), values: pass.readBack(sorted.values, 0, bytes) };
      for (const buffer of [buffers.keys, buffers.values]) if (buffer) pass.memory.retire(buffer);
      return read;
    };
    const read = await gpu.run(record, { tally });
    sort.release();
    return { keys: read.keys.u32, values: read.values.u32 };
  }

  for (const kind of WORK_KINDS) {
    // Barriers of wide workgroups are slow on this driver.
    const sizes = SIZES.filter((size) => kind === 'software' || size <= 4096);
    it.each(sizes)(`of %i keys equals the plain one, ${kind} workgroups`, async (count) => {
      const random = new Random(count + 7);
      const [keys, values] = [randomWords(random, count), randomWords(random, count)];
      expect(await sortOnGpu(kind, { keys, values }), `seed ${count + 7}`).toEqual(plainSort(keys, values));
    });

    it.each(Object.keys(WORD_KINDS))(`of %s keys keeps the order of equal ones, ${kind} workgroups`, async (name) => {
      const keys = WORD_KINDS[name](new Random(3), kind === 'software' ? 5000 : 1500);
      const places = Uint32Array.from(keys.keys());
      expect(await sortOnGpu(kind, { keys }), 'seed 3').toEqual(plainSort(keys, places));
    });

    it.each([
      [0, 1],
      [31, 1],
      [0, 8],
      [5, 9],
      [12, 20],
      [7, 0],
    ])(`looks at bits from %i, %i of them, ${kind} workgroups`, async (firstBit, bitCount) => {
      const random = new Random(firstBit + 40);
      const [keys, values] = [randomWords(random, 1200), randomWords(random, 1200)];
      const range = { firstBit, bitCount };
      const expected = plainSort(keys, values, range);
      expect(await sortOnGpu(kind, { keys, values, ...range }), `seed ${firstBit + 40}`).toEqual(expected);
    });
  }

  it('of 100 000 keys of 20 bits takes three passes of five dispatches', async () => {
    const keys = randomWords(new Random(11), 100_000, 2 ** 20);
    const tally = new Tally();
    const sorted = await sortOnGpu('software', { keys, bitCount: 20, tally });
    expect(sorted).toEqual(plainSort(keys, Uint32Array.from(keys.keys())));
    expect(tally.dispatches).toBe(15);
  });

  it.each([0, 1, 2048, 2999, 7000])('takes %i keys by a counter', async (count) => {
    const gpu = file.gpu();
    const sort = await RadixSort.create(gpu);
    const counters = new Counters(gpu.memory, 'test', ['keys']);
    const keys = randomWords(new Random(count), 3000);
    const { read } = await gpu.run((pass) => {
      pass.upload(counters.buffer, Uint32Array.of(count));
      const request = { keys: uploaded(pass, keys), capacity: keys.length };
      const sorted = sort.record(pass, { ...request, counters: counters.buffer, countIndex: counters.index('keys') });
      return { read: [sorted.keys, sorted.values].map((buffer) => pass.readBack(buffer, 0, 4 * keys.length)) };
    });
    const used = keys.slice(0, count);
    const expected = plainSort(used, Uint32Array.from(used.keys()));
    expect(read[0].u32.slice(0, count)).toEqual(expected.keys);
    expect(read[1].u32.slice(0, count)).toEqual(expected.values);
    counters.release();
    sort.release();
  });
});
