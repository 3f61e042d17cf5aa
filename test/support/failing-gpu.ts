/** Devices that fail at a given call: lost, or without memory. What is asked of them before and after is theirs as ever. */
import { withWatchedGpu } from './watched-gpu.ts';

export type GpuFailure = 'device-lost' | 'out-of-memory';

export interface FailingGpu {
  /** Calls of devices so far. */
  readonly calls: number;
  /** Lets the call after so many more fail, once; without `others` no device can be had from then on. */
  failAfter(calls: number, failure: GpuFailure, others?: boolean): void;
}

/** What a query calls on a device, in the order of its work. */
const OF_DEVICE = ['createShaderModule', 'createBuffer', 'createBindGroup', 'createCommandEncoder'] as const;
const OF_QUEUE = ['writeBuffer', 'submit'] as const;

/** Runs `use` where all devices are such. */
export async function withFailingGpu(use: (gpu: FailingGpu) => Promise<void>): Promise<void> {
  await withWatchedGpu(async ({ devices, giveNoMore }) => {
    let calls = 0;
    let failure: { at: number; how: GpuFailure; others: boolean } | undefined;
    let wantsMemory = false;
    const watched = new Set<GPUDevice>();
    const called = (device: GPUDevice) => {
      if (calls++ !== failure?.at) return;
      const { how, others } = failure;
      failure = undefined;
      if (how === 'out-of-memory') wantsMemory = true;
      else {
        if (!others) giveNoMore();
        device.destroy();
      }
    };
    const watch = (device: GPUDevice) => {
      if (watched.has(device)) return;
      watched.add(device);
      for (const [target, names] of [
        [device, OF_DEVICE],
        [device.queue, OF_QUEUE],
      ] as const) {
        for (const name of names) {
          const own = Reflect.get(target, name) as (...values: unknown[]) => unknown;
          const counted = (...values: unknown[]) => {
            called(device);
            return own.apply(target, values);
          };
          Object.defineProperty(target, name, { value: counted, configurable: true });
        }
      }
      // A real want of memory would take the machine down; the answer of the device is what counts.
      const { pushErrorScope, popErrorScope } = device;
      const filters: GPUErrorFilter[] = [];
      device.pushErrorScope = (filter) => {
        filters.push(filter);
        return pushErrorScope.call(device, filter);
      };
      device.popErrorScope = async () => {
        const filter = filters.pop();
        const isShort = wantsMemory && filter === 'out-of-memory';
        if (isShort) wantsMemory = false;
        const error = await popErrorScope.call(device);
        return isShort ? ({ message: 'no memory' } as GPUError) : error;
      };
    };
    const push = devices.push.bind(devices);
    devices.push = (...made) => {
      for (const device of made) watch(device);
      return push(...made);
    };
    await use({
      get calls() {
        return calls;
      },
      failAfter(more, how, others = true) {
        failure = { at: calls + more, how, others };
      },
    });
  });
}
