/** Cuts triangles to a cube, so that a wall of a hundred metres brings only what lies around the clash. */

/** A polygon has at most three corners and one more for each face that cuts it. */
const CORNERS_MOST = 9;

/** Receives the corners of a triangle: nine numbers, valid during the call. */
export type TakeTriangle = (corners: Float64Array) => void;

/**
 * Cuts triangles to the cube from -1 to 1 and hands over what is left of each as triangles. One object may be used for any
 * number of triangles.
 */
export class CubeClipper {
  readonly #take: TakeTriangle;
  readonly #triangle = new Float64Array(9);
  #polygon = new Float64Array(3 * CORNERS_MOST);
  #next = new Float64Array(3 * CORNERS_MOST);

  constructor(take: TakeTriangle) {
    this.#take = take;
  }

  /** `corners`: x, y, z of each of the three. */
  add(corners: Float64Array): void {
    let isInside = true;
    for (let axis = 0; axis < 3; axis++) {
      const [p, q, r] = [corners[axis], corners[3 + axis], corners[6 + axis]];
      if ((p > 1 && q > 1 && r > 1) || (p < -1 && q < -1 && r < -1)) return;
      if (!(Math.abs(p) <= 1 && Math.abs(q) <= 1 && Math.abs(r) <= 1)) isInside = false;
    }
    if (isInside) this.#take(corners);
    else this.#clip(corners);
  }

  #clip(corners: Float64Array): void {
    this.#polygon.set(corners);
    let count = 3;
    for (let axis = 0; axis < 3 && count > 0; axis++) {
      count = this.#clipFace(count, axis, 1);
      count = this.#clipFace(count, axis, -1);
    }
    for (let i = 1; i + 1 < count; i++) {
      this.#triangle.set(this.#polygon.subarray(0, 3));
      this.#triangle.set(this.#polygon.subarray(3 * i, 3 * i + 6), 3);
      this.#take(this.#triangle);
    }
  }

  /** Keeps what is on the inner side of one face of the cube; returns the number of corners left. */
  #clipFace(count: number, axis: number, side: number): number {
    const [from, to] = [this.#polygon, this.#next];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const [p, q] = [3 * i, 3 * ((i + 1) % count)];
      const beyondP = side * from[p + axis] - 1;
      const beyondQ = side * from[q + axis] - 1;
      if (beyondP <= 0) {
        for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k];
        kept++;
      }
      if (beyondP <= 0 === beyondQ <= 0) continue;
      const part = beyondP / (beyondP - beyondQ);
      for (let k = 0; k < 3; k++) to[3 * kept + k] = from[p + k] + part * (from[q + k] - from[p + k]);
      to[3 * kept + axis] = side;
      kept++;
    }
    this.#polygon = to;
    this.#next = from;
    return kept;
  }
}
