/**
 * Finds the cylinders of a triangulated surface: shanks, pins and bores.
 *
 * Two neighbouring facets of a cylinder meet in a ruling, which has the axis' direction; seen along it their corners are three points of
 * a circle. From such a seed the patch grows over neighbours whose corners lie on that circle; then axis and radius are fitted to all
 * of it. A cone, a sphere or a face that goes on straight does not stay on the circle.
 * Promise: every vertex of a patch is no farther than `off` from its cylinder, and its facets no farther than `off + sag`.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import { weld } from '../../mesh/weld.ts';
import { across, add, cross, dot, lengthOf, scale, subtract, unit, type Vector } from '../picture/vector.ts';

export interface Cylinder {
  /** A point of the axis, and its direction. */
  readonly point: Vector;
  readonly axis: Vector;
  readonly radius: number;
  /** Whether matter is outside of it. */
  readonly isBore: boolean;
  /** Where it begins and ends along the axis, from the point. */
  readonly from: number;
  readonly to: number;
  /** How far vertices are off it at most, and how far facets lie below it between them. */
  readonly off: number;
  readonly sag: number;
}

/** Neighbouring facets of one cylinder differ by less than this, and by more than rounding. */
const STEP = (50 * Math.PI) / 180;
const STEP_COSINE = Math.cos(STEP);
const STEP_SINE_LEAST = 0.003;
/** How much facets may be tilted against the axis, as a sine. */
const TILT = 0.01;
/** Vertices may be off by this part of the radius, whatever else is allowed. */
const OFF_PART = 0.01;
/** A cylinder that goes no farther than halfway around holds nothing; a strip of a ball from pole to pole does not either. */
const ARC_LEAST = (200 * Math.PI) / 180;
const FACETS_LEAST = 6;

/** The plane across an axis. */
interface View {
  readonly axis: Vector;
  readonly right: Vector;
  readonly up: Vector;
}

function viewAlong(axis: Vector): View {
  const right = across(axis);
  return { axis, right, up: cross(axis, right) };
}

const seen = ({ right, up }: View, p: Vector): readonly [number, number] => [dot(p, right), dot(p, up)];

class PatchFinder {
  readonly #links: SurfaceLinks;
  readonly #tolerance: number;
  readonly #taken: Uint8Array;

  constructor(links: SurfaceLinks, tolerance: number) {
    this.#links = links;
    this.#tolerance = tolerance;
    this.#taken = new Uint8Array(links.triangles);
  }

  all(): Cylinder[] {
    const found: Cylinder[] = [];
    for (let triangle = 0; triangle < this.#links.triangles; triangle++) {
      for (let k = 0; k < 3 && this.#taken[triangle] === 0; k++) {
        const cylinder = this.#from(triangle, k);
        if (cylinder) found.push(cylinder);
      }
    }
    return found;
  }

  /** The cylinder that has the side from corner k as a ruling. */
  #from(triangle: number, k: number): Cylinder | undefined {
    const { beyond, cornerOf, pointOf } = this.#links;
    const other = beyond(triangle, k);
    if (other < triangle || this.#taken[other] === 1 || !this.#isStep(triangle, other)) return undefined;
    const [from, to] = [pointOf(cornerOf(triangle, k)), pointOf(cornerOf(triangle, k + 1))];
    const view = viewAlong(unit(subtract(to, from)));
    const beside = [0, 1, 2].find(
      (i) => cornerOf(other, i) !== cornerOf(triangle, k) && cornerOf(other, i) !== cornerOf(triangle, k + 1),
    )!;
    const circle = throughThree(
      seen(view, pointOf(cornerOf(triangle, k + 2))),
      seen(view, from),
      seen(view, pointOf(cornerOf(other, beside))),
    );
    if (!circle) return undefined;
    const most = Math.min(Math.max(this.#tolerance, 1e-6 * circle.radius), OFF_PART * circle.radius);
    const patch = this.#grow(triangle, view, (p) => {
      const [x, y] = seen(view, p);
      return Math.abs(Math.hypot(x - circle.x, y - circle.y) - circle.radius) <= most;
    });
    const cylinder = patch.length < FACETS_LEAST ? undefined : this.#fitted(patch, view.axis, most);
    if (cylinder) for (const own of patch) this.#taken[own] = 1;
    return cylinder;
  }

  #isStep(p: number, q: number): boolean {
    const [m, n] = [this.#links.normals[p], this.#links.normals[q]];
    return !!m && !!n && dot(m, n) >= STEP_COSINE && lengthOf(cross(m, n)) >= STEP_SINE_LEAST;
  }

  #grow(seed: number, { axis }: View, isOn: (p: Vector) => boolean): number[] {
    const { normals, beyond, cornerOf, pointOf } = this.#links;
    const belongs = (triangle: number, normal: Vector) => {
      const own = normals[triangle];
      if (!own || this.#taken[triangle] === 1 || Math.abs(dot(own, axis)) > TILT) return false;
      return dot(own, normal) >= STEP_COSINE && [0, 1, 2].every((k) => isOn(pointOf(cornerOf(triangle, k))));
    };
    if (!belongs(seed, normals[seed]!)) return [];
    const patch = new Set([seed]);
    for (const triangle of patch) {
      for (let k = 0; k < 3; k++) {
        const next = beyond(triangle, k);
        if (next >= 0 && !patch.has(next) && belongs(next, normals[triangle]!)) patch.add(next);
      }
    }
    return [...patch];
  }

  /** The mean direction of the rulings: sides between facets that differ. */
  #axisOf(patch: readonly number[], near: Vector): Vector {
    const { beyond, cornerOf, pointOf } = this.#links;
    const own = new Set(patch);
    let sum: Vector = [0, 0, 0];
    for (const triangle of patch) {
      for (let k = 0; k < 3; k++) {
        const other = beyond(triangle, k);
        if (other < triangle || !own.has(other) || !this.#isStep(triangle, other)) continue;
        const side = subtract(pointOf(cornerOf(triangle, k + 1)), pointOf(cornerOf(triangle, k)));
        sum = add(sum, dot(side, near) < 0 ? scale(side, -1) : side);
      }
    }
    return unit(sum, near);
  }

  #fitted(patch: readonly number[], near: Vector, most: number): Cylinder | undefined {
    const { cornerOf, pointOf, normals, origin } = this.#links;
    const axis = this.#axisOf(patch, near);
    const view = viewAlong(axis);
    const vertices = [...new Set(patch.flatMap((triangle) => [0, 1, 2].map((k) => cornerOf(triangle, k))))];
    const points = vertices.map((vertex) => pointOf(vertex));
    const circle = fitCircle(points.map((p) => seen(view, p)));
    if (!circle) return undefined;
    const radii = points.map((p) => {
      const [x, y] = seen(view, p);
      return Math.hypot(x - circle.x, y - circle.y);
    });
    const off = Math.max(...radii.map((radius) => Math.abs(radius - circle.radius)));
    const middle = add(scale(view.right, circle.x), scale(view.up, circle.y));
    const { arc, step } = spanOf(patch.map((triangle) => seen(view, normals[triangle]!)));
    if (off > most || arc < ARC_LEAST || step > STEP) return undefined;
    const heights = points.map((p) => dot(p, axis));
    const [p, q, r] = [0, 1, 2].map((k) => pointOf(cornerOf(patch[0], k)));
    const outward = subtract(scale(add(p, add(q, r)), 1 / 3), middle);
    return {
      point: add(origin, middle),
      axis,
      radius: circle.radius,
      isBore: dot(normals[patch[0]]!, outward) < 0,
      from: heights.reduce((low, height) => Math.min(low, height)),
      to: heights.reduce((high, height) => Math.max(high, height)),
      off,
      sag: circle.radius * (1 - Math.cos(step / 2)),
    };
  }
}

/** How far around some directions go, and the largest angle between two that follow each other in it. */
function spanOf(directions: readonly (readonly [number, number])[]): { arc: number; step: number } {
  const angles = directions.map(([x, y]) => Math.atan2(y, x)).sort((p, q) => p - q);
  const gaps = angles.map((angle, i) =>
    i === 0 ? angle + 2 * Math.PI - angles[angles.length - 1] : angle - angles[i - 1],
  );
  gaps.sort((p, q) => q - p);
  const isClosed = gaps[0] <= STEP;
  return { arc: isClosed ? 2 * Math.PI : 2 * Math.PI - gaps[0], step: isClosed ? gaps[0] : (gaps[1] ?? gaps[0]) };
}

/** `tolerance`: how far vertices may be off a cylinder to be taken for one, in the unit of the coordinates. */
export function findCylinders(positions: Positions, indices: Uint32Array, tolerance: number): Cylinder[] {
  return new PatchFinder(surfaceLinks(positions, indices), tolerance).all();
}

// Circles in a plane: through three points, and fitted to many.

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

// Triangles of a mesh with their normals and neighbours, about a point near them, so that a mesh far away keeps its digits.

export interface SurfaceLinks {
  readonly origin: Vector;
  readonly triangles: number;
  /** Number of corner k of a triangle after welding, and where a vertex is, from the origin. */
  readonly cornerOf: (triangle: number, k: number) => number;
  readonly pointOf: (vertex: number) => Vector;
  /** Of length 1; undefined where a triangle has no area. */
  readonly normals: readonly (Vector | undefined)[];
  /** Beyond the side from corner k to the next; −1 where there is none, or more than one. */
  readonly beyond: (triangle: number, k: number) => number;
}

function linksOf(corners: Uint32Array, vertexCount: number): Int32Array {
  const links = new Int32Array(corners.length).fill(-1);
  const first = new Map<number, number>();
  for (let corner = 0; corner < corners.length; corner++) {
    const [p, q] = [corners[corner], corners[corner % 3 === 2 ? corner - 2 : corner + 1]];
    const key = Math.min(p, q) * vertexCount + Math.max(p, q);
    const other = first.get(key);
    if (other === undefined) first.set(key, corner);
    // A third triangle: nobody's neighbour.
    else if (links[other] >= 0) links[links[other]] = links[other] = -2;
    else if (links[other] === -1) [links[other], links[corner]] = [corner, other];
  }
  return links;
}

export function surfaceLinks(positions: Positions, indices: Uint32Array): SurfaceLinks {
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const place = (vertex: number): Vector => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ];
  const origin = indices.length > 0 ? place(indices[0]) : ([0, 0, 0] as const);
  const pointOf = (vertex: number) => subtract(place(sources[vertex]), origin);
  const normals = Array.from({ length: corners.length / 3 }, (_, t) => {
    const [p, q, r] = [0, 1, 2].map((k) => pointOf(corners[3 * t + k]));
    const across = cross(subtract(q, p), subtract(r, p));
    const length = lengthOf(across);
    return length > 0 ? scale(across, 1 / length) : undefined;
  });
  const links = linksOf(corners, sources.length);
  return {
    origin,
    triangles: corners.length / 3,
    cornerOf: (triangle, k) => corners[3 * triangle + (k % 3)],
    pointOf,
    normals,
    beyond: (triangle, k) => (links[3 * triangle + k] < 0 ? -1 : Math.floor(links[3 * triangle + k] / 3)),
  };
}
