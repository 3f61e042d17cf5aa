/**
 * WebGPU in Node for tests, on Chromium's software driver. Without the driver or the npm package they show as skipped;
 * with CI=true they fail. VK_DRIVER_FILES in the environment names another driver.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { type Device, openDevice } from '../../src/backend/gpu/device.ts';
import { Gpu } from '../../src/backend/gpu/gpu.ts';
import { HARDWARE_WORK, SOFTWARE_WORK, type WorkSizes } from '../../src/backend/gpu/work-sizes.ts';

// Read by the Vulkan loader when the package makes its instance, which is later than this.
process.env.VK_DRIVER_FILES ??= '/usr/lib/chromium/vk_swiftshader_icd.json';

/** What is lacking for a device here, if anything. */
export function missingGpu(): string | undefined {
  const driver = process.env.VK_DRIVER_FILES ?? '';
  if (!existsSync(driver)) return `the Vulkan driver ${driver} (apt-get install -y chromium libvulkan1)`;
  try {
    createRequire(import.meta.url).resolve('webgpu');
    return undefined;
  } catch {
    return 'the npm package webgpu (npm install)';
  }
}

/**
 * Workgroups as for software drivers, and wide ones as for graphics cards, only with fewer items: this driver takes
 * seconds to compile a shader with kilobytes of workgroup memory. `hardware` are the real ones, for one test of each.
 */
const WORK = {
  software: SOFTWARE_WORK,
  wide: {
    scan: { threads: 128, itemsPerThread: 2 },
    plain: { threads: 128, itemsPerThread: 1 },
  },
  hardware: HARDWARE_WORK,
} satisfies Record<string, WorkSizes>;
export type WorkKind = keyof typeof WORK;
export const WORK_KINDS = ['software', 'wide'] as const satisfies readonly WorkKind[];

export interface GpuOfFile {
  /** One device for all tests of the file. */
  readonly device: Device;
  /** The same device with memory of its own, and workgroups of this kind. */
  gpu(kind?: WorkKind): Gpu;
}

/** `describe` for tests that need a device. Whatever the device complains of in a test, unheard, fails the test. */
export function describeGpu(name: string, body: (file: GpuOfFile) => void): void {
  const lacking = missingGpu();
  if (!lacking) describe(name, () => withDevice(body));
  else if (process.env.CI === 'true') {
    describe(name, () =>
      it('needs a device', () => {
        throw new Error(`missing: ${lacking}`);
      }),
    );
  } else describe.skip(`${name} (needs ${lacking})`, () => it('runs on a device', () => {}));
}

function withDevice(body: (file: GpuOfFile) => void): void {
  let device: Device | undefined;
  const gpus = new Map<WorkKind, Gpu>();
  beforeAll(async () => {
    device = await openDevice();
    const borrowed = await openDevice({ device: device.handle });
    for (const kind of Object.keys(WORK) as WorkKind[]) gpus.set(kind, new Gpu(borrowed, WORK[kind]));
  });
  afterAll(() => {
    for (const gpu of gpus.values()) gpu.dispose();
    device?.dispose();
  });
  beforeEach(() => device?.handle.pushErrorScope('validation'));
  afterEach(async () => {
    const error = await device?.handle.popErrorScope();
    if (error) throw new Error(`unheard complaint of the device: ${error.message}`);
  });
  body({
    get device() {
      return device as Device;
    },
    gpu: (kind = 'software') => gpus.get(kind) as Gpu,
  });
}
