/** The distance from a point to a triangle, which may be a segment or a point; rounded. */

type Vector = readonly [number, number, number];

const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

function distanceToSegment(at: Vector, p: Vector, q: Vector): number {
  const [edge, from] = [minus(q, p), minus(at, p)];
  const length = dot(edge, edge);
  const part = length > 0 ? Math.min(1, Math.max(0, dot(from, edge) / length)) : 0;
  return Math.hypot(from[0] - part * edge[0], from[1] - part * edge[1], from[2] - part * edge[2]);
}

/** Nine coordinates from `first` on. */
export function distanceToTriangle(point: ArrayLike<number>, corners: ArrayLike<number>, first: number): number {
  const at: Vector = [point[0], point[1], point[2]];
  const corner = (k: number): Vector => [
    corners[first + 3 * k],
    corners[first + 3 * k + 1],
    corners[first + 3 * k + 2],
  ];
  const [p, q, r] = [corner(0), corner(1), corner(2)];
  const normal = cross(minus(q, p), minus(r, p));
  const size = Math.sqrt(dot(normal, normal));
  const isOver = (s: Vector, t: Vector) => dot(cross(minus(t, s), minus(at, s)), normal) >= 0;
  if (size > 0 && isOver(p, q) && isOver(q, r) && isOver(r, p)) return Math.abs(dot(minus(at, p), normal)) / size;
  return Math.min(distanceToSegment(at, p, q), distanceToSegment(at, q, r), distanceToSegment(at, r, p));
}

/** How much farther a box must be than a distance, so that no rounding of distances makes it nearer. */
export const SLACK = 1 + 2 ** -40;

/** Whether the box of a triangle is certainly farther from a point than this. */
export function isFarther(point: ArrayLike<number>, corners: ArrayLike<number>, first: number, least: number): boolean {
  const limit = least * SLACK;
  for (let k = 0; k < 3; k++) {
    const value = point[k];
    const [p, q, r] = [corners[first + k], corners[first + 3 + k], corners[first + 6 + k]];
    if (Math.min(p, q, r) - value > limit || value - Math.max(p, q, r) > limit) return true;
  }
  return false;
}
