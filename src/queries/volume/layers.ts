/**
 * Layered depth images: every surface that the rays through the centres of pixels meet, with its depth and whether the
 * ray enters or leaves there.
 *
 * Source: Heidelberger, Teschner & Gross, "Detection of Collisions and Self-collisions Using Image-space Techniques",
 * 2004. `software` is exact in what is hit; `sampled` is the paper's own software; the others work as it had graphics hardware
 * do it.
 */
import type { ErrorCode } from '../../error-codes.ts';
import type { Axis, Bounds } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';
import { VOLUME_GENERATORS, type VolumeGenerator } from './volume.ts';

/**
 * What makes layered depth images: those of volumes ({@link VolumeGenerator}), and `sampled`, the paper's own software, in floating
 * point and fast. Volumes are not made from it, because they have a bound and it has none.
 */
export type LayersGenerator = VolumeGenerator | 'sampled';

export const LAYERS_GENERATORS: readonly LayersGenerator[] = [...VOLUME_GENERATORS, 'sampled'];

/** Options of {@link layers}. */
export interface LayersOptions extends RunningOptions {
  /**
   * Pixels along each side of the image, 1 to 8192.
   * @defaultValue `256`
   */
  resolution?: number;
  /**
   * The axis to look along.
   * @defaultValue `'z'`
   */
  axis?: Axis;
  /**
   * The volume of interest.
   * @defaultValue the object's own box
   */
  box?: Bounds;
  /**
   * The id of another object: the volume of interest is what the boxes of both have in common. Not beside `box`.
   * @defaultValue none
   */
  with?: number;
  /**
   * What makes the image. All but `software` and `sampled` need the WebGPU engine.
   * @defaultValue `'software'`
   */
  generator?: LayersGenerator;
}

/** What {@link layers} uses for options that you leave out. */
export const LAYERS_DEFAULTS = {
  resolution: 256,
  axis: 'z',
  generator: 'software',
} as const satisfies LayersOptions;

/** A layered depth image that stays on the GPU: the answer of {@link layersOnGpu}. */
export interface GpuLayers {
  /** The axis that the rays run along. */
  readonly axis: Axis;
  /** Pixels in each row, as in {@link LayeredImage}. */
  readonly across: number;
  /** Rows of pixels. */
  readonly down: number;
  /** The volume of interest. */
  readonly box: Bounds;
  /** What made the image. */
  readonly generator: LayersGenerator;
  /** If a device was lost on the way and the image made anew on another, the code of that error. */
  readonly restartedAfter?: ErrorCode;
  /**
   * What two objects have in common, along the rays of two images of the same volume; the number of segments that it is made of.
   * @example
   * ```ts
   * const { volume } = await first.overlap(second);
   * ```
   */
  overlap(other: GpuLayers): Promise<{ readonly volume: number; readonly segments: number }>;
  /**
   * Where the object overlaps itself; a place counts as often as it is inside beyond once.
   * @example
   * ```ts
   * const { volume } = await image.selfOverlap();
   * ```
   */
  selfOverlap(): Promise<{ readonly volume: number }>;
  /**
   * Which points lie inside, as the ray of their pixel has it: 1 inside, 0 outside or beyond the box. Three coordinates each.
   * @example
   * ```ts
   * const isInside = await image.inside(new Float64Array([0, 0, 0, 1, 2, 3]));
   * ```
   */
  inside(points: ArrayLike<number>): Promise<Uint8Array>;
  /** Gives the memory back. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** The answer of {@link layers}: every surface that the rays through the centres of pixels meet. */
export interface LayeredImage {
  /** The axis that the rays run along. */
  readonly axis: Axis;
  /** Pixels in each row. Rows run along the axis after `axis` (y after x, x after z). */
  readonly across: number;
  /** Rows of pixels, along the axis after that. */
  readonly down: number;
  /** The volume of interest. */
  readonly box: Bounds;
  /** `starts[p]` to `starts[p + 1]` are the layers of pixel p, by depth; pixels row by row. */
  readonly starts: Uint32Array;
  /** Coordinate of each layer along the axis. */
  readonly depths: Float64Array;
  /** 1 where the ray enters the object, 0 where it leaves it. */
  readonly enters: Uint8Array;
  /** Triangle of each layer; undefined unless the generator is `software` or `sampled`. */
  readonly triangles: Uint32Array | undefined;
  /** How often the surface winds round the ray of each pixel where it comes into the volume of interest. */
  readonly windings: Int32Array;
  /** What made the image. */
  readonly generator: LayersGenerator;
  /** If a device was lost on the way and the image made anew on another, the code of that error. */
  readonly restartedAfter?: ErrorCode;
}
