/**
 * Where an object is in the image, and how the boxes of one object lie along the axes of another: what is known of two objects before
 * their trees are walked. tree-pair.ts says what it is for, and derives the bounds.
 */

import { COLLIDE_SET_QUERIES } from '../../memory/constants';
import { ClustersRecord, job, ObjectRecord } from '../../memory/generated/kernels/records';
import { treeOf } from './tree-nodes';

const DOUBLES: f64 = 2.842170943040401e-14; // 2^-45
const SMALLEST: f64 = 8.095e-320; // 2^-1060
const ORIGIN_ROUNDING: f64 = 8.881784197001252e-16; // 2^-50
const PRODUCT_ROUNDING: f64 = 3.552713678800501e-15; // 2^-48
const SINGLE_ROUNDING: f64 = 3.814697265625e-6; // 2^-18
const SINGLE_SMALLEST: f64 = 7.174648137343064e-43; // 2^-140
const IMAGE_ROUNDING: f64 = 1.1920928955078125e-7; // 2^-23
const MORE: f64 = 1.0009765625; // 1 + 2^-10
const LARGEST: f64 = 1e90;
/** Pays for rounding of a distance asked for, and of half of it in the image. */
const DISTANCE_MORE: f64 = 1.00000095367431640625; // 1 + 2^-20

/** Half of the distance that is asked for, in world coordinates; 0 where objects are to share a point. */
let apart: f64 = 0;

/** Says from which distance on nodes count as apart, for all pairs of this job. */
export function setApart(distance: f64): void {
  apart = 0.5 * distance * DISTANCE_MORE;
}

/**
 * An object in the image, in double precision: rows of S and of its inverse, then o, e and reach; each with a 0 behind. Where objects
 * move, S and o are those half-way, and what they change by follows.
 */
const ROW: usize = 32;
const S: usize = 0;
const INVERSE: usize = 96;
const ORIGIN: usize = 192;
const OFF: usize = 224;
const REACH: usize = 256;
const TURN: usize = 288;
const SHIFT: usize = 384;
export const FRAME_BYTES: usize = 416;

/**
 * The table of the pair, v128 of f32: columns of R, their magnitudes, t and slack, then rows of R, of which the last lane is 0, and
 * the sum of slack; first along the axes of A, then along those of B.
 */
export const ROWS: usize = 128;
export const SLACK_SUM: usize = 176;
export const AXES_BYTES: usize = 192;

/** The inverse of S, from cross products of its rows; not a number where S has none. */
function invert(frame: usize): void {
  const s = frame + S;
  const a = load<f64>(s);
  const b = load<f64>(s, 8);
  const c = load<f64>(s, 16);
  const d = load<f64>(s, 32);
  const e = load<f64>(s, 40);
  const f = load<f64>(s, 48);
  const g = load<f64>(s, 64);
  const h = load<f64>(s, 72);
  const i = load<f64>(s, 80);
  const x = e * i - f * h;
  const y = f * g - d * i;
  const z = d * h - e * g;
  const inverse = 1 / (a * x + b * y + c * z);
  const n = frame + INVERSE;
  store<f64>(n, x * inverse);
  store<f64>(n, (c * h - b * i) * inverse, 8);
  store<f64>(n, (b * f - c * e) * inverse, 16);
  store<f64>(n, y * inverse, 32);
  store<f64>(n, (a * i - c * g) * inverse, 40);
  store<f64>(n, (c * d - a * f) * inverse, 48);
  store<f64>(n, z * inverse, 64);
  store<f64>(n, (b * g - a * h) * inverse, 72);
  store<f64>(n, (a * e - b * d) * inverse, 80);
  let largest: f64 = 0;
  for (let k: usize = 0; k < 96; k += 8) largest = max(largest, abs(load<f64>(n + k)));
  if (largest < LARGEST) return;
  for (let k: usize = 0; k < 96; k += ROW) store<f64>(n + k, f64.NaN);
}

/** Whether objects may move. Kernels of `collide` alone have no code for that. */
// @inline
function haveMotions(): bool {
  return QUERIES_BUILT > COLLIDE_SET_QUERIES && job.moves != 0;
}

/** The frame of an object without clusters: image coordinates. */
function openImageFrame(frame: usize, object: ObjectRecord): void {
  const scale = load<f64>(object.map, 24);
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(frame + S + k * (ROW + 8), 1);
    store<f64>(frame + INVERSE + k * (ROW + 8), 1);
    const most = <f64>max(abs(load<f32>(object.low + (k << 2))), abs(load<f32>(object.high + (k << 2))));
    const off = most * IMAGE_ROUNDING + SINGLE_SMALLEST + apart * scale;
    store<f64>(frame + OFF + (k << 3), off);
    store<f64>(frame + REACH + (k << 3), most * MORE + SINGLE_SMALLEST);
  }
}

export function openFrame(frame: usize, object: ObjectRecord): void {
  // Scratch memory is what the last user left: the kernels of all queries use the same for other things.
  memory.fill(frame, 0, FRAME_BYTES);
  if (object.clusters == 0) {
    openImageFrame(frame, object);
    return;
  }
  const clusters = ClustersRecord.at(object.clusters, 0);
  const centre = clusters.centre;
  const reach = clusters.reach;
  const map = object.map;
  const scale = load<f64>(map, 24);
  const root = treeOf(object);
  for (let i: usize = 0; i < 3; i++) {
    const m = object.matrix + (i << 3);
    const x = load<f64>(m);
    const y = load<f64>(m, 32);
    const z = load<f64>(m, 64);
    const t = load<f64>(m, 96);
    store<f64>(frame + S + i * ROW, x * scale);
    store<f64>(frame + S + i * ROW, y * scale, 8);
    store<f64>(frame + S + i * ROW, z * scale, 16);
    const placed = x * load<f64>(centre) + y * load<f64>(centre, 8) + z * load<f64>(centre, 16) + t;
    const origin = (placed - load<f64>(map + (i << 3))) * scale;
    const turned = abs(x) * load<f64>(reach) + abs(y) * load<f64>(reach, 8) + abs(z) * load<f64>(reach, 16);
    store<f64>(frame + ORIGIN + (i << 3), origin);
    const off = ((abs(t) + 3 * turned) * DOUBLES + SMALLEST + apart) * scale + abs(origin) * ORIGIN_ROUNDING;
    store<f64>(frame + OFF + (i << 3), off);
    const size = <f64>abs(load<f32>(root + (i << 2))) + <f64>load<f32>(root + (i << 2), 16);
    store<f64>(frame + REACH + (i << 3), size * MORE);
    if (haveMotions() && object.end != 0) openMotion(frame, object, i, origin, off);
  }
  invert(frame);
}

/** Row i of an object that moves: S, o and e have been set for its start. */
function openMotion(frame: usize, object: ObjectRecord, i: usize, origin: f64, off: f64): void {
  const clusters = ClustersRecord.at(object.clusters, 0);
  const map = object.map;
  const scale = load<f64>(map, 24);
  const m = ObjectRecord.at(object.end, 0).matrix + (i << 3);
  let placed = load<f64>(m, 96);
  let turned: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const factor = load<f64>(m + (k << 2));
    placed += factor * load<f64>(clusters.centre + k);
    turned += abs(factor) * load<f64>(clusters.reach + k);
    const at = frame + i * ROW + k;
    const start = load<f64>(at, S);
    store<f64>(at, 0.5 * (start + factor * scale), S);
    store<f64>(at, factor * scale - start, TURN);
  }
  const end = (placed - load<f64>(map + (i << 3))) * scale;
  const endOff = ((abs(load<f64>(m, 96)) + 3 * turned) * DOUBLES + SMALLEST) * scale + abs(end) * ORIGIN_ROUNDING;
  store<f64>(frame + (i << 3), 0.5 * (origin + end), ORIGIN);
  store<f64>(frame + (i << 3), end - origin, SHIFT);
  // The distance asked for counts once.
  store<f64>(frame + (i << 3), 2 * (off + endOff) - apart * scale, OFF);
}

/** Half of a row of a matrix, times the rows of another: the sum, and that of the magnitudes, two at a time. */
let product: v128 = f64x2.splat(0);
let magnitude: v128 = f64x2.splat(0);
// @inline
function multiply(n: usize, rows: usize): void {
  const x = f64x2.mul(v128.load_splat<f64>(n), v128.load(rows));
  const y = f64x2.mul(v128.load_splat<f64>(n, 8), v128.load(rows, ROW));
  const z = f64x2.mul(v128.load_splat<f64>(n, 16), v128.load(rows, 2 * ROW));
  product = f64x2.add(f64x2.add(x, y), z);
  magnitude = f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
}

// @inline
function both(v: v128): f64 {
  return f64x2.extract_lane(v, 0) + f64x2.extract_lane(v, 1);
}

/** How far turning brings points of an object along a row: leaves the sum in `product`, that of magnitudes in `magnitude`. */
function spread(n: usize, frame: usize, half: usize): void {
  multiply(n, frame + TURN + half);
  const reach = v128.load(frame + half, REACH);
  product = f64x2.mul(f64x2.abs(product), reach);
  magnitude = f64x2.mul(magnitude, reach);
}

/** Writes row i of what `openAxes` writes; returns its slack. */
function openAxis(table: usize, own: usize, other: usize, i: usize): f64 {
  const n = own + INVERSE + i * ROW;
  let t = f64x2.splat(0);
  let slack = f64x2.splat(0);
  let rounding = f64x2.splat(0);
  let size = f64x2.splat(0);
  let shift = f64x2.splat(0);
  let turn = f64x2.splat(0);
  const part = f64x2.splat(PRODUCT_ROUNDING);
  for (let half: usize = 0; half < ROW; half += 16) {
    const row = v128.load(n + half);
    const rowSize = f64x2.abs(row);
    const ownOrigin = v128.load(own + half, ORIGIN);
    const otherOrigin = v128.load(other + half, ORIGIN);
    t = f64x2.add(t, f64x2.mul(row, f64x2.sub(otherOrigin, ownOrigin)));
    rounding = f64x2.add(rounding, f64x2.mul(rowSize, f64x2.add(f64x2.abs(otherOrigin), f64x2.abs(ownOrigin))));
    const off = f64x2.add(v128.load(own + half, OFF), v128.load(other + half, OFF));
    slack = f64x2.add(slack, f64x2.mul(rowSize, off));
    const reach = v128.load(other + half, REACH);
    multiply(n, other + S + half);
    rounding = f64x2.add(rounding, f64x2.mul(magnitude, reach));
    size = f64x2.add(size, f64x2.mul(f64x2.abs(product), reach));
    v128.store64_lane(table + ROWS + (i << 4) + (half >>> 1), f32x4.demote_f64x2_zero(product), 0);
    multiply(n, own + S + half);
    // Off the identity, of which a row has its 1 in one of the four places.
    const one = f64x2(f64(half == (i >>> 1) << 4 && (i & 1) == 0), f64(half == 0 && i == 1));
    const excess = f64x2.abs(f64x2.sub(product, one));
    const unsure = f64x2.mul(f64x2.add(magnitude, f64x2.splat(1)), part);
    slack = f64x2.add(slack, f64x2.mul(f64x2.add(excess, unsure), v128.load(own + half, REACH)));
    if (!haveMotions()) continue;
    const ownShift = v128.load(own + half, SHIFT);
    const otherShift = v128.load(other + half, SHIFT);
    shift = f64x2.add(shift, f64x2.mul(row, f64x2.sub(otherShift, ownShift)));
    rounding = f64x2.add(rounding, f64x2.mul(rowSize, f64x2.add(f64x2.abs(otherShift), f64x2.abs(ownShift))));
    spread(n, other, half);
    rounding = f64x2.add(rounding, magnitude);
    turn = f64x2.add(turn, product);
    spread(n, own, half);
    rounding = f64x2.add(rounding, magnitude);
    turn = f64x2.add(turn, product);
  }
  const whole = both(size) + abs(both(t)) + load<f64>(own + REACH + (i << 3));
  const moved = 0.5 * (abs(both(shift)) + both(turn));
  const sum = both(slack) + moved + both(rounding) * PRODUCT_ROUNDING + whole * SINGLE_ROUNDING + SINGLE_SMALLEST;
  store<f32>(table + (i << 2), <f32>both(t), 96);
  store<f32>(table + (i << 2), <f32>(sum * MORE), 112);
  return sum;
}

/** Writes the part of the table that tells nodes apart along the axes of one object; its boxes take the place of a, those of another that of b. */
export function openAxes(table: usize, own: usize, other: usize): void {
  let slackSum: f64 = 0;
  for (let i: usize = 0; i < 3; i++) slackSum += openAxis(table, own, other, i);
  store<f32>(table + SLACK_SUM, <f32>(slackSum * MORE));
  // Columns of R, from its rows.
  const x = v128.load(table, ROWS);
  const y = v128.load(table, ROWS + 16);
  const z = v128.load(table, ROWS + 32);
  const xy = v128.shuffle<i32>(x, y, 0, 4, 1, 5);
  const column0 = v128.shuffle<i32>(xy, z, 0, 1, 4, 7);
  const column1 = v128.shuffle<i32>(xy, z, 2, 3, 5, 7);
  const column2 = v128.shuffle<i32>(v128.shuffle<i32>(x, y, 2, 6, 3, 7), z, 0, 1, 6, 7);
  v128.store(table, column0);
  v128.store(table, column1, 16);
  v128.store(table, column2, 32);
  v128.store(table, f32x4.abs(column0), 48);
  v128.store(table, f32x4.abs(column1), 64);
  v128.store(table, f32x4.abs(column2), 80);
}

/** Length of what a unit of an object becomes in the image, along all axes together; any number would do, it only chooses. */
export function unitOf(frame: usize): f32 {
  let squares: f64 = 0;
  for (let k: usize = 0; k < 96; k += 8) squares += load<f64>(frame + S + k) * load<f64>(frame + S + k);
  return <f32>sqrt<f64>(squares);
}
