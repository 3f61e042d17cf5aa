/**
 * How to look at one clash: its contact curve, and a camera that sees it.
 *
 * Some directions are tried. The best is the one from which most of the curve is seen past both objects, rather across the
 * normal than along it, rather from above, rather near where the camera is.
 */
import type { Clash } from '../../../src/index.ts';
import type { ReviewClash } from '../answer.ts';
import type { Inspected } from '../protocol.ts';
import type { Vector } from './matrices.ts';
import { placedVertices, sphereAround } from './placed.ts';
import { blockedFrom, directionsAround, type Surface } from './sight.ts';
import type { World, WorldObject } from './world.ts';

const DIRECTIONS = 96;
/** Points sampled on the curve, and triangles tested for all of them together. */
const POINTS_MOST = 8;
const TESTS_MOST = 1_500_000;
/** If less than this of a curve is visible, everything in front of it is cut away, at this many times its radius. */
const SEEN_LEAST = 0.35;
const CUT_SHARE = 1.1;
/** What is nearer than this part of the radius does not hide a point of the curve: the curve lies on both surfaces. */
const NEAR_SHARE = 0.01;

const dot = (p: ArrayLike<number>, q: ArrayLike<number>) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** Lines of a curve, two points each, relative to the origin. */
export function curveLines(clash: Clash | undefined, origin: Vector): Float32Array<ArrayBuffer> {
  const curves = clash?.curve ?? [];
  const segmentsOf = ({ points, closed }: (typeof curves)[number]) => points.length / 3 - (closed ? 0 : 1);
  const lines = new Float32Array(6 * curves.reduce((sum, curve) => sum + Math.max(0, segmentsOf(curve)), 0));
  let at = 0;
  for (const curve of curves) {
    const { points } = curve;
    for (let i = 0; i < segmentsOf(curve); i++) {
      for (const end of [i, (i + 1) % (points.length / 3)]) {
        for (let axis = 0; axis < 3; axis++) lines[at++] = points[3 * end + axis] - origin[axis];
      }
    }
  }
  return lines;
}

/** Points that stand for the whole curve, or for the clash if it has none. */
function samplePoints(lines: Float32Array, fallback: Vector, count: number): Vector[] {
  const segments = lines.length / 6;
  if (segments === 0) return [fallback];
  return Array.from({ length: Math.min(count, segments) }, (_, i) => {
    const at = 6 * Math.floor(((i + 0.5) * segments) / Math.min(count, segments));
    return [0, 1, 2].map((axis) => (lines[at + axis] + lines[at + 3 + axis]) / 2) as unknown as Vector;
  });
}

/** For each direction, the share of points that is seen past all surfaces. */
function seenFrom(
  points: readonly Vector[],
  surfaces: readonly Surface[],
  directions: Float64Array,
  near: number,
): Float64Array {
  const seen = new Float64Array(DIRECTIONS);
  for (const point of points) {
    const blocked = new Uint8Array(DIRECTIONS);
    for (const surface of surfaces) blockedFrom(point, surface, directions, near, blocked);
    for (let i = 0; i < DIRECTIONS; i++) if (!blocked[i]) seen[i] += 1 / points.length;
  }
  return seen;
}

/** Weights of the corners at points spread over a triangle; for 1, its middle alone. Boxes have triangles of many metres. */
function spotsIn(count: number): Vector[] {
  const spots: Vector[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = 0; i + j < count; j++) {
      const [u, v] = [(i + 1 / 3) / count, (j + 1 / 3) / count];
      spots.push([u, v, 1 - u - v]);
    }
  }
  return spots;
}

/** A point of the object for its label: seen from the camera, within the picture, away from the clash. */
function anchorOf(
  { vertices, indices }: Surface,
  centre: Vector,
  direction: Vector,
  { radius, cutBefore = Infinity }: { readonly radius: number; readonly cutBefore?: number | undefined },
): Vector {
  let best: Vector = centre;
  let bestScore = -Infinity;
  const triangles = indices.length / 3;
  const step = 3 * Math.max(1, Math.floor(triangles / 20_000));
  const spots = spotsIn(Math.max(1, Math.min(12, Math.floor(Math.sqrt(4000 / triangles)))));
  for (let corner = 0; corner < indices.length; corner += step) {
    const [p, q, r] = [indices[corner], indices[corner + 1], indices[corner + 2]];
    for (const [u, v, w] of spots) {
      const spot = [0, 1, 2].map(
        (axis) => u * vertices[3 * p + axis] + v * vertices[3 * q + axis] + w * vertices[3 * r + axis],
      ) as unknown as Vector;
      const offset = spot.map((value, axis) => (value - centre[axis]) / radius);
      const depth = dot(offset, direction);
      if (depth * radius > cutBefore) continue;
      const beside = Math.hypot(...offset.map((value, axis) => value - depth * direction[axis]));
      const score = 0.5 * depth - Math.abs(beside - 0.6);
      if (score > bestScore) [best, bestScore] = [spot, score];
    }
  }
  return best;
}

/** How large the surroundings are that are shown: so that the curve can be read, and what it is on. */
function radiusOf(clashRadius: number, smaller: number): number {
  return Math.max(1.35 * clashRadius, Math.min(6 * clashRadius, 1.15 * smaller), 0.002 * smaller) || 1;
}

function upAxis(up: 'y' | 'z'): Vector {
  return up === 'y' ? [0, 1, 0] : [0, 0, 1];
}

export function inspectClash(
  world: World,
  listed: ReviewClash,
  clash: Clash | undefined,
  camera: Vector,
  up: 'y' | 'z',
): Inspected {
  const { origin } = world;
  const objects: WorldObject[] = [world.objects[listed.a]];
  if (listed.b !== listed.a) objects.push(world.objects[listed.b]);
  const surfaces = objects.map((object) => ({ vertices: placedVertices(object, origin), indices: object.indices }));
  const lines = curveLines(clash, origin);
  const { min, max } = listed.bounds;
  const centre = min.map((low, axis) => (low + max[axis]) / 2) as unknown as Vector;
  const clashRadius = Math.hypot(...min.map((low, axis) => max[axis] - low)) / 2;
  const smaller = Math.min(...surfaces.map(({ vertices }) => sphereAround(vertices).radius));
  const radius = radiusOf(clashRadius, smaller);
  const triangles = surfaces.reduce((sum, { indices }) => sum + indices.length / 3, 1);
  const count = Math.max(1, Math.min(POINTS_MOST, Math.floor(TESTS_MOST / triangles)));
  const directions = directionsAround(DIRECTIONS);
  const seen = seenFrom(samplePoints(lines, centre, count), surfaces, directions, NEAR_SHARE * radius);
  let best = 0;
  let bestScore = -Infinity;
  for (let i = 0; i < DIRECTIONS; i++) {
    const direction = directions.subarray(3 * i, 3 * i + 3);
    const along = listed.normal ? Math.abs(dot(direction, listed.normal)) : 0.5;
    const height = dot(direction, upAxis(up));
    const score =
      2 * seen[i] - 0.5 * Math.abs(along - 0.45) - 0.4 * Math.abs(height - 0.4) + 0.15 * dot(direction, camera);
    if (score > bestScore) [best, bestScore] = [i, score];
  }
  const direction = Array.from(directions.subarray(3 * best, 3 * best + 3)) as unknown as Vector;
  const isHidden = seen[best] < SEEN_LEAST && listed.inner === undefined;
  const cutBefore = isHidden ? CUT_SHARE * clashRadius : undefined;
  return {
    id: listed.id,
    curve: lines,
    centre,
    radius,
    direction,
    seen: seen[best],
    seeThrough: [
      listed.inner !== undefined && listed.inner !== listed.a,
      listed.inner !== undefined && listed.inner !== listed.b,
    ],
    ...(cutBefore !== undefined && { cutBefore }),
    anchors: surfaces.map((surface) => anchorOf(surface, centre, direction, { radius, cutBefore })),
  };
}
