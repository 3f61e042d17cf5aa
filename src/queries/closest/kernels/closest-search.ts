/**
 * The least distance between the triangles of two objects: branch and bound over pairs of nodes, the nearer one first.
 *
 * Promise: the least of what triangle-distance.ts gives for all pairs of triangles, and 0 exactly when two of them share a point. A pair of nodes is left
 * out only when its gap, less what rounding can have done to it and to distances, is not below the least so far.
 */
import { isNearer, triangleDistance } from '../../../exact/kernels/triangle-distance';
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { NODE_BYTES } from '../../../memory/constants';
import { ClosestItemRecord } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeaves, clusterOf } from '../../../tile-lists/kernels/tree-nodes';
import { meetingSegment } from '../../collide/kernels/segments';
import { NO_TRIANGLE } from '../constants';
import { nodeGap, openNodes, rightChild, rootA, rootB, slack, stepsInFirst } from './node-gap';
import { BOX, boxGapSquared, holdCluster, openSide, reserveSides, sideA, sideB, TRIANGLE } from './placed-cluster';

/** A node has a quarter of its parent's triangles at least, so trees of 2^28 triangles are less than 70 deep. */
const STACK_PAIRS: usize = 256;
/** A pending pair of nodes: its gap, and both addresses. */
const PAIR: usize = 16;
const POINT: usize = 24;

let stack: usize = 0;
const ends = reserveScratch(2 * POINT);
let best: f64 = 0;
let item: ClosestItemRecord = changetype<ClosestItemRecord>(0);

/** Readies a thread for a job. */
export function openSearch(): void {
  reserveSides();
  stack = take(STACK_PAIRS * PAIR);
}

// @inline
function push(height: usize, gap: f64, a: usize, b: usize): usize {
  store<f64>(height, gap);
  store<u32>(height, <u32>a, 8);
  store<u32>(height, <u32>b, 12);
  return height + PAIR;
}

function note(i: u32, j: u32, distance: f64): void {
  best = distance;
  item.distance = distance;
  item.triangleA = load<u32>(sideA.numbers + ((<usize>i) << 2));
  item.triangleB = load<u32>(sideB.numbers + ((<usize>j) << 2));
}

/** A point that two colliding triangles have in common, rounded. */
function takeCommonPoint(a: usize, b: usize): void {
  meetingSegment(a, b, ends);
  for (let k: usize = 0; k < POINT; k += 8) {
    const middle = load<f64>(ends + k) / 2 + load<f64>(ends + POINT + k) / 2;
    store<f64>(item.points + k, middle);
    store<f64>(item.points + POINT + k, middle);
  }
}

/** The triangles of two clusters. Returns how many pairs were measured. */
function measureClusters(a: u32, b: u32): u32 {
  holdCluster(sideA, a);
  holdCluster(sideB, b);
  let measured: u32 = 0;
  let reach = best + slack;
  for (let i: u32 = 0; i < sideA.count; i++) {
    const boxA = sideA.boxes + <usize>i * BOX;
    if (boxGapSquared(boxA, sideB.box) > reach * reach) continue;
    const first = sideA.corners + <usize>i * TRIANGLE;
    for (let j: u32 = 0; j < sideB.count; j++) {
      const gap = boxGapSquared(boxA, sideB.boxes + <usize>j * BOX);
      if (gap > reach * reach) continue;
      const second = sideB.corners + <usize>j * TRIANGLE;
      measured++;
      if (gap == 0 && pairKind(first, second) >= 0) {
        note(i, j, 0);
        takeCommonPoint(first, second);
        return measured;
      }
      if (!isNearer(first, second, best)) continue;
      note(i, j, triangleDistance(first, second, item.points));
      reach = best + slack;
    }
  }
  return measured;
}

/** Pushes the pairs of a node's children with the other node, the nearer one last. */
// @inline
function stepDown(height: usize, a: usize, b: usize): usize {
  const inFirst = stepsInFirst(a, b);
  const left = (inFirst ? a : b) + <usize>NODE_BYTES;
  const right = inFirst ? rightChild(rootA, a) : rightChild(rootB, b);
  const enough = best + slack;
  const gapLeft = inFirst ? nodeGap(left, b, enough) : nodeGap(a, left, enough);
  const gapRight = inFirst ? nodeGap(right, b, enough) : nodeGap(a, right, enough);
  const near = gapLeft <= gapRight ? left : right;
  const far = gapLeft <= gapRight ? right : left;
  const nearGap = min(gapLeft, gapRight);
  const farGap = max(gapLeft, gapRight);
  let top = height;
  if (farGap < enough) top = push(top, farGap, inFirst ? far : a, inFirst ? b : far);
  if (nearGap < enough) top = push(top, nearGap, inFirst ? near : a, inFirst ? b : near);
  return top;
}

/** Finds the answer of an item. */
export function findClosest(asked: ClosestItemRecord): void {
  item = asked;
  best = item.below;
  item.distance = Infinity;
  item.triangleA = item.triangleB = <u32>NO_TRIANGLE;
  openSide(sideA, objectRecord(item.objectA), item.clustersA, item.matrixA);
  openSide(sideB, objectRecord(item.objectB), item.clustersB, item.matrixB);
  openNodes(item.clustersA, item.matrixA, item.clustersB, item.matrixB);
  let nodePairs: u32 = 0;
  let trianglePairs: f64 = 0;
  let height = push(stack, nodeGap(rootA, rootB, Infinity), rootA, rootB);
  while (height > stack && best > 0) {
    height -= PAIR;
    if (load<f64>(height) >= best + slack) continue;
    nodePairs++;
    if ((nodePairs & 1023) == 0 && stopped()) break;
    const a = <usize>load<u32>(height, 8);
    const b = <usize>load<u32>(height, 12);
    if (areLeaves(a, b)) trianglePairs += <f64>measureClusters(clusterOf(a), clusterOf(b));
    else height = stepDown(height, a, b);
  }
  item.nodePairs = <f64>nodePairs;
  item.trianglePairs = trianglePairs;
}
