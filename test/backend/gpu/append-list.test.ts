import { expect, it } from 'vitest';
import { AppendLists } from '../../../src/backend/gpu/append-list.ts';
import { APPEND_WGSL } from '../../../src/backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../src/backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../src/backend/gpu/pipelines.ts';
import { Tally } from '../../../src/backend/gpu/tally.ts';
import { struct } from '../../../src/memory/struct.ts';
import { describeGpu } from '../../support/gpu.ts';

const PARAMETERS = struct('Parameters', { itemCount: 'u32', oddIndex: 'u32', evenIndex: 'u32' });
const ENTRY = struct('Entry', { item: 'u32', square: 'u32' });

/** Odd items go into one list once, even ones into the other twice. */
const SPLIT = new ShaderSource(
  'split',
  [
    PARAMETERS.wgsl,
    ENTRY.wgsl,
    APPEND_WGSL,
    LINEAR_INDEX_WGSL,
    /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> odd: array<u32>;
@group(0) @binding(3) var<storage, read_write> even: array<Entry>;
@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) grid: vec3u) {
  let item = workgroupIndex(id, grid) * THREADS + thread;
  if (item >= parameters.itemCount) { return; }
  if (item % 2u == 1u) {
    let place = appendEntries(parameters.oddIndex, 1u);
    if (place < arrayLength(&odd)) { odd[place] = item; }
    return;
  }
  let first = appendEntries(parameters.evenIndex, 2u);
  for (var place = first; place < min(first + 2u, arrayLength(&even)); place++) { even[place] = Entry(item, item * item); }
}`,
  ],
  ['uniform', 'write', 'write', 'write'],
);

const THREADS = 64;

describeGpu('append lists', (file) => {
  const openLists = () =>
    new AppendLists(file.gpu().memory, {
      odd: { bytesPerEntry: 4, capacity: 10 },
      even: { bytesPerEntry: ENTRY.bytes, capacity: 10 },
    });

  async function split(lists: ReturnType<typeof openLists>, itemCount: number, tally = new Tally()) {
    const gpu = file.gpu();
    const shader = await gpu.compile(SPLIT, { THREADS });
    const { result, counts } = await lists.run(
      gpu,
      (pass, { counters }) => {
        const indices = { oddIndex: counters.index('odd'), evenIndex: counters.index('even') };
        const targets = [counters.buffer, lists.buffer('odd'), lists.buffer('even')];
        pass.dispatch(shader, Math.ceil(itemCount / THREADS), targets, PARAMETERS.pack([{ itemCount, ...indices }]));
        return {
          odd: pass.readBack(lists.buffer('odd'), 0, 4 * lists.capacity('odd')),
          even: pass.readBack(lists.buffer('even'), 0, ENTRY.bytes * lists.capacity('even')),
        };
      },
      { tally },
    );
    const odd = [...result.odd.u32.slice(0, counts.odd)].sort((a, b) => a - b);
    const even = ENTRY.unpack(result.even.bytes).slice(0, counts.even);
    return { odd, even: even.sort((a, b) => a.item - b.item), tally };
  }

  const oddUpTo = (count: number) => Array.from({ length: Math.floor(count / 2) }, (_, i) => 2 * i + 1);

  it.each([0, 1, 2, 63, 64, 65, 1000, 20_000])('lose none of the entries of %i items', async (itemCount) => {
    const lists = openLists();
    const { odd, even } = await split(lists, itemCount);
    expect(odd).toEqual(oddUpTo(itemCount));
    const items = Array.from({ length: Math.ceil(itemCount / 2) }, (_, i) => 2 * i).flatMap((item) => [item, item]);
    expect(even).toEqual(items.map((item) => ({ item, square: item * item })));
    lists.release();
  });

  it('run again when too short, and not when the need is as last time', async () => {
    const lists = openLists();
    expect((await split(lists, 20_000)).tally).toMatchObject({ reruns: 1 });
    expect((await split(lists, 20_000)).tally).toMatchObject({ reruns: 0, runs: 1, dispatches: 1 });
    expect((await split(lists, 50)).odd).toEqual(oddUpTo(50));
    lists.release();
  });

  it('refuse a need past 2^32', async () => {
    const gpu = file.gpu();
    const lists = openLists();
    const shader = await gpu.compile(SPLIT, { THREADS });
    const run = lists.run(gpu, (pass, { counters }) => {
      const indices = { oddIndex: counters.index('odd'), evenIndex: counters.index('even') };
      // As if 2^32 − 3 entries were there already, and four to come.
      const before = pass.memory.createFilled('before', Uint32Array.of(2 ** 32 - 3));
      pass.copy(before, 0, counters.buffer, 4 * counters.index('odd'), 4);
      const targets = [counters.buffer, lists.buffer('odd'), lists.buffer('even')];
      pass.dispatch(shader, 1, targets, PARAMETERS.pack([{ itemCount: 8, ...indices }]));
    });
    await expect(run).rejects.toMatchObject({ code: 'gpu-limit', message: expect.stringContaining('2^32') });
    lists.release();
  });
});
