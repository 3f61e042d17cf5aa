/**
 * Depth peeling: each pass keeps the nearest surface behind the former layer, with two depth buffers that are swapped; the
 * passes end when an occlusion query counts no fragment.
 *
 * Source: Heidelberger, Teschner & Gross 2004, section 3.2. Surfaces that face the same side and have the same depth in a
 * pixel are one layer here, as in the paper. Layers stay on the GPU; of each pass the query comes back.
 */
import type { Facing, LayersRenderer } from './render.ts';

const EMPTY = 1;
const BYTES = 4;

/** One buffer of depths per layer, 1 where there is none; nearest first. */
export async function peelLayers(
  renderer: LayersRenderer,
  facing: Facing,
  signal: AbortSignal | undefined,
): Promise<GPUBuffer[]> {
  const { set, result } = renderer.occlusionQueries();
  let [active, passive] = [renderer.texture('depth32float', true), renderer.texture('depth32float', true)];
  const layers: GPUBuffer[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const target = active;
    const former = passive;
    const isFirst = layers.length === 0;
    let layer: GPUBuffer | undefined;
    const read = await renderer.run(8, (encoder, buffer) => {
      layer = renderer.layer();
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
      const layout = { buffer: layer, bytesPerRow: renderer.rowBytes(BYTES) };
      encoder.copyTextureToBuffer({ texture: target, aspect: 'depth-only' }, layout, [renderer.size, renderer.size]);
      encoder.copyBufferToBuffer(result, 0, buffer, 0, 8);
    });
    const counted = new Uint32Array(read);
    if (counted[0] === 0 && counted[1] === 0) return layers;
    layers.push(layer!);
    [active, passive] = [passive, active];
  }
}
