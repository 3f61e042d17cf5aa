/**
 * The triangle of a surface that is nearest to a point, found by the tree of the object's clusters.
 *
 * Promise: the least of the squared distances that triangle-frames.ts gives for all triangles with area, and of those that are equally
 * near the one of the lowest number, whatever the tree and the order in which it is visited. What is left out is farther, rounding included.
 * A caller who is content with a triangle that is near enough gets one that the search comes across.
 *
 * Triangles of a cluster have boxes in single precision, four at a time, made when the cluster is first visited; only those whose boxes
 * are near enough are measured. A box is told by middle and half along the axes of the world, counted from where the centre of the object is
 * placed. Each is off by 2^-24 of its magnitude, and so are the point and the four operations of a coordinate: 2^-21 of the sum of all magnitudes,
 * which is added to what gaps are compared with, covers it. What is added is at least 1e-19, so that what is compared is no less than 1e-38:
 * squares that underflow are off by 1e-44 at most, which is far below 2^-16 of it.
 */
import { SLAB_BYTES } from '../../../memory/constants';
import { ClustersRecord, DepthSurfaceRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { clusterOf, isLeaf, leftOf, rightOf } from '../../../tile-lists/kernels/tree-nodes';
import { cornerAt, frameOf, loadMark, squaredTo, storeMark, triangleAt } from './depth-surfaces';
import { fromX, fromY, fromZ, gapSlack, gapSquared, isBeyondSlab, openPoint } from './point-gap';
import { distanceSquared } from './triangle-frames';

const SINGLE_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const SINGLE_SMALLEST: f64 = 1e-19;
/** Squares in single precision are off by less than this part of themselves. */
const SINGLE_LESS: f32 = 0.99999; // 1 − 2^-16 and less
/** A node has a quarter of its parent's triangles at least, so trees of 2^28 triangles are less than 70 deep. */
const STACK_NODES: usize = 128;
/** A pending node: the square of its gap, and its address. */
const PENDING: usize = 16;
/** Middles and halves of the boxes of four triangles, x y z each. */
const GROUP_BYTES: usize = 96;

/** Triangles whose gaps are looked at together. */
const BLOCK: u32 = 32;
const gaps = reserveScratch((<usize>BLOCK) << 2);

let stack: usize = 0;

/** The triangle that `nearestSquared` found. */
export let nearestTriangle: i32 = -1;
let best: f64 = Infinity;
/** Nothing beyond can be nearer: the square of the distance, with what rounding may have done to a gap. */
let limit: f64 = Infinity;
/** The same for boxes in single precision, and how much their rounding adds to a distance. */
let singleLimit: f32 = Infinity;
let singleSlack: f64 = 0;
/** A triangle within this distance, squared, ends the search. */
let nearEnough: f64 = -1;

/** Takes memory for a thread. Once per job. */
export function openNearest(): void {
  stack = take(STACK_NODES * PENDING);
}

/** Takes memory for the boxes of a surface's triangles. */
export function openGroups(surface: DepthSurfaceRecord): void {
  if (surface.clusters == 0) return;
  const clusterCount = ClustersRecord.at(surface.clusters, 0).clusterCount;
  surface.groups = take(<u64>((surface.triangleCount >> 2) + clusterCount) * GROUP_BYTES);
  surface.grouped = take(clusterCount);
  memory.fill(surface.grouped, 0, clusterCount);
}

/** Where the boxes of a cluster begin: clusters have fewer than four places more than triangles. */
// @inline
function groupsOf(surface: DepthSurfaceRecord, cluster: u32, first: u32): usize {
  return surface.groups + <usize>((first >> 2) + cluster) * GROUP_BYTES;
}

/** The least and the largest of a coordinate of three corners, as middle and half in single precision. */
// @inline
function storeInterval(at: usize, p: f64, q: f64, r: f64): void {
  const low = min<f64>(min<f64>(p, q), r);
  const high = max<f64>(max<f64>(p, q), r);
  store<f32>(at, <f32>(low * 0.5 + high * 0.5));
  store<f32>(at, <f32>(high * 0.5 - low * 0.5), 48);
}

function writeGroups(surface: DepthSurfaceRecord, groups: usize, first: u32, end: u32): void {
  const x = load<f64>(surface.origin);
  const y = load<f64>(surface.origin, 8);
  const z = load<f64>(surface.origin, 16);
  for (let rank = first; rank < end; rank++) {
    const triangle = triangleAt(surface, rank);
    const p = cornerAt(surface, triangle, 0);
    const q = cornerAt(surface, triangle, 1);
    const r = cornerAt(surface, triangle, 2);
    const place = rank - first;
    const group = groups + <usize>(place >> 2) * GROUP_BYTES + ((<usize>(place & 3)) << 2);
    storeInterval(group, load<f64>(p) - x, load<f64>(q) - x, load<f64>(r) - x);
    storeInterval(group + 16, load<f64>(p, 8) - y, load<f64>(q, 8) - y, load<f64>(r, 8) - y);
    storeInterval(group + 32, load<f64>(p, 16) - z, load<f64>(q, 16) - z, load<f64>(r, 16) - z);
  }
}

function setBest(squared: f64): void {
  best = squared;
  const reach = sqrt<f64>(squared) + gapSlack;
  limit = reach * reach;
  const single = reach + singleSlack;
  singleLimit = <f32>(single * single);
}

/** Measures the triangle of a rank. */
// @inline
function tryRank(surface: DepthSurfaceRecord, rank: u32, x: f64, y: f64, z: f64): void {
  const frame = frameOf(surface, rank);
  if (frame == 0) return;
  const squared = distanceSquared(frame, x, y, z, best);
  if (squared > best) return;
  const triangle = <i32>triangleAt(surface, rank);
  if (squared == best) {
    if (triangle >= nearestTriangle && nearestTriangle >= 0) return;
    // Has the nearest point noted.
    distanceSquared(frame, x, y, z, Infinity);
  }
  nearestTriangle = triangle;
  setBest(squared);
}

/** The squares of the gaps to four boxes, or less. */
// @inline
function gapsTo(group: usize, px: v128, py: v128, pz: v128): v128 {
  const zero = f32x4.splat(0);
  const x = f32x4.max(f32x4.sub(f32x4.abs(f32x4.sub(px, v128.load(group))), v128.load(group, 48)), zero);
  const y = f32x4.max(f32x4.sub(f32x4.abs(f32x4.sub(py, v128.load(group, 16))), v128.load(group, 64)), zero);
  const z = f32x4.max(f32x4.sub(f32x4.abs(f32x4.sub(pz, v128.load(group, 32))), v128.load(group, 80)), zero);
  const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  return f32x4.mul(squared, f32x4.splat(SINGLE_LESS));
}

/** Which of four lanes are triangles, from the rank of the first on. */
// @inline
function lanesOf(rank: u32, end: u32): u32 {
  return end - rank >= 4 ? 15 : (1 << (end - rank)) - 1;
}

/** The lane with the least gap, 4 times the group and the place in it. */
// @inline
function leastLane(gaps: v128, places: v128): u32 {
  let least = f32x4.extract_lane(gaps, 0);
  let lane = 4 * i32x4.extract_lane(places, 0);
  if (f32x4.extract_lane(gaps, 1) < least) {
    least = f32x4.extract_lane(gaps, 1);
    lane = 4 * i32x4.extract_lane(places, 1) + 1;
  }
  if (f32x4.extract_lane(gaps, 2) < least) {
    least = f32x4.extract_lane(gaps, 2);
    lane = 4 * i32x4.extract_lane(places, 2) + 2;
  }
  if (f32x4.extract_lane(gaps, 3) < least) lane = 4 * i32x4.extract_lane(places, 3) + 3;
  return lane;
}

/** Visits triangles first..end, at most BLOCK: the one whose box is nearest first, since others are then too far. */
function visitBlock(surface: DepthSurfaceRecord, boxes: usize, first: u32, end: u32, x: f64, y: f64, z: f64): void {
  const px = f32x4.splat(<f32>fromX);
  const py = f32x4.splat(<f32>fromY);
  const pz = f32x4.splat(<f32>fromZ);
  let least = f32x4.splat(Infinity);
  let places = i32x4.splat(0);
  const count = (end - first + 3) >> 2;
  for (let i: u32 = 0; i < count; i++) {
    const squares = gapsTo(boxes + <usize>i * GROUP_BYTES, px, py, pz);
    v128.store(gaps + ((<usize>i) << 4), squares);
    const isLess = f32x4.lt(squares, least);
    least = v128.bitselect(squares, least, isLess);
    places = v128.bitselect(i32x4.splat(i), places, isLess);
  }
  const nearest = leastLane(least, places);
  if (first + nearest < end && !(load<f32>(gaps + ((<usize>nearest) << 2)) > singleLimit)) {
    tryRank(surface, first + nearest, x, y, z);
    store<f32>(gaps + ((<usize>nearest) << 2), Infinity);
  }
  for (let i: u32 = 0; i < count; i++) {
    const rank = first + 4 * i;
    const squares = v128.load(gaps + ((<usize>i) << 4));
    const far = i32x4.bitmask(f32x4.gt(squares, f32x4.splat(singleLimit)));
    for (let near = ~far & lanesOf(rank, end); near != 0; near &= near - 1) {
      tryRank(surface, rank + ctz<u32>(near), x, y, z);
    }
  }
}

function visitCluster(surface: DepthSurfaceRecord, cluster: u32, x: f64, y: f64, z: f64): void {
  const slabs = surface.clusters + <usize>ClustersRecord.at(surface.clusters, 0).slabs;
  if (isBeyondSlab(slabs + <usize>cluster * <usize>SLAB_BYTES, limit)) return;
  const start = surface.clusters + <usize>ClustersRecord.at(surface.clusters, 0).starts + ((<usize>cluster) << 3);
  const first = load<u32>(start);
  const end = load<u32>(start, 8);
  let group = groupsOf(surface, cluster, first);
  const mark = surface.grouped + cluster;
  if (loadMark(mark) == 0) {
    writeGroups(surface, group, first, end);
    storeMark(mark, 1);
  }
  for (let rank = first; rank < end; rank += BLOCK, group += <usize>(BLOCK >> 2) * GROUP_BYTES) {
    visitBlock(surface, group, rank, min<u32>(end, rank + BLOCK), x, y, z);
  }
}

/** Visits the nodes that may have something nearer, the nearer child first. */
function visitTree(surface: DepthSurfaceRecord, x: f64, y: f64, z: f64): void {
  const root = surface.clusters + <usize>ClustersRecord.at(surface.clusters, 0).nodes;
  let node = root;
  let height = stack;
  while (true) {
    while (!isLeaf(node)) {
      let near = leftOf(node);
      let far = rightOf(root, node);
      let nearGap = gapSquared(near);
      let farGap = gapSquared(far);
      if (farGap < nearGap) {
        const other = near;
        near = far;
        far = other;
        const gap = nearGap;
        nearGap = farGap;
        farGap = gap;
      }
      if (!(farGap > limit)) {
        store<f64>(height, farGap);
        store<u32>(height, <u32>far, 8);
        height += PENDING;
      }
      if (nearGap > limit) {
        node = 0;
        break;
      }
      node = near;
    }
    if (node != 0) {
      visitCluster(surface, clusterOf(node), x, y, z);
      if (best <= nearEnough) return;
    }
    do {
      if (height == stack) return;
      height -= PENDING;
    } while (load<f64>(height) > limit);
    node = <usize>load<u32>(height, 8);
  }
}

/**
 * The squared distance to the nearest triangle, which goes to `nearestTriangle`; its nearest point is noted, too. A triangle
 * that is likely to be near saves most of the search, and is the answer if it is within `enough`, squared; any that is within `ends`,
 * squared, ends the search.
 */
export function nearestSquared(
  surface: DepthSurfaceRecord,
  x: f64,
  y: f64,
  z: f64,
  likely: i32,
  enough: f64,
  ends: f64,
): f64 {
  nearestTriangle = likely;
  best = limit = Infinity;
  if (likely >= 0) {
    best = squaredTo(surface, <u32>likely, x, y, z, Infinity);
    if (best <= enough) return best;
  }
  if (surface.clusters == 0) {
    for (let rank: u32 = 0; rank < surface.triangleCount; rank++) tryRank(surface, rank, x, y, z);
    return best;
  }
  openPoint(surface, x, y, z);
  nearEnough = ends;
  singleSlack = (surface.radius + abs(fromX) + abs(fromY) + abs(fromZ)) * SINGLE_ROUNDING + SINGLE_SMALLEST;
  setBest(best);
  visitTree(surface, x, y, z);
  return best;
}
