/**
 * How often a surface winds round a point: exact, by counting the triangles that a ray along an axis crosses.
 *
 * A ray that meets an edge or a vertex is moved by an infinitesimal amount, the same for all triangles, so that each
 * edge has the ray on one side (Edelsbrunner & Mücke, "Simulation of Simplicity", 1990). Points have a bound for their
 * error; where that leaves a sign open, whole numbers decide it.
 */
import type { Points } from './points.ts';
import { RayGrid } from './ray-grid.ts';
import { signOf, type WholePoint, wholeOrientation, wholeVolume } from './whole-points.ts';

const EPSILON = 2 ** -53;
/** Number of triangles times number of points from which a grid of the points pays. */
const GRID_FROM = 20_000;
/** Up to so many points, each triangle near one of their rays is compared with all of them. */
const FEW_POINTS = 32;

/** A point, seen along an axis, against the triangles of one side of a contact. */
class RayPoint {
  readonly #points: Points;
  readonly #point: number;
  readonly #side: number;
  readonly #u: number;
  readonly #v: number;
  readonly #wide: boolean;

  constructor(points: Points, point: number, side: number, axis: number) {
    this.#points = points;
    this.#point = point;
    this.#side = side;
    this.#u = (axis + 1) % 3;
    this.#v = (axis + 2) % 3;
    this.#wide = points.surfaces[0].isWide || points.surfaces[1].isWide;
  }

  #vertex(vertex: number): WholePoint {
    return this.#points.wholeVertex(this.#side, vertex);
  }

  /** Which side of the directed edge q r the ray passes on: 1 left, −1 right; 0 only when the edge runs along the ray. */
  edgeSide(q: number, r: number): number {
    const { positions } = this.#points.surfaces[this.#side];
    const [u, v] = [this.#u, this.#v];
    const du = positions[3 * r + u] - positions[3 * q + u];
    const dv = positions[3 * r + v] - positions[3 * q + v];
    const left = du * (this.#points.coordinate(this.#point, v) - positions[3 * q + v]);
    const right = dv * (this.#points.coordinate(this.#point, u) - positions[3 * q + u]);
    const error = this.#points.error[this.#point];
    const bound = 8 * EPSILON * (Math.abs(left) + Math.abs(right)) + 2 * error * (Math.abs(du) + Math.abs(dv));
    const orientation = left - right;
    if (!this.#wide && Math.abs(orientation) > bound) return orientation > 0 ? 1 : -1;
    const exact = wholeOrientation(this.#vertex(q), this.#vertex(r), this.#points.whole(this.#point), u, v);
    if (exact !== 0n) return signOf(exact);
    if (du !== 0) return Math.sign(du);
    return -Math.sign(dv);
  }

  /** Which side of the triangle's plane the point is on: 1 where the normal points. */
  planeSide(t0: number, t1: number, t2: number): number {
    const { positions } = this.#points.surfaces[this.#side];
    let [det, size, reach] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      const d = this.#points.coordinate(this.#point, k) - positions[3 * t0 + k];
      const au = positions[3 * t1 + u] - positions[3 * t0 + u];
      const av = positions[3 * t1 + v] - positions[3 * t0 + v];
      const bu = positions[3 * t2 + u] - positions[3 * t0 + u];
      const bv = positions[3 * t2 + v] - positions[3 * t0 + v];
      const n = Math.abs(au * bv) + Math.abs(av * bu);
      det += d * (au * bv - av * bu);
      size += Math.abs(d) * n;
      reach += n;
    }
    const bound = 16 * EPSILON * size + 2 * this.#points.error[this.#point] * reach;
    if (!this.#wide && Math.abs(det) > bound) return det > 0 ? 1 : -1;
    const [p0, p1, p2] = [this.#vertex(t0), this.#vertex(t1), this.#vertex(t2)];
    return signOf(wholeVolume(this.#points.whole(this.#point), p1, p2, p0));
  }
}

export interface Winding {
  /** How often the surface winds round the point; where it lies on the surface, round what is just above it along the axis. */
  readonly winding: number;
  /** The first of the triangles that the point lies on; −1 for none. */
  readonly on: number;
  /** Their number, and the sum of their orientations: added to `winding`, it gives the winding number just below. */
  readonly onCount: number;
  readonly orientationOn: number;
}

/** Whether a point is known to lie in the plane of a triangle; others are asked exactly. */
export type IsInPlane = (triangle: number) => boolean;

/** Counts the triangles that the ray from a point crosses. */
class RayCount implements Winding {
  winding = 0;
  on = -1;
  onCount = 0;
  orientationOn = 0;
  readonly #ray: RayPoint;
  readonly #corners: Uint32Array;
  readonly #isInPlane: IsInPlane | undefined;

  constructor(points: Points, point: number, side: number, axis: number, isInPlane: IsInPlane | undefined) {
    this.#ray = new RayPoint(points, point, side, axis);
    this.#corners = points.surfaces[side].corners;
    this.#isInPlane = isInPlane;
  }

  meet(triangle: number): void {
    const t0 = this.#corners[3 * triangle];
    const t1 = this.#corners[3 * triangle + 1];
    const t2 = this.#corners[3 * triangle + 2];
    const ray = this.#ray;
    const orientation = ray.edgeSide(t0, t1);
    if (orientation === 0 || ray.edgeSide(t1, t2) !== orientation || ray.edgeSide(t2, t0) !== orientation) return;
    const plane = this.#isInPlane?.(triangle) ? 0 : ray.planeSide(t0, t1, t2);
    if (plane === 0) this.#lieOn(triangle, orientation);
    else if (plane === -orientation) this.winding += orientation;
  }

  #lieOn(triangle: number, orientation: number): void {
    if (this.on < 0 || triangle < this.on) this.on = triangle;
    this.onCount++;
    this.orientationOn += orientation;
  }
}

/**
 * The winding numbers of the surface on one side of a contact round points. A point may lie inside triangles whose normals
 * are not across the axis, but on none of their edges; `inPlane` may tell of each point which of these are known.
 */
export function windingsAt(
  points: Points,
  list: readonly number[],
  side: number,
  axis = 2,
  inPlane?: readonly IsInPlane[],
): Winding[] {
  const surface = points.surfaces[side];
  const counts = list.map((point, i) => new RayCount(points, point, side, axis, inPlane?.[i]));
  const isGrid = list.length > FEW_POINTS && list.length * surface.triangleCount >= GRID_FROM;
  if (!surface.hasClustersFor(list.length) && isGrid && !surface.wantsTree) {
    new RayGrid(points, list, axis).each(surface, (triangle, place) => counts[place].meet(triangle));
    return counts;
  }
  const rays = list.map((point) => {
    const slack = 2 * points.error[point];
    const low = [0, 1, 2].map((k) => points.coordinate(point, k) - slack);
    const high = [0, 1, 2].map((k) => (k === axis ? Infinity : points.coordinate(point, k) + slack));
    return { low, high };
  });
  surface.eachNearAny(rays, (triangle, place) => counts[place].meet(triangle));
  return counts;
}
