/**
 * Where an edge crosses a plane, or a line in the same plane: the fraction of the edge at which its height is zero.
 *
 * Promise: accurate to a few units in the last place, however shallow the crossing is. Heights are determinants; where
 * doubles cancel they are computed with twice the bits, and where those cancel too, exactly. Coordinates that make
 * a scene wide (predicates.ts) go straight to whole numbers; others do not, whatever else is in the scene, so that the last
 * bits depend on nothing but the two triangles. The ends of the edge must lie strictly on different sides.
 *
 * A point is the address of three f64.
 */

import { reserveScratch } from '../../memory/kernels/scratch';
import { high, low, setDifference, setProduct, setSum } from './double-double';
import { isTiny, isWide, orient2dValue, orient3dValue } from './predicates';

const POINT: usize = 24;
/**
 * Sums of products with 106 bits have an error below 2^-96 of the sum of the magnitudes. A height of at least this
 * fraction of that sum is as accurate as a double can be.
 */
const ACCURATE: f64 = 5.684341886080802e-14; // 2^-44

// @external('env', 'wholePlaneCrossing')
declare function wholePlaneCrossing(p: usize, q: usize, a: usize, b: usize, c: usize): f64;
// @external('env', 'wholeLineCrossing')
declare function wholeLineCrossing(pu: f64, pv: f64, qu: f64, qv: f64, su: f64, sv: f64, tu: f64, tv: f64): f64;

/** Two edges of the plane's triangle, from its first corner, and their product: x, y, z as pairs of f64. */
const edges = reserveScratch(2 * 48);
const normal = reserveScratch(48);
/** For each component of the normal, the magnitudes of the two products that it is the difference of, added up. */
const sizes = reserveScratch(24);

// @inline
function keep(at: usize): void {
  store<f64>(at, high);
  store<f64>(at, low, 8);
}

/** Sets the plane for `planeCrossing` to that of a triangle. */
export function setPlane(plane: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    const origin = load<f64>(plane + (k << 3));
    setDifference(load<f64>(plane + POINT + (k << 3)), origin);
    keep(edges + (k << 4));
    setDifference(load<f64>(plane + 2 * POINT + (k << 3)), origin);
    keep(edges + 48 + (k << 4));
  }
  for (let k: usize = 0; k < 3; k++) {
    const i: usize = k == 2 ? 0 : k + 1;
    const j: usize = k == 0 ? 2 : k - 1;
    setEdgeProduct(i, j);
    const firstHigh = high;
    const firstLow = low;
    setEdgeProduct(j, i);
    store<f64>(sizes + (k << 3), abs(firstHigh) + abs(high));
    setSum(firstHigh, firstLow, -high, -low);
    keep(normal + (k << 4));
  }
}

/** Component i of the first edge times component j of the second. */
function setEdgeProduct(i: usize, j: usize): void {
  const u = edges + (i << 4);
  const v = edges + 48 + (j << 4);
  setProduct(load<f64>(u), load<f64>(u, 8), load<f64>(v), load<f64>(v, 8));
}

/** Component k of the normal of the plane, rounded once. */
export function planeNormal(k: usize): f64 {
  return load<f64>(normal + (k << 4));
}

/** The magnitudes of all products that the normal is made of, added up. */
export function planeSpread(): f64 {
  return load<f64>(sizes) + load<f64>(sizes, 8) + load<f64>(sizes, 16);
}

/** Height of a point above the plane given to setPlane, in units of the normal's length. Not for wide scenes. */
export function heightAbove(plane: usize, point: usize): f64 {
  let sumHigh: f64 = 0;
  let sumLow: f64 = 0;
  let size: f64 = 0;
  for (let k: usize = 0; k < 3; k++) {
    setDifference(load<f64>(point + (k << 3)), load<f64>(plane + (k << 3)));
    size += abs(high) * load<f64>(sizes + (k << 3));
    setProduct(high, low, load<f64>(normal + (k << 4)), load<f64>(normal + (k << 4), 8));
    setSum(sumHigh, sumLow, high, low);
    sumHigh = high;
    sumLow = low;
  }
  if (abs(sumHigh) >= size * ACCURATE) return sumHigh;
  return orient3dValue(point, plane + POINT, plane + 2 * POINT, plane);
}

/** Whether a point has a coordinate that makes a scene wide. */
// @inline
function hasTiny(point: usize): bool {
  return isTiny(load<f64>(point)) || isTiny(load<f64>(point, 8)) || isTiny(load<f64>(point, 16));
}

// @inline
function mayUnderflow(plane: usize, p: usize, q: usize): bool {
  if (!isWide()) return false;
  return hasTiny(p) || hasTiny(q) || hasTiny(plane) || hasTiny(plane + POINT) || hasTiny(plane + 2 * POINT);
}

/** Fraction of the way from p to q at which the plane is crossed. `plane` is the triangle given to setPlane. */
export function planeCrossing(plane: usize, p: usize, q: usize): f64 {
  if (mayUnderflow(plane, p, q)) return wholePlaneCrossing(p, q, plane, plane + POINT, plane + 2 * POINT);
  return zeroBetween(heightAbove(plane, p), heightAbove(plane, q));
}

// @inline
function zeroBetween(atStart: f64, atEnd: f64): f64 {
  return atStart / (atStart - atEnd);
}

/** Distance of (pu, pv) to the left of the line through s and t, in units of the distance between s and t. */
function heightBeside(su: f64, sv: f64, tu: f64, tv: f64, pu: f64, pv: f64): f64 {
  setDifference(su, pu);
  const auHigh = high;
  const auLow = low;
  setDifference(sv, pv);
  const avHigh = high;
  const avLow = low;
  setDifference(tu, pu);
  const buHigh = high;
  const buLow = low;
  setDifference(tv, pv);
  setProduct(auHigh, auLow, high, low);
  const leftHigh = high;
  const leftLow = low;
  setProduct(avHigh, avLow, buHigh, buLow);
  const size = abs(leftHigh) + abs(high);
  setSum(leftHigh, leftLow, -high, -low);
  return abs(high) >= size * ACCURATE ? high : orient2dValue(su, sv, tu, tv, pu, pv);
}

/**
 * Fraction of the way from p to q at which the line through s and t is crossed, in the plane of the coordinates at u
 * and v.
 */
export function lineCrossing(s: usize, t: usize, p: usize, q: usize, u: usize, v: usize): f64 {
  const su = load<f64>(s + u);
  const sv = load<f64>(s + v);
  const tu = load<f64>(t + u);
  const tv = load<f64>(t + v);
  const pu = load<f64>(p + u);
  const pv = load<f64>(p + v);
  const qu = load<f64>(q + u);
  const qv = load<f64>(q + v);
  if (isWide()) {
    const isLineTiny = isTiny(su) || isTiny(sv) || isTiny(tu) || isTiny(tv);
    const isEdgeTiny = isTiny(pu) || isTiny(pv) || isTiny(qu) || isTiny(qv);
    if (isLineTiny || isEdgeTiny) return wholeLineCrossing(pu, pv, qu, qv, su, sv, tu, tv);
  }
  return zeroBetween(heightBeside(su, sv, tu, tv, pu, pv), heightBeside(su, sv, tu, tv, qu, qv));
}
