import { expect, it } from 'vitest';
import { Compaction } from '../../../../src/backend/gpu/compaction.ts';
import { Counters } from '../../../../src/backend/gpu/counters.ts';
import { ExclusiveScan } from '../../../../src/backend/gpu/exclusive-scan.ts';
import { RadixSort } from '../../../../src/backend/gpu/radix-sort.ts';
import { randomWords, uploaded } from '../../../exact/gpu/words.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';

// The sizes that graphics cards get, each once: this driver is slow at them.
describeGpu('workgroups of the size that graphics cards get', (file) => {
  it('scan, sort and compact in one run', { timeout: 60_000 }, async () => {
    const gpu = file.gpu('hardware');
    const [scan, sort, compaction] = await Promise.all([
      ExclusiveScan.create(gpu),
      RadixSort.create(gpu),
      Compaction.create(gpu),
    ]);
    const counters = new Counters(gpu.memory, 'test', ['kept']);
    const words = randomWords(new Random(21), 5001, 1000);
    const bytes = 4 * words.length;
    const read = await gpu.run((pass) => {
      const data = uploaded(pass, words, 1);
      const flags = uploaded(
        pass,
        words.map((word) => word & 1),
      );
      const indices = pass.memory.create('indices', bytes);
      scan.record(pass, { data, capacity: words.length });
      const sorted = sort.record(pass, { keys: uploaded(pass, words), capacity: words.length, bitCount: 10 });
      const counting = { counters: counters.buffer, totalIndex: counters.index('kept') };
      compaction.record(pass, { flags, capacity: words.length, indices, ...counting });
      const [sums, keys, values, kept] = [data, sorted.keys, sorted.values, indices].map((buffer) =>
        pass.readBack(buffer, 0, bytes),
      );
      return { sums, keys, values, kept, counts: counters.readBack(pass) };
    });
    let sum = 0;
    const places = [...words.keys()];
    const odd = places.filter((place) => words[place] % 2 === 1);
    expect(read.sums.u32, 'seed 21').toEqual(words.map((word) => (sum += word) - word));
    expect(read.keys.u32).toEqual(words.slice().sort());
    expect([...read.values.u32]).toEqual(places.slice().sort((a, b) => words[a] - words[b]));
    expect([...read.kept.u32.slice(0, read.counts().kept)]).toEqual(odd);
  });
});
