/** Circles in a plane: through three points, and fitted to many. */

export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

type Point = readonly [number, number];

/** Undefined where they lie in a line. */
export function throughThree(p: Point, q: Point, r: Point): Circle | undefined {
  const [ax, ay, bx, by] = [q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]];
  const twice = 2 * (ax * by - ay * bx);
  const [a, b] = [ax * ax + ay * ay, bx * bx + by * by];
  const [x, y] = [(by * a - ay * b) / twice, (ax * b - bx * a) / twice];
  const radius = Math.hypot(x, y);
  return Number.isFinite(radius) && radius > 0 ? { x: p[0] + x, y: p[1] + y, radius } : undefined;
}

/**
 * The circle for which the sum of (squared distance from the middle − squared radius)² is least.
 * Source: I. Kåsa, "A circle fitting procedure and its error analysis", 1976.
 */
export function fitCircle(points: readonly Point[]): Circle | undefined {
  const count = points.length;
  const mean = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / count);
  let [xx, xy, yy, xz, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (const point of points) {
    const [x, y] = [point[0] - mean[0], point[1] - mean[1]];
    const z = x * x + y * y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xz += x * z;
    yz += y * z;
    zz += z;
  }
  const twice = 2 * (xx * yy - xy * xy);
  const [x, y] = [(xz * yy - yz * xy) / twice, (yz * xx - xz * xy) / twice];
  const radius = Math.sqrt(x * x + y * y + zz / count);
  return Number.isFinite(radius) && radius > 0 ? { x: mean[0] + x, y: mean[1] + y, radius } : undefined;
}
