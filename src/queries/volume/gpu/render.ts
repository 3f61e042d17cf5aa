/**
 * What both hardware generators share: pipelines, textures, and layers copied from them.
 *
 * Textures and buffers live for one image; `close` destroys them.
 */

import {
  COPY_DST,
  COPY_SRC,
  MAP_MODE_READ,
  MAP_READ,
  QUERY_RESOLVE,
  STORAGE,
} from '../../../backend/gpu/buffer-usage.ts';
import { explainFailure, guarded } from '../../../backend/gpu/error-scopes.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { EngineError } from '../../../errors.ts';
import type { DrawnObject } from './corners.ts';
import { LAYERS_WGSL } from './layers.wgsl.ts';

const TEXTURE_COPY_SRC = 0x01;
const TEXTURE_BINDING = 0x04;
const RENDER_ATTACHMENT = 0x10;
const FRAGMENT_STAGE = 0x2;
/** Rows of a texture that is copied begin at multiples of this. */
const ROW_BYTES = 256;

/** Rays enter where triangles are seen clockwise in view order, which clip space turns round. */
export type Facing = 'enters' | 'leaves';
const CULLED: Readonly<Record<Facing, GPUCullMode>> = { enters: 'back', leaves: 'front' };

export type PipelineKind = 'first' | 'peel' | 'count';

const VERTEX_LAYOUT: GPUVertexBufferLayout = {
  arrayStride: 12,
  attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }],
};

interface Pipelines {
  readonly formerLayout: GPUBindGroupLayout;
  readonly made: ReadonlyMap<string, GPURenderPipeline>;
}

const compiled = new WeakMap<GPUDevice, Promise<Pipelines>>();

async function compile(device: GPUDevice): Promise<Pipelines> {
  const module = device.createShaderModule({ label: 'layers', code: LAYERS_WGSL });
  const formerLayout = device.createBindGroupLayout({
    label: 'former layer',
    entries: [{ binding: 0, visibility: FRAGMENT_STAGE, texture: { sampleType: 'depth' } }],
  });
  const make = (kind: PipelineKind, facing: Facing) => {
    const stencil: GPUStencilFaceState = { compare: 'equal', passOp: 'increment-clamp', failOp: 'increment-clamp' };
    return device.createRenderPipelineAsync({
      label: `layers, ${kind}, ${facing}`,
      layout: device.createPipelineLayout({ bindGroupLayouts: kind === 'peel' ? [formerLayout] : [] }),
      vertex: { module, entryPoint: 'place', buffers: [VERTEX_LAYOUT] },
      primitive: { topology: 'triangle-list', frontFace: 'ccw', cullMode: CULLED[facing] },
      ...(kind === 'count'
        ? {
            depthStencil: { format: 'stencil8' as const, stencilFront: stencil, stencilBack: stencil },
            fragment: { module, entryPoint: 'depthOf', targets: [{ format: 'r32float' as const }] },
          }
        : {
            depthStencil: { format: 'depth32float' as const, depthCompare: 'less' as const, depthWriteEnabled: true },
            ...(kind === 'peel' && { fragment: { module, entryPoint: 'peel', targets: [] } }),
          }),
    });
  };
  const kinds: readonly PipelineKind[] = ['first', 'peel', 'count'];
  const all = kinds.flatMap((kind) => (['enters', 'leaves'] as const).map((facing) => ({ kind, facing })));
  const made = await Promise.all(
    all.map(async ({ kind, facing }) => [`${kind} ${facing}`, await make(kind, facing)] as const),
  );
  return { formerLayout, made: new Map(made) };
}

export class LayersRenderer {
  readonly #gpu: Gpu;
  readonly #pipelines: Pipelines;
  readonly size: number;
  readonly #corners: GPUBuffer;
  readonly #cornerCount: number;
  readonly #made: { destroy(): void }[] = [];

  private constructor(gpu: Gpu, pipelines: Pipelines, size: number, corners: GPUBuffer, cornerCount: number) {
    this.#gpu = gpu;
    this.#pipelines = pipelines;
    this.size = size;
    this.#corners = corners;
    this.#cornerCount = cornerCount;
  }

  static async open(gpu: Gpu, size: number, drawn: DrawnObject): Promise<LayersRenderer> {
    const { handle, limits } = gpu.device;
    if (size > limits.maxTextureDimension2D || drawn.byteLength > limits.maxBufferSize) {
      throw new EngineError(
        'gpu-limit',
        `the image of ${size} × ${size} pixels and ${drawn.byteLength} bytes of corners exceed what this GPU allows ` +
          `(${limits.maxTextureDimension2D} pixels, ${limits.maxBufferSize} bytes). Use generator: 'software'; it has no such limit.`,
        { size, bytes: drawn.byteLength },
      );
    }
    if (!compiled.has(handle)) compiled.set(handle, compile(handle));
    const corners = await gpu.run((pass) => drawn.record(pass), { purpose: 'the corners of a layered depth image' });
    try {
      return new LayersRenderer(gpu, await compiled.get(handle)!, size, corners, 3 * drawn.triangleCount);
    } catch (error) {
      throw await explainFailure(gpu.device, error);
    }
  }

  /** A buffer for the depths of a layer, in rows as textures are copied. Within `run`. */
  layer(): GPUBuffer {
    const { handle } = this.#gpu.device;
    const buffer = handle.createBuffer({
      label: 'layer',
      size: this.rowBytes(4) * this.size,
      usage: STORAGE | COPY_DST,
    });
    this.#made.push(buffer);
    return buffer;
  }

  texture(format: GPUTextureFormat, binding = false): GPUTexture {
    const usage = RENDER_ATTACHMENT | TEXTURE_COPY_SRC | (binding ? TEXTURE_BINDING : 0);
    const texture = this.#gpu.device.handle.createTexture({
      label: format,
      size: [this.size, this.size],
      format,
      usage,
    });
    this.#made.push(texture);
    return texture;
  }

  occlusionQueries(): { set: GPUQuerySet; result: GPUBuffer } {
    const { handle } = this.#gpu.device;
    const set = handle.createQuerySet({ type: 'occlusion', count: 1 });
    const result = handle.createBuffer({ size: 8, usage: QUERY_RESOLVE | COPY_SRC });
    this.#made.push(set, result);
    return { set, result };
  }

  bindFormer(former: GPUTexture): GPUBindGroup {
    const entries = [{ binding: 0, resource: former.createView() }];
    return this.#gpu.device.handle.createBindGroup({ layout: this.#pipelines.formerLayout, entries });
  }

  draw(pass: GPURenderPassEncoder, kind: PipelineKind, facing: Facing): void {
    pass.setPipeline(this.#pipelines.made.get(`${kind} ${facing}`)!);
    pass.setVertexBuffer(0, this.#corners);
    pass.draw(this.#cornerCount);
  }

  /** Bytes from one row of a texture to the next when it is copied; `bytes` per pixel. */
  rowBytes(bytes: number): number {
    return Math.ceil((this.size * bytes) / ROW_BYTES) * ROW_BYTES;
  }

  /**
   * Records, submits, and resolves with what `record` asked to be copied into the buffer it is given, which has a capacity
   * of `bytes`; without any, when it is submitted.
   */
  async run(bytes: number, record: (encoder: GPUCommandEncoder, target: GPUBuffer) => void): Promise<ArrayBuffer> {
    const { device } = this.#gpu;
    let target: GPUBuffer | undefined;
    try {
      await guarded(device, 'a layer of an image', () => {
        target = device.handle.createBuffer({ label: 'layers', size: Math.max(4, bytes), usage: MAP_READ | COPY_DST });
        const encoder = device.handle.createCommandEncoder();
        record(encoder, target);
        device.handle.queue.submit([encoder.finish()]);
      });
      if (bytes === 0) return new ArrayBuffer(0);
      await target!.mapAsync(MAP_MODE_READ);
      return target!.getMappedRange().slice(0);
    } catch (error) {
      throw await explainFailure(device, error);
    } finally {
      target?.destroy();
    }
  }

  close(): void {
    for (const thing of this.#made) thing.destroy();
  }
}
