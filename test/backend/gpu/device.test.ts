import { expect, it } from 'vitest';
import { Device, openDevice } from '../../../src/backend/gpu/device.ts';
import { type Gpu, openGpu } from '../../../src/backend/gpu/gpu.ts';
import { findGpu } from '../../../src/backend/gpu/gpu-provider.ts';
import { chooseWorkSizes } from '../../../src/backend/gpu/work-sizes.ts';
import { describeGpu } from '../../support/gpu.ts';

/** Something to run that takes a read-back. */
const readSomething = (gpu: Gpu) =>
  gpu.run((pass) => pass.readBack(pass.memory.createFilled('words', Uint32Array.of(1, 2, 3)), 0, 12));

describeGpu('a device', (file) => {
  it('reports its adapter and limits, and that it is software', () => {
    const { adapter, limits, lost, hasTimestamps } = file.device;
    expect(adapter).toMatchObject({ description: expect.stringMatching(/swiftshader|llvmpipe/i), isSoftware: true });
    expect(limits.maxStorageBufferBindingSize).toBeGreaterThanOrEqual(2 ** 27);
    expect(limits.maxStorageBuffersPerShaderStage).toBeGreaterThanOrEqual(8);
    expect({ lost, hasTimestamps }).toEqual({ lost: false, hasTimestamps: true });
  });

  it('has all that the adapter can give', async () => {
    const adapter = await (await findGpu()).requestAdapter();
    for (const [name, value] of Object.entries(file.device.limits)) {
      expect(value, name).toBe(adapter?.limits[name as 'maxBufferSize']);
    }
  });

  it('of the caller is used as it is and never destroyed', async () => {
    const adapter = await (await findGpu()).requestAdapter();
    const handle = await adapter!.requestDevice(); // default limits
    const gpu = await openGpu({ device: handle });
    expect(gpu.device.limits.maxStorageBufferBindingSize).toBe(2 ** 27);
    expect(gpu.device.hasTimestamps).toBe(false);
    expect((await readSomething(gpu)).u32).toEqual(Uint32Array.of(1, 2, 3));
    const tooLarge = gpu.run((pass) => pass.memory.create('huge', 2 ** 27 + 4));
    const details = { label: 'huge', bytes: 2 ** 27 + 256, bytesMax: 2 ** 27 };
    await expect(tooLarge).rejects.toMatchObject({ code: 'gpu-limit', details });
    gpu.dispose();
    const other = await openGpu({ device: handle });
    expect((await readSomething(other)).u32).toEqual(Uint32Array.of(1, 2, 3));
    handle.destroy();
  });

  it('that is gone says so: at once, in the middle of a run, and when it is opened', async () => {
    const gpu = await openGpu();
    expect(gpu.device.lost).toBe(false);
    const running = readSomething(gpu);
    gpu.device.handle.destroy();
    await expect(running).rejects.toMatchObject({ name: 'EngineError', code: 'device-lost' });
    expect(await gpu.device.whenLost).toMatchObject({ reason: 'destroyed' });
    expect(gpu.device.lost).toBe(true);
    await expect(readSomething(gpu)).rejects.toMatchObject({ code: 'device-lost' });
    await expect(openDevice({ device: gpu.device.handle })).rejects.toMatchObject({ code: 'device-lost' });
  });

  it('may be shared, and one engine disposed while the other runs', async () => {
    const handle = (await openDevice()).handle;
    const [one, other] = [await openGpu({ device: handle }), await openGpu({ device: handle })];
    const running = [readSomething(one), readSomething(other)];
    one.dispose();
    await expect(running[0]).rejects.toMatchObject({ code: 'disposed' });
    expect((await running[1]).u32).toEqual(Uint32Array.of(1, 2, 3));
    await expect(readSomething(one)).rejects.toMatchObject({ code: 'disposed' });
    other.dispose();
    handle.destroy();
  });

  it('of our own, disposed in the middle of a run, rejects the run with disposed', async () => {
    const gpu = await openGpu();
    const running = readSomething(gpu);
    gpu.dispose();
    await expect(running).rejects.toMatchObject({ code: 'disposed' });
  });

  it('gets workgroups that its limits allow', () => {
    const limits = { ...file.device.limits, maxComputeInvocationsPerWorkgroup: 128, maxComputeWorkgroupSizeX: 128 };
    const hardware = { ...file.device.adapter, isSoftware: false };
    expect(chooseWorkSizes({ adapter: hardware, limits }).scan).toEqual({ threads: 128, itemsPerThread: 16 });
    expect(chooseWorkSizes(file.device).scan.threads).toBeLessThan(32);
  });

  it('takes real adapters for real', () => {
    const info = { vendor: 'nvidia', architecture: 'ampere', device: '', description: 'NVIDIA RTX A2000' };
    const device = new Device(file.device.handle, info as GPUAdapterInfo, false);
    expect(device.adapter.isSoftware).toBe(false);
    const software = ['llvmpipe (LLVM 15, 256 bits)', 'Microsoft Basic Render Driver', 'SwiftShader driver 5.0.0'];
    for (const description of software) {
      const report = new Device(file.device.handle, { ...info, description } as GPUAdapterInfo, false).adapter;
      expect(report.isSoftware, description).toBe(true);
    }
  });
});

describeGpu('without a device', () => {
  it('rejects with the remedy when there is no adapter', async () => {
    const gpu = { requestAdapter: async () => null };
    await withNavigator({ gpu }, async () => {
      await expect(openDevice()).rejects.toMatchObject({
        code: 'no-webgpu',
        message: expect.stringContaining("createEngine({ backend: 'wasm' })"),
      });
    });
  });

  it('rejects with the remedy when the adapter gives no device', async () => {
    const adapter = { limits: {}, features: new Set(), requestDevice: () => Promise.reject(new Error('in use')) };
    await withNavigator({ gpu: { requestAdapter: async () => adapter } }, async () => {
      await expect(openDevice()).rejects.toMatchObject({
        code: 'no-webgpu',
        message: expect.stringContaining('in use'),
      });
    });
  });
});

/** `navigator` is there in Node from version 21 on. */
async function withNavigator(navigator: object, use: () => Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  try {
    await use();
  } finally {
    if (own) Object.defineProperty(globalThis, 'navigator', own);
    else delete (globalThis as { navigator?: unknown }).navigator;
  }
}
