/**
 * Layered depth images: every surface that the rays through the centres of pixels meet, with its depth and whether the
 * ray enters or leaves there.
 *
 * Source: Heidelberger, Teschner & Gross, "Detection of Collisions and Self-collisions Using Image-space Techniques",
 * 2004. `software` is exact in what is hit; the others work as the paper had graphics hardware do it.
 */
import type { Axis, Bounds } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';

/**
 * `software`: in wasm, one pass. `ordered`: depth peeling with two depth buffers, until a query counts no fragment.
 * `unordered`: a stencil counter lets one layer through per pass; sorted afterwards. `compute`: one pass of a compute
 * shader appends all layers; sorted afterwards.
 */
export type LayersGenerator = 'software' | 'ordered' | 'unordered' | 'compute';

export const LAYERS_GENERATORS: readonly LayersGenerator[] = ['software', 'ordered', 'unordered', 'compute'];

export interface LayersOptions extends RunningOptions {
  /** Pixels along each side of the image, 1 to 8192. */
  resolution?: number;
  axis?: Axis;
  /** The volume of interest; the object's box when left out. */
  box?: Bounds;
  generator?: LayersGenerator;
}

export const LAYERS_DEFAULTS = {
  resolution: 256,
  axis: 'z',
  generator: 'software',
} as const satisfies LayersOptions;

export interface LayeredImage {
  readonly axis: Axis;
  /** Pixels across and down. Across is the axis after `axis` (y after x, x after z), down the one after that. */
  readonly across: number;
  readonly down: number;
  readonly box: Bounds;
  /** `starts[p]` to `starts[p + 1]` are the layers of pixel p, by depth; pixels row by row. */
  readonly starts: Uint32Array;
  /** Coordinates along the axis. */
  readonly depths: Float64Array;
  /** 1 where the ray enters the object, 0 where it leaves it. */
  readonly enters: Uint8Array;
  /** Triangle of each layer; only `software` tells. */
  readonly triangles: Uint32Array | undefined;
  readonly generator: LayersGenerator;
}
