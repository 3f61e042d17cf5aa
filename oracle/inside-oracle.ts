/**
 * Where points lie relative to a closed surface, in exact arithmetic: slow, plain, and written apart.
 *
 * Method: a point on a triangle, its edges or its corners is on the surface. For others, crossings of a segment to a
 * place outside the box are added up with their signs; the segment has a random direction, and another is taken when it
 * meets an edge or a corner, so there is no tie to break. Nothing here comes from src/ but types.
 */
import type { MeshInput } from '../src/mesh/mesh-input.ts';
import { toIntegers } from './exact-coordinates.ts';
import type { Point } from './triangle-meeting.ts';

type Triangle = readonly [Point, Point, Point];

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(u: Point, v: Point): Point {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: Point, v: Point): bigint {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/** Six times the signed volume of the tetrahedron of four points. */
function volume(a: Point, b: Point, c: Point, d: Point): bigint {
  return dot(minus(b, a), cross(minus(c, a), minus(d, a)));
}

/** The largest magnitude. */
function largest(values: readonly bigint[]): bigint {
  let most = 0n;
  for (const value of values) {
    const size = value < 0n ? -value : value;
    if (size > most) most = size;
  }
  return most;
}

const isZero = (v: Point) => v.every((component) => component === 0n);

/** Whether p lies on the segment, ends included. */
function isOnSegment(p: Point, a: Point, b: Point): boolean {
  return isZero(cross(minus(b, a), minus(p, a))) && dot(minus(p, a), minus(p, b)) <= 0n;
}

function isOnTriangle(p: Point, [a, b, c]: Triangle): boolean {
  const normal = cross(minus(b, a), minus(c, a));
  if (isZero(normal)) return isOnSegment(p, a, b) || isOnSegment(p, b, c) || isOnSegment(p, c, a);
  if (dot(normal, minus(p, a)) !== 0n) return false;
  const left = (s: Point, t: Point) => dot(normal, cross(minus(t, s), minus(p, s))) >= 0n;
  return left(a, b) && left(b, c) && left(c, a);
}

/** +1 or −1 when the segment passes through the triangle, 0 when it does not, undefined when it meets an edge. */
function passes(p: Point, q: Point, [a, b, c]: Triangle): bigint | undefined {
  const normal = cross(minus(b, a), minus(c, a));
  if (isZero(normal)) return isZero(cross(minus(q, p), minus(a, p))) ? undefined : 0n;
  const below = dot(normal, minus(p, a));
  const above = dot(normal, minus(q, a));
  if (below === 0n && above === 0n) return undefined;
  if (below > 0n === above > 0n && below !== 0n && above !== 0n) return 0n;
  const sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
  if (sides.some((side) => side < 0n) && sides.some((side) => side > 0n)) return 0n;
  if (sides.some((side) => side === 0n)) return undefined;
  // p is not on the triangle and q is far away, so neither is in its plane where the segment goes through.
  return above > below ? 1n : -1n;
}

/** 0 outside, 1 inside, 2 on the surface, and the winding number, for each point. */
export function insideOracle(
  mesh: MeshInput,
  points: ArrayLike<number>,
  random: () => number,
): { places: number[]; windings: number[] } {
  const [vertices, targets] = toIntegers([mesh.positions, points]);
  const point = (list: bigint[], index: number): Point => [list[3 * index], list[3 * index + 1], list[3 * index + 2]];
  const indices = mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
  const triangles = Array.from({ length: indices.length / 3 }, (_, triangle): Triangle => {
    const corner = (k: number) => point(vertices, indices[3 * triangle + k]);
    return [corner(0), corner(1), corner(2)];
  });
  const size = largest([...vertices, ...targets]) + 1n;
  const places: number[] = [];
  const windings: number[] = [];
  for (let index = 0; index < points.length / 3; index++) {
    const p = point(targets, index);
    const winding = triangles.some((triangle) => isOnTriangle(p, triangle)) ? undefined : windingOf(p);
    windings.push(winding ?? 0);
    places.push(winding === undefined ? 2 : winding !== 0 ? 1 : 0);
  }
  return { places, windings };

  function windingOf(p: Point): number {
    for (;;) {
      const direction = [0, 1, 2].map(() => BigInt(Math.floor(random() * 2e6) - 1e6)) as unknown as Point;
      const greatest = largest(direction);
      if (greatest < 1000n) continue;
      // Long enough to leave the box, whatever its direction: 4 · size along its greatest component.
      const q = p.map((c, axis) => c * greatest + 4n * size * direction[axis]) as unknown as Point;
      const scaled = (r: Point) => r.map((c) => c * greatest) as unknown as Point;
      const crossings = triangles.map(([a, b, c]) => passes(scaled(p), q, [scaled(a), scaled(b), scaled(c)]));
      if (crossings.some((crossing) => crossing === undefined)) continue;
      return Number(crossings.reduce((sum, crossing) => sum! + crossing!, 0n));
    }
  }
}
