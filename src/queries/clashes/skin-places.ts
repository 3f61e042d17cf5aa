/** The corners of a skin with their coordinates, rounded and exact, numbered as they are asked for. */
import type { CutSurface } from './cut-surface.ts';
import { isRatio, ratioToNumber, type WholePoint } from './whole-points.ts';

export class Places {
  readonly #cut: CutSurface;
  /** The place of each corner, −1 before it has one. */
  readonly #numbers: Int32Array;
  readonly #corners: Uint32Array;
  readonly #coordinates: Float64Array;
  #count = 0;
  /** For places that are not vertices, whether their coordinates were rounded. */
  readonly #rounded = new Map<number, boolean>();
  readonly #names = new Map<number, number>();
  readonly #byText = new Map<string, readonly number[]>();

  constructor(cut: CutSurface) {
    this.#cut = cut;
    let count = cut.surface.topology.vertexCount;
    for (let at = 0; at < 3 * cut.smallCount; at++) if (cut.corners[at] >= count) count = cut.corners[at] + 1;
    this.#numbers = new Int32Array(count).fill(-1);
    this.#corners = new Uint32Array(count);
    this.#coordinates = new Float64Array(3 * count);
  }

  /** Three for each place so far. */
  get coordinates(): Float64Array {
    return this.#coordinates.subarray(0, 3 * this.#count);
  }

  get count(): number {
    return this.#count;
  }

  /** The corner that a place is of. */
  cornerOf(place: number): number {
    return this.#corners[place];
  }

  placeOf(corner: number): number {
    const known = this.#numbers[corner];
    return known >= 0 ? known : this.#addPlace(corner);
  }

  #addPlace(corner: number): number {
    const place = this.#count++;
    this.#numbers[corner] = place;
    this.#corners[place] = corner;
    if (this.#isVertex(place)) {
      const { positions } = this.#cut.surface;
      this.#coordinates[3 * place] = positions[3 * corner];
      this.#coordinates[3 * place + 1] = positions[3 * corner + 1];
      this.#coordinates[3 * place + 2] = positions[3 * corner + 2];
    } else this.#coordinates.set(this.#nearest(this.#cut.pointOf(corner)), 3 * place);
    return place;
  }

  /** Whether a place is a vertex of the surface, which is exact. */
  #isVertex(place: number): boolean {
    return this.#corners[place] < this.#cut.surface.topology.vertexCount;
  }

  #nearest(point: number): number[] {
    const { points } = this.#cut;
    const [x, y, z, w] = points.whole(point);
    return [x, y, z].map((value) => ratioToNumber(value, w, points.exponent));
  }

  /** Exact coordinates. */
  whole(place: number): WholePoint {
    return this.#cut.points.whole(this.#cut.pointOf(this.#corners[place]));
  }

  /** The first place in the same place: a point that triangles have under several numbers has several places. */
  nameOf(place: number): number {
    const known = this.#names.get(place);
    if (known !== undefined) return known;
    const text = this.#coordinates.slice(3 * place, 3 * place + 3).join();
    const near = this.#byText.get(text) ?? [];
    // Points rounded to the same doubles need not be equal.
    const name = near.find((other) => isSame(this.whole(other), this.whole(place))) ?? place;
    if (name === place) this.#byText.set(text, [...near, place]);
    this.#names.set(place, name);
    return name;
  }

  named(places: Iterable<number>): Set<number> {
    return new Set([...places].map((place) => this.nameOf(place)));
  }

  /**
   * Whether rounding has moved a corner of a triangle out of its plane, or will when it is placed: only planes across an axis
   * keep it, wherever a translation puts it.
   */
  isBeside(face: number, place: number): boolean {
    return !this.#isVertex(place) && !this.#isAcrossAxis(face) && this.#isRounded(place);
  }

  #isRounded(place: number): boolean {
    const known = this.#rounded.get(place);
    if (known !== undefined) return known;
    const isRounded = this.#differs(place);
    this.#rounded.set(place, isRounded);
    return isRounded;
  }

  #differs(place: number): boolean {
    const [x, y, z, w] = this.whole(place);
    const { exponent } = this.#cut.points;
    return [x, y, z].some((value, k) => !isRatio(this.#coordinates[3 * place + k], value, w, exponent));
  }

  #isAcrossAxis(face: number): boolean {
    const { positions, corners } = this.#cut.surface;
    const [p, q, r] = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
    return [0, 1, 2].some((k) => positions[p + k] === positions[q + k] && positions[p + k] === positions[r + k]);
  }

  /** How far a corner may be from the plane of a triangle that it is in: 0 when it is in it exactly. */
  errorIn(face: number, place: number): number {
    if (!this.isBeside(face, place)) return 0;
    return 2 ** -52 * Math.max(...this.#coordinates.slice(3 * place, 3 * place + 3).map(Math.abs));
  }
}

const isSame = (p: WholePoint, q: WholePoint): boolean => [0, 1, 2].every((k) => p[k] * q[3] === q[k] * p[3]);
