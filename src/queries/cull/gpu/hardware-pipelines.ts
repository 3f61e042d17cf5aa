/** Render pipelines of the hardware generator: one draws, one asks. Made once per device and kind. */

import { explainFailure } from '../../../backend/gpu/error-scopes.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { EngineError } from '../../../errors.ts';
import type { CheckedCullOptions } from '../options.ts';
import { BOX_BITS_MOST, BOX_DEPTHS_WGSL, BOX_PIECE_WGSL, DEPTH_UNIT_BITS } from './box-pieces.wgsl.ts';
import { FLOW_WGSL } from './flow.ts';
import { DRAW_SAMPLES_WGSL, drawPiecesWgsl } from './hardware.wgsl.ts';
import { TOUCHED_DEPTHS_WGSL, TOUCHED_PIECE_WGSL } from './touched-pieces.wgsl.ts';

export const DEPTH_FORMATS = { 16: 'depth16unorm', 24: 'depth24plus', 32: 'depth32float' } as const;

/** `GPUShaderStage.VERTEX` and `FRAGMENT`; Node has no global of them. */
const DRAWING_STAGES = 0x1 | 0x2;

/** What is drawn: the text, and how many storage buffers it binds behind its parameters. */
const DRAWN = {
  sampled: { code: [DRAW_SAMPLES_WGSL], buffers: 3 },
  uobb: { code: [BOX_PIECE_WGSL, BOX_DEPTHS_WGSL, drawPiecesWgsl(BOX_BITS_MOST)], buffers: 1 },
  conservative: { code: [TOUCHED_PIECE_WGSL, TOUCHED_DEPTHS_WGSL, drawPiecesWgsl(DEPTH_UNIT_BITS)], buffers: 1 },
} as const;

export interface Pipelines {
  readonly layout: GPUBindGroupLayout;
  readonly draw: GPURenderPipeline;
  readonly ask: GPURenderPipeline;
}

async function makePipelines(gpu: Gpu, { coverage, depthBits, self }: CheckedCullOptions): Promise<Pipelines> {
  const { handle } = gpu.device;
  const { code, buffers } = DRAWN[coverage];
  const types = ['uniform', ...Array.from({ length: buffers }, () => 'read-only-storage' as const)] as const;
  const layout = handle.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: DRAWING_STAGES, buffer: { type } })),
  });
  const module = handle.createShaderModule({ code: [FLOW_WGSL, ...code].join('\n') });
  const isSampled = coverage === 'sampled';
  const make = (label: string, depthCompare: GPUCompareFunction, isAsked: boolean) =>
    handle.createRenderPipelineAsync({
      label,
      layout: handle.createPipelineLayout({ bindGroupLayouts: [layout] }),
      vertex: { module, entryPoint: isSampled ? 'main' : 'showPiece' },
      ...(!isSampled && {
        fragment: { module, entryPoint: 'depthOf', constants: { IS_ASKED: Number(isAsked) }, targets: [] },
      }),
      primitive: { topology: 'triangle-list', cullMode: 'none' },
      depthStencil: { format: DEPTH_FORMATS[depthBits], depthCompare, depthWriteEnabled: !isAsked },
    });
  // Sampled within objects, equal depths do not hide.
  const turned = self && isSampled ? 'greater' : 'greater-equal';
  const [draw, ask] = await Promise.all([make('draw', 'less', false), make('ask', turned, true)]);
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
