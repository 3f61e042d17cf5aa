/**
 * Lengths of overlap from finished layered depth images: the paper's third stage, as the hardware generators need it.
 *
 * Pixels are walked by their centres alone, so there is no error bound; the software image has one.
 */
import { boundsOfBox } from '../../mesh/bounds.ts';
import type { LayeredImage } from './layers.ts';
import type { View } from './view.ts';
import type { VolumeStacks } from './volume.ts';
import type { PaneSums } from './wasm.ts';

interface Cursor {
  readonly image: LayeredImage;
  at: number;
  end: number;
  winding: number;
}

function nextDepth({ image, at, end }: Cursor): number {
  return at < end ? image.depths[at] : Infinity;
}

/** How often a place counts, as in kernels/pixel.ts; `orientation` is −1 when the whole surface is inside out. */
function timesOf(cursors: readonly Cursor[], orientation: number): number {
  if (cursors.length > 1) return cursors.every(({ winding }) => winding !== 0) ? 1 : 0;
  const winding = orientation * cursors[0].winding;
  return winding > 0 ? winding - 1 : -winding;
}

/** Whether the rays find more of the object turned inside out than not. */
function orientationOf({ depths, enters, windings }: LayeredImage, near: number, far: number): number {
  let sum = 0;
  for (let at = 0; at < depths.length; at++) sum += enters[at] ? far - depths[at] : depths[at] - far;
  for (let pixel = 0; pixel < windings.length; pixel++) sum += windings[pixel] * (far - near);
  return sum < 0 ? -1 : 1;
}

/** The overlap of two images, or the self-overlap of one. */
export function walkLayers(images: readonly LayeredImage[], view: View): { sums: PaneSums; stacks: VolumeStacks } {
  const [across, down, depth] = view.order;
  const near = view.box[depth];
  const far = view.box[depth + 3];
  const { across: columns, down: rows } = images[0];
  const orientation = images.length > 1 ? 1 : orientationOf(images[0], near, far);
  const lists = { pixels: [] as number[], from: [] as number[], to: [] as number[], times: [] as number[] };
  let length = 0;
  const moments: [number, number, number] = [0, 0, 0];
  const pixels: [number, number, number, number] = [Infinity, -1, Infinity, -1];
  const depths: [number, number] = [Infinity, -Infinity];
  const add = (pixel: number, from: number, to: number, times: number) => {
    const weighted = (to - from) * times;
    const [column, row] = [pixel % columns, Math.floor(pixel / columns)];
    length += weighted;
    moments[0] +=
      weighted * (view.box[across] + ((column + 0.5) / columns) * (view.box[across + 3] - view.box[across]));
    moments[1] += weighted * (view.box[down] + ((row + 0.5) / rows) * (view.box[down + 3] - view.box[down]));
    moments[2] += weighted * (from / 2 + to / 2);
    pixels[0] = Math.min(pixels[0], column);
    pixels[1] = Math.max(pixels[1], column);
    pixels[2] = Math.min(pixels[2], row);
    pixels[3] = Math.max(pixels[3], row);
    depths[0] = Math.min(depths[0], from);
    depths[1] = Math.max(depths[1], to);
    lists.pixels.push(pixel);
    lists.from.push(from);
    lists.to.push(to);
    lists.times.push(times);
  };
  for (let pixel = 0; pixel < columns * rows; pixel++) {
    const cursors = images.map((image): Cursor => {
      return { image, at: image.starts[pixel], end: image.starts[pixel + 1], winding: image.windings[pixel] };
    });
    let from = near;
    for (;;) {
      const next = cursors.reduce((p, q) => (nextDepth(q) < nextDepth(p) ? q : p));
      const to = Math.min(far, Math.max(near, nextDepth(next)));
      const times = timesOf(cursors, orientation);
      if (times > 0 && to > from) add(pixel, from, to, times);
      if (nextDepth(next) >= far) break;
      from = to;
      next.winding += next.image.enters[next.at] ? 1 : -1;
      next.at++;
    }
  }
  const stacks: VolumeStacks = {
    axis: view.axis,
    across: columns,
    down: rows,
    box: boundsOfBox(view.box),
    pixels: Uint32Array.from(lists.pixels),
    from: Float64Array.from(lists.from),
    to: Float64Array.from(lists.to),
    times: Uint32Array.from(lists.times),
  };
  const found = length > 0 ? { pixels, depths } : undefined;
  return { sums: { length, excess: 0, shortfall: 0, unsurePixels: 0, moments, found, unclosed: undefined }, stacks };
}
