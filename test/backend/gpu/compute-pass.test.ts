import { describe, expect, it } from 'vitest';
import { GrowableBuffer } from '../../../src/backend/gpu/buffers.ts';
import { workgroupGrid } from '../../../src/backend/gpu/compute-pass.ts';
import { LINEAR_INDEX_WGSL } from '../../../src/backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../src/backend/gpu/pipelines.ts';
import { Tally } from '../../../src/backend/gpu/tally.ts';
import { struct } from '../../../src/memory/struct.ts';
import { describeGpu } from '../../support/gpu.ts';

const PARAMETERS = struct('Parameters', { count: 'u32', added: 'u32' });

/** Adds to the word of each workgroup. */
const ADD = new ShaderSource(
  'add',
  [
    PARAMETERS.wgsl,
    LINEAR_INDEX_WGSL,
    /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) grid: vec3u) {
  let index = workgroupIndex(id, grid);
  if (index < parameters.count) { words[index] += parameters.added; }
}`,
  ],
  ['uniform', 'write'],
);

const BROKEN = new ShaderSource('broken', ['@compute @workgroup_size(1) fn main() { let x: u32 = 1.5; }'], []);

describe('workgroups over two dimensions', () => {
  it.each([
    [1, [1, 1]],
    [65_535, [65_535, 1]],
    [65_536, [32_768, 2]],
    [200_000, [50_000, 4]],
  ])('%i', (count, grid) => {
    expect(workgroupGrid(count, 65_535)).toEqual(grid);
  });

  it('refuses more than the device allows', () => {
    expect(() => workgroupGrid(101, 10)).toThrow('this device allows 100');
  });
});

describeGpu('runs', (file) => {
  const add = (count: number, added: number) => PARAMETERS.pack([{ count, added }]);

  it('dispatch more workgroups than fit one dimension, each once', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const count = 70_001;
    const read = await gpu.run((pass) => {
      const words = pass.memory.create('words', 4 * count + 400);
      pass.dispatch(shader, count, [words], add(count, 1));
      pass.memory.retire(words);
      return pass.readBack(words, 0, 4 * count + 400);
    });
    expect(read.u32.slice(0, count).every((word) => word === 1)).toBe(true);
    expect(read.u32.slice(count).every((word) => word === 0)).toBe(true);
  });

  it('give every dispatch its own parameters, also when there are many, and in overlapping runs', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const words = await gpu.run((pass) => pass.memory.create('words', 4));
    const runs = [200, 3, 70].map((dispatches) =>
      gpu.run((pass) => {
        for (let added = 1; added <= dispatches; added++) pass.dispatch(shader, 1, [words], add(1, added));
        return pass.readBack(words, 0, 4);
      }),
    );
    const sums = (await Promise.all(runs)).map(({ u32 }) => u32[0]);
    expect(sums).toEqual([20_100, 20_106, 20_106 + 2485]);
  });

  it('upload, clear, copy and read back, and count what they cost', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const tally = new Tally();
    const read = await gpu.run(
      (pass) => {
        const [one, other] = [pass.memory.create('one', 16), pass.memory.create('other', 16)];
        pass.upload(one, Uint32Array.of(5, 6, 7, 8));
        pass.dispatch(shader, 4, [one], add(4, 10));
        pass.copy(one, 4, other, 0, 8);
        pass.clear(one, 8, 4);
        return [pass.readBack(one, 0, 16), pass.readBack(other, 0, 12), pass.readBack(one, 0, 0)];
      },
      { tally },
    );
    expect(read.map(({ u32 }) => [...u32])).toEqual([[15, 16, 0, 18], [16, 17, 0], []]);
    expect(tally).toMatchObject({ bytesDown: 32, dispatches: 1, runs: 1, reruns: 0 });
    expect(tally.bytesUp).toBe(16 + file.device.limits.minUniformBufferOffsetAlignment);
  });

  it('time their stages by the clock of the GPU', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const tally = new Tally();
    const record = () =>
      gpu.run(
        (pass) => {
          const words = pass.memory.create('words', 80_000);
          pass.stage('first');
          pass.dispatch(shader, 20_000, [words], add(20_000, 1));
          pass.stage('second');
          pass.dispatch(shader, 20_000, [words], add(20_000, 1));
          pass.memory.retire(words);
        },
        { tally, measure: true },
      );
    await record();
    expect([...tally.stageTimes.keys()]).toEqual(['first', 'second']);
    const first = tally.stageTimes.get('first')!;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(10_000);
    await record();
    expect(tally.stageTimes.get('first')).toBeGreaterThan(first);
  });

  it('reject what the device refuses, and go on', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const wrong = gpu.run(
      (pass) => {
        const words = pass.memory.create('words', 4, 0x0008); // cannot be bound
        pass.dispatch(shader, 1, [words], add(1, 1));
      },
      { purpose: 'the image' },
    );
    await expect(wrong).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('the image') });
    const fewBindings = gpu.run((pass) => pass.dispatch(shader, 1, [], add(1, 1)));
    await expect(fewBindings).rejects.toThrow('add has 2 bindings');
    expect((await gpu.run((pass) => pass.readBack(pass.memory.create('words', 4), 0, 4))).u32[0]).toBe(0);
  });

  it('reject a shader that does not compile with its name and the place, each time', async () => {
    for (const _ of [1, 2]) {
      await expect(file.gpu().compile(BROKEN)).rejects.toMatchObject({
        code: 'internal',
        message: expect.stringMatching(/shader broken does not compile: error 1:\d+/),
      });
    }
  });

  it('compile a shader once per device and constants', async () => {
    const [one, other] = await Promise.all([file.gpu('software').compile(ADD), file.gpu('wide').compile(ADD)]);
    expect(one).toBe(other);
  });

  it('tell a want of memory, and do not keep what could not be had', async () => {
    const gpu = file.gpu();
    const { handle } = file.device;
    const shader = await gpu.compile(ADD);
    const growable = new GrowableBuffer(gpu.memory, 'growable');
    const bytesBefore = gpu.memory.bytes;
    const filters: string[] = [];
    // A real want of memory would take the machine down; the answer of the device is what counts.
    const real = { push: handle.pushErrorScope, pop: handle.popErrorScope };
    handle.pushErrorScope = (filter) => {
      filters.push(filter);
      real.push.call(handle, filter);
    };
    handle.popErrorScope = async () => {
      const filter = filters.pop();
      const error = await real.pop.call(handle);
      return filter === 'out-of-memory' ? ({ message: 'no memory' } as GPUError) : error;
    };
    try {
      await expect(gpu.run(() => growable.reserve(1000))).rejects.toMatchObject({ code: 'out-of-memory' });
    } finally {
      delete (handle as Partial<GPUDevice>).pushErrorScope;
      delete (handle as Partial<GPUDevice>).popErrorScope;
    }
    expect(gpu.memory.bytes).toBe(bytesBefore);
    expect(growable.capacityBytes).toBe(0);
    const read = await gpu.run((pass) => {
      pass.dispatch(shader, 1, [growable.reserve(4)], add(1, 3));
      return pass.readBack(growable.reserve(4), 0, 4);
    });
    expect(read.u32[0]).toBe(3);
  });
});

describeGpu('growable buffers', (file) => {
  it('are kept while they suffice and grown with some to spare', async () => {
    const gpu = file.gpu();
    const growable = new GrowableBuffer(gpu.memory, 'growable');
    const sizes = await gpu.run(() => [1000, 400, 2000, 2300, 5000].map((bytes) => growable.reserve(bytes).size));
    expect(sizes).toEqual([1024, 1024, 2560, 2560, 6400]);
    const bytes = gpu.memory.bytes;
    growable.release();
    await gpu.run(() => {});
    expect(gpu.memory.bytes).toBe(bytes - 6400);
  });

  it('may be grown between two dispatches of a run', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(ADD);
    const growable = new GrowableBuffer(gpu.memory, 'growable');
    const parameters = PARAMETERS.pack([{ count: 1, added: 1 }]);
    const reads = await gpu.run((pass) => {
      const small = growable.reserve(4);
      pass.dispatch(shader, 1, [small], parameters);
      const large = growable.reserve(4000);
      pass.dispatch(shader, 1, [large], parameters);
      return [pass.readBack(small, 0, 4), pass.readBack(large, 0, 4)];
    });
    expect(reads.map(({ u32 }) => u32[0])).toEqual([1, 1]);
    growable.release();
  });

  it('use one buffer for all read-backs that follow each other', async () => {
    const gpu = file.gpu();
    const words = await gpu.run((pass) => pass.memory.create('words', 4000));
    await gpu.run((pass) => pass.readBack(words, 0, 4000));
    const bytes = gpu.memory.bytes;
    for (let run = 0; run < 5; run++) await gpu.run((pass) => pass.readBack(words, 0, 800 * run));
    expect(gpu.memory.bytes).toBe(bytes);
  });
});
