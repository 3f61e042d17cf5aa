/** Which backend answers when a GPU is lost, has no room, or the engine is disposed meanwhile; on GPUs made up for it. */
import { describe, expect, it } from 'vitest';
import { answerOn, BetterOnWasm, type Outcome } from '../../src/backend/choose.ts';
import type { Gpu } from '../../src/backend/gpu/gpu.ts';
import type { ErrorCode } from '../../src/error-codes.ts';
import { EngineError } from '../../src/errors.ts';

interface Story {
  /** What each device in turn does with the query: the code of an error, why it leaves it to wasm, or none for an answer. */
  readonly devices: readonly (ErrorCode | 'crowded-cells' | undefined)[];
  readonly isOwn?: boolean;
  readonly isAsked?: boolean;
  /** The engine is disposed while the first device works. */
  readonly disposedMeanwhile?: boolean;
}

async function tell({ devices, isOwn = true, isAsked = true, disposedMeanwhile = false }: Story) {
  const runtime = { disposed: false };
  const fates = new Map(devices.map((fate, index) => [{ index } as unknown as Gpu, fate]));
  const [first, ...others] = fates.keys();
  const asked: string[] = [];
  const gpus = { isOwn, isAsked, replaceLost: async () => others.shift() };
  const name = (gpu: Gpu) => `device ${[...fates.keys()].indexOf(gpu)}`;
  const outcome: Outcome<string> = await answerOn({ runtime, gpus }, first, {
    webgpu: async (gpu) => {
      asked.push(name(gpu));
      if (disposedMeanwhile) runtime.disposed = true;
      const code = fates.get(gpu);
      if (code === 'crowded-cells') throw new BetterOnWasm(code);
      if (code) throw new EngineError(code, 'made to fail');
      return name(gpu);
    },
    wasm: async () => {
      asked.push('wasm');
      return 'wasm';
    },
  });
  return { ...outcome, gpu: outcome.gpu && name(outcome.gpu), asked };
}

describe('a query', () => {
  it('is answered by the GPU that was chosen for it, or by wasm where none was', async () => {
    expect(await tell({ devices: [undefined] })).toEqual({
      answer: 'device 0',
      gpu: 'device 0',
      asked: ['device 0'],
    });
    expect(await tell({ devices: [] })).toEqual({ answer: 'wasm', gpu: undefined, asked: ['wasm'] });
  });

  it('begins again on a new device when our own is lost', async () => {
    expect(await tell({ devices: ['device-lost', undefined] })).toEqual({
      answer: 'device 1',
      gpu: 'device 1',
      restartedAfter: 'device-lost',
      asked: ['device 0', 'device 1'],
    });
  });

  it.each([
    ['there is no other', ['device-lost'], ['device 0', 'wasm']],
    ['the new one is lost too', ['device-lost', 'device-lost', undefined], ['device 0', 'device 1', 'wasm']],
  ] as const)('begins again on wasm when our own device is lost and %s', async (_, devices, asked) => {
    expect(await tell({ devices })).toMatchObject({ answer: 'wasm', restartedAfter: 'device-lost', asked });
  });

  it('rejects when the caller’s device is lost', async () => {
    const lost = tell({ devices: ['device-lost', undefined], isOwn: false, isAsked: false });
    await expect(lost).rejects.toMatchObject({ code: 'device-lost' });
  });

  it.each(['gpu-limit', 'out-of-memory'] as const)(
    'goes to wasm after %s, unless WebGPU was asked for by name',
    async (code) => {
      const found = await tell({ devices: [code, undefined], isAsked: false });
      expect(found).toMatchObject({ answer: 'wasm', restartedAfter: code, asked: ['device 0', 'wasm'] });
      await expect(tell({ devices: [code, undefined] })).rejects.toMatchObject({ code });
    },
  );

  it('goes to wasm when the new device has no room, after the first was lost', async () => {
    const found = await tell({ devices: ['device-lost', 'gpu-limit'], isAsked: false });
    expect(found).toMatchObject({ answer: 'wasm', restartedAfter: 'device-lost' });
    await expect(tell({ devices: ['device-lost', 'gpu-limit'] })).rejects.toMatchObject({ code: 'gpu-limit' });
  });

  it('rejects with disposed when the engine is disposed meanwhile, and runs nowhere else', async () => {
    for (const code of ['device-lost', 'gpu-limit'] as const) {
      const found = tell({ devices: [code, undefined], isAsked: false, disposedMeanwhile: true });
      await expect(found).rejects.toMatchObject({ code: 'disposed' });
    }
  });

  it('goes to wasm when it does not suit a GPU, also where WebGPU was asked for by name, and asks no other device', async () => {
    for (const isAsked of [true, false]) {
      const found = await tell({ devices: ['crowded-cells', undefined], isAsked });
      expect(found).toEqual({
        answer: 'wasm',
        gpu: undefined,
        leftToWasm: 'crowded-cells',
        asked: ['device 0', 'wasm'],
      });
    }
    const later = await tell({ devices: ['device-lost', 'crowded-cells'] });
    expect(later).toMatchObject({ answer: 'wasm', restartedAfter: 'device-lost', leftToWasm: 'crowded-cells' });
    const disposed = tell({ devices: ['crowded-cells'], disposedMeanwhile: true });
    await expect(disposed).rejects.toMatchObject({ code: 'disposed' });
  });

  it('rejects with any other error as it is', async () => {
    await expect(tell({ devices: ['internal', undefined] })).rejects.toMatchObject({ code: 'internal' });
  });
});
