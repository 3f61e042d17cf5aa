/**
 * The volume that two tetrahedra have in common, by clipping one with the planes of the other: plain, and written apart.
 *
 * Good to about 1e-12 of the larger one; shares nothing with the engine.
 */
type Vector = readonly [number, number, number];
type Polygon = readonly Vector[];

const FACES: readonly (readonly [number, number, number])[] = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function tetrahedronVolume([a, b, c, d]: readonly Vector[]): number {
  return dot(minus(b, a), cross(minus(c, a), minus(d, a))) / 6;
}

interface Plane {
  readonly normal: Vector;
  readonly point: Vector;
}

/** Planes that face outwards. */
function planesOf(corners: readonly Vector[]): Plane[] {
  const sign = tetrahedronVolume(corners) > 0 ? 1 : -1;
  return FACES.map(([i, j, k]) => {
    const normal = cross(minus(corners[j], corners[i]), minus(corners[k], corners[i]));
    const length = Math.hypot(...normal) * sign;
    return { normal: [normal[0] / length, normal[1] / length, normal[2] / length], point: corners[i] };
  });
}

function clipPolygon(polygon: Polygon, { normal, point }: Plane): Vector[] {
  const heights = polygon.map((corner) => dot(normal, minus(corner, point)));
  return polygon.flatMap((corner, i) => {
    const next = (i + 1) % polygon.length;
    const kept = heights[i] <= 0 ? [corner] : [];
    if (heights[i] <= 0 === heights[next] <= 0) return kept;
    const t = heights[i] / (heights[i] - heights[next]);
    const [from, to] = [corner, polygon[next]];
    return [...kept, [0, 1, 2].map((k) => from[k] + t * (to[k] - from[k])) as unknown as Vector];
  });
}

/** Closes the convex solid with the polygon in which a plane cuts it. */
function capOf(faces: readonly Polygon[], { normal, point }: Plane, near: number): Vector[] {
  const corners: Vector[] = faces.flat().filter((corner) => Math.abs(dot(normal, minus(corner, point))) <= near);
  if (corners.length < 3) return [];
  const middle = [0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / corners.length);
  const across = Math.abs(normal[0]) < 0.9 ? cross(normal, [1, 0, 0]) : cross(normal, [0, 1, 0]);
  const down = cross(normal, across);
  const angle = (corner: Vector) => {
    const from = minus(corner, middle as unknown as Vector);
    return Math.atan2(dot(from, down), dot(from, across));
  };
  return corners.sort((p, q) => angle(p) - angle(q));
}

function volumeOf(faces: readonly Polygon[]): number {
  const origin = faces.flat()[0];
  let six = 0;
  for (const face of faces) {
    for (let i = 1; i + 1 < face.length; i++) {
      six += dot(minus(face[0], origin), cross(minus(face[i], origin), minus(face[i + 1], origin)));
    }
  }
  return six / 6;
}

export function commonVolume(a: readonly Vector[], b: readonly Vector[]): number {
  if (tetrahedronVolume(a) === 0 || tetrahedronVolume(b) === 0) return 0;
  const size = Math.max(...[...a, ...b].flat().map(Math.abs));
  const turned = tetrahedronVolume(a) > 0 ? a : [a[1], a[0], a[2], a[3]];
  let faces: Polygon[] = FACES.map((face) => face.map((corner) => turned[corner]));
  for (const plane of planesOf(b)) {
    const clipped = faces.map((face) => clipPolygon(face, plane)).filter((face) => face.length >= 3);
    const wasCut = faces.flat().some((corner) => dot(plane.normal, minus(corner, plane.point)) > 0);
    const cap = wasCut ? capOf(clipped, plane, 1e-13 * size) : [];
    faces = cap.length >= 3 ? [...clipped, cap] : clipped;
    if (faces.length < 3) return 0;
  }
  return Math.abs(volumeOf(faces));
}
