/**
 * Two trees of boxes against each other: whether nodes of two objects are apart, told along the axes of either object. Boxes stay as they
 * were made, in the coordinates of their objects; what moves with the objects is one small table per pair of them.
 *
 * Promise: triangles of two nodes that are found apart share no point.
 *
 * An object brings a point at x, counted from its centre, to S·x + o in the image (without rounding), with S = scale·m. Where a point
 * of A and one of B are in the same place, S_A·x + o_A + f_A = S_B·y + o_B + f_B, where f is what rounding did to placed coordinates and
 * to o: at most e, see below. Let N be any matrix, and F = N·S_A − 1. Then
 *
 *   x − (R·y + t) = N·(f_B − f_A) − F·x   with R = N·S_B and t = N·(o_B − o_A),
 *
 * and with x and y in boxes of middles a, b and halves g, h, each component of |a − (R·b + t)| is at most g + |R|·h + slack, with
 * slack = |N|·(e_A + e_B) + |F|·reach_A, reach being the largest magnitudes of x. That holds whatever N is; where N is the inverse of S_A, up to
 * rounding, F is next to nothing, and R·y + t are B's points in A's coordinates. The same with both exchanged makes six axes in all, those of
 * the faces of two boxes that are turned against each other (Gottschalk, Lin & Manocha, "OBBTree", 1996). A matrix that cannot be undone,
 * or nearly so, gives slack that is large, infinite or not a number, and then nothing is found apart along these axes.
 *
 * Clusters have a slab besides (cluster-build.ts): n·x of A's points is within c ± d for a direction n. As x is within slack of R·y + t,
 * |c − n·(R·b + t)| is at most d + |nᵀR|·h + |n|·slack, in which no component of |n| is above 1.
 *
 * What is rounded:
 * - placing vertices and o, in double precision: e = scale·(2^-45·size + 2^-1060) + 2^-50·|o| with size as in cluster-boxes.ts. An object without
 *   clusters is in image coordinates already, S = 1, which are rounded to single precision: e = 2^-23 of the largest magnitude, and 2^-140;
 * - R, F and t in double precision: three products and sums each, off by 2^-50 of the sum of their magnitudes at most. 2^-48 of it is added;
 * - R, t and the sums of both tests in single precision: fewer than 24 operations on the way to either side, each off by 2^-24 of at
 *   most W = reach_A + |R|·reach_B + |t|. 2^-18·W is added, and 2^-140 for what underflows; slack is then made larger by 2^-10 of itself.
 * Products that underflow in double precision are off by 2^-1074, which these cover as long as N is below LARGEST; beyond, nothing is
 * found apart.
 */

import { CLUSTER_LEAF, NODE_BYTES, NODE_NUMBER, NODE_TAG, SLAB_BYTES } from '../../memory/constants';
import { ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';
import { objectRecord } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';

const DOUBLES: f64 = 2.842170943040401e-14; // 2^-45
const SMALLEST: f64 = 8.095e-320; // 2^-1060
const ORIGIN_ROUNDING: f64 = 8.881784197001252e-16; // 2^-50
const PRODUCT_ROUNDING: f64 = 3.552713678800501e-15; // 2^-48
const SINGLE_ROUNDING: f64 = 3.814697265625e-6; // 2^-18
const SINGLE_SMALLEST: f64 = 7.174648137343064e-43; // 2^-140
const IMAGE_ROUNDING: f64 = 1.1920928955078125e-7; // 2^-23
const MORE: f64 = 1.0009765625; // 1 + 2^-10
const LARGEST: f64 = 1e90;

/** An object in the image, in double precision: rows of S and of its inverse, then o, e and reach; each with a 0 behind. */
const ROW: usize = 32;
const S: usize = 0;
const INVERSE: usize = 96;
const ORIGIN: usize = 192;
const OFF: usize = 224;
const REACH: usize = 256;
const FRAME_BYTES: usize = 288;
const frameA = reserveScratch(FRAME_BYTES);
const frameB = reserveScratch(FRAME_BYTES);
/** Of which objects the frames are; u32.MAX_VALUE of none. */
let objectA: u32 = u32.MAX_VALUE;
let objectB: u32 = u32.MAX_VALUE;

/**
 * The table of the pair, v128 of f32: columns of R, their magnitudes, t and slack, then rows of R, of which the last lane is 0, and
 * the sum of slack; first along the axes of A, then along those of B.
 */
const ROWS: usize = 128;
const SLACK_SUM: usize = 176;
const AXES_BYTES: usize = 192;
const alongA = reserveScratch(AXES_BYTES);
const alongB = reserveScratch(AXES_BYTES);

/** Roots of both trees, and how large a unit of either object is in the image. */
export let rootA: usize = 0;
export let rootB: usize = 0;
let unitA: f32 = 0;
let unitB: f32 = 0;
/** Slabs of their clusters; 0 for an object without any. */
let slabsA: usize = 0;
let slabsB: usize = 0;

/** No pair has been opened in this job. */
export function forgetTreePair(): void {
  objectA = objectB = u32.MAX_VALUE;
}

/** The tree of an object: its clusters', or its one leaf. */
// @inline
export function treeOf(object: ObjectRecord): usize {
  const block = object.clusters;
  return block == 0 ? object.leaf : block + <usize>ClustersRecord.at(block, 0).nodes;
}

// @inline
function slabsOf(object: ObjectRecord): usize {
  const block = object.clusters;
  return block == 0 ? 0 : block + <usize>ClustersRecord.at(block, 0).slabs;
}

/** Makes the node of an object without clusters, from its box in image coordinates. */
export function openLeaf(object: ObjectRecord): void {
  const leaf = object.leaf;
  store<u32>(leaf, <u32>CLUSTER_LEAF | <u32>NODE_TAG, 12);
  for (let k: usize = 0; k < 12; k += 4) {
    const low = <f64>load<f32>(object.low + k);
    const high = <f64>load<f32>(object.high + k);
    const middle = <f32>(low * 0.5 + high * 0.5);
    const half = max(high - <f64>middle, <f64>middle - low);
    store<f32>(leaf + k, middle);
    store<f32>(leaf + k, <f32>(half * MORE) + <f32>SINGLE_SMALLEST, 16);
  }
}

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

/** The frame of an object without clusters: image coordinates. */
function openImageFrame(frame: usize, object: ObjectRecord): void {
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(frame + S + k * (ROW + 8), 1);
    store<f64>(frame + INVERSE + k * (ROW + 8), 1);
    const most = <f64>max(abs(load<f32>(object.low + (k << 2))), abs(load<f32>(object.high + (k << 2))));
    store<f64>(frame + OFF + (k << 3), most * IMAGE_ROUNDING + SINGLE_SMALLEST);
    store<f64>(frame + REACH + (k << 3), most * MORE + SINGLE_SMALLEST);
  }
}

function openFrame(frame: usize, object: ObjectRecord): void {
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
    const off = ((abs(t) + 3 * turned) * DOUBLES + SMALLEST) * scale + abs(origin) * ORIGIN_ROUNDING;
    store<f64>(frame + OFF + (i << 3), off);
    const size = <f64>abs(load<f32>(root + (i << 2))) + <f64>load<f32>(root + (i << 2), 16);
    store<f64>(frame + REACH + (i << 3), size * MORE);
  }
  invert(frame);
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

/** Writes row i of what `openAxes` writes; returns its slack. */
function openAxis(table: usize, own: usize, other: usize, i: usize): f64 {
  const n = own + INVERSE + i * ROW;
  let t = f64x2.splat(0);
  let slack = f64x2.splat(0);
  let rounding = f64x2.splat(0);
  let size = f64x2.splat(0);
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
  }
  const whole = both(size) + abs(both(t)) + load<f64>(own + REACH + (i << 3));
  const sum = both(slack) + both(rounding) * PRODUCT_ROUNDING + whole * SINGLE_ROUNDING + SINGLE_SMALLEST;
  store<f32>(table + (i << 2), <f32>both(t), 96);
  store<f32>(table + (i << 2), <f32>(sum * MORE), 112);
  return sum;
}

/** Writes the part of the table that tells nodes apart along the axes of one object; its boxes take the place of a, those of another that of b. */
function openAxes(table: usize, own: usize, other: usize): void {
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
function unitOf(frame: usize): f32 {
  let squares: f64 = 0;
  for (let k: usize = 0; k < 96; k += 8) squares += load<f64>(frame + S + k) * load<f64>(frame + S + k);
  return <f32>sqrt<f64>(squares);
}

/** Readies the comparison of nodes of two objects of the table. */
export function openTreePair(a: u32, b: u32): void {
  if (a == objectA && b == objectB) return;
  if (a != objectA) openFrame(frameA, objectRecord(a));
  if (b != objectB) openFrame(frameB, objectRecord(b));
  objectA = a;
  objectB = b;
  rootA = treeOf(objectRecord(a));
  rootB = treeOf(objectRecord(b));
  slabsA = slabsOf(objectRecord(a));
  slabsB = slabsOf(objectRecord(b));
  unitA = unitOf(frameA);
  unitB = unitOf(frameB);
  openAxes(alongA, frameA, frameB);
  openAxes(alongB, frameB, frameA);
}

/** Where the middle of another object's box is along the axes of a table. */
// @inline
function middleAlong(table: usize, box: usize): v128 {
  return f32x4.add(
    f32x4.add(v128.load(table, 96), f32x4.mul(v128.load(table), v128.load_splat<f32>(box))),
    f32x4.add(
      f32x4.mul(v128.load(table, 16), v128.load_splat<f32>(box, 4)),
      f32x4.mul(v128.load(table, 32), v128.load_splat<f32>(box, 8)),
    ),
  );
}

/** How far it reaches from there, slack included. */
// @inline
function halfAlong(table: usize, box: usize): v128 {
  return f32x4.add(
    f32x4.add(v128.load(table, 112), f32x4.mul(v128.load(table, 48), v128.load_splat<f32>(box, 16))),
    f32x4.add(
      f32x4.mul(v128.load(table, 64), v128.load_splat<f32>(box, 20)),
      f32x4.mul(v128.load(table, 80), v128.load_splat<f32>(box, 24)),
    ),
  );
}

/** Lanes in which a box is certainly apart from middle and half of another along its own axes. What is in the last lane does not count. */
// @inline
function apartFrom(box: usize, middle: v128, half: v128): v128 {
  return f32x4.gt(f32x4.abs(f32x4.sub(v128.load(box), middle)), f32x4.add(v128.load(box, 16), half));
}

/** Whether a node of the first object and one of the second are certainly apart. */
export function areApart(a: usize, b: usize): bool {
  const lanes = v128.or(
    apartFrom(a, middleAlong(alongA, b), halfAlong(alongA, b)),
    apartFrom(b, middleAlong(alongB, a), halfAlong(alongB, a)),
  );
  return (i32x4.bitmask(lanes) & 7) != 0;
}

/** 1 unless a child is apart from a node of the other object, whose middle and half along the child's axes are given. */
// @inline
function isNear(child: usize, middle: v128, half: v128): u32 {
  return u32((i32x4.bitmask(apartFrom(child, middle, half)) & 7) == 0);
}

/** Two nodes as one number, the first object's in the low half. */
// @inline
export function nodePair(a: usize, b: usize): u64 {
  return <u64>a | ((<u64>b) << 32);
}

/**
 * Steps down from two nodes that are not both leaves, in the larger one: writes the pairs of its children with the other that are not
 * apart, and returns how many. No branch tells what is apart, or in which object it steps down: either is as good as random.
 */
// @inline
export function stepDown(pairs: usize, a: usize, b: usize): u32 {
  const inFirst = stepsInFirst(a, b);
  const node = select<usize>(a, b, inFirst);
  const other = select<usize>(b, a, inFirst);
  const own = select<usize>(alongA, alongB, inFirst);
  const middle = middleAlong(own, other);
  const half = halfAlong(own, other);
  const right = rightOf(select<usize>(rootA, rootB, inFirst), node);
  const left = leftOf(node);
  store<u64>(pairs, select<u64>(nodePair(right, other), nodePair(other, right), inFirst));
  const count = isNear(right, middle, half);
  store<u64>(pairs + ((<usize>count) << 3), select<u64>(nodePair(left, other), nodePair(other, left), inFirst));
  return count + isNear(left, middle, half);
}

/** The sum of x, y and z. */
// @inline
function sum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2);
}

/** Whether a cluster of one object, whose slab this is, and a leaf of another are certainly apart along the slab's direction. */
// @inline
function apartBySlab(table: usize, slab: usize, b: usize): bool {
  const direction = v128.load(slab);
  const turned = f32x4.add(
    f32x4.mul(v128.load(table, ROWS), v128.load_splat<f32>(slab)),
    f32x4.add(
      f32x4.mul(v128.load(table, ROWS + 16), v128.load_splat<f32>(slab, 4)),
      f32x4.mul(v128.load(table, ROWS + 32), v128.load_splat<f32>(slab, 8)),
    ),
  );
  const middle = sum(f32x4.add(f32x4.mul(direction, v128.load(table, 96)), f32x4.mul(turned, v128.load(b))));
  const half = sum(f32x4.mul(f32x4.abs(turned), v128.load(b, 16)));
  return abs(load<f32>(slab, 12) - middle) > load<f32>(slab, 16) + half + load<f32>(table, SLACK_SUM);
}

/** The same of two leaves that boxes do not tell apart, whichever of them have slabs. */
// @inline
export function areClustersApart(a: usize, b: usize): bool {
  let apart: i32 = 0;
  if (slabsA != 0) apart = i32(apartBySlab(alongA, slabsA + <usize>clusterOf(a) * <usize>SLAB_BYTES, b));
  if (slabsB != 0) apart |= i32(apartBySlab(alongB, slabsB + <usize>clusterOf(b) * <usize>SLAB_BYTES, a));
  return apart != 0;
}

// @inline
function sizeOf(node: usize): f32 {
  return load<f32>(node, 16) + load<f32>(node, 20) + load<f32>(node, 24);
}

// @inline
function isLeaf(node: usize): bool {
  return <i32>load<u32>(node, 12) < 0;
}

// @inline
export function areLeaves(a: usize, b: usize): bool {
  return <i32>(load<u32>(a, 12) & load<u32>(b, 12)) < 0;
}

/** Whether to step down in the first of two nodes that are not both leaves: in the larger one. */
// @inline
export function stepsInFirst(a: usize, b: usize): bool {
  const isLarger = i32(sizeOf(a) * unitA >= sizeOf(b) * unitB);
  return (i32(isLeaf(b)) | (i32(!isLeaf(a)) & isLarger)) != 0;
}

/** The right child of a node that is not a leaf; the left one comes next. */
// @inline
export function rightOf(root: usize, node: usize): usize {
  return root + <usize>(load<u32>(node, 12) & <u32>NODE_NUMBER) * <usize>NODE_BYTES;
}

// @inline
export function leftOf(node: usize): usize {
  return node + <usize>NODE_BYTES;
}

/** The number of a leaf's cluster. */
// @inline
export function clusterOf(node: usize): u32 {
  return load<u32>(node, 12) & <u32>NODE_NUMBER;
}
