/**
 * Removes points that a skin does not need: those inside planar areas, and those inside straight edges.
 *
 * Where triangles of two shells lie on each other, their edges cut each other in points that are seldom doubles. Rounded, such
 * a point lies beside the plane that it is in, and what is flush with that plane crosses the skin there. Only corners of the
 * solid have to be points, so the others go, and the hole that each leaves is filled with larger triangles. Everything is
 * decided in whole numbers.
 */
import type { Projection } from './points.ts';
import { signOf, type WholePoint, wholeOrientation } from './whole-points.ts';

export interface PlanarTriangle {
  /** Numbers of points, counterclockwise seen from outside. */
  readonly corners: readonly [number, number, number];
  /** Equal for triangles in one plane that face the same side. */
  readonly plane: string;
  /** The projection of the plane: `orientation` is the orientation of the corners in it. */
  readonly projection: Projection;
  /** The triangles of the surface that it is part of. */
  readonly parents: readonly number[];
}

/** Triangles of one plane around a point, one after the other. */
interface Fan {
  readonly first: PlanarTriangle;
  readonly parents: readonly number[];
  /** The points around it; the first follows the last when it is closed. */
  readonly rim: number[];
  readonly isClosed: boolean;
}

/** The same surface without those of the `points` that it does not need. Points in the same place must have one number. */
export function withoutCoplanarPoints(
  triangles: readonly PlanarTriangle[],
  points: Iterable<number>,
  wholeOf: (point: number) => WholePoint,
): PlanarTriangle[] {
  const around = new Map<number, Set<PlanarTriangle>>();
  for (const point of points) around.set(point, new Set());
  const kept = new Set(triangles);
  const note = (triangle: PlanarTriangle) => {
    kept.add(triangle);
    for (const corner of triangle.corners) around.get(corner)?.add(triangle);
  };
  for (const triangle of triangles) note(triangle);
  const waiting = new Set(around.keys());
  const takeOut = (point: number, own: ReadonlySet<PlanarTriangle>): void => {
    const fans = fansAround(point, own);
    const filled = fans && partsOf(point, fans, wholeOf)?.map((fan) => fill(fan, wholeOf));
    if (!filled || filled.includes(null)) return;
    for (const old of [...own]) {
      kept.delete(old);
      for (const corner of old.corners) around.get(corner)?.delete(old);
    }
    around.delete(point);
    for (const triangle of filled.flat()) note(triangle!);
    // A point may become removable when its neighbour has been removed.
    for (const triangle of filled.flat()) for (const corner of triangle!.corners) waiting.add(corner);
  };
  for (const point of waiting) {
    waiting.delete(point);
    const own = around.get(point);
    if (own) takeOut(point, own);
  }
  return [...kept];
}

/** Null where triangles of one plane do not follow each other. */
function fansAround(point: number, triangles: ReadonlySet<PlanarTriangle>): Fan[] | null {
  const byPlane = new Map<string, Map<number, { readonly to: number; readonly triangle: PlanarTriangle }>>();
  for (const triangle of triangles) {
    const at = triangle.corners.indexOf(point);
    const from = triangle.corners[(at + 1) % 3];
    const steps = byPlane.get(triangle.plane) ?? new Map();
    if (steps.has(from)) return null;
    byPlane.set(triangle.plane, steps.set(from, { to: triangle.corners[(at + 2) % 3], triangle }));
  }
  const fans: Fan[] = [];
  for (const steps of byPlane.values()) {
    const reached = new Set([...steps.values()].map(({ to }) => to));
    if (reached.size < steps.size) return null;
    // Open fans first: what is left then goes round.
    const starts = [...steps.keys()].filter((from) => !reached.has(from));
    while (steps.size > 0) {
      const start = starts.pop() ?? steps.keys().next().value!;
      const rim = [start];
      const parents = new Set<number>();
      const { triangle: first } = steps.get(start)!;
      for (let step = steps.get(start); step; step = steps.get(step.to)) {
        steps.delete(rim[rim.length - 1]);
        for (const parent of step.triangle.parents) parents.add(parent);
        rim.push(step.to);
      }
      const isClosed = rim[rim.length - 1] === start;
      if (isClosed) rim.pop();
      fans.push({ first, parents: [...parents], rim, isClosed });
    }
  }
  return fans;
}

/**
 * What replaces the fans around a point that lies inside one planar area, or inside one straight edge: an edge of all
 * open fans, which may lie on the area of a closed one and parts it. Null for other points.
 */
function partsOf(point: number, fans: readonly Fan[], wholeOf: (point: number) => WholePoint): readonly Fan[] | null {
  const ends = new Set(fans.flatMap(({ rim, isClosed }) => (isClosed ? [] : [rim[0], rim[rim.length - 1]])));
  if (ends.size === 0) return fans.length === 1 ? fans : null;
  if (ends.size !== 2) return null;
  const [a, b] = ends;
  if (!isBetween(wholeOf(a), wholeOf(point), wholeOf(b))) return null;
  const parts: Fan[] = [];
  for (const fan of fans) {
    if (!fan.isClosed) parts.push(fan);
    else if (fan.rim.includes(a) && fan.rim.includes(b)) parts.push(arcOf(fan, a, b), arcOf(fan, b, a));
    else return null;
  }
  return parts;
}

/** The part of a closed fan from one point of its rim on to another. */
function arcOf(fan: Fan, from: number, to: number): Fan {
  const start = fan.rim.indexOf(from);
  const turned = [...fan.rim.slice(start), ...fan.rim.slice(0, start)];
  return { ...fan, rim: turned.slice(0, turned.indexOf(to) + 1), isClosed: false };
}

/** Whether q lies on the segment p r. */
function isBetween(p: WholePoint, q: WholePoint, r: WholePoint): boolean {
  for (const [u, v] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ]) {
    if (wholeOrientation(p, q, r, u, v) !== 0n) return false;
  }
  const difference = (s: WholePoint, t: WholePoint, k: number) => t[k] * s[3] - s[k] * t[3];
  return [0, 1, 2].every((k) => signOf(difference(p, q, k)) * signOf(difference(q, r, k)) >= 0);
}

/** Triangles within the rim of a fan, by cutting off ears; null when none can be found. */
function fill({ first, parents, rim }: Fan, wholeOf: (point: number) => WholePoint): PlanarTriangle[] | null {
  const { plane, projection } = first;
  const orientationOf = (p: number, q: number, r: number) =>
    projection.orientation * signOf(wholeOrientation(wholeOf(p), wholeOf(q), wholeOf(r), projection.u, projection.v));
  const left = [...rim];
  const filled: PlanarTriangle[] = [];
  const isEar = (p: number, q: number, r: number): boolean =>
    orientationOf(p, q, r) > 0 &&
    left.every((s) => {
      if (s === p || s === q || s === r) return true;
      return orientationOf(p, q, s) < 0 || orientationOf(q, r, s) < 0 || orientationOf(r, p, s) < 0;
    });
  while (left.length > 2) {
    const count = left.length;
    const ear = left.findIndex((q, i) => isEar(left[(i + count - 1) % count], q, left[(i + 1) % count]));
    if (ear < 0) return null;
    const corners = [left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]] as const;
    filled.push({ corners, plane, projection, parents });
    left.splice(ear, 1);
  }
  return filled;
}
