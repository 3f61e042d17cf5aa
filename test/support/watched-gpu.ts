/** `navigator.gpu` for a test: the real one, with the devices that come out of it in sight and adapters of any name. */
import { findGpu } from '../../src/backend/gpu/gpu-provider.ts';

export interface WatchedGpu {
  /** Every device that was made, in order. */
  readonly devices: GPUDevice[];
  /** No more devices from now on. */
  giveNoMore(): void;
}

/** Runs `use` with such a GPU in place; `description` is what its adapter calls itself, the real name unless given. */
export async function withWatchedGpu(use: (gpu: WatchedGpu) => Promise<void>, description?: string): Promise<void> {
  const real = await findGpu();
  const devices: GPUDevice[] = [];
  let isGone = false;
  const requestAdapter = async (options?: GPURequestAdapterOptions) => {
    const adapter = isGone ? null : await real.requestAdapter(options);
    if (!adapter) return null;
    const { limits, features } = adapter;
    const info = description === undefined ? adapter.info : { description };
    const requestDevice = async (descriptor?: GPUDeviceDescriptor) => {
      devices.push(await adapter.requestDevice(descriptor));
      return devices.at(-1);
    };
    return { limits, features, info, requestDevice };
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: { requestAdapter } }, configurable: true });
  try {
    await use({
      devices,
      giveNoMore() {
        isGone = true;
      },
    });
  } finally {
    if (own) Object.defineProperty(globalThis, 'navigator', own);
    else delete (globalThis as { navigator?: unknown }).navigator;
  }
}
