/**
 * One layer per pass by counting: the stencil buffer counts fragments, and each pass lets through the
 * nth of its pixel. The first pass also counts them. Layers are in drawing order and are
 * sorted afterwards; the order is the same in every pass.
 *
 * Source: Heidelberger, Teschner & Gross 2004, section 3.3. Depths are written as colours, because a depth test would
 * get in the way; all passes but the first are submitted in pieces and read back together.
 */
import { EngineError } from '../../../errors.ts';
import type { Facing, LayersRenderer } from './render.ts';

const BYTES = 4;
/** The counter stops here. */
const COUNT_MAX = 255;
/** Layers that are made and read back at once. */
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

/** One array of depths per layer, 1 where there is none. */
export async function countLayers(
  renderer: LayersRenderer,
  facing: Facing,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const at = { depths: renderer.texture('r32float'), counts: renderer.texture('stencil8') };
  const { size } = renderer;
  const imageBytes = renderer.rowBytes(BYTES) * size;
  const countBytes = renderer.rowBytes(1) * size;
  const copyDepths = (encoder: GPUCommandEncoder, buffer: GPUBuffer, offset: number) =>
    encoder.copyTextureToBuffer({ texture: at.depths }, { buffer, offset, bytesPerRow: renderer.rowBytes(BYTES) }, [
      size,
      size,
    ]);
  const first = await renderer.run(imageBytes + countBytes, (encoder, buffer) => {
    drawLayer(renderer, encoder, at, facing, 0);
    copyDepths(encoder, buffer, 0);
    const layout = { buffer, offset: imageBytes, bytesPerRow: renderer.rowBytes(1) };
    encoder.copyTextureToBuffer({ texture: at.counts, aspect: 'stencil-only' }, layout, [size, size]);
  });
  const most = new Uint8Array(first, imageBytes).reduce((greatest, count) => Math.max(greatest, count), 0);
  if (most === 0) return [];
  if (most >= COUNT_MAX) {
    throw new EngineError(
      'gpu-limit',
      `some pixel has ${COUNT_MAX} layers or more that face one way, and the stencil counter ends there. Use generator: 'software' or 'ordered'.`,
      { layers: most },
    );
  }
  const depthsAt = (read: ArrayBuffer, index: number) =>
    renderer.unpadded(new Float32Array(read, index * imageBytes, imageBytes / BYTES), BYTES);
  const layers = [depthsAt(first, 0)];
  while (layers.length < most) {
    signal?.throwIfAborted();
    const from = layers.length;
    const count = Math.min(LAYERS_PER_RUN, most - from);
    const read = await renderer.run(count * imageBytes, (encoder, buffer) => {
      for (let i = 0; i < count; i++) {
        drawLayer(renderer, encoder, at, facing, from + i);
        copyDepths(encoder, buffer, i * imageBytes);
      }
    });
    for (let i = 0; i < count; i++) layers.push(depthsAt(read, i));
  }
  return layers;
}
