/**
 * Compute pipelines: compiled asynchronously, once per device, text and constants.
 *
 * Promise: two engines on one device share their pipelines; a shader that does not compile rejects with the place.
 * Bindings are declared here rather than guessed from the text (`layout: 'auto'` drops those that a variant does not
 * use), all in group 0, in the order of `@binding`.
 */
import { EngineError } from '../../errors.ts';
import { COMPUTE_STAGE } from './buffer-usage.ts';
import type { Device } from './device.ts';
import { explainFailure } from './error-scopes.ts';

/** 'uniform' parameters of one dispatch; 'read' and 'write' storage buffers (write may read as well). */
export type BindingKind = 'uniform' | 'read' | 'write';

export type ShaderConstants = Readonly<Record<string, number>>;

/** What a shader is before it meets a device. One per entry point, at module level; exported, so that tests find it. */
export class ShaderSource {
  readonly name: string;
  readonly code: string;
  readonly bindings: readonly BindingKind[];
  /** Override constants that have no default, with values that are good for any device. */
  readonly constants: ShaderConstants;

  constructor(
    name: string,
    code: readonly string[],
    bindings: readonly BindingKind[],
    constants: ShaderConstants = {},
  ) {
    this.name = name;
    this.code = code.join('\n');
    this.bindings = bindings;
    this.constants = constants;
  }
}

/** A shader that can be dispatched. */
export interface Shader {
  readonly source: ShaderSource;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

const BUFFER_TYPES = { uniform: 'uniform', read: 'read-only-storage', write: 'storage' } as const;

const compiled = new WeakMap<GPUDevice, Map<ShaderSource, Map<string, Promise<Shader>>>>();

async function complaintsOf(module: GPUShaderModule): Promise<string> {
  const { messages } = await module.getCompilationInfo();
  return messages.map(({ type, lineNum, linePos, message }) => `${type} ${lineNum}:${linePos} ${message}`).join('; ');
}

async function compile(device: Device, source: ShaderSource, constants: ShaderConstants): Promise<Shader> {
  const { handle } = device;
  const label = source.name;
  const entries = source.bindings.map((kind, binding) => ({
    binding,
    visibility: COMPUTE_STAGE,
    buffer: { type: BUFFER_TYPES[kind] },
  }));
  // The rejected promise below reports errors; the scope keeps the device from reporting them to the page as well.
  handle.pushErrorScope('validation');
  const layout = handle.createBindGroupLayout({ label, entries });
  const module = handle.createShaderModule({ label, code: source.code });
  const pipeline = handle.createComputePipelineAsync({
    label,
    layout: handle.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: 'main', constants },
  });
  const scope = handle.popErrorScope().catch(() => null);
  try {
    return { source, pipeline: await pipeline, layout };
  } catch (error) {
    await scope;
    const explained = await explainFailure(device, error);
    if (explained instanceof EngineError) throw explained;
    const complaints = await complaintsOf(module).catch(() => '');
    const text = error instanceof Error ? error.message : String(error);
    throw new EngineError('internal', `shader ${label} does not compile: ${complaints || text}. Please report this.`);
  }
}

/** The shader for this device, compiled now or before. `constants` add to, or replace, those of the source. */
export async function compileShader(
  device: Device,
  source: ShaderSource,
  constants: ShaderConstants = {},
): Promise<Shader> {
  device.throwIfLost();
  const all = { ...source.constants, ...constants };
  const key = JSON.stringify(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const ofDevice = compiled.get(device.handle) ?? new Map<ShaderSource, Map<string, Promise<Shader>>>();
  compiled.set(device.handle, ofDevice);
  const variants = ofDevice.get(source) ?? new Map<string, Promise<Shader>>();
  ofDevice.set(source, variants);
  const known = variants.get(key);
  if (known) return known;
  const shader = compile(device, source, all);
  variants.set(key, shader);
  shader.catch(() => variants.delete(key)); // a later attempt may succeed
  return shader;
}
