/**
 * How deep one mesh reaches into another, by sampling: a lower bound that shares no code with the engine.
 *
 * Points of each surface near a place are tested for being inside the other, by rays that count crossings of each connected
 * piece (orientation does not matter, and a crack is met by few of the rays), and their distance to the other's surface is
 * measured to every triangle.
 */
import { Random } from './random.ts';

type Point = readonly [number, number, number];
type Triangle = readonly [Point, Point, Point];

export interface SampledMesh {
  /** By connected piece. */
  readonly pieces: readonly (readonly Triangle[])[];
}

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const along = (p: Point, d: Point, t: number): Point => [p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]];

/** Pieces are connected through vertices of equal coordinates. */
export function sampledMesh(positions: ArrayLike<number>, indices: ArrayLike<number>): SampledMesh {
  const names = new Map<string, number>();
  const parents: number[] = [];
  const rootOf = (start: number) => {
    let root = start;
    while (parents[root] !== root) root = parents[root];
    return root;
  };
  const triangles: { corners: Triangle; vertex: number }[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [0, 1, 2].map((k): Point => {
      const at = 3 * indices[i + k];
      return [positions[at], positions[at + 1], positions[at + 2]];
    });
    const vertices = corners.map((corner) => {
      const key = corner.join();
      if (!names.has(key)) {
        names.set(key, parents.length);
        parents.push(parents.length);
      }
      return names.get(key)!;
    });
    for (const vertex of vertices) parents[rootOf(vertex)] = rootOf(vertices[0]);
    triangles.push({ corners: corners as unknown as Triangle, vertex: vertices[0] });
  }
  const pieces = new Map<number, Triangle[]>();
  for (const { corners, vertex } of triangles) {
    const root = rootOf(vertex);
    pieces.set(root, [...(pieces.get(root) ?? []), corners]);
  }
  return { pieces: [...pieces.values()] };
}

function meetsRay([a, b, c]: Triangle, from: Point, direction: Point): boolean {
  const [u, v] = [minus(b, a), minus(c, a)];
  const p = cross(direction, v);
  const determinant = dot(u, p);
  if (Math.abs(determinant) < 1e-18) return false;
  const s = minus(from, a);
  const x = dot(s, p) / determinant;
  const q = cross(s, u);
  const y = dot(direction, q) / determinant;
  return x >= 0 && y >= 0 && x + y <= 1 && dot(v, q) / determinant > 0;
}

const RAYS = 7;

function isInside({ pieces }: SampledMesh, point: Point, random: Random): boolean {
  const rays = Array.from(
    { length: RAYS },
    (): Point => [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5],
  );
  return pieces.some((piece) => {
    const inside = rays.filter((ray) => piece.filter((triangle) => meetsRay(triangle, point, ray)).length % 2 === 1);
    return 2 * inside.length > RAYS;
  });
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const d = minus(b, a);
  const length = dot(d, d);
  const t = length > 0 ? Math.max(0, Math.min(1, dot(minus(p, a), d) / length)) : 0;
  return Math.hypot(...minus(p, along(a, d, t)));
}

function distanceToTriangle(p: Point, [a, b, c]: Triangle): number {
  const normal = cross(minus(b, a), minus(c, a));
  const area = Math.hypot(...normal);
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ] as const;
  const isOver = area > 0 && sides.every(([from, to]) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0);
  if (isOver) return Math.abs(dot(minus(p, a), normal)) / area;
  return Math.min(...sides.map(([from, to]) => distanceToSegment(p, from, to)));
}

const distanceTo = ({ pieces }: SampledMesh, p: Point) =>
  Math.min(...pieces.map((piece) => Math.min(...piece.map((triangle) => distanceToTriangle(p, triangle)))));

export interface SampleChoice {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly deeperThan: number;
  readonly tries: number;
  readonly seed: number;
}

/** Whether a point of either surface, in the box, lies deeper in the other than asked; false when none was met. */
export function reachesDeeper(a: SampledMesh, b: SampledMesh, choice: SampleChoice): boolean {
  const { min, max, deeperThan, tries, seed } = choice;
  const random = new Random(seed);
  const isNear = (p: Point) => p.every((value, axis) => value >= min[axis] - 1e-9 && value <= max[axis] + 1e-9);
  for (const [own, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const triangles = own.pieces
      .flat()
      .filter((triangle) =>
        [0, 1, 2].every(
          (axis) =>
            Math.min(...triangle.map((corner) => corner[axis])) <= max[axis] &&
            Math.max(...triangle.map((corner) => corner[axis])) >= min[axis],
        ),
      );
    if (triangles.length === 0) continue;
    for (let i = 0; i < tries; i++) {
      const [p, q, r] = triangles[i % triangles.length];
      const [s, t] = [random.next(), random.next()].sort();
      const point = along(along(p, minus(q, p), s), minus(r, p), 1 - t);
      if (!isNear(point) || distanceTo(other, point) <= deeperThan) continue;
      if (isInside(other, point, random)) return true;
    }
  }
  return false;
}
