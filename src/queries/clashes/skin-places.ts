/** Where the corners of a cut surface are, rounded and exact. A corner is a vertex, or a point counted from there on. */
import type { CutSurface } from './cut-surface.ts';
import { isRatio, ratioToNumber, type WholePoint } from './whole-points.ts';

export class Places {
  readonly #cut: CutSurface;
  readonly #vertexCount: number;
  /** Of points, as they are asked for. */
  readonly #coordinates = new Map<number, readonly number[]>();
  /** For points, whether their coordinates were rounded. */
  readonly #rounded = new Map<number, boolean>();
  readonly #names = new Map<number, number>();
  readonly #byText = new Map<string, readonly number[]>();

  constructor(cut: CutSurface) {
    this.#cut = cut;
    this.#vertexCount = cut.surface.topology.vertexCount;
  }

  /** The coordinates of a corner, to the nearest doubles. */
  coordinates(corner: number): readonly number[] {
    if (this.isVertex(corner)) {
      const { positions } = this.#cut.surface;
      return [positions[3 * corner], positions[3 * corner + 1], positions[3 * corner + 2]];
    }
    const known = this.#coordinates.get(corner);
    if (known) return known;
    const { points } = this.#cut;
    const [x, y, z, w] = this.whole(corner);
    const found = [x, y, z].map((value) => ratioToNumber(value, w, points.exponent));
    this.#coordinates.set(corner, found);
    return found;
  }

  /** Whether a corner is a vertex of the surface, which is exact. */
  isVertex(corner: number): boolean {
    return corner < this.#vertexCount;
  }

  /** Exact coordinates. */
  whole(corner: number): WholePoint {
    return this.#cut.points.whole(this.#cut.pointOf(corner));
  }

  /** The first corner in the same place: a point that triangles have under several numbers has several corners. */
  nameOf(corner: number): number {
    const known = this.#names.get(corner);
    if (known !== undefined) return known;
    const text = this.coordinates(corner).join();
    const near = this.#byText.get(text) ?? [];
    // Points rounded to the same doubles need not be equal.
    const name = near.find((other) => isSame(this.whole(other), this.whole(corner))) ?? corner;
    if (name === corner) this.#byText.set(text, [...near, corner]);
    this.#names.set(corner, name);
    return name;
  }

  named(corners: Iterable<number>): Set<number> {
    return new Set([...corners].map((corner) => this.nameOf(corner)));
  }

  /**
   * Whether rounding has moved a corner. In a plane across an axis it stays in the plane as given, but not where a matrix turns or shears
   * the plane.
   */
  isRounded(corner: number): boolean {
    if (this.isVertex(corner)) return false;
    const known = this.#rounded.get(corner);
    if (known !== undefined) return known;
    const isRounded = this.#differs(corner);
    this.#rounded.set(corner, isRounded);
    return isRounded;
  }

  #differs(corner: number): boolean {
    const [x, y, z, w] = this.whole(corner);
    const { exponent } = this.#cut.points;
    const rounded = this.coordinates(corner);
    return [x, y, z].some((value, k) => !isRatio(rounded[k], value, w, exponent));
  }

  /** How far rounding may have moved a corner. */
  rounding(corner: number): number {
    const [x, y, z] = this.coordinates(corner);
    return 2 ** -52 * Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  }
}

const isSame = (p: WholePoint, q: WholePoint): boolean => [0, 1, 2].every((k) => p[k] * q[3] === q[k] * p[3]);
