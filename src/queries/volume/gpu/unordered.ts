/**
 * One layer per pass by counting: the stencil buffer counts fragments, and each pass lets through the
 * nth of its pixel. The first pass also counts them. Layers are in drawing order and are
 * sorted afterwards; the order is the same in every pass.
 *
 * Source: Heidelberger, Teschner & Gross 2004, section 3.3. Depths are written as colours, because a depth test would
 * get in the way. The counts of the first pass are read back, one byte per pixel; layers stay on the GPU.
 */
import { EngineError } from '../../../errors.ts';
import type { Facing, LayersRenderer } from './render.ts';

const BYTES = 4;
/** The counter stops here. */
const COUNT_MAX = 255;
/** Layers that are submitted at once. */
const LAYERS_PER_RUN = 8;

interface Attachments {
  readonly depths: GPUTexture;
  readonly counts: GPUTexture;
}

function drawLayer(
  renderer: LayersRenderer,
  encoder: GPUCommandEncoder,
  at: Attachments,
  facing: Facing,
  layer: number,
): void {
  const pass = encoder.beginRenderPass({
    colorAttachments: [{ view: at.depths.createView(), loadOp: 'clear', clearValue: [1, 0, 0, 0], storeOp: 'store' }],
    depthStencilAttachment: {
      view: at.counts.createView(),
      stencilClearValue: 0,
      stencilLoadOp: 'clear',
      stencilStoreOp: 'store',
    },
  });
  pass.setStencilReference(layer);
  renderer.draw(pass, 'count', facing);
  pass.end();
}

/** One buffer of depths per layer, 1 where there is none. */
export async function countLayers(
  renderer: LayersRenderer,
  facing: Facing,
  signal: AbortSignal | undefined,
): Promise<GPUBuffer[]> {
  const at = { depths: renderer.texture('r32float'), counts: renderer.texture('stencil8') };
  const { size } = renderer;
  const layers: GPUBuffer[] = [];
  const keepDepths = (encoder: GPUCommandEncoder) => {
    const buffer = renderer.layer();
    const layout = { buffer, bytesPerRow: renderer.rowBytes(BYTES) };
    encoder.copyTextureToBuffer({ texture: at.depths }, layout, [size, size]);
    layers.push(buffer);
  };
  const counts = await renderer.run(renderer.rowBytes(1) * size, (encoder, buffer) => {
    drawLayer(renderer, encoder, at, facing, 0);
    keepDepths(encoder);
    const layout = { buffer, bytesPerRow: renderer.rowBytes(1) };
    encoder.copyTextureToBuffer({ texture: at.counts, aspect: 'stencil-only' }, layout, [size, size]);
  });
  const most = greatest(new Uint8Array(counts));
  if (most === 0) return [];
  if (most >= COUNT_MAX) {
    throw new EngineError(
      'gpu-limit',
      `some pixel has ${COUNT_MAX} layers or more that face one way, and the stencil counter ends there. Use generator: 'software' or 'ordered'.`,
      { layers: most },
    );
  }
  while (layers.length < most) {
    signal?.throwIfAborted();
    const count = Math.min(LAYERS_PER_RUN, most - layers.length);
    await renderer.run(0, (encoder) => {
      for (let i = 0; i < count; i++) {
        drawLayer(renderer, encoder, at, facing, layers.length);
        keepDepths(encoder);
      }
    });
  }
  return layers;
}

function greatest(counts: Uint8Array): number {
  let most = 0;
  for (let i = 0; i < counts.length; i++) if (counts[i] > most) most = counts[i];
  return most;
}
