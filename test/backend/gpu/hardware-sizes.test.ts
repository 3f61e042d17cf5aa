import { expect, it } from 'vitest';
import { ExclusiveScan } from '../../../src/backend/gpu/exclusive-scan.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { randomWords, uploaded } from './words.ts';

// The sizes that graphics cards get, once: this driver is slow at them.
describeGpu('workgroups of the size that graphics cards get', (file) => {
  it('scan', async () => {
    const gpu = file.gpu('hardware');
    const scan = await ExclusiveScan.create(gpu);
    const words = randomWords(new Random(21), 5001, 1000);
    const sums = await gpu.run((pass) => {
      const data = uploaded(pass, words, 1);
      scan.record(pass, { data, capacity: words.length });
      return pass.readBack(data, 0, 4 * words.length);
    });
    let sum = 0;
    expect(sums.u32, 'seed 21').toEqual(words.map((word) => (sum += word) - word));
  });
});
