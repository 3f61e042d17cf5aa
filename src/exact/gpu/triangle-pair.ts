/**
 * Do two triangles collide? In single precision: certainly not, certainly so, or undecided.
 *
 * Promise: PAIR_NONE only when the exact triangles share no point that counts, PAIR_CROSSING only when that is their
 * exact kind; else PAIR_UNDECIDED. It holds in any arithmetic of docs/single-precision.md, and for degenerate triangles.
 * Twin: triangle-pair.wgsl.ts, with the same names.
 *
 * Corners are image coordinates of magnitude 2 at most; `rounding` bounds how far each coordinate is from the exact one.
 * Source of the order of corners: Guigue & Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
 * Predicates", 2003.
 */
import type { Arithmetic } from './arithmetic.ts';
import {
  certainOrientations,
  certainSide,
  crossProduct,
  difference,
  heightAbove,
  type Plane,
  planeThrough,
  separatedAlong,
  type TriangleCorners,
  type Vector,
} from './certain-signs.ts';

export const PAIR_NONE = 0;
export const PAIR_CROSSING = 1;
export const PAIR_UNDECIDED = 2;

const NO_LONE_CORNER = 3;

/** The same triangle from its next corner on. */
function turned([p0, p1, p2]: TriangleCorners): TriangleCorners {
  return [p1, p2, p0];
}

/** The same triangle from its other side. */
function flipped([p0, p1, p2]: TriangleCorners): TriangleCorners {
  return [p0, p2, p1];
}

function triangleNormal([p0, p1, p2]: TriangleCorners, f: Arithmetic): Vector {
  return crossProduct(difference(p1, p0, f), difference(p2, p0, f), f);
}

/** Two triangles that share no vertex. What is most often enough comes first. */
export function pairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): number {
  const normalA = triangleNormal(a, f);
  const normalB = triangleNormal(b, f);
  if (separatedAlong(normalB, a, b, rounding, f) || separatedAlong(normalA, a, b, rounding, f)) return PAIR_NONE;
  const answer = intervalAnswer(a, b, rounding, f);
  if (answer !== PAIR_UNDECIDED) return answer;
  if (separatedInPlane(normalA, a, b, rounding, f) || separatedInPlane(normalB, b, a, rounding, f)) return PAIR_NONE;
  return separatedByEdges(a, b, rounding, f) ? PAIR_NONE : PAIR_UNDECIDED;
}

/** Heights of a triangle's corners above a plane, and whether the signs of all three are certain. */
interface CornerHeights {
  readonly heights: Vector;
  readonly certain: boolean;
}

function cornerHeights(plane: Plane, [p0, p1, p2]: TriangleCorners, f: Arithmetic): CornerHeights {
  const h0 = heightAbove(plane, p0, f);
  const h1 = heightAbove(plane, p1, f);
  const h2 = heightAbove(plane, p2, f);
  return {
    heights: [h0.height, h1.height, h2.height],
    certain: Math.abs(h0.height) > h0.bound && Math.abs(h1.height) > h1.bound && Math.abs(h2.height) > h2.bound,
  };
}

/** The corner that is alone on its side: 0, 1 or 2; NO_LONE_CORNER when all are on one side. */
function loneCorner([h0, h1, h2]: Vector): number {
  const up0 = h0 > 0;
  const up1 = h1 > 0;
  const up2 = h2 > 0;
  if (up0 === up1) return up1 === up2 ? NO_LONE_CORNER : 2;
  return up0 === up2 ? 1 : 0;
}

function beginningAt(triangle: TriangleCorners, corner: number): TriangleCorners {
  if (corner === 0) return triangle;
  return corner === 1 ? turned(triangle) : turned(turned(triangle));
}

/**
 * The planes' common line meets each triangle in an interval that begins and ends on the edges of the corner that is
 * alone on its side. So two pairs of edges decide; heights that are not certain may choose others, which does no harm
 * when looking for a separation, and rules out a crossing.
 */
function intervalAnswer(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): number {
  const ofA = cornerHeights(planeThrough(b[0], b[1], b[2], rounding, f), a, f);
  const ofB = cornerHeights(planeThrough(a[0], a[1], a[2], rounding, f), b, f);
  const loneA = loneCorner(ofA.heights);
  const loneB = loneCorner(ofB.heights);
  if (loneA === NO_LONE_CORNER || loneB === NO_LONE_CORNER) {
    // Separated by a plane as exact heights tell, which may be finer than `separatedAlong`; or too near to tell.
    const apart = (loneA === NO_LONE_CORNER && ofA.certain) || (loneB === NO_LONE_CORNER && ofB.certain);
    return apart ? PAIR_NONE : PAIR_UNDECIDED;
  }
  // Each is seen from the side on which the other's lone corner lies.
  let p = beginningAt(a, loneA);
  let q = beginningAt(b, loneB);
  if (!(ofB.heights[loneB] > 0)) p = flipped(p);
  if (!(ofA.heights[loneA] > 0)) q = flipped(q);
  const edges1 = crossProduct(difference(p[1], p[0], f), difference(q[1], q[0], f), f);
  const edges2 = crossProduct(difference(p[2], p[0], f), difference(q[2], q[0], f), f);
  if (separatedAlong(edges1, p, q, rounding, f) || separatedAlong(edges2, p, q, rounding, f)) return PAIR_NONE;
  if (!ofA.certain || !ofB.certain) return PAIR_UNDECIDED;
  const first = certainSide(planeThrough(p[0], q[0], p[1], rounding, f), q[1], f);
  const second = certainSide(planeThrough(p[0], q[0], p[2], rounding, f), q[2], f);
  return first > 0 && second < 0 ? PAIR_CROSSING : PAIR_UNDECIDED;
}

/** Is there an edge of `a` beyond which `b` lies, seen along the normal of `a`? For triangles nearly in one plane. */
function separatedInPlane(
  normal: Vector,
  a: TriangleCorners,
  b: TriangleCorners,
  rounding: number,
  f: Arithmetic,
): boolean {
  let p = a;
  for (let edge = 0; edge < 3; edge++) {
    if (separatedAlong(crossProduct(normal, difference(p[1], p[0], f), f), p, b, rounding, f)) return true;
    p = turned(p);
  }
  return false;
}

/** All pairs of edges: for those that heights near 0 have led astray. */
function separatedByEdges(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): boolean {
  let p = a;
  let q = b;
  for (let pair = 0; pair < 9; pair++) {
    const direction = crossProduct(difference(p[1], p[0], f), difference(q[1], q[0], f), f);
    if (separatedAlong(direction, p, q, rounding, f)) return true;
    q = turned(q);
    if (pair % 3 === 2) p = turned(p);
  }
  return false;
}

/**
 * Two triangles that share their first corner, and no other. Both intervals on the planes' common line begin there; the
 * sides of the other corners tell whether they have the same direction.
 */
export function vertexPairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): number {
  const planeB = planeThrough(b[0], b[1], b[2], rounding, f);
  const a1 = certainSide(planeB, a[1], f);
  const a2 = certainSide(planeB, a[2], f);
  if (a1 * a2 > 0) return PAIR_NONE;
  const planeA = planeThrough(a[0], a[1], a[2], rounding, f);
  const b1 = certainSide(planeA, b[1], f);
  const b2 = certainSide(planeA, b[2], f);
  if (b1 * b2 > 0) return PAIR_NONE;
  if (a1 * a2 * b1 * b2 !== 0) return a2 === b2 ? PAIR_NONE : PAIR_CROSSING;
  return sectorsApart(a, b, rounding, f) ? PAIR_NONE : PAIR_UNDECIDED;
}

/**
 * Seen along some axis, is there an edge at the common corner that has the rest of its own triangle certainly on one
 * side and the other triangle certainly on the other?
 */
function sectorsApart(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): boolean {
  const a1 = difference(a[1], a[0], f);
  const a2 = difference(a[2], a[0], f);
  const b1 = difference(b[1], a[0], f);
  const b2 = difference(b[2], a[0], f);
  const a1a2 = certainOrientations(a1, a2, rounding, f);
  const b1b2 = certainOrientations(b1, b2, rounding, f);
  const a1b1 = certainOrientations(a1, b1, rounding, f);
  const a1b2 = certainOrientations(a1, b2, rounding, f);
  const a2b1 = certainOrientations(a2, b1, rounding, f);
  const a2b2 = certainOrientations(a2, b2, rounding, f);
  for (let k = 0; k < 3; k++) {
    const beyondA1 = a1b1[k] === -a1a2[k] && a1b2[k] === -a1a2[k];
    const beyondA2 = a2b1[k] === a1a2[k] && a2b2[k] === a1a2[k];
    const beyondB1 = a1b1[k] === b1b2[k] && a2b1[k] === b1b2[k];
    const beyondB2 = a1b2[k] === -b1b2[k] && a2b2[k] === -b1b2[k];
    if (a1a2[k] !== 0 && (beyondA1 || beyondA2)) return true;
    if (b1b2[k] !== 0 && (beyondB1 || beyondB2)) return true;
  }
  return false;
}

/** Two triangles that share their first two corners: certainly not folded flat onto each other, or undecided. */
export function edgePairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): number {
  if (certainSide(planeThrough(a[0], a[1], a[2], rounding, f), b[2], f) !== 0) return PAIR_NONE;
  const edge = difference(a[1], a[0], f);
  const orientationsA = certainOrientations(edge, difference(a[2], a[0], f), rounding, f);
  const orientationsB = certainOrientations(edge, difference(b[2], a[0], f), rounding, f);
  for (let k = 0; k < 3; k++) if (orientationsA[k] * orientationsB[k] < 0) return PAIR_NONE;
  return PAIR_UNDECIDED;
}
