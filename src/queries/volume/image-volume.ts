/** The volume from one layered depth image, with its error bound, and the combination of several images. */
import type { Bounds } from '../../mesh/bounds.ts';
import { sidesOf, type View } from './view.ts';
import type { VolumeStacks } from './volume.ts';
import type { PaneSums } from './wasm.ts';

type Vector = readonly [number, number, number];

export interface ImageVolume {
  readonly volume: number;
  /** The true volume lies between these. */
  readonly low: number;
  readonly high: number;
  /** The larger distance of the two from `volume`. */
  readonly errorBound: number;
  /** The part of the bound that comes from rays that do not close. */
  readonly unknown: number;
  readonly unsurePixels: number;
  readonly bounds: Bounds | undefined;
  readonly centroid: Vector | undefined;
  readonly stacks: VolumeStacks | undefined;
}

/**
 * Rounding of the sums: a chain of additions is shorter than the segments of a pixel, the pixels of a pane and the panes
 * together, below 6 · 10^5, each off by 2^-53 of the sum at most.
 */
const SUM_ROUNDING = 1e-10;

/** View order back to x, y, z. */
function toWorld(view: View, values: readonly number[]): Vector {
  const world: [number, number, number] = [0, 0, 0];
  for (const [place, k] of view.order.entries()) world[k] = values[place];
  return world;
}

export function pixelArea({ order, box }: View, resolution: number): number {
  const sides = sidesOf(box);
  return (sides[order[0]] / resolution) * (sides[order[1]] / resolution);
}

function foundBounds({ order, box }: View, resolution: number, found: NonNullable<PaneSums['found']>): Bounds {
  const sides = sidesOf(box);
  const edge = (place: number, pixel: number) => box[order[place]] + (pixel * sides[order[place]]) / resolution;
  const [firstAcross, lastAcross, firstDown, lastDown] = found.pixels;
  const view = { order, box } as View;
  return {
    min: toWorld(view, [edge(0, firstAcross), edge(1, firstDown), found.depths[0]]),
    max: toWorld(view, [edge(0, lastAcross + 1), edge(1, lastDown + 1), found.depths[1]]),
  };
}

/** Products with an area that is too small for a double of full precision are off by some of the smallest steps there are. */
function lostToUnderflow(area: number, { length, excess, shortfall }: PaneSums): number {
  return area > 2 ** -960 ? 0 : 8 * Number.MIN_VALUE * (1 + length + excess + shortfall);
}

/** A volume with limits of the true one, which is not negative. */
function boundedVolume(volume: number, low: number, high: number) {
  const least = Math.max(0, low);
  return { volume, low: least, high, errorBound: Math.max(volume - least, high - volume) };
}

/** `unknownPixels` have rays that do not close: anything may be true there. */
export function imageVolume(
  view: View,
  resolution: number,
  sums: PaneSums,
  unknownPixels: number,
  stacks: VolumeStacks | undefined,
): ImageVolume {
  const area = pixelArea(view, resolution);
  const volume = sums.length * area;
  const unknown = unknownPixels * area * sidesOf(view.box)[view.order[2]];
  const rounding = volume * SUM_ROUNDING + lostToUnderflow(area, sums);
  const excess = (sums.excess * area + unknown) * (1 + SUM_ROUNDING) + rounding;
  const shortfall = (sums.shortfall * area + unknown) * (1 + SUM_ROUNDING) + rounding;
  return {
    ...boundedVolume(volume, volume - excess, volume + shortfall),
    unknown,
    unsurePixels: sums.unsurePixels,
    bounds: sums.found && foundBounds(view, resolution, sums.found),
    centroid:
      sums.length > 0
        ? toWorld(
            view,
            sums.moments.map((moment) => moment / sums.length),
          )
        : undefined,
    stacks,
  };
}

/** The same image, when it is known otherwise that there is no more than `most`, which is rounding. */
export function provedEmpty({ stacks, unknown }: ImageVolume, most: number): ImageVolume {
  const none = { pixels: new Uint32Array(0), from: new Float64Array(0), to: new Float64Array(0) };
  const empty = stacks && { ...stacks, ...none, times: new Uint32Array(0) };
  const nothing = { unsurePixels: 0, bounds: undefined, centroid: undefined, stacks: empty };
  return { ...boundedVolume(0, 0, most), unknown, ...nothing };
}

function unionBounds(all: readonly Bounds[]): Bounds | undefined {
  if (all.length === 0) return undefined;
  const least = (k: number) => Math.min(...all.map(({ min }) => min[k]));
  const most = (k: number) => Math.max(...all.map(({ max }) => max[k]));
  return { min: [least(0), least(1), least(2)], max: [most(0), most(1), most(2)] };
}

function mean(vectors: readonly Vector[]): Vector | undefined {
  if (vectors.length === 0) return undefined;
  const of = (k: number) => vectors.reduce((sum, vector) => sum + vector[k], 0) / vectors.length;
  return [of(0), of(1), of(2)];
}

/** The volume lies within every image's limits, so within what they have in common. */
export function agreedVolume(images: readonly ImageVolume[]): Omit<ImageVolume, 'stacks'> {
  if (images.length === 1) return images[0];
  const low = Math.max(...images.map((image) => image.low));
  const high = Math.min(...images.map((image) => image.high));
  const average = images.reduce((sum, { volume }) => sum + volume, 0) / images.length;
  return {
    ...boundedVolume(Math.min(high, Math.max(low, average)), low, high),
    unknown: Math.min(...images.map(({ unknown }) => unknown)),
    unsurePixels: images.reduce((sum, { unsurePixels }) => sum + unsurePixels, 0),
    bounds: unionBounds(images.flatMap(({ bounds }) => bounds ?? [])),
    centroid: mean(images.flatMap(({ centroid }) => (centroid ? [centroid] : []))),
  };
}
