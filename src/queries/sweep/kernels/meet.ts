/**
 * How deep two objects meet in one place: of all pairs of triangles that share a point, the largest overlap.
 *
 * The overlap of two triangles is the length of the shortest translation that parts them: the least overlap of their projections, over the directions in
 * which faces of their Minkowski difference look (both normals, cross products of edges; in a common plane, normals of edges). Whether two
 * triangles share a point is decided exactly, as `collide` does it.
 */
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { KIND_CROSSING } from '../../../memory/constants';
import { SweepItemRecord, SweepSideRecord } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeaves, clusterOf } from '../../../tile-lists/kernels/tree-nodes';
import { nodeGap, openNodes, rightChild, rootA, rootB, slack, stepsInFirst } from '../../closest/kernels/node-gap';
import {
  BOX,
  boxGapSquared,
  holdCluster,
  openSide,
  reserveSides,
  sideA,
  sideB,
  TRIANGLE,
} from '../../closest/kernels/placed-cluster';
import { leftChild } from './swept-nodes';

const STACK_PAIRS: usize = 512;
const PAIR: usize = 8;
const POINT: usize = 24;
let stack: usize = 0;

export function reserveMeet(): void {
  reserveSides();
  stack = take(STACK_PAIRS * PAIR);
}

/** Edges of both triangles, three each, and their normals. */
const edges = reserveScratch(8 * POINT);

function difference(p: usize, q: usize, out: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) store<f64>(out + k, load<f64>(q + k) - load<f64>(p + k));
}

/** The overlap of two triangles along u × v; Infinity when that has no direction. */
function overlapAlong(a: usize, b: usize, u: usize, v: usize, normal: usize): f64 {
  const x = load<f64>(u, 8) * load<f64>(v, 16) - load<f64>(u, 16) * load<f64>(v, 8);
  const y = load<f64>(u, 16) * load<f64>(v) - load<f64>(u) * load<f64>(v, 16);
  const z = load<f64>(u) * load<f64>(v, 8) - load<f64>(u, 8) * load<f64>(v);
  if (normal != 0) {
    store<f64>(normal, x);
    store<f64>(normal, y, 8);
    store<f64>(normal, z, 16);
  }
  const length = sqrt<f64>(x * x + y * y + z * z);
  const sizes = sqrt<f64>(squared(u) * squared(v));
  if (!(length > 1e-10 * sizes) || !(sizes > 0)) return Infinity;
  let lowA: f64 = Infinity;
  let highA: f64 = -Infinity;
  let lowB: f64 = Infinity;
  let highB: f64 = -Infinity;
  // Counted from a corner, so that places far away do not cost digits.
  for (let k: usize = 0; k < TRIANGLE; k += POINT) {
    const pa = along(a + k, a, x, y, z) / length;
    const pb = along(b + k, a, x, y, z) / length;
    lowA = min(lowA, pa);
    highA = max(highA, pa);
    lowB = min(lowB, pb);
    highB = max(highB, pb);
  }
  return min(highA - lowB, highB - lowA);
}

// @inline
function along(p: usize, origin: usize, x: f64, y: f64, z: f64): f64 {
  return (
    (load<f64>(p) - load<f64>(origin)) * x +
    (load<f64>(p, 8) - load<f64>(origin, 8)) * y +
    (load<f64>(p, 16) - load<f64>(origin, 16)) * z
  );
}

// @inline
function squared(u: usize): f64 {
  return load<f64>(u) * load<f64>(u) + load<f64>(u, 8) * load<f64>(u, 8) + load<f64>(u, 16) * load<f64>(u, 16);
}

function overlapOf(a: usize, b: usize): f64 {
  for (let i: usize = 0; i < 3; i++) {
    const next: usize = i == 2 ? 0 : i + 1;
    difference(a + i * POINT, a + next * POINT, edges + i * POINT);
    difference(b + i * POINT, b + next * POINT, edges + (3 + i) * POINT);
  }
  const edgesB = edges + 3 * POINT;
  const normalA = edges + 6 * POINT;
  const normalB = edges + 7 * POINT;
  let least = min(
    overlapAlong(a, b, edges, edges + POINT, normalA),
    overlapAlong(a, b, edgesB, edgesB + POINT, normalB),
  );
  for (let i: usize = 0; i < 3; i++) {
    for (let j: usize = 0; j < 3; j++) least = min(least, overlapAlong(a, b, edges + i * POINT, edgesB + j * POINT, 0));
    least = min(least, overlapAlong(a, b, edges + i * POINT, normalA, 0));
    least = min(least, overlapAlong(a, b, edgesB + i * POINT, normalB, 0));
  }
  return max<f64>(least, 0);
}

/** The triangles of two clusters; true when an overlap beyond `enough` was found. */
function meetClusters(item: SweepItemRecord, a: u32, b: u32, enough: f64): bool {
  holdCluster(sideA, a);
  holdCluster(sideB, b);
  for (let i: u32 = 0; i < sideA.count; i++) {
    const boxA = sideA.boxes + <usize>i * BOX;
    if (boxGapSquared(boxA, sideB.box) > 0) continue;
    const first = sideA.corners + <usize>i * TRIANGLE;
    for (let j: u32 = 0; j < sideB.count; j++) {
      if (boxGapSquared(boxA, sideB.boxes + <usize>j * BOX) > 0) continue;
      const second = sideB.corners + <usize>j * TRIANGLE;
      item.trianglePairs += 1;
      const kind = pairKind(first, second);
      if (kind < 0) continue;
      if (kind == KIND_CROSSING) item.crosses = 1;
      const depth = overlapOf(first, second);
      if (depth <= item.depth) continue;
      item.depth = depth;
      item.triangleA = load<u32>(sideA.numbers + ((<usize>i) << 2));
      item.triangleB = load<u32>(sideB.numbers + ((<usize>j) << 2));
      if (depth > enough) return true;
    }
  }
  return false;
}

// @inline
function push(height: usize, a: usize, b: usize): usize {
  store<u32>(height, <u32>a);
  store<u32>(height, <u32>b, 4);
  return height + PAIR;
}

/** Decides an item: in the places of the middle of its interval. Ends when triangles overlap by more than -gap. */
export function meet(item: SweepItemRecord, a: SweepSideRecord, b: SweepSideRecord): void {
  item.depth = -1;
  openSide(sideA, objectRecord(a.object), a.clusters, a.middle);
  openSide(sideB, objectRecord(b.object), b.clusters, b.middle);
  openNodes(a.clusters, a.middle, b.clusters, b.middle);
  const enough = -item.gap;
  let nodePairs: u32 = 0;
  let height = push(stack, rootA, rootB);
  while (height > stack) {
    height -= PAIR;
    nodePairs++;
    if ((nodePairs & 1023) == 0 && stopped()) break;
    const nodeA = <usize>load<u32>(height);
    const nodeB = <usize>load<u32>(height, 4);
    if (nodeGap(nodeA, nodeB, slack) > slack) continue;
    if (areLeaves(nodeA, nodeB)) {
      if (meetClusters(item, clusterOf(nodeA), clusterOf(nodeB), enough)) break;
    } else if (stepsInFirst(nodeA, nodeB)) {
      height = push(push(height, rightChild(rootA, nodeA), nodeB), leftChild(nodeA), nodeB);
    } else {
      height = push(push(height, nodeA, rightChild(rootB, nodeB)), nodeA, leftChild(nodeB));
    }
  }
  item.nodePairs = <f64>nodePairs;
  item.found = u32(item.depth > enough);
}
