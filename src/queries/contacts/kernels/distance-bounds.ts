/**
 * Bounds of the distances of four pairs of features at a time, in single precision: enough to tell of nearly all whether they are
 * nearer than the distance asked for. What they leave open is decided exactly.
 *
 * From parts of both features that are about the nearest, w leads from B to A. The features are no farther apart than |w|. They are no
 * nearer than the least of w · (a − b) over their corners, divided by |w|, whatever w is. So only what is computed from w has to be
 * right, and not how it was found.
 *
 * Roundings, with M the largest image coordinate of the four points and e = 2^-24: image coordinates are off by e M, differences of them
 * by 4 e M; w by 26 e M along each axis, so its length by less than 2^-18 M; products of w with differences, all summed, by 42 e M |w|₁,
 * which is less than 2^-17 M |w|. Lengths, squares and the sums here are off by less than 8 e of themselves. Squares too small for that
 * are left open, and numbers too large become comparisons that fail.
 */
import { contactsJob, job } from '../../../memory/generated/kernels/records';

/** A pair: addresses of its four points' image coordinates; records of both objects; the face; the largest coordinate. */
export const PAIR_BYTES: usize = 32;
export const PAIR_A: usize = 16;
export const PAIR_B: usize = 20;
export const PAIR_FACE: usize = 24;
export const PAIR_SIZE: usize = 28;

const LENGTH_ROUNDING: f32 = 3.814697265625e-6; // 2^-18
const PRODUCT_ROUNDING: f32 = 7.62939453125e-6; // 2^-17
const SUM_ROUNDING: f32 = 1.00000095367431640625; // 1 + 2^-20
const SQUARE_LEAST: f32 = 1e-30;
const DISTANCE_ROUNDING: f64 = 2.384185791015625e-7; // 2^-22

let distanceLow: v128 = i32x4.splat(0);
let distanceHigh: v128 = i32x4.splat(0);

/** The distance in image coordinates, rounded down and up. */
export function openDistanceBounds(): void {
  const distance = contactsJob.distance * load<f64>(job.map + 24);
  distanceLow = f32x4.splat(<f32>(distance * (1 - DISTANCE_ROUNDING)));
  distanceHigh = f32x4.splat(<f32>(distance * (1 + DISTANCE_ROUNDING)));
}

// Three coordinates of four points.
let x: v128 = i32x4.splat(0);
let y: v128 = i32x4.splat(0);
let z: v128 = i32x4.splat(0);

/** Reads a point of each of the four pairs. */
// @inline
function readLanes(pairs: usize, slot: usize): void {
  const at = pairs + 4 * slot;
  const p = v128.load(load<u32>(at));
  const q = v128.load(load<u32>(at, PAIR_BYTES));
  const r = v128.load(load<u32>(at, 2 * PAIR_BYTES));
  const s = v128.load(load<u32>(at, 3 * PAIR_BYTES));
  const pq = v128.shuffle<i32>(p, q, 0, 4, 1, 5);
  const rs = v128.shuffle<i32>(r, s, 0, 4, 1, 5);
  x = v128.shuffle<i32>(pq, rs, 0, 1, 4, 5);
  y = v128.shuffle<i32>(pq, rs, 2, 3, 6, 7);
  z = v128.shuffle<i32>(v128.shuffle<i32>(p, q, 2, 6, 2, 6), v128.shuffle<i32>(r, s, 2, 6, 2, 6), 0, 1, 4, 5);
}

// @inline
function dot(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(ux, vx), f32x4.mul(uy, vy)), f32x4.mul(uz, vz));
}

/** Between 0 and 1; of no number none, or one of these. */
// @inline
function unit(value: v128): v128 {
  return f32x4.pmin(f32x4.pmax(value, f32x4.splat(0)), f32x4.splat(1));
}

/** p + q · part */
// @inline
function plus(p: v128, q: v128, part: v128): v128 {
  return f32x4.add(p, f32x4.mul(q, part));
}

/** Bits of the pairs that are nearer than the distance and do not meet, and from bit 4 on of those that are not nearer. */
// @inline
function verdicts(pairs: usize, squared: v128, least: v128): u32 {
  const size = f32x4(
    load<f32>(pairs, PAIR_SIZE),
    load<f32>(pairs, PAIR_BYTES + PAIR_SIZE),
    load<f32>(pairs, 2 * PAIR_BYTES + PAIR_SIZE),
    load<f32>(pairs, 3 * PAIR_BYTES + PAIR_SIZE),
  );
  const more = f32x4.splat(SUM_ROUNDING);
  const length = f32x4.mul(f32x4.sqrt(squared), more);
  const off = f32x4.mul(size, f32x4.splat(PRODUCT_ROUNDING));
  const isLarge = f32x4.ge(squared, f32x4.splat(SQUARE_LEAST));
  const isApart = v128.and(isLarge, f32x4.gt(least, f32x4.mul(length, off)));
  const isFar = v128.and(isLarge, f32x4.gt(least, f32x4.mul(length, f32x4.add(distanceHigh, off))));
  const low = f32x4.sub(distanceLow, f32x4.mul(size, f32x4.splat(LENGTH_ROUNDING)));
  const isShort = v128.and(f32x4.gt(low, f32x4.splat(0)), f32x4.lt(f32x4.mul(squared, more), f32x4.mul(low, low)));
  return <u32>(i32x4.bitmask(v128.and(isApart, isShort)) | (i32x4.bitmask(isFar) << 4));
}

/** Four pairs of edges: the ends of A, then those of B. */
export function boundEdges(pairs: usize): u32 {
  readLanes(pairs, 0);
  const ax = x;
  const ay = y;
  const az = z;
  readLanes(pairs, 1);
  const ux = f32x4.sub(x, ax);
  const uy = f32x4.sub(y, ay);
  const uz = f32x4.sub(z, az);
  readLanes(pairs, 2);
  const bx = x;
  const by = y;
  const bz = z;
  const rx = f32x4.sub(bx, ax);
  const ry = f32x4.sub(by, ay);
  const rz = f32x4.sub(bz, az);
  readLanes(pairs, 3);
  const vx = f32x4.sub(x, bx);
  const vy = f32x4.sub(y, by);
  const vz = f32x4.sub(z, bz);
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const vv = dot(vx, vy, vz, vx, vy, vz);
  const uv = dot(ux, uy, uz, vx, vy, vz);
  const ru = dot(rx, ry, rz, ux, uy, uz);
  const rv = dot(rx, ry, rz, vx, vy, vz);
  const across = f32x4.sub(f32x4.mul(uu, vv), f32x4.mul(uv, uv));
  const first = unit(f32x4.div(f32x4.sub(f32x4.mul(ru, vv), f32x4.mul(rv, uv)), across));
  const t = unit(f32x4.div(f32x4.sub(f32x4.mul(first, uv), rv), vv));
  const s = unit(f32x4.div(plus(ru, uv, t), uu));
  const wx = f32x4.sub(f32x4.mul(s, ux), plus(rx, vx, t));
  const wy = f32x4.sub(f32x4.mul(s, uy), plus(ry, vy, t));
  const wz = f32x4.sub(f32x4.mul(s, uz), plus(rz, vz, t));
  const zero = f32x4.splat(0);
  const onA = f32x4.pmin(zero, dot(wx, wy, wz, ux, uy, uz));
  const onB = f32x4.pmax(zero, dot(wx, wy, wz, vx, vy, vz));
  const least = f32x4.sub(f32x4.sub(onA, dot(wx, wy, wz, rx, ry, rz)), onB);
  return verdicts(pairs, dot(wx, wy, wz, wx, wy, wz), least);
}

/** Four pairs of a vertex and a face: the vertex, then the corners of the face. */
export function boundFaces(pairs: usize): u32 {
  readLanes(pairs, 1);
  const bx = x;
  const by = y;
  const bz = z;
  readLanes(pairs, 0);
  const rx = f32x4.sub(x, bx);
  const ry = f32x4.sub(y, by);
  const rz = f32x4.sub(z, bz);
  readLanes(pairs, 2);
  const ux = f32x4.sub(x, bx);
  const uy = f32x4.sub(y, by);
  const uz = f32x4.sub(z, bz);
  readLanes(pairs, 3);
  const vx = f32x4.sub(x, bx);
  const vy = f32x4.sub(y, by);
  const vz = f32x4.sub(z, bz);
  const uu = dot(ux, uy, uz, ux, uy, uz);
  const vv = dot(vx, vy, vz, vx, vy, vz);
  const uv = dot(ux, uy, uz, vx, vy, vz);
  const ru = dot(rx, ry, rz, ux, uy, uz);
  const rv = dot(rx, ry, rz, vx, vy, vz);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  // Parts of u and v: on the edges along u, along v and from u to v, and within the face.
  const onU = unit(f32x4.div(ru, uu));
  const onV = unit(f32x4.div(rv, vv));
  const third = f32x4.sub(f32x4.add(uu, vv), f32x4.add(uv, uv));
  const onThird = unit(f32x4.div(f32x4.add(f32x4.sub(rv, ru), f32x4.sub(uu, uv)), third));
  const across = f32x4.sub(f32x4.mul(uu, vv), f32x4.mul(uv, uv));
  const partU = f32x4.div(f32x4.sub(f32x4.mul(ru, vv), f32x4.mul(rv, uv)), across);
  const partV = f32x4.div(f32x4.sub(f32x4.mul(rv, uu), f32x4.mul(ru, uv)), across);
  const isWithin = v128.and(
    v128.and(f32x4.ge(partU, zero), f32x4.ge(partV, zero)),
    f32x4.le(f32x4.add(partU, partV), one),
  );
  // Of the edges the one whose point is nearest: |r − part|² without |r|².
  const squareU = f32x4.mul(onU, f32x4.sub(f32x4.mul(onU, uu), f32x4.add(ru, ru)));
  const squareV = f32x4.mul(onV, f32x4.sub(f32x4.mul(onV, vv), f32x4.add(rv, rv)));
  const rest = f32x4.sub(one, onThird);
  const ofU = f32x4.mul(rest, f32x4.sub(f32x4.mul(rest, uu), f32x4.add(ru, ru)));
  const ofV = f32x4.mul(onThird, f32x4.sub(f32x4.mul(onThird, vv), f32x4.add(rv, rv)));
  const ofBoth = f32x4.mul(f32x4.mul(rest, onThird), f32x4.add(uv, uv));
  const squareThird = f32x4.add(f32x4.add(ofU, ofV), ofBoth);
  const isU = f32x4.le(squareU, squareV);
  const best = f32x4.pmin(squareU, squareV);
  const isThird = f32x4.lt(squareThird, best);
  const edgeU = v128.bitselect(rest, v128.and(onU, isU), isThird);
  const edgeV = v128.bitselect(onThird, v128.andnot(onV, isU), isThird);
  const s = v128.bitselect(partU, edgeU, isWithin);
  const t = v128.bitselect(partV, edgeV, isWithin);
  const wx = f32x4.sub(rx, plus(f32x4.mul(ux, s), vx, t));
  const wy = f32x4.sub(ry, plus(f32x4.mul(uy, s), vy, t));
  const wz = f32x4.sub(rz, plus(f32x4.mul(uz, s), vz, t));
  const most = f32x4.pmax(zero, f32x4.pmax(dot(wx, wy, wz, ux, uy, uz), dot(wx, wy, wz, vx, vy, vz)));
  return verdicts(pairs, dot(wx, wy, wz, wx, wy, wz), f32x4.sub(dot(wx, wy, wz, rx, ry, rz), most));
}
