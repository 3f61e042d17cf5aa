/**
 * Depth peeling: each pass keeps the nearest surface behind the former layer, with two depth buffers that are swapped; the
 * passes end when an occlusion query counts no fragment.
 *
 * Source: Heidelberger, Teschner & Gross 2004, section 3.2. Surfaces that face the same way and have the same depth in a
 * pixel are one layer here, as in the paper.
 */
import type { Facing, LayersRenderer } from './render.ts';

const EMPTY = 1;
const BYTES = 4;

/** One array of depths per layer, 1 where there is none; nearest first. */
export async function peelLayers(
  renderer: LayersRenderer,
  facing: Facing,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const { set, result } = renderer.occlusionQueries();
  let [active, passive] = [renderer.texture('depth32float', true), renderer.texture('depth32float', true)];
  const layers: Float32Array[] = [];
  const imageBytes = renderer.rowBytes(BYTES) * renderer.size;
  for (;;) {
    signal?.throwIfAborted();
    const target = active;
    const former = passive;
    const isFirst = layers.length === 0;
    const read = await renderer.run(imageBytes + 8, (encoder, buffer) => {
      const pass = encoder.beginRenderPass({
        colorAttachments: [],
        depthStencilAttachment: {
          view: target.createView(),
          depthClearValue: EMPTY,
          depthLoadOp: 'clear',
          depthStoreOp: 'store',
        },
        occlusionQuerySet: set,
      });
      pass.beginOcclusionQuery(0);
      if (!isFirst) pass.setBindGroup(0, renderer.bindFormer(former));
      renderer.draw(pass, isFirst ? 'first' : 'peel', facing);
      pass.endOcclusionQuery();
      pass.end();
      encoder.resolveQuerySet(set, 0, 1, result, 0);
      const layout = { buffer, bytesPerRow: renderer.rowBytes(BYTES) };
      encoder.copyTextureToBuffer({ texture: target, aspect: 'depth-only' }, layout, [renderer.size, renderer.size]);
      encoder.copyBufferToBuffer(result, 0, buffer, imageBytes, 8);
    });
    const counted = new Uint32Array(read, imageBytes, 2);
    if (counted[0] === 0 && counted[1] === 0) return layers;
    layers.push(renderer.unpadded(new Float32Array(read, 0, imageBytes / BYTES), BYTES));
    [active, passive] = [passive, active];
  }
}
