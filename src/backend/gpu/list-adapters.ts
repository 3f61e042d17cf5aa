/** The adapters that WebGPU offers on this machine, with their limits. Opens no device. */
import { EngineError } from '../../errors.ts';
import { type AdapterReport, type DeviceLimits, readLimits, reportAdapter } from './device.ts';
import { findGpu } from './gpu-provider.ts';

export interface ListedAdapter extends AdapterReport {
  readonly limits: DeviceLimits;
  readonly hasTimestamps: boolean;
}

export interface AdapterList {
  readonly adapters: readonly ListedAdapter[];
  /** Why there are none. */
  readonly reason?: string;
}

/** WebGPU does not list its adapters; these are the ways to ask for one. */
const REQUESTS: readonly GPURequestAdapterOptions[] = [
  { powerPreference: 'high-performance' },
  { powerPreference: 'low-power' },
  { forceFallbackAdapter: true },
];

export async function listAdapters(): Promise<AdapterList> {
  try {
    const gpu = await findGpu();
    const found = new Map<string, ListedAdapter>();
    for (const request of REQUESTS) {
      const adapter = await gpu.requestAdapter(request);
      if (!adapter) continue;
      const report = reportAdapter(adapter.info);
      const hasTimestamps = adapter.features.has('timestamp-query');
      found.set(JSON.stringify(report), { ...report, limits: readLimits(adapter.limits), hasTimestamps });
    }
    if (found.size > 0) return { adapters: [...found.values()] };
    return { adapters: [], reason: 'no graphics card, or no driver that WebGPU is allowed to use' };
  } catch (error) {
    if (error instanceof EngineError) return { adapters: [], reason: error.message };
    throw error;
  }
}
