/** Render pipelines of the hardware generator: one draws, one asks. Made once per device and kind. */

import { explainFailure } from '../../../backend/gpu/error-scopes.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { EngineError } from '../../../errors.ts';
import type { CheckedCullOptions } from '../options.ts';
import { DRAW_BOXES, DRAW_TRIANGLES } from './hardware.wgsl.ts';

export const DEPTH_FORMATS = { 16: 'depth16unorm', 24: 'depth24plus', 32: 'depth32float' } as const;

/** `GPUShaderStage.VERTEX`; Node has no global of it. */
const VERTEX_STAGE = 0x1;

export interface Pipelines {
  /** Of the boxes, where boxes are drawn. */
  readonly layout: GPUBindGroupLayout;
  readonly draw: GPURenderPipeline;
  readonly ask: GPURenderPipeline;
}

async function makePipelines(gpu: Gpu, options: CheckedCullOptions): Promise<Pipelines> {
  const { handle } = gpu.device;
  const entries = [{ binding: 0, visibility: VERTEX_STAGE, buffer: { type: 'read-only-storage' } as const }];
  const layout = handle.createBindGroupLayout({ entries });
  const isBoxes = options.coverage === 'uobb';
  const module = handle.createShaderModule({ code: isBoxes ? DRAW_BOXES : DRAW_TRIANGLES });
  const make = (label: string, side: number, depthCompare: GPUCompareFunction, depthWriteEnabled: boolean) =>
    handle.createRenderPipelineAsync({
      label,
      layout: handle.createPipelineLayout({ bindGroupLayouts: isBoxes ? [layout] : [] }),
      vertex: {
        module,
        entryPoint: 'main',
        ...(isBoxes
          ? { constants: { side } }
          : { buffers: [{ arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }] }] }),
      },
      primitive: { topology: 'triangle-list', cullMode: 'none' },
      depthStencil: { format: DEPTH_FORMATS[options.depthBits], depthCompare, depthWriteEnabled },
    });
  const turned = options.self ? 'greater' : 'greater-equal';
  const [draw, ask] = await Promise.all([make('draw', -1, 'less', true), make('ask', 1, turned, false)]);
  return { layout, draw, ask };
}

const known = new WeakMap<GPUDevice, Map<string, Promise<Pipelines>>>();

export async function hardwarePipelines(gpu: Gpu, options: CheckedCullOptions): Promise<Pipelines> {
  const ofDevice = known.get(gpu.device.handle) ?? new Map<string, Promise<Pipelines>>();
  known.set(gpu.device.handle, ofDevice);
  const key = `${options.coverage} ${options.depthBits} ${options.self}`;
  const made = ofDevice.get(key) ?? makePipelines(gpu, options);
  ofDevice.set(key, made);
  try {
    return await made;
  } catch (error) {
    ofDevice.delete(key);
    const explained = await explainFailure(gpu.device, error);
    if (explained instanceof EngineError) throw explained;
    throw new EngineError('internal', `the culling pipelines do not compile: ${explained}. Please report this.`);
  }
}
