/**
 * The queries "how much do two objects overlap?" and "how much does an object overlap itself?": options, answer and
 * guarantees.
 *
 * Promise: the true volume differs from `volume` by no more than `errorBound`, whatever the meshes; the bound falls in
 * proportion to the size of a pixel.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ErrorCode } from '../../error-codes.ts';
import type { Axis, Bounds, Triple } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';

/** The axis to look along; see {@link VolumeOptions.axis}. */
export type VolumeAxis = Axis | 'auto' | 'all';
/**
 * What makes layered depth images. `software`: one pass in wasm. `ordered`: depth peeling with two depth buffers, until a
 * query counts no fragment. `unordered`: a stencil counter lets one layer through per pass; sorted afterwards. `compute`:
 * one compute pass appends all layers; sorted afterwards.
 */
export type VolumeGenerator = 'software' | 'ordered' | 'unordered' | 'compute';
export const VOLUME_GENERATORS: readonly VolumeGenerator[] = ['software', 'ordered', 'unordered', 'compute'];

/** How a volume is measured; see {@link VolumeOptions.method}. */
export type VolumeMethod = 'auto' | 'layers';

export const VOLUME_METHODS: readonly VolumeMethod[] = ['auto', 'layers'];

/** Options of {@link Scene.overlapVolume} and {@link Scene.selfOverlapVolume}. */
export interface VolumeOptions extends RunningOptions {
  /**
   * `auto`: of two closed objects that do not meet themselves where they may meet, and of one that overlaps itself at most
   * twice, to rounding and without images; else from layered depth images, as with `layers`. Options that only images have ask for images: `resolution`, `axis`, `generator`, `stacks`.
   * @defaultValue `'auto'`
   */
  method?: VolumeMethod;
  /**
   * Pixels along each side of the image, 1 to 8192.
   * @defaultValue `256`
   */
  resolution?: number;
  /**
   * The axis to look along: one of the three, `all` of them to combine their bounds, or `auto` for the shortest.
   * @defaultValue `'auto'`
   */
  axis?: VolumeAxis;
  /**
   * Refine until `errorBound` is no more than this, in cubic units of the meshes.
   * @defaultValue none: one image per axis
   */
  tolerance?: number;
  /**
   * What makes the layered depth images. All but `software` need the WebGPU engine.
   * @defaultValue `'software'`
   */
  generator?: VolumeGenerator;
  /**
   * Also answer for meshes that are not closed; `unknownVolume` says how much is unknown.
   * @defaultValue `false`
   */
  allowOpen?: boolean;
  /**
   * Keep the segments that the volume is made of.
   * @defaultValue `true`
   */
  stacks?: boolean;
}

/** What {@link Scene.overlapVolume} and {@link Scene.selfOverlapVolume} use for options that you leave out. */
export const VOLUME_DEFAULTS = {
  method: 'auto',
  resolution: 256,
  axis: 'auto',
  generator: 'software',
  allowOpen: false,
  stacks: true,
} as const satisfies VolumeOptions;

export const VOLUME_RESOLUTION_MAX = 8192;

/** The volume as a stack of segments over each pixel of an image. */
export interface VolumeStacks {
  /** The axis that the image looks along. */
  readonly axis: Axis;
  /** Pixels in each row. Rows run along the axis after `axis` (y after x, x after z). */
  readonly across: number;
  /** Rows of pixels, along the axis after that. */
  readonly down: number;
  /** The volume of interest; pixel 0 lies at its lowest corner. */
  readonly box: Bounds;
  /** The pixel of each segment, row by row, ascending. */
  readonly pixels: Uint32Array;
  /** Where each segment begins, along `axis`. */
  readonly from: Float64Array;
  /** Where each segment ends. */
  readonly to: Float64Array;
  /** How many times each segment counts. */
  readonly times: Uint32Array;
}

/** An object that is not closed, and its edges that do not cancel. */
export interface OpenObject {
  /** The id of the object. */
  readonly object: number;
  /** Edges that do not cancel. */
  readonly open: number;
  /** Of those, edges of one triangle. */
  readonly boundary: number;
  /** Of those, edges of two triangles that face opposite ways. */
  readonly misoriented: number;
  /** Of those, edges of more than two triangles. */
  readonly nonManifold: number;
}

/** The answer of {@link Scene.overlapVolume} and {@link Scene.selfOverlapVolume}. */
export interface Volume {
  /** `exact`: to rounding, from the surfaces; `layers`: from images. */
  readonly method: 'exact' | 'layers';
  /** In cubic units of the meshes. */
  readonly volume: number;
  /** The true volume differs from `volume` by no more than this. For open meshes it includes what is unknown. */
  readonly errorBound: number;
  /** A box around the overlap, from images to the accuracy of a pixel; undefined when there is none. */
  readonly bounds: Bounds | undefined;
  /** The centre of mass of the overlap; undefined when there is none. */
  readonly centroid: Triple | undefined;
  /** Pixels along each side of the images. */
  readonly resolution: number;
  /** The axes that were looked along; none when no images were made. */
  readonly axes: readonly Axis[];
  /** What made the images. */
  readonly generator: VolumeGenerator;
  /** False when you asked for a `tolerance` and `errorBound` is larger even at the finest image. */
  readonly toleranceMet: boolean;
  /** One per axis; empty unless asked for, when no images were made, or when the objects' boxes do not overlap. */
  readonly stacks: readonly VolumeStacks[];
  /** The objects that are not closed. */
  readonly openObjects: readonly OpenObject[];
  /** The volume that rays through their holes leave undecided. */
  readonly unknownVolume: number;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: VolumeStats;
}

/** What a query of volumes cost. */
export interface VolumeStats {
  /** What the images were made on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Triangles of the objects. */
  readonly triangles: number;
  /** Pixels of the last images. */
  readonly pixels: number;
  /** Those of them whose length is not exact. */
  readonly unsurePixels: number;
  /** Images made in all: one per axis and refinement. */
  readonly images: number;
  /** Time of the query. */
  readonly milliseconds: {
    /** From call to answer. */
    readonly total: number;
  };
  /** If a device was lost on the way and images made anew on another, the code of that error. */
  readonly restartedAfter?: ErrorCode;
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}
