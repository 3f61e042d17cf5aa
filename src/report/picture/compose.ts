/**
 * Puts layers together into a picture: the two objects of a clash, the object behind seen through the one in front, edges
 * darkened, everything else as a ghost.
 *
 * Layers are twice as wide and high as the picture, which makes its edges smooth.
 */
import { type Camera, HALF_OPENING } from './camera.ts';
import { Canvas, type Colour } from './canvas.ts';
import { CUT, type Layer } from './layer.ts';
import {
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
function isEdgeAlong(layer: Layer, x: number, y: number, dx: number, dy: number, step: number): boolean {
  // Beyond the picture nothing is known, and nothing is drawn.
  if (x < dx || y < dy || x + dx >= layer.width || y + dy >= layer.height) return false;
  const { nearness, faces } = layer;
  const at = y * layer.width + x;
  const next = dy * layer.width + dx;
  const face = faces[at];
  const after = faces[at + next];
  // A face is flat: 1 / depth changes evenly over it.
  if (after === face && faces[at - next] === face) return false;
  const own = nearness[at];
  if (nearness[at - next] === 0 || nearness[at + next] === 0) return true;
  // 1 / depth is linear over a plane, so this is 0 there however steep the plane is.
  if (Math.abs(nearness[at - next] + nearness[at + next] - 2 * own) > step * own * own) return true;
  if (after === face) return false;
  if (after === CUT || face === CUT) return true;
  return layer.seen.cosine(face, x, y, after, x + dx, y + dy) < CREASE_COSINE;
}

function mix(into: Float64Array, other: ArrayLike<number>, part: number): void {
  into[0] += (other[0] - into[0]) * part;
  into[1] += (other[1] - into[1]) * part;
  into[2] += (other[2] - into[2]) * part;
}

/** What lies at a pixel of the layers, as one number: which objects, in which order. */
const HAS_FIRST = 1;
const HAS_SECOND = 2;
const FIRST_IN_FRONT = 4;
const VEILED = 8;
/** What is drawn depends on the place in the picture: stripes or hatching. */
const PATTERNED = 16;

class Composer {
  readonly #layers: Layers;
  readonly #colours: ObjectColours;
  readonly #seenThrough: number;
  readonly #step: number;
  readonly #width: number;
  readonly #height: number;
  readonly #front = new Float64Array(3);
  readonly #back = new Float64Array(3);
  readonly #sum = new Float64Array(3);

  constructor(layers: Layers, colours: ObjectColours, seenThrough: number, step: number) {
    this.#layers = layers;
    this.#colours = colours;
    this.#seenThrough = seenThrough;
    this.#step = step;
    this.#width = layers.first.width;
    this.#height = layers.first.height;
  }

  /** The colour of a pixel of the picture, whose samples begin at a place of the layers. Valid until the next is asked for. */
  pixelAt(x: number, y: number): Float64Array {
    const even = this.#evenOrder(x, y);
    if (even >= 0) {
      // Half a sample on, in the middle of the four.
      this.#sample(x, y, even, 0.5);
      return this.#front;
    }
    const sum = this.#sum.fill(0);
    for (let sampleY = y; sampleY < y + OVERSAMPLING; sampleY++) {
      for (let sampleX = x; sampleX < x + OVERSAMPLING; sampleX++) {
        this.#sample(sampleX, sampleY, this.#orderAt(sampleY * this.#width + sampleX), 0);
        mix(sum, this.#front, 1 / (1 + OVERSAMPLING * (sampleY - y) + sampleX - x));
      }
    }
    return sum;
  }

  /** The order at four samples if it is the same, and they and all around them lie on one face of each layer; else -1. */
  #evenOrder(x: number, y: number): number {
    const width = this.#width;
    if (x < 1 || y < 1 || x + 2 >= width || y + 2 >= this.#height) return -1;
    const { first, second, ghost } = this.#layers;
    const at = y * width + x;
    if (!isEven(first.faces, at, width)) return -1;
    if (second && !isEven(second.faces, at, width)) return -1;
    if (ghost && !isEven(ghost.faces, at, width)) return -1;
    const order = this.#orderAt(at);
    if (order >= PATTERNED || order !== this.#orderAt(at + 1)) return -1;
    return order === this.#orderAt(at + width) && order === this.#orderAt(at + width + 1) ? order : -1;
  }

  #orderAt(at: number): number {
    const { first, second, ghost } = this.#layers;
    const near = first.nearness[at];
    const other = second === undefined ? 0 : second.nearness[at];
    const veil = ghost === undefined ? 0 : ghost.nearness[at];
    let order = veil > near && veil > other ? VEILED : 0;
    if (near > 0) order += HAS_FIRST;
    if (other > 0) order += HAS_SECOND;
    if (near > other) order += FIRST_IN_FRONT;
    if (near > 0 && other > 0) {
      const isSame = Math.abs(near - other) <= SAME_DEPTH * near;
      if (isSame || (first.faces[at] === CUT && second!.faces[at] === CUT)) order += PATTERNED;
    }
    return order;
  }

  /** What is seen at a sample, left in `#front`. With an offset it lies between samples, where there are no edges. */
  #sample(x: number, y: number, order: number, offset: number): void {
    const { first, second, ghost } = this.#layers;
    const front = this.#front;
    const objects = order & (HAS_FIRST | HAS_SECOND);
    if (objects === (HAS_FIRST | HAS_SECOND)) this.#both(x, y, order, offset);
    else if (objects === HAS_FIRST) this.#shade(first, x, y, offset, this.#colours[0], EDGE, front);
    else if (objects === HAS_SECOND) this.#shade(second!, x, y, offset, this.#colours[1], EDGE, front);
    else {
      const part = (y + offset) / this.#height;
      front[0] = SKY[0] + (GROUND[0] - SKY[0]) * part;
      front[1] = SKY[1] + (GROUND[1] - SKY[1]) * part;
      front[2] = SKY[2] + (GROUND[2] - SKY[2]) * part;
    }
    if ((order & VEILED) === 0) return;
    const isBehind = objects === 0;
    this.#shade(ghost!, x, y, offset, GHOST, isBehind ? GHOST_EDGE : GHOST_EDGE / 2, this.#back);
    mix(front, this.#back, isBehind ? GHOST_BEHIND : GHOST_BEFORE);
  }

  #both(x: number, y: number, order: number, offset: number): void {
    const { first } = this.#layers;
    const second = this.#layers.second!;
    const front = this.#front;
    const back = this.#back;
    const at = y * this.#width + x;
    const near = first.nearness[at];
    const isSame = Math.abs(near - second.nearness[at]) <= SAME_DEPTH * near;
    const isFirst = isSame ? Math.floor((x + y) / STRIPE) % 2 === 0 : (order & FIRST_IN_FRONT) !== 0;
    this.#shade(first, x, y, offset, this.#colours[0], EDGE, isFirst ? front : back);
    this.#shade(second, x, y, offset, this.#colours[1], EDGE, isFirst ? back : front);
    const cutsFirst = first.faces[at] === CUT;
    const cutsSecond = second.faces[at] === CUT;
    if (!isSame && !(isFirst ? cutsFirst : cutsSecond)) mix(front, back, this.#seenThrough);
    // Where the section cuts both: the space that both claim.
    if (cutsFirst && cutsSecond) mix(front, CONTACT, (x + y) % HATCH < HATCH_LINE ? 1 : 0.45);
  }

  /** Colour of a layer at a sample, written into `into`. */
  #shade(layer: Layer, x: number, y: number, offset: number, colour: Colour, edge: number, into: Float64Array): void {
    const face = layer.faces[y * this.#width + x];
    const light = face === CUT ? CUT_BRIGHTNESS : layer.seen.brightnessAt(face, x + offset, y + offset);
    const step = this.#step;
    const isEdge = offset === 0 && (isEdgeAlong(layer, x, y, 1, 0, step) || isEdgeAlong(layer, x, y, 0, 1, step));
    const dark = isEdge ? 1 - edge : 1;
    into[0] = Math.min(255, colour[0] * light) * dark;
    into[1] = Math.min(255, colour[1] * light) * dark;
    into[2] = Math.min(255, colour[2] * light) * dark;
  }
}

/** Whether four samples, and the eight beside them, lie on one face. */
function isEven(faces: Uint32Array, at: number, width: number): boolean {
  const face = faces[at];
  const above = at - width;
  const next = at + width;
  const below = next + width;
  return (
    faces[at + 1] === face &&
    faces[next] === face &&
    faces[next + 1] === face &&
    faces[at - 1] === face &&
    faces[at + 2] === face &&
    faces[next - 1] === face &&
    faces[next + 2] === face &&
    faces[above] === face &&
    faces[above + 1] === face &&
    faces[below] === face &&
    faces[below + 1] === face
  );
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
  const { pixels } = canvas;
  for (let y = 0, to = 0; y < height; y += OVERSAMPLING) {
    for (let x = 0; x < width; x += OVERSAMPLING, to += 3) {
      const colour = composer.pixelAt(x, y);
      pixels[to] = colour[0];
      pixels[to + 1] = colour[1];
      pixels[to + 2] = colour[2];
    }
  }
  return canvas;
}
