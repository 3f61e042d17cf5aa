/** Boxes of triangles, exact; and grown outward, for what is near. */

/** Writes low x y z, high x y z of the triangle whose corners begin at `at`. */
export function boxOfCorners(corners: Float32Array | Float64Array, at: number, box: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const [p, q, r] = [corners[at + axis], corners[at + 3 + axis], corners[at + 6 + axis]];
    box[axis] = p < q ? Math.min(p, r) : Math.min(q, r);
    box[axis + 3] = p > q ? Math.max(p, r) : Math.max(q, r);
  }
}

/** As a part of coordinates and distance: far more than rounding, far less than shows. */
const OUTWARD = 2 ** -40;

/**
 * Grows a box so that those of two triangles nearer than `distance` meet: by half of it on all sides, and by more than
 * rounding can take away, here and where the distance is computed.
 */
export function growBox(box: Float64Array, distance: number): void {
  if (distance === 0) return;
  for (let axis = 0; axis < 3; axis++) {
    const half = (distance / 2) * (1 + OUTWARD);
    box[axis] -= half + OUTWARD * (Math.abs(box[axis]) + half);
    box[axis + 3] += half + OUTWARD * (Math.abs(box[axis + 3]) + half);
  }
}
