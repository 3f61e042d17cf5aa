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

/** An object in the image, in double precision: S and its inverse, row by row, then o, e and reach. */
const S: usize = 0;
const INVERSE: usize = 72;
const ORIGIN: usize = 144;
const OFF: usize = 168;
const REACH: usize = 192;
const FRAME_BYTES: usize = 216;
let frameA = reserveScratch(FRAME_BYTES);
let frameB = reserveScratch(FRAME_BYTES);
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

/** Row i of the inverse of S, from the cross product of two columns; not a number where S has none. */
function invert(frame: usize): void {
  const s = frame + S;
  const a = load<f64>(s);
  const b = load<f64>(s, 8);
  const c = load<f64>(s, 16);
  const d = load<f64>(s, 24);
  const e = load<f64>(s, 32);
  const f = load<f64>(s, 40);
  const g = load<f64>(s, 48);
  const h = load<f64>(s, 56);
  const i = load<f64>(s, 64);
  const n0 = e * i - f * h;
  const n3 = f * g - d * i;
  const n6 = d * h - e * g;
  const inverse = 1 / (a * n0 + b * n3 + c * n6);
  const n = frame + INVERSE;
  store<f64>(n, n0 * inverse);
  store<f64>(n, (c * h - b * i) * inverse, 8);
  store<f64>(n, (b * f - c * e) * inverse, 16);
  store<f64>(n, n3 * inverse, 24);
  store<f64>(n, (a * i - c * g) * inverse, 32);
  store<f64>(n, (c * d - a * f) * inverse, 40);
  store<f64>(n, n6 * inverse, 48);
  store<f64>(n, (b * g - a * h) * inverse, 56);
  store<f64>(n, (a * e - b * d) * inverse, 64);
  let largest: f64 = 0;
  for (let k: usize = 0; k < 72; k += 8) largest = max(largest, abs(load<f64>(n + k)));
  if (!(largest < LARGEST)) store<f64>(n, f64.NaN);
  if (!(largest < LARGEST)) store<f64>(n, f64.NaN, 24);
  if (!(largest < LARGEST)) store<f64>(n, f64.NaN, 48);
}

/** The frame of an object without clusters: image coordinates. */
function openImageFrame(frame: usize, object: ObjectRecord): void {
  memory.fill(frame, 0, FRAME_BYTES);
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(frame + S + (k << 5), 1);
    store<f64>(frame + INVERSE + (k << 5), 1);
    const most = <f64>max(abs(load<f32>(object.low + (k << 2))), abs(load<f32>(object.high + (k << 2))));
    store<f64>(frame + OFF + (k << 3), most * IMAGE_ROUNDING + SINGLE_SMALLEST);
    store<f64>(frame + REACH + (k << 3), most * MORE + SINGLE_SMALLEST);
  }
}

function openFrame(frame: usize, object: ObjectRecord): void {
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
    store<f64>(frame + S + i * 24, x * scale);
    store<f64>(frame + S + i * 24, y * scale, 8);
    store<f64>(frame + S + i * 24, z * scale, 16);
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

/** Writes the part of the table that tells nodes apart along the axes of one object; its boxes take the place of a, those of another that of b. */
function openAxes(table: usize, own: usize, other: usize): void {
  let slackSum: f64 = 0;
  for (let i: usize = 0; i < 3; i++) {
    const n = own + INVERSE + i * 24;
    let t: f64 = 0;
    let slack: f64 = 0;
    let size = load<f64>(own + REACH + (i << 3));
    let rounding: f64 = 0;
    for (let k: usize = 0; k < 24; k += 8) {
      const ownOrigin = load<f64>(own + ORIGIN + k);
      const otherOrigin = load<f64>(other + ORIGIN + k);
      t += load<f64>(n + k) * (otherOrigin - ownOrigin);
      rounding += abs(load<f64>(n + k)) * (abs(otherOrigin) + abs(ownOrigin));
      slack += abs(load<f64>(n + k)) * (load<f64>(own + OFF + k) + load<f64>(other + OFF + k));
    }
    for (let j: usize = 0; j < 3; j++) {
      let r: f64 = 0;
      let f: f64 = i == j ? -1 : 0;
      let sizeR: f64 = 0;
      let sizeF: f64 = 1;
      for (let k: usize = 0; k < 3; k++) {
        const row = load<f64>(n + (k << 3));
        const otherS = load<f64>(other + S + k * 24 + (j << 3));
        const ownS = load<f64>(own + S + k * 24 + (j << 3));
        r += row * otherS;
        sizeR += abs(row) * abs(otherS);
        f += row * ownS;
        sizeF += abs(row) * abs(ownS);
      }
      const otherReach = load<f64>(other + REACH + (j << 3));
      slack += (abs(f) + sizeF * PRODUCT_ROUNDING) * load<f64>(own + REACH + (j << 3));
      rounding += sizeR * otherReach;
      size += abs(r) * otherReach;
      store<f32>(table + (j << 4) + (i << 2), <f32>r);
      store<f32>(table + (j << 4) + (i << 2), abs(<f32>r), 48);
      store<f32>(table + ROWS + (i << 4) + (j << 2), <f32>r);
    }
    slack += rounding * PRODUCT_ROUNDING + (size + abs(t)) * SINGLE_ROUNDING + SINGLE_SMALLEST;
    store<f32>(table + (i << 2), <f32>t, 96);
    store<f32>(table + (i << 2), <f32>(slack * MORE), 112);
    store<f32>(table + ROWS + (i << 4), 0, 12);
    slackSum += slack;
  }
  store<f32>(table + SLACK_SUM, <f32>(slackSum * MORE));
}

/** Length of what a unit of an object becomes in the image, along all axes together; any number would do, it only chooses. */
function unitOf(frame: usize): f32 {
  let squares: f64 = 0;
  for (let k: usize = 0; k < 72; k += 8) squares += load<f64>(frame + S + k) * load<f64>(frame + S + k);
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

/** Lanes in which a box is certainly apart from another one along its own axes. What is in the last lane does not count. */
// @inline
function apartAlong(table: usize, a: usize, b: usize): v128 {
  const x = v128.load_splat<f32>(b);
  const y = v128.load_splat<f32>(b, 4);
  const z = v128.load_splat<f32>(b, 8);
  const moved = f32x4.add(
    f32x4.add(v128.load(table, 96), f32x4.mul(v128.load(table), x)),
    f32x4.add(f32x4.mul(v128.load(table, 16), y), f32x4.mul(v128.load(table, 32), z)),
  );
  const halfX = v128.load_splat<f32>(b, 16);
  const halfY = v128.load_splat<f32>(b, 20);
  const halfZ = v128.load_splat<f32>(b, 24);
  const most = f32x4.add(
    f32x4.add(f32x4.add(v128.load(a, 16), v128.load(table, 112)), f32x4.mul(v128.load(table, 48), halfX)),
    f32x4.add(f32x4.mul(v128.load(table, 64), halfY), f32x4.mul(v128.load(table, 80), halfZ)),
  );
  return f32x4.gt(f32x4.abs(f32x4.sub(v128.load(a), moved)), most);
}

/** Whether a node of the first object and one of the second are certainly apart. */
// @inline
export function areApart(a: usize, b: usize): bool {
  return (i32x4.bitmask(v128.or(apartAlong(alongA, a, b), apartAlong(alongB, b, a))) & 7) != 0;
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

/** The same of two leaves that `areApart` does not tell apart. */
export function areClustersApart(a: usize, b: usize): bool {
  if (slabsA != 0 && apartBySlab(alongA, slabsA + <usize>clusterOf(a) * <usize>SLAB_BYTES, b)) return true;
  return slabsB != 0 && apartBySlab(alongB, slabsB + <usize>clusterOf(b) * <usize>SLAB_BYTES, a);
}

// @inline
function sizeOf(node: usize): f32 {
  return load<f32>(node, 16) + load<f32>(node, 20) + load<f32>(node, 24);
}

// @inline
export function isLeaf(node: usize): bool {
  return <i32>load<u32>(node, 12) < 0;
}

/** Whether to step down in the first of two nodes that are not both leaves: in the larger one. */
// @inline
export function stepsInFirst(a: usize, b: usize): bool {
  return isLeaf(b) || (!isLeaf(a) && sizeOf(a) * unitA >= sizeOf(b) * unitB);
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
