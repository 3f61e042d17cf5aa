/** A point in which two triangles that are known to meet do so, rounded. */

type Vector = readonly number[];

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const between = (p: Vector, q: Vector, part: number): Vector => p.map((value, k) => value + part * (q[k] - value));
const normalOf = ([p, q, r]: readonly Vector[]): Vector => cross(minus(q, p), minus(r, p));

function middleOf(points: readonly Vector[]): Vector {
  return [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k] / points.length, 0));
}

/** Where the edges of a triangle meet a plane: the ends of a segment, or one point. */
function cutByPlane(triangle: readonly Vector[], onPlane: Vector, normal: Vector): Vector[] {
  const heights = triangle.map((corner) => dot(minus(corner, onPlane), normal));
  return triangle.flatMap((corner, k) => {
    const next = (k + 1) % 3;
    const met = heights[k] === 0 ? [corner] : [];
    if (heights[k] * heights[next] >= 0) return met;
    return [between(corner, triangle[next], heights[k] / (heights[k] - heights[next]))];
  });
}

/** What a triangle and another in its plane have in common: corners of a polygon. */
function clipped(triangle: readonly Vector[], other: readonly Vector[]): readonly Vector[] {
  const normal = normalOf(other);
  let polygon = triangle;
  for (const [k, from] of other.entries()) {
    const inwards = cross(normal, minus(other[(k + 1) % 3], from));
    const heights = polygon.map((corner) => dot(minus(corner, from), inwards));
    polygon = polygon.flatMap((corner, i) => {
      const next = (i + 1) % polygon.length;
      const kept = heights[i] >= 0 ? [corner] : [];
      if (heights[i] * heights[next] >= 0) return kept;
      return [...kept, between(corner, polygon[next], heights[i] / (heights[i] - heights[next]))];
    });
  }
  return polygon;
}

/** Three corners each. Where rounding hides the meeting, the middle of what comes nearest to it. */
export function meetingPoint(a: readonly Vector[], b: readonly Vector[]): number[] {
  const [n, m] = [normalOf(a), normalOf(b)];
  const along = cross(n, m);
  const inA = cutByPlane(a, b[0], m);
  const inB = cutByPlane(b, a[0], n);
  if (inA.length === 0 || inB.length === 0 || !(dot(along, along) > 2 ** -80 * dot(n, n) * dot(m, m))) {
    const common = clipped(a, b);
    return [...middleOf(common.length > 0 ? common : inA.length > 0 ? inA : a)];
  }
  // Both are on the line in which the planes meet: the two inner ends bound what they have in common.
  const inner = [...inA, ...inB].sort((p, q) => dot(p, along) - dot(q, along));
  const middle = inner.length / 2;
  return [...middleOf([inner[Math.ceil(middle) - 1], inner[Math.floor(middle)]])];
}
