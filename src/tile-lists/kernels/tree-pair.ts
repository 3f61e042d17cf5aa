/**
 * Two trees of boxes against each other: whether nodes of two objects are apart, told along the axes of either object. Boxes stay as they
 * were made, in the coordinates of their objects; what moves with the objects is one small table per pair of them.
 *
 * Promise: triangles of two nodes that are found apart share no point; where a distance is asked for (`setApart`), they are not nearer than it.
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
 * the faces of two boxes that are rotated against each other (Gottschalk, Lin & Manocha, "OBBTree", 1996). A matrix that is singular,
 * or nearly so, gives slack that is large, infinite or not a number, and then nothing is found apart along these axes.
 *
 * Where a distance D is asked for, two points that are nearer differ by less than D in each coordinate: with D · scale / 2 added to e of both objects,
 * all of this holds for them. The distance of two triangles, as it is computed, is off by 2^-48 of their extent, which the rest of e pays for.
 *
 * Where objects move, each vertex on a straight line, its place at time t is S·x + o + (t − ½)·(T·x + p) + f: S and o are the means of those
 * at both ends, T and p their differences, and f lies between what rounding did at either end. All of the above holds for every t at once with
 * (t − ½)·N·(T_B·y + p_B − T_A·x − p_A) besides, which is at most half of |N·(p_B − p_A)| + |N·T_B|·reach_B + |N·T_A|·reach_A. That is added
 * to slack. What two objects move by together does not count. For e, twice the sum of those of both ends is taken: one of them pays for f, the rest
 * for rounding of means and differences, which are off by less than either.
 *
 * Clusters have a slab besides (cluster-build.ts): n·x of A's points is within c ± d for a direction n. As x is within slack of R·y + t,
 * |c − n·(R·b + t)| is at most d + |nᵀR|·h + |n|·slack, in which no component of |n| is above 1.
 *
 * What is rounded:
 * - placing vertices and o, in double precision: e = scale·(2^-45·size + 2^-1060) + 2^-50·|o| with size as in cluster-boxes.ts. An object without
 *   clusters is in image coordinates already, S = 1, which are rounded to single precision: e = 2^-23 of the largest magnitude, and 2^-140;
 * - R, F and t in double precision: three products and sums each, off by 2^-50 of the sum of their magnitudes at most. 2^-48 of it is added;
 * - R, t and the sums of both tests in single precision: fewer than 24 operations for either side, each off by 2^-24 of at
 *   most W = reach_A + |R|·reach_B + |t|. 2^-18·W is added, and 2^-140 for what underflows; slack is then made larger by 2^-10 of itself.
 * Products that underflow in double precision are off by 2^-1074, which these cover as long as N is below LARGEST in tree-frames.ts; beyond, nothing is
 * found apart.
 */

import { SLAB_BYTES } from '../../memory/constants';
import { objectRecord } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';
import { AXES_BYTES, FRAME_BYTES, openAxes, openFrame, ROWS, SLACK_SUM, unitOf } from './tree-frames';
import { clusterOf, isLeaf, leftOf, nodePair, rightOf, sizeOf, slabsOf, treeOf } from './tree-nodes';

const frameA = reserveScratch(FRAME_BYTES);
const frameB = reserveScratch(FRAME_BYTES);
/** The objects that the frames belong to; u32.MAX_VALUE for none. */
let objectA: u32 = u32.MAX_VALUE;
let objectB: u32 = u32.MAX_VALUE;

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

/** Whether to step down in the first of two nodes that are not both leaves: in the larger one. */
// @inline
export function stepsInFirst(a: usize, b: usize): bool {
  const isLarger = i32(sizeOf(a) * unitA >= sizeOf(b) * unitB);
  return (i32(isLeaf(b)) | (i32(!isLeaf(a)) & isLarger)) != 0;
}
