/**
 * What both hardware generators share: pipelines, the corners on the GPU, textures that are read back.
 *
 * Textures and buffers live for one image; `close` destroys them.
 */

import { COPY_DST, COPY_SRC, MAP_MODE_READ, MAP_READ, QUERY_RESOLVE } from '../../../backend/gpu/buffer-usage.ts';
import { explainFailure, guarded } from '../../../backend/gpu/error-scopes.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { EngineError } from '../../../errors.ts';
import { LAYERS_WGSL } from './layers.wgsl.ts';

const VERTEX = 0x0020;
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
            fragment: { module, entryPoint: 'tell', targets: [{ format: 'r32float' as const }] },
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

  private constructor(gpu: Gpu, pipelines: Pipelines, size: number, corners: Float32Array<ArrayBuffer>) {
    this.#gpu = gpu;
    this.#pipelines = pipelines;
    this.size = size;
    this.#cornerCount = corners.length / 3;
    const { handle } = gpu.device;
    this.#corners = handle.createBuffer({ label: 'corners', size: corners.byteLength, usage: VERTEX | COPY_DST });
    this.#made.push(this.#corners);
    handle.queue.writeBuffer(this.#corners, 0, corners);
  }

  static async open(gpu: Gpu, size: number, corners: Float32Array<ArrayBuffer>): Promise<LayersRenderer> {
    const { handle, limits } = gpu.device;
    if (size > limits.maxTextureDimension2D || corners.byteLength > limits.maxBufferSize) {
      throw new EngineError(
        'gpu-limit',
        `the image of ${size} × ${size} pixels and ${corners.byteLength} bytes of corners exceed what this GPU allows ` +
          `(${limits.maxTextureDimension2D} pixels, ${limits.maxBufferSize} bytes). Use generator: 'software'; it has no such limit.`,
        { size, bytes: corners.byteLength },
      );
    }
    if (!compiled.has(handle)) compiled.set(handle, compile(handle));
    try {
      const pipelines = await compiled.get(handle)!;
      return await guarded(
        gpu.device,
        'the corners of a layered depth image',
        () => new LayersRenderer(gpu, pipelines, size, corners),
      );
    } catch (error) {
      throw await explainFailure(gpu.device, error);
    }
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
   * Records, submits, and resolves with what `record` asked to be copied into the buffer it is given, which has room for
   * `bytes`.
   */
  async run(bytes: number, record: (encoder: GPUCommandEncoder, target: GPUBuffer) => void): Promise<ArrayBuffer> {
    const { device } = this.#gpu;
    let target: GPUBuffer | undefined;
    try {
      await guarded(device, 'a layer of an image', () => {
        target = device.handle.createBuffer({ label: 'layers', size: bytes, usage: MAP_READ | COPY_DST });
        const encoder = device.handle.createCommandEncoder();
        record(encoder, target);
        device.handle.queue.submit([encoder.finish()]);
      });
      await target!.mapAsync(MAP_MODE_READ);
      return target!.getMappedRange().slice(0);
    } catch (error) {
      throw await explainFailure(device, error);
    } finally {
      target?.destroy();
    }
  }

  /** The pixels of a copied texture, without the padding of its rows. */
  unpadded<T extends Float32Array | Uint8Array>(rows: T, bytes: number): T {
    const stride = this.rowBytes(bytes) / bytes;
    const pixels = rows.slice(0, this.size ** 2) as T;
    for (let row = 0; row < this.size; row++)
      pixels.set(rows.subarray(row * stride, row * stride + this.size), row * this.size);
    return pixels;
  }

  close(): void {
    for (const thing of this.#made) thing.destroy();
  }
}
