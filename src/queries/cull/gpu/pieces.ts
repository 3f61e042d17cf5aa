/**
 * Sampled triangles as whole numbers, for the rasterizer on the GPU (panes.wgsl.ts): it only multiplies and adds them.
 *
 * Cut at panes as on wasm and made by the same operations in double precision, so that both engines find the same depth in the same
 * pixels, to the last bit. Twin of src/queries/cull/kernels/project.ts, bound.ts, sample-setup.ts and raster-exact.ts;
 * test/queries/cull/gpu/panes.test.ts holds the engines against each other.
 */
import type { ViewFrame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import type { ViewTriangles } from '../view-triangles.ts';

/** Words of a piece: corners of its rectangle, rank, heights over three edges and their steps, depth and its steps. */
export const PIECE_WORDS = 20;
export const PIECE = { first: 0, last: 1, rank: 2, heights: 4, across: 8, down: 12, depth: 16 } as const;

const PANE = 128;
/** Places of a corner in a pixel. */
const PLACES = 256;
const HALF = PLACES / 2;
const PER_STEP = 2 ** 32;
const RAISED = 2 ** -16;
const LARGEST = 2 ** 29;
const HEIGHT_MOST = 2 ** 30;

type Corner = readonly [x: number, y: number, depth: number];

interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** A number that is an i64 on wasm, as two words, lower first. */
function writeLong(words: Uint32Array, at: number, value: number): void {
  const whole = Math.trunc(value);
  const upper = Math.floor(whole / PER_STEP);
  words[at] = whole - upper * PER_STEP;
  words[at + 1] = upper;
}

/** Height of a centre over an edge on whose left the triangle lies, in pixels times places, rounded down. */
function heightOver(p: Corner, q: Corner, x: number, y: number): number {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  // A centre on an edge is in when dy < 0, or dy = 0 and dx < 0.
  const isOwn = dy < 0 || (dy === 0 && dx < 0);
  const height = Math.floor((dx * (y - p[1]) - dy * (x - p[0]) - (isOwn ? 0 : 1)) / PLACES);
  return Math.max(-HEIGHT_MOST, Math.min(HEIGHT_MOST, height));
}

/** Whether a centre lies on the left of the edge p q, or on it if the edge belongs to this side. */
function isLeft(p: Corner, q: Corner, x: number, y: number): boolean {
  const height = (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
  return height > 0 || (height === 0 && (q[1] < p[1] || (q[1] === p[1] && q[0] < p[0])));
}

/** Pieces of all triangles of a visit, in their order. */
export class Pieces {
  readonly #resolution: number;
  readonly #bias: number;
  readonly #deepest: number;
  #words = new Uint32Array(PIECE_WORDS * 1024);
  #count = 0;

  constructor({ resolution, depthBits }: Pick<CheckedCullOptions, 'resolution' | 'depthBits'>) {
    this.#resolution = resolution;
    // With 32 bits, steps from the middle on are negative, so that all are in the order of signed numbers.
    this.#bias = depthBits === 32 ? 2 ** 31 : 0;
    this.#deepest = depthBits === 32 ? 2 ** 32 - 2 : 2 ** depthBits;
  }

  get count(): number {
    return this.#count;
  }

  get words(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, PIECE_WORDS * this.#count);
  }

  /** Cuts a triangle at panes; `rank` is its place in the order of drawing. */
  add(rank: number, a: Corner, p1: Corner, p2: Corner): void {
    const last = this.#resolution - 1;
    // Pixels whose centres lie within.
    const x0 = Math.max(0, Math.floor((Math.min(a[0], p1[0], p2[0]) + HALF - 1) / PLACES));
    const y0 = Math.max(0, Math.floor((Math.min(a[1], p1[1], p2[1]) + HALF - 1) / PLACES));
    const x1 = Math.min(last, Math.floor((Math.max(a[0], p1[0], p2[0]) - HALF) / PLACES));
    const y1 = Math.min(last, Math.floor((Math.max(a[1], p1[1], p2[1]) - HALF) / PLACES));
    if (x0 > x1 || y0 > y1) return;
    const twice = (p1[0] - a[0]) * (p2[1] - a[1]) - (p2[0] - a[0]) * (p1[1] - a[1]);
    if (twice === 0) return;
    const [b, c] = twice < 0 ? [p2, p1] : [p1, p2];
    for (let top = y0 - (y0 % PANE); top <= y1; top += PANE) {
      for (let left = x0 - (x0 % PANE); left <= x1; left += PANE) {
        this.#addInPane(rank, a, b, c, Math.abs(twice), {
          x0: Math.max(x0, left),
          y0: Math.max(y0, top),
          x1: Math.min(x1, left + PANE - 1),
          y1: Math.min(y1, top + PANE - 1),
        });
      }
    }
  }

  #addInPane(rank: number, a: Corner, b: Corner, c: Corner, area: number, rect: Rect): void {
    const x = (rect.x0 - (rect.x0 % 4)) * PLACES + HALF;
    const y = rect.y0 * PLACES + HALF;
    const [abx, aby] = [b[0] - a[0], b[1] - a[1]];
    const [cax, cay] = [a[0] - c[0], a[1] - c[1]];
    const [abz, acz] = [b[2] - a[2], c[2] - a[2]];
    // Depth per place across and down.
    const slopeX = -(acz * aby + abz * cay) / area;
    const slopeY = (acz * abx + abz * cax) / area;
    const depth = a[2] + slopeX * (x - a[0]) + slopeY * (y - a[1]) + (RAISED - this.#bias);
    const steepest = LARGEST / PLACES;
    if (!(Math.abs(slopeX) < steepest && Math.abs(slopeY) < steepest && Math.abs(depth) < 4 * LARGEST - 1)) {
      this.#addSteep(rank, a, b, c, area, rect);
      return;
    }
    const at = this.#open(rank, rect);
    const words = this.#words;
    for (const [k, [p, q]] of [[a, b] as const, [b, c] as const, [c, a] as const].entries()) {
      words[at + PIECE.heights + k] = heightOver(p, q, x, y);
      words[at + PIECE.across + k] = p[1] - q[1];
      words[at + PIECE.down + k] = q[0] - p[0];
    }
    this.#writeDepth(at, depth * PER_STEP, slopeX * (PLACES * PER_STEP), slopeY * (PLACES * PER_STEP));
  }

  /** Pixel by pixel what is too steep for steps. */
  #addSteep(rank: number, a: Corner, b: Corner, c: Corner, area: number, { x0, y0, x1, y1 }: Rect): void {
    const slopeX = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
    const slopeY = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area;
    const least = Math.min(a[2], b[2], c[2]);
    const most = Math.max(a[2], b[2], c[2]);
    for (let row = y0; row <= y1; row++) {
      const y = row * PLACES + HALF;
      for (let column = x0; column <= x1; column++) {
        const x = column * PLACES + HALF;
        if (!isLeft(a, b, x, y) || !isLeft(b, c, x, y) || !isLeft(c, a, x, y)) continue;
        const depth = Math.max(least, Math.min(most, a[2] + slopeX * (x - a[0]) + slopeY * (y - a[1])));
        const step = Math.floor(Math.max(0, Math.min(this.#deepest, depth)));
        const at = this.#open(rank, { x0: column, y0: row, x1: column, y1: row });
        this.#words.fill(0, at + PIECE.heights, at + PIECE.depth);
        this.#writeDepth(at, (step - this.#bias) * PER_STEP, 0, 0);
      }
    }
  }

  #open(rank: number, { x0, y0, x1, y1 }: Rect): number {
    const at = PIECE_WORDS * this.#count++;
    if (at + PIECE_WORDS > this.#words.length) {
      const larger = new Uint32Array(2 * this.#words.length);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[at + PIECE.first] = x0 | (y0 << 16);
    this.#words[at + PIECE.last] = x1 | (y1 << 16);
    this.#words[at + PIECE.rank] = rank;
    return at;
  }

  /** The depth's steps down lie where heights and their steps leave a word free. */
  #writeDepth(at: number, depth: number, across: number, down: number): void {
    writeLong(this.#words, at + PIECE.depth, depth);
    writeLong(this.#words, at + PIECE.depth + 2, across);
    const long = new Uint32Array(2);
    writeLong(long, 0, down);
    this.#words[at + PIECE.heights + 3] = long[0];
    this.#words[at + PIECE.across + 3] = long[1];
  }
}

/** Pieces of what a view shows; corners go to the nearest 1/256 of a pixel, as graphics cards place them. */
export function piecesOf(triangles: ViewTriangles, { scale }: ViewFrame, options: CheckedCullOptions): Pieces {
  const pieces = new Pieces(options);
  const { corners, count } = triangles;
  const [acrossPlaces, downPlaces] = [scale[0] * PLACES, scale[1] * PLACES];
  const corner = (at: number): Corner => [
    Math.floor(corners[at] * acrossPlaces + 0.5),
    Math.floor(corners[at + 1] * downPlaces + 0.5),
    corners[at + 2] * scale[2],
  ];
  for (let rank = 0; rank < count; rank++) {
    pieces.add(rank, corner(9 * rank), corner(9 * rank + 3), corner(9 * rank + 6));
  }
  return pieces;
}
