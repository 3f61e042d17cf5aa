import { expect, it } from 'vitest';
import { ExclusiveScan } from '../../../src/backend/gpu/exclusive-scan.ts';
import { StableSort } from '../../../src/backend/gpu/stable-sort.ts';
import { describeGpu, WORK_KINDS } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';

describeGpu('the stable sort', (file) => {
  async function sortOnGpu(
    kind: (typeof WORK_KINDS)[number],
    pairs: Uint32Array<ArrayBuffer>,
    keyBits: number,
    counted?: number,
  ): Promise<Uint32Array> {
    const gpu = file.gpu(kind);
    const scan = await ExclusiveScan.create(gpu);
    const sort = await StableSort.create(gpu, scan);
    const read = await gpu.run((pass) => {
      const items = pass.memory.createFilled('items', pairs);
      const spare = pass.memory.create('spare', pairs.byteLength);
      const counters = pass.memory.createFilled('counters', Uint32Array.of(7, counted ?? 0));
      const countIndex = counted === undefined ? undefined : 1;
      const capacity = pairs.length / 2;
      const sorted = sort.record(pass, { items, spare, capacity, keyBits, counters, countIndex });
      const result = pass.readBack(sorted, 0, 8 * (counted ?? capacity));
      for (const buffer of [items, spare, counters]) pass.memory.retire(buffer);
      return result;
    });
    sort.release();
    scan.release();
    return read.u32;
  }

  /** The plain version. */
  function sorted(pairs: Uint32Array, count: number): Uint32Array {
    const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => pairs[2 * a] - pairs[2 * b] || a - b);
    return Uint32Array.from(order.flatMap((i) => [pairs[2 * i], pairs[2 * i + 1]]));
  }

  for (const kind of WORK_KINDS) {
    it.each([
      [1, 3],
      [255, 8],
      [256, 9],
      [5000, 14],
      [40_000, 22],
    ])(`of %i pairs with keys of %i bits equals the plain one, ${kind} workgroups`, async (count, keyBits) => {
      const random = new Random(count + keyBits);
      const pairs = Uint32Array.from({ length: 2 * count }, (_, i) =>
        i % 2 === 0 ? random.integer(0, 2 ** keyBits - 1) >>> random.pick([0, keyBits - 1]) : i,
      );
      expect(await sortOnGpu(kind, pairs, keyBits)).toEqual(sorted(pairs, count));
    });
  }

  it.each([0, 1, 300, 999])('of as many as the GPU has counted: %i of 1000', async (counted) => {
    const random = new Random(counted);
    const pairs = Uint32Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? random.integer(0, 50) : i));
    expect(await sortOnGpu('software', pairs, 6, counted)).toEqual(sorted(pairs, counted));
  });
});
