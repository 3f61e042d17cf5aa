/**
 * How much work a workgroup does: threads, and items that each thread handles.
 *
 * Reason: graphics cards want many threads; software drivers pay for every thread at every barrier and, when they
 * compile, for every word of workgroup memory. A scan of a million numbers on SwiftShader, two busy cores: 7 s with 256 threads
 * of 2 items, 240 ms with 32 of 64, 110 ms with 4 of 64; its shaders compile in 0.3 s with 4 of 64, 4 s with 32 of 64.
 * Both are override constants of the same shaders.
 */
import type { Device } from './device.ts';

export interface WorkSize {
  /** A power of two. */
  readonly threads: number;
  readonly itemsPerThread: number;
}

export interface WorkSizes {
  /** For scans. */
  readonly scan: WorkSize;
  /** For passes whose threads do not wait for each other. */
  readonly plain: WorkSize;
}

export const HARDWARE_WORK: WorkSizes = {
  scan: { threads: 256, itemsPerThread: 8 },
  plain: { threads: 64, itemsPerThread: 1 },
};

export const SOFTWARE_WORK: WorkSizes = {
  scan: { threads: 4, itemsPerThread: 64 },
  plain: { threads: 64, itemsPerThread: 1 },
};

/** As wide as the device's limits allow; a device with fewer threads per workgroup gives each more items. */
export function chooseWorkSizes({ adapter, limits }: Pick<Device, 'adapter' | 'limits'>): WorkSizes {
  const wanted = adapter.isSoftware ? SOFTWARE_WORK : HARDWARE_WORK;
  const threadsMax = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  const limited = ({ threads, itemsPerThread }: WorkSize): WorkSize => {
    const fitting = Math.min(threads, 2 ** Math.floor(Math.log2(threadsMax)));
    return { threads: fitting, itemsPerThread: (itemsPerThread * threads) / fitting };
  };
  return {
    scan: limited(wanted.scan),
    plain: { ...limited(wanted.plain), itemsPerThread: 1 },
  };
}

/** Items that one workgroup handles. */
export const tileItems = ({ threads, itemsPerThread }: WorkSize): number => threads * itemsPerThread;
