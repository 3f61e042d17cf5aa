/**
 * The paper's three queries (§4) by lookup in layered depth images: what two objects have in common, where one overlaps itself,
 * which points lie inside. An image is made once and asked as often as one likes.
 *
 * Promise: what is true along the rays through the centres of pixels. How far that is off between them is not known;
 * `overlapVolume`, `selfOverlapVolume` and `inside` know.
 */

import { OptionError } from '../../errors.ts';
import { AXES } from '../../mesh/bounds.ts';
import { checkAnswer } from '../options.ts';
import type { LayeredImage } from './layers.ts';

/** What {@link layersOverlap} and {@link layersSelfOverlap} find. */
export interface LayersOverlap {
  /** In cubic units of the meshes: lengths along the rays, times the area of a pixel. */
  readonly volume: number;
  /** The pixel of each segment that the volume is made of, row by row, ascending. */
  readonly pixels: Uint32Array;
  /** Where each segment begins, along the image's axis. */
  readonly from: Float64Array;
  /** Where each segment ends. */
  readonly to: Float64Array;
  /** How many times each segment counts. */
  readonly times: Uint32Array;
}

/** Where an image is. */
export type ImagePlace = Pick<LayeredImage, 'axis' | 'across' | 'down' | 'box'>;

interface Frame {
  /** Coordinates across, down and in depth. */
  readonly order: readonly [number, number, number];
  readonly near: number;
  readonly far: number;
  readonly pixelArea: number;
}

export function frameOf({ axis, box, across, down }: ImagePlace): Frame {
  const depth = AXES.indexOf(axis);
  const [u, v] = [(depth + 1) % 3, (depth + 2) % 3];
  const pixelArea = ((box.max[u] - box.min[u]) / across) * ((box.max[v] - box.min[v]) / down);
  return { order: [u, v, depth], near: box.min[depth], far: box.max[depth], pixelArea };
}

/** Segments, one pixel after the other. */
class Segments {
  readonly #frame: Frame;
  #capacity = 256;
  #count = 0;
  #length = 0;
  #pixels = new Uint32Array(this.#capacity);
  #from = new Float64Array(this.#capacity);
  #to = new Float64Array(this.#capacity);
  #times = new Uint32Array(this.#capacity);

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  add(pixel: number, from: number, to: number, times: number): void {
    if (!(to > from)) return;
    if (this.#count === this.#capacity) this.#resize(2 * this.#capacity);
    this.#length += (to - from) * times;
    this.#pixels[this.#count] = pixel;
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#times[this.#count++] = times;
  }

  #resize(capacity: number): void {
    const kept = Math.min(capacity, this.#count);
    const resized = <T extends Uint32Array | Float64Array>(next: T, old: T): T => {
      next.set(old.subarray(0, kept) as Uint32Array & Float64Array);
      return next;
    };
    this.#pixels = resized(new Uint32Array(capacity), this.#pixels);
    this.#from = resized(new Float64Array(capacity), this.#from);
    this.#to = resized(new Float64Array(capacity), this.#to);
    this.#times = resized(new Uint32Array(capacity), this.#times);
    this.#capacity = capacity;
  }

  get overlap(): LayersOverlap {
    this.#resize(this.#count);
    return {
      volume: this.#length * this.#frame.pixelArea,
      pixels: this.#pixels,
      from: this.#from,
      to: this.#to,
      times: this.#times,
    };
  }
}

/** An image that does not say what rays are inside of where they begin, such as one stored by an older version, is refused. */
function checkWindings(call: string, image: LayeredImage): void {
  checkAnswer(call, image, 'layers()', ['starts', 'depths', 'enters', 'across', 'down', 'box']);
  const { windings, across, down } = image;
  if (windings?.length === across * down) return;
  throw new OptionError(
    'option-value',
    `${call}: the image has ${windings ? `${windings.length} windings` : 'no windings'}; expected one for each of its ${across} × ${down} pixels. Use the image as layers() gives it.`,
    { option: 'windings' },
  );
}

export function checkAlike(a: ImagePlace, b: ImagePlace): void {
  const isAlike =
    a.axis === b.axis &&
    a.across === b.across &&
    a.down === b.down &&
    [0, 1, 2].every((k) => a.box.min[k] === b.box.min[k] && a.box.max[k] === b.box.max[k]);
  if (isAlike) return;
  const described = ({ axis, across, down, box }: ImagePlace) =>
    `along ${axis}, ${across} × ${down} pixels, from ${box.min.join(' ')} to ${box.max.join(' ')}`;
  throw new OptionError(
    'option-conflict',
    `layersOverlap: the images do not show the same volume: the first ${described(a)}; the second ${described(b)}. Make both with the same axis, resolution and box, such as layers(a, { with: b }) and layers(b, { with: a }).`,
    { option: 'box' },
  );
}

/**
 * What two objects have in common, along the rays of two images of the same volume.
 * @throws {@link OptionError} `option-conflict`, `option-value`
 * @example
 * ```ts
 * const image = (object: number, other: number) => layers(scene, object, { generator: 'sampled', with: other });
 * const { volume } = layersOverlap(await image(a, b), await image(b, a));
 * ```
 */
export function layersOverlap(a: LayeredImage, b: LayeredImage): LayersOverlap {
  for (const image of [a, b]) checkWindings('layersOverlap', image);
  checkAlike(a, b);
  const frame = frameOf(a);
  const segments = new Segments(frame);
  const { starts: startsA, depths: depthsA, enters: entersA, windings: windingsA } = a;
  const { starts: startsB, depths: depthsB, enters: entersB, windings: windingsB } = b;
  const pixels = a.across * a.down;
  for (let pixel = 0; pixel < pixels; pixel++) {
    let atA = startsA[pixel];
    let atB = startsB[pixel];
    const endA = startsA[pixel + 1];
    const endB = startsB[pixel + 1];
    let windingA = windingsA[pixel];
    let windingB = windingsB[pixel];
    // Where one shows nothing and the ray begins outside, there is nothing in common.
    if ((atA === endA && windingA === 0) || (atB === endB && windingB === 0)) continue;
    let from = frame.near;
    while (atA < endA || atB < endB) {
      const isA = atB === endB || (atA < endA && depthsA[atA] <= depthsB[atB]);
      const to = isA ? depthsA[atA] : depthsB[atB];
      if (windingA !== 0 && windingB !== 0) segments.add(pixel, from, to, 1);
      if (isA) windingA += entersA[atA++] === 1 ? 1 : -1;
      else windingB += entersB[atB++] === 1 ? 1 : -1;
      from = to;
    }
    if (windingA !== 0 && windingB !== 0) segments.add(pixel, from, frame.far, 1);
  }
  return segments.overlap;
}

/** Whether rays are inside the object turned inside out for longer than inside it as it should be. */
function isInsideOut({ starts, depths, enters, windings }: LayeredImage, { near, far }: Frame): boolean {
  let sum = 0;
  for (let pixel = 0; pixel < windings.length; pixel++) {
    let winding = windings[pixel];
    let from = near;
    for (let at = starts[pixel]; at < starts[pixel + 1]; at++) {
      sum += winding * (depths[at] - from);
      winding += enters[at] === 1 ? 1 : -1;
      from = depths[at];
    }
    sum += winding * (far - from);
  }
  return sum < 0;
}

/**
 * Where an object overlaps itself, along the rays of its image: a place counts as often as it is inside beyond once.
 * @example
 * ```ts
 * const image = await layers(scene, object, { generator: 'sampled' });
 * console.log(layersSelfOverlap(image).volume);
 * ```
 */
export function layersSelfOverlap(image: LayeredImage): LayersOverlap {
  checkWindings('layersSelfOverlap', image);
  const frame = frameOf(image);
  const segments = new Segments(frame);
  const { starts, depths, enters } = image;
  const orientation = isInsideOut(image, frame) ? -1 : 1;
  for (let pixel = 0; pixel < image.across * image.down; pixel++) {
    let winding = orientation * image.windings[pixel];
    let from = frame.near;
    const end = starts[pixel + 1];
    for (let at = starts[pixel]; at <= end; at++) {
      const to = at < end ? depths[at] : frame.far;
      const times = winding > 0 ? winding - 1 : -winding;
      if (times > 0) segments.add(pixel, from, to, times);
      if (at < end) winding += enters[at] === 1 ? orientation : -orientation;
      from = to;
    }
  }
  return segments.overlap;
}

/**
 * Which points lie inside the object, as the ray of their pixel has it: 1 inside, 0 outside or beyond the image's box. Three
 * coordinates per point.
 * @example
 * ```ts
 * const image = await layers(scene, object, { generator: 'sampled' });
 * const isInside = layersInside(image, new Float64Array([0, 0, 0, 1, 2, 3]));
 * ```
 */
export function layersInside(image: LayeredImage, points: ArrayLike<number>): Uint8Array {
  checkWindings('layersInside', image);
  const { order, near, far } = frameOf(image);
  const [u, v, w] = order;
  const { across, down, box, starts, depths, enters } = image;
  const perU = across / (box.max[u] - box.min[u]);
  const perV = down / (box.max[v] - box.min[v]);
  const places = new Uint8Array(points.length / 3);
  for (let point = 0; point < places.length; point++) {
    const depth = points[3 * point + w];
    const column = Math.floor((points[3 * point + u] - box.min[u]) * perU);
    const row = Math.floor((points[3 * point + v] - box.min[v]) * perV);
    if (!(column >= 0 && column < across && row >= 0 && row < down && depth >= near && depth <= far)) continue;
    const pixel = row * across + column;
    let winding = image.windings[pixel];
    for (let at = starts[pixel]; at < starts[pixel + 1] && depths[at] <= depth; at++) {
      winding += enters[at] === 1 ? 1 : -1;
    }
    places[point] = Number(winding !== 0);
  }
  return places;
}
