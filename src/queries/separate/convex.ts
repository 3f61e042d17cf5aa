/**
 * The shortest translation that separates two convex solids.
 *
 * Translations that leave them overlapping form the inside of the Minkowski difference B − A, and the nearest point of its boundary
 * lies on a facet. A facet's normal is that of a face of either, or of an edge of each whose arcs of normals cross (the Gauss map).
 */
import type { Triple } from '../../mesh/bounds.ts';
import { cross, dot, exitAlong, minus, type Shape, scaled, unitVector } from './shape.ts';

/** Products of counts up to which faces are compared with vertices, and edges with edges. */
const COMPARED_MOST = 2 ** 26;
/** Thinner triangles have no normal to rely on. */
const THINNEST = 1e-8;
/** Largest distance of a vertex beyond a face, as a part of the inradius. */
const ROUNDING = 1e-6;
/** Rounding error of sums of a few products of numbers around 1. */
const SLACK = 2 ** -46;
/** Normals nearer than this to each other are one. */
const SAME_NORMAL = 1e-9;

interface ConvexEdge {
  readonly point: Triple;
  readonly along: Triple;
  /** Outward normals of its two faces. */
  readonly left: Triple;
  readonly right: Triple;
}

export interface ConvexSolid {
  readonly shape: Shape;
  readonly normals: readonly Triple[];
  readonly edges: readonly ConvexEdge[];
  /** The solid holds its hull, shrunk so that no point goes farther than this. */
  readonly margin: number;
}

/**
 * A surface as a convex solid, to rounding; undefined if it is none, or too large to tell. A point that is on the inner side of all
 * faces is inside, whatever else the surface is: of a hull that is shrunk by 2ε/r about a point with distance r from all
 * faces, ε being what vertices lie beyond faces at most, all points are.
 */
export function convexSolid(shape: Shape): ConvexSolid | undefined {
  const { positions, triangleCount } = shape;
  if (!shape.isClosed || (triangleCount * positions.length) / 3 > COMPARED_MOST) return undefined;
  const faces = facesOf(shape);
  if (!faces) return undefined;
  const middle = middleOf(positions);
  const inradius = Math.min(...faces.map(({ normal, offset }) => offset - dot(normal, middle)));
  if (!(inradius > 0)) return undefined;
  let beyond = 0;
  for (const { normal, offset } of faces) {
    beyond = Math.max(beyond, shape.reach(normal) - offset);
    if (beyond > ROUNDING * inradius) return undefined;
  }
  const edges = edgesOf(shape, faces);
  if (!edges) return undefined;
  const margin = (2 * (beyond + SLACK) * farthestFrom(middle, positions)) / inradius;
  return { shape, normals: faces.map(({ normal }) => normal), edges, margin };
}

interface Face {
  readonly triangle: number;
  readonly normal: Triple;
  readonly offset: number;
}

/** Outward; undefined if one has no normal to rely on. Those without any area bound nothing and are left out. */
function facesOf(shape: Shape): Face[] | undefined {
  const faces: Face[] = [];
  let volume = 0;
  for (let triangle = 0; triangle < shape.triangleCount; triangle++) {
    const area = shape.areaVector(triangle);
    const size = Math.hypot(...area);
    if (size === 0) continue;
    const [p, q, r] = [shape.corner(triangle, 0), shape.corner(triangle, 1), shape.corner(triangle, 2)];
    const longest = Math.max(Math.hypot(...minus(q, p)), Math.hypot(...minus(r, q)), Math.hypot(...minus(p, r)));
    if (size < THINNEST * longest * longest) return undefined;
    volume += dot(area, p);
    const normal = scaled(area, 1 / size);
    faces.push({ triangle, normal, offset: dot(normal, p) });
  }
  if (volume > 0) return faces;
  return faces.map(({ triangle, normal, offset }) => ({ triangle, normal: scaled(normal, -1), offset: -offset }));
}

function edgesOf(shape: Shape, faces: readonly Face[]): ConvexEdge[] | undefined {
  const waiting = new Map<number, Triple>();
  const vertexCount = shape.positions.length / 3;
  const edges: ConvexEdge[] = [];
  for (const { triangle, normal } of faces) {
    for (let k = 0; k < 3; k++) {
      const [p, q] = [shape.corner(triangle, k), shape.corner(triangle, (k + 1) % 3)];
      const [i, j] = [shape.corners[3 * triangle + k], shape.corners[3 * triangle + ((k + 1) % 3)]];
      const key = Math.min(i, j) * vertexCount + Math.max(i, j);
      const left = waiting.get(key);
      if (!left) {
        waiting.set(key, normal);
        continue;
      }
      waiting.delete(key);
      const isFlat = Math.hypot(...minus(left, normal)) < SAME_NORMAL;
      if (!isFlat) edges.push({ point: p, along: minus(q, p), left, right: normal });
    }
  }
  return waiting.size === 0 ? edges : undefined;
}

function middleOf(positions: Float64Array): Triple {
  const sum = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3] += positions[i];
  const count = positions.length / 3;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function farthestFrom([x, y, z]: Triple, positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3)
    most = Math.max(most, Math.hypot(positions[i] - x, positions[i + 1] - y, positions[i + 2] - z));
  return most;
}

export interface ConvexSeparation {
  /** Of length 1. */
  readonly direction: Triple;
  readonly distance: number;
  /** No shorter translation separates them. */
  readonly least: number;
}

/** The separating move of A; undefined if there are too many pairs of edges. */
export function separateConvex(a: ConvexSolid, b: ConvexSolid): ConvexSeparation | undefined {
  if (a.edges.length * b.edges.length > COMPARED_MOST) return undefined;
  let direction: Triple = [1, 0, 0];
  let distance = Number.POSITIVE_INFINITY;
  const consider = (normal: Triple) => {
    const exit = exitAlong(a.shape, b.shape, normal);
    if (exit < distance) [direction, distance] = [normal, exit];
  };
  for (const normal of b.normals) consider(normal);
  for (const normal of a.normals) consider(scaled(normal, -1));
  for (const e of a.edges) {
    for (const f of b.edges) {
      const normal = commonNormal(e, f);
      if (normal && dot(normal, minus(f.point, e.point)) < distance) consider(normal);
    }
  }
  const extent = farthestFrom([0, 0, 0], a.shape.positions) + farthestFrom([0, 0, 0], b.shape.positions);
  const least = distance - a.margin - b.margin - (SAME_NORMAL + SLACK) * extent;
  return { direction, distance, least: Math.max(0, least) };
}

/** The normal that belongs to an edge of B and, turned round, to an edge of A, if there is one. */
function commonNormal(a: ConvexEdge, b: ConvexEdge): Triple | undefined {
  // An edge lies along the cross product of its faces' normals: these are sides of the great circle that the arc is part of.
  if (dot(b.left, a.along) * dot(b.right, a.along) > 0) return undefined;
  if (dot(a.left, b.along) * dot(a.right, b.along) > 0) return undefined;
  const found = unitVector(cross(a.along, b.along));
  if (!found) return undefined;
  const normal = dot(found, b.left) + dot(found, b.right) < 0 ? scaled(found, -1) : found;
  return dot(normal, a.left) + dot(normal, a.right) <= SLACK ? normal : undefined;
}
