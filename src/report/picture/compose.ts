/**
 * Puts layers together into a picture: the two objects of a clash, the object behind seen through the one in front, edges
 * darkened, everything else as a ghost.
 *
 * Layers are twice as wide and high as the picture, which makes its edges smooth.
 */
import { type Camera, HALF_OPENING } from './camera.ts';
import { Canvas, type Colour } from './canvas.ts';
import type { Layer } from './layer.ts';
import {
  brightness,
  CONTACT,
  CREASE_COSINE,
  CUT_BRIGHTNESS,
  EDGE,
  FIRST,
  GHOST,
  GHOST_BEFORE,
  GHOST_BEHIND,
  GHOST_EDGE,
  GROUND,
  SECOND,
  SKY,
  STEP_PIXELS,
} from './style.ts';

/** Layer pixels along each side of a pixel. */
export const OVERSAMPLING = 2;

export interface Layers {
  readonly first: Layer;
  readonly second: Layer | undefined;
  readonly ghost: Layer | undefined;
}

/** Of the two objects. */
export type ObjectColours = readonly [Colour, Colour];

/** Two depths that differ by less than this part are the same: faces that lie on each other are striped. */
const SAME_DEPTH = 2e-4;
const STRIPE = 8;
const HATCH = 14;
const HATCH_LINE = 6;

/** Whether a pixel lies at an edge of the object, along a row or a column: its outline, a step in depth, or a crease. */
function isEdgeAlong(layer: Layer, at: number, next: number, step: number): boolean {
  const { nearness, cuts } = layer;
  const normals = layer.normals!;
  const own = nearness[at];
  const before = nearness[at - next];
  const after = nearness[at + next];
  // Beyond the picture nothing is known, and nothing is drawn.
  if (before === undefined || after === undefined) return false;
  if (before === 0 || after === 0) return true;
  // 1 / depth is linear over a plane, so this is 0 there however steep the plane is.
  if (Math.abs(before + after - 2 * own) > step * own * own) return true;
  if (cuts[at + next] !== cuts[at]) return true;
  const n = 3 * at;
  const m = 3 * (at + next);
  return normals[n] * normals[m] + normals[n + 1] * normals[m + 1] + normals[n + 2] * normals[m + 2] < CREASE_COSINE;
}

/** Colour of a layer at a pixel, written into `into`. */
function shade(layer: Layer, at: number, colour: Colour, edge: number, step: number, into: Float64Array): void {
  const normals = layer.normals!;
  const n = 3 * at;
  const light = layer.cuts[at] === 1 ? CUT_BRIGHTNESS : brightness(normals[n], normals[n + 1], normals[n + 2]);
  const isEdge = isEdgeAlong(layer, at, 1, step) || isEdgeAlong(layer, at, layer.width, step);
  const dark = isEdge ? 1 - edge : 1;
  into[0] = Math.min(255, colour[0] * light) * dark;
  into[1] = Math.min(255, colour[1] * light) * dark;
  into[2] = Math.min(255, colour[2] * light) * dark;
}

function mix(into: Float64Array, other: ArrayLike<number>, part: number): void {
  into[0] += (other[0] - into[0]) * part;
  into[1] += (other[1] - into[1]) * part;
  into[2] += (other[2] - into[2]) * part;
}

class Composer {
  readonly #layers: Layers;
  readonly #colours: ObjectColours;
  readonly #seenThrough: number;
  readonly #step: number;
  readonly #front = new Float64Array(3);
  readonly #back = new Float64Array(3);

  constructor(layers: Layers, colours: ObjectColours, seenThrough: number, step: number) {
    this.#layers = layers;
    this.#colours = colours;
    this.#seenThrough = seenThrough;
    this.#step = step;
  }

  /** What is seen at a pixel of the layers, over the given background. */
  at(at: number, x: number, y: number, background: ArrayLike<number>): Float64Array {
    const { first, second, ghost } = this.#layers;
    const [front, back] = [this.#front, this.#back];
    const near = first.nearness[at];
    const other = second === undefined ? 0 : second.nearness[at];
    if (near > 0 && other > 0) this.#both(at, x, y, second!);
    else if (near > 0) shade(first, at, this.#colours[0], EDGE, this.#step, front);
    else if (other > 0) shade(second!, at, this.#colours[1], EDGE, this.#step, front);
    else front.set(background);
    const veil = ghost === undefined ? 0 : ghost.nearness[at];
    if (veil <= Math.max(near, other)) return front;
    const isBehind = near === 0 && other === 0;
    shade(ghost!, at, GHOST, isBehind ? GHOST_EDGE : GHOST_EDGE / 2, this.#step, back);
    mix(front, back, isBehind ? GHOST_BEHIND : GHOST_BEFORE);
    return front;
  }

  #both(at: number, x: number, y: number, second: Layer): void {
    const { first } = this.#layers;
    const [front, back] = [this.#front, this.#back];
    const [near, other] = [first.nearness[at], second.nearness[at]];
    const isSame = Math.abs(near - other) <= SAME_DEPTH * near;
    const isFirst = isSame ? Math.floor((x + y) / STRIPE) % 2 === 0 : near > other;
    shade(first, at, this.#colours[0], EDGE, this.#step, isFirst ? front : back);
    shade(second, at, this.#colours[1], EDGE, this.#step, isFirst ? back : front);
    const isCut = (isFirst ? first : second).cuts[at] === 1;
    if (!isSame && !isCut) mix(front, back, this.#seenThrough);
    // Where the section cuts both: the space that both claim.
    if (first.cuts[at] === 1 && second.cuts[at] === 1) mix(front, CONTACT, (x + y) % HATCH < HATCH_LINE ? 1 : 0.45);
  }
}

export function compose(
  layers: Layers,
  camera: Camera,
  seenThrough: number,
  colours: ObjectColours = [FIRST, SECOND],
): Canvas {
  const { width, height } = layers.first;
  const canvas = new Canvas(width / OVERSAMPLING, height / OVERSAMPLING);
  // The width of a pixel at the target.
  const step = STEP_PIXELS * ((2 * HALF_OPENING) / height) * camera.distance;
  const composer = new Composer(layers, colours, seenThrough, step);
  const row = new Float32Array(3 * canvas.width);
  const background = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let k = 0; k < 3; k++) background[k] = SKY[k] + ((GROUND[k] - SKY[k]) * y) / height;
    for (let x = 0; x < width; x++) {
      const seen = composer.at(y * width + x, x, y, background);
      const to = 3 * Math.floor(x / OVERSAMPLING);
      row[to] += seen[0];
      row[to + 1] += seen[1];
      row[to + 2] += seen[2];
    }
    if (y % OVERSAMPLING < OVERSAMPLING - 1) continue;
    const to = Math.floor(y / OVERSAMPLING) * row.length;
    for (let i = 0; i < row.length; i++) canvas.pixels[to + i] = row[i] / OVERSAMPLING ** 2;
    row.fill(0);
  }
  return canvas;
}
