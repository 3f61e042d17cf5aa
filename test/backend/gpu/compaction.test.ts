import { expect, it } from 'vitest';
import { Compaction } from '../../../src/backend/gpu/compaction.ts';
import { Counters } from '../../../src/backend/gpu/counters.ts';
import { SIZES, uploaded } from '../../exact/gpu/words.ts';
import { describeGpu, WORK_KINDS, type WorkKind } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';

/** The plain version. */
function plainCompact(flags: Uint32Array): Uint32Array {
  return Uint32Array.from([...flags.keys()].filter((index) => flags[index] !== 0));
}

const PATTERNS: Readonly<Record<string, (random: Random, index: number) => number>> = {
  none: () => 0,
  all: () => 1,
  'any word': (random) => (random.chance(0.5) ? random.integer(1, 2 ** 32 - 1) : 0),
  rare: (random) => (random.chance(0.01) ? 0x8000_0000 : 0),
  'every other': (_, index) => index % 2,
};

describeGpu('compaction', (file) => {
  async function compactOnGpu(kind: WorkKind, flags: Uint32Array<ArrayBuffer>, room = flags.length, count?: number) {
    const gpu = file.gpu(kind);
    const compaction = await Compaction.create(gpu);
    const counters = new Counters(gpu.memory, 'test', ['flags', 'indices']);
    const { indices, counts } = await gpu.run((pass) => {
      const target = pass.memory.create('indices', 4 * room);
      if (count !== undefined) pass.upload(counters.buffer, Uint32Array.of(count));
      compaction.record(pass, {
        flags: uploaded(pass, flags),
        capacity: flags.length,
        countIndex: count === undefined ? undefined : counters.index('flags'),
        indices: target,
        counters: counters.buffer,
        totalIndex: counters.index('indices'),
      });
      return { indices: pass.readBack(target, 0, target.size), counts: counters.readBack(pass) };
    });
    const total = counts().indices;
    compaction.release();
    counters.release();
    return { total, indices: indices.u32.slice(0, total) };
  }

  for (const kind of WORK_KINDS) {
    it.each(SIZES)(`of %i flags equals the plain one, ${kind} workgroups`, async (count) => {
      const random = new Random(count + 2);
      const flags = Uint32Array.from({ length: count }, (_, index) => PATTERNS['any word'](random, index));
      expect((await compactOnGpu(kind, flags)).indices, `seed ${count + 2}`).toEqual(plainCompact(flags));
    });

    it.each(Object.keys(PATTERNS))(`of flags: %s, ${kind} workgroups`, async (name) => {
      const random = new Random(9);
      const flags = Uint32Array.from({ length: 5000 }, (_, index) => PATTERNS[name](random, index));
      expect((await compactOnGpu(kind, flags)).indices, 'seed 9').toEqual(plainCompact(flags));
    });
  }

  it.each([0, 1, 256, 3000, 9000])('takes %i flags by a counter', async (count) => {
    const flags = new Uint32Array(4000).fill(1);
    const { total } = await compactOnGpu('software', flags, 4000, count);
    expect(total).toBe(Math.min(count, 4000));
  });

  it('writes nothing past the end, and says what it needed', async () => {
    const { total, indices } = await compactOnGpu('software', new Uint32Array(1000).fill(1), 64);
    expect(total).toBe(1000);
    expect(indices).toEqual(Uint32Array.from({ length: 64 }, (_, index) => index));
  });
});
