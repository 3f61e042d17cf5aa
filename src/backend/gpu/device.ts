/**
 * A WebGPU device: our own, with the highest limits of its adapter, or one provided by the caller.
 *
 * Promise: limits are read, never assumed; a device that is gone says so at once (`lost`) and to those who wait
 * (`whenLost`); a caller's device is never destroyed from here.
 */
import { EngineError } from '../../errors.ts';
import { findGpu } from './gpu-provider.ts';

/** The limits that our passes depend on; asked for as high as the adapter goes. */
const WANTED_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxUniformBufferBindingSize',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
  'maxTextureDimension2D',
] as const;

/** Offsets of bindings; small is better, and the adapter's own value may be asked for. */
const WANTED_ALIGNMENTS = ['minStorageBufferOffsetAlignment', 'minUniformBufferOffsetAlignment'] as const;

const WANTED_FEATURES = ['timestamp-query'] as const;

export type DeviceLimits = Readonly<
  Record<(typeof WANTED_LIMITS)[number] | (typeof WANTED_ALIGNMENTS)[number], number>
>;

export interface AdapterReport {
  readonly vendor: string;
  readonly architecture: string;
  readonly device: string;
  readonly description: string;
  /** Runs on the CPU (SwiftShader, llvmpipe, WARP, or what the system calls a fallback): correct, but not fast. */
  readonly isSoftware: boolean;
}

export interface DeviceLoss {
  /** 'destroyed' when someone called `device.destroy()`, else 'unknown'. */
  readonly reason: string;
  readonly message: string;
}

export interface DeviceOptions {
  /** A device of the caller's, used with the limits and features it was made with. */
  device?: GPUDevice;
  powerPreference?: GPUPowerPreference;
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|warp\b|software/i;

export function reportAdapter(info: GPUAdapterInfo | undefined): AdapterReport {
  const { vendor = '', architecture = '', device = '', description = '' } = info ?? {};
  const names = [vendor, architecture, device, description].join(' ');
  return {
    vendor,
    architecture,
    device,
    description,
    isSoftware: info?.isFallbackAdapter === true || SOFTWARE.test(names),
  };
}

export function readLimits(limits: GPUSupportedLimits): DeviceLimits {
  const names = [...WANTED_LIMITS, ...WANTED_ALIGNMENTS];
  return Object.fromEntries(names.map((name) => [name, limits[name]])) as DeviceLimits;
}

export class Device {
  readonly handle: GPUDevice;
  readonly adapter: AdapterReport;
  readonly limits: DeviceLimits;
  readonly hasTimestamps: boolean;
  /** Resolves when the device is gone, for whatever reason; never rejects. */
  readonly whenLost: Promise<DeviceLoss>;
  readonly #isOurs: boolean;
  #loss: DeviceLoss | undefined;

  constructor(handle: GPUDevice, info: GPUAdapterInfo | undefined, isOurs: boolean) {
    this.handle = handle;
    this.adapter = reportAdapter(info);
    this.limits = readLimits(handle.limits);
    this.hasTimestamps = handle.features.has('timestamp-query');
    this.#isOurs = isOurs;
    this.whenLost = handle.lost.then(({ reason, message }) => {
      this.#loss = { reason, message };
      return this.#loss;
    });
  }

  get lost(): boolean {
    return this.#loss !== undefined;
  }

  throwIfLost(): void {
    if (this.#loss) throw lostError(this.#loss);
  }

  /** Ends our own device; a caller's is left as it is. */
  dispose(): void {
    if (this.#isOurs) this.handle.destroy();
  }
}

export function lostError({ reason, message }: DeviceLoss): EngineError {
  return new EngineError(
    'device-lost',
    `the GPU device is gone (${reason || 'unknown'}: ${message || 'no message'}). Create a new engine, ` +
      "or use createEngine({ backend: 'wasm' }); it gives the same answers.",
    { reason },
  );
}

async function requestOwnDevice(adapter: GPUAdapter): Promise<GPUDevice> {
  const requiredLimits: Record<string, number> = {};
  for (const name of [...WANTED_LIMITS, ...WANTED_ALIGNMENTS]) {
    if (adapter.limits[name] !== undefined) requiredLimits[name] = adapter.limits[name];
  }
  const requiredFeatures = WANTED_FEATURES.filter((feature) => adapter.features.has(feature));
  try {
    return await adapter.requestDevice({ label: 'collidescope', requiredLimits, requiredFeatures });
  } catch (error) {
    throw new EngineError(
      'no-webgpu',
      `the WebGPU adapter "${adapter.info?.description ?? ''}" gives no device (${error instanceof Error ? error.message : error}). ` +
        "Use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
}

/** Rejects with EngineError no-webgpu where there is no WebGPU, no adapter or no device, and with device-lost for a lost one. */
export async function openDevice(options: DeviceOptions = {}): Promise<Device> {
  if (options.device) {
    const device = new Device(options.device, options.device.adapterInfo, false);
    await Promise.resolve(); // a device that was lost long ago says so in the next microtask
    await Promise.resolve();
    device.throwIfLost();
    return device;
  }
  const gpu = await findGpu();
  const adapter = await gpu.requestAdapter({ powerPreference: options.powerPreference });
  if (!adapter) {
    throw new EngineError(
      'no-webgpu',
      'there is no WebGPU adapter here (no graphics card, or no driver that is allowed). ' +
        "Use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
  return new Device(await requestOwnDevice(adapter), adapter.info, true);
}
