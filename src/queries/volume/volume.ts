/**
 * The questions "how much do two objects overlap?" and "how much does an object overlap itself?": their options, their
 * answer and what both promise.
 *
 * Promise: the true volume differs from `volume` by no more than `errorBound`, whatever the meshes; the bound falls in
 * proportion to the size of a pixel.
 */
import type { Axis, Bounds, Triple } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';
import type { LayersGenerator } from './layers.ts';

export type VolumeAxis = Axis | 'auto' | 'all';

export interface VolumeOptions extends RunningOptions {
  /** Pixels along each side of the image, 1 to 8192. */
  resolution?: number;
  /** Along which axis to look: one of them, all three and take what they agree on, or `auto`: the shortest. */
  axis?: VolumeAxis;
  /** Refine until `errorBound` is no more than this, in cubic units of the meshes. */
  tolerance?: number;
  /** What makes the layered depth images. All but `software` need the WebGPU engine. */
  generator?: LayersGenerator;
  /** Also answer for meshes that are not closed; `unknownVolume` tells how much of the answer is not known. */
  allowOpen?: boolean;
  /** Keep the segments that the volume is made of. */
  stacks?: boolean;
}

export const VOLUME_DEFAULTS = {
  resolution: 256,
  axis: 'auto',
  generator: 'software',
  allowOpen: false,
  stacks: true,
} as const satisfies VolumeOptions;

export const VOLUME_RESOLUTION_MAX = 8192;

/** The volume as a stack of segments over each pixel of an image. */
export interface VolumeStacks {
  readonly axis: Axis;
  /** Pixels across and down. Across is the axis after `axis` (y after x, x after z), down the one after that. */
  readonly across: number;
  readonly down: number;
  /** The volume of interest; pixel 0 lies at its low corner. */
  readonly box: Bounds;
  /** Of each segment: its pixel, row by row, ascending; the coordinates along `axis` of its ends; how often it counts. */
  readonly pixels: Uint32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly times: Uint32Array;
}

/** An object that is not closed, and the edges that do not cancel. */
export interface OpenObject {
  readonly object: number;
  readonly open: number;
  readonly boundary: number;
  readonly misoriented: number;
  readonly nonManifold: number;
}

export interface Volume {
  readonly volume: number;
  /** What `volume` is off by, at most. For open meshes, what is not known is part of it. */
  readonly errorBound: number;
  /** A box around what was found, as large as pixels are; undefined when nothing was. */
  readonly bounds: Bounds | undefined;
  readonly centroid: Triple | undefined;
  /** Pixels along each side of the images. */
  readonly resolution: number;
  readonly axes: readonly Axis[];
  readonly generator: LayersGenerator;
  /** False when `tolerance` was asked for and `errorBound` is larger even at the finest image. */
  readonly toleranceMet: boolean;
  /** One for each axis; none unless asked for, or when the objects' boxes do not overlap. */
  readonly stacks: readonly VolumeStacks[];
  /** The objects that are not closed, and the volume that rays through their holes leave undecided. */
  readonly openObjects: readonly OpenObject[];
  readonly unknownVolume: number;
  readonly stats: VolumeStats;
}

export interface VolumeStats {
  readonly backend: 'wasm' | 'webgpu';
  readonly threads: number;
  readonly triangles: number;
  /** Pixels of the last images, and those of them whose length is not exact. */
  readonly pixels: number;
  readonly unsurePixels: number;
  /** Images made in all: one for each axis and refinement. */
  readonly images: number;
  readonly milliseconds: {
    /** From call to answer. */
    readonly total: number;
  };
}
