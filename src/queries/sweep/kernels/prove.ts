/**
 * Whether two objects certainly stay apart during an interval: one walk over pairs of nodes of their trees. Pairs that no direction separates at both
 * ends (swept-nodes.ts) are refined, down to pairs of triangles; the first of these that no direction separates ends the walk.
 *
 * Promise: `found` only if every pair of triangles keeps the gap on the whole interval, with all rounding accounted for. A gap below 0
 * allows projections on the direction to overlap by as much.
 */

import { triangleDistance } from '../../../exact/kernels/triangle-distance';
import { SweepItemRecord, SweepSideRecord } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeaves, clusterOf } from '../../../tile-lists/kernels/tree-nodes';
import { rightChild } from '../../closest/kernels/node-gap';
import { deviationOf } from './deviation';
import {
  clusterA,
  clusterB,
  copyTriangle,
  holdSwept,
  openCluster,
  PLACES,
  reserveClusters,
  SweptCluster,
} from './swept-cluster';
import {
  areApart,
  largerIsFirst,
  leftChild,
  margin,
  needed,
  openSwept,
  product,
  reserveNodes,
  rootA,
  rootB,
  sweptA,
  sweptB,
} from './swept-nodes';

const STACK_PAIRS: usize = 512;
const PAIR: usize = 8;
const POINT: usize = 24;
const TRIANGLE: usize = 72;
const END: usize = 144;

let stack: usize = 0;
/** Corners of two triangles at the beginning, in the middle and at the end. */
const first = reserveScratch(3 * TRIANGLE);
const second = reserveScratch(3 * TRIANGLE);
const n = reserveScratch(POINT);
const nearest = reserveScratch(2 * POINT);
const edgeA = reserveScratch(POINT);
const edgeB = reserveScratch(POINT);
/** Per triangle of a cluster, its box over both ends, low x y z and high x y z. */
let boxes: usize = 0;

export function reserveProof(): void {
  reserveNodes();
  reserveClusters();
  stack = take(STACK_PAIRS * PAIR);
  boxes = take(48 * 48);
}

/** Scales `n` to length 1; false when that is not possible. */
function normalize(): bool {
  const length = sqrt<f64>(product(n, n));
  if (!(length > 1e-150 && length < 1e150)) return false;
  for (let k: usize = 0; k < POINT; k += 8) store<f64>(n + k, load<f64>(n + k) / length);
  return true;
}

function difference(p: usize, q: usize, out: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) store<f64>(out + k, load<f64>(q + k) - load<f64>(p + k));
}

function cross(u: usize, v: usize): void {
  store<f64>(n, load<f64>(u, 8) * load<f64>(v, 16) - load<f64>(u, 16) * load<f64>(v, 8));
  store<f64>(n, load<f64>(u, 16) * load<f64>(v) - load<f64>(u) * load<f64>(v, 16), 8);
  store<f64>(n, load<f64>(u) * load<f64>(v, 8) - load<f64>(u, 8) * load<f64>(v), 16);
}

let low: f64 = 0;
let high: f64 = 0;
// @inline
function extend(value: f64): void {
  low = min(low, value);
  high = max(high, value);
}

/** The interval that `n` maps points to, `count` of them, `stride` apart. */
// @inline
function project(points: usize, count: u32, stride: usize): void {
  low = Infinity;
  high = -Infinity;
  for (let i: u32 = 0; i < count; i++) extend(product(n, points + <usize>i * stride));
}

/** Whether `n`, of any length but 0, separates two sets of points at both ends, on the same side. */
function separates(a: usize, countA: u32, b: usize, countB: u32, stride: usize, end: usize, least: f64): bool {
  if (!normalize()) return false;
  project(a, countA, stride);
  const lowA = low;
  const highA = high;
  project(b, countB, stride);
  const isForward = low - highA > least;
  if (!isForward && !(lowA - high > least)) return false;
  project(a + end, countA, stride);
  const endLow = low;
  const endHigh = high;
  project(b + end, countB, stride);
  return isForward ? low - endHigh > least : endLow - high > least;
}

/** The mean of a cluster's normals, in which it is thin as a rule, to `n`. */
function sumNormals(held: SweptCluster): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i: u32 = 0; i < held.count; i++) {
    const packed = load<u32>(held.corners + ((<usize>i) << 2));
    const p = held.vertices + <usize>(packed & 255) * PLACES + POINT;
    difference(p, held.vertices + <usize>((packed >>> 8) & 255) * PLACES + POINT, edgeA);
    difference(p, held.vertices + <usize>((packed >>> 16) & 255) * PLACES + POINT, edgeB);
    cross(edgeA, edgeB);
    x += load<f64>(n);
    y += load<f64>(n, 8);
    z += load<f64>(n, 16);
  }
  store<f64>(n, x);
  store<f64>(n, y, 8);
  store<f64>(n, z, 16);
}

/** Whether the two clusters that are held stay apart, as a whole. */
function clustersApart(least: f64): bool {
  const stride = PLACES;
  const end = 2 * POINT;
  sumNormals(clusterA);
  if (separates(clusterA.vertices, clusterA.vertexCount, clusterB.vertices, clusterB.vertexCount, stride, end, least))
    return true;
  sumNormals(clusterB);
  if (separates(clusterA.vertices, clusterA.vertexCount, clusterB.vertices, clusterB.vertexCount, stride, end, least))
    return true;
  memory.fill(n, 0, POINT);
  for (let i: u32 = 0; i < clusterA.vertexCount; i++)
    addTo(clusterA.vertices + <usize>i * PLACES + POINT, -1 / <f64>clusterA.vertexCount);
  for (let i: u32 = 0; i < clusterB.vertexCount; i++)
    addTo(clusterB.vertices + <usize>i * PLACES + POINT, 1 / <f64>clusterB.vertexCount);
  return separates(
    clusterA.vertices,
    clusterA.vertexCount,
    clusterB.vertices,
    clusterB.vertexCount,
    stride,
    end,
    least,
  );
}

// @inline
function addTo(point: usize, factor: f64): void {
  for (let k: usize = 0; k < POINT; k += 8) store<f64>(n + k, load<f64>(n + k) + factor * load<f64>(point + k));
}

// @inline
function areTrianglesSeparated(least: f64): bool {
  return separates(first, 3, second, 3, POINT, END, least);
}

/** The normal of a triangle in the middle of the interval, to `n`. */
function normalOf(triangle: usize): void {
  const middle = triangle + TRIANGLE;
  difference(middle, middle + POINT, edgeA);
  difference(middle, middle + 2 * POINT, edgeB);
  cross(edgeA, edgeB);
}

/** Whether `first` and `second` stay apart. */
function pairApart(least: f64): bool {
  triangleDistance(first + TRIANGLE, second + TRIANGLE, nearest);
  difference(nearest, nearest + POINT, n);
  if (areTrianglesSeparated(least)) return true;
  normalOf(first);
  if (areTrianglesSeparated(least)) return true;
  normalOf(second);
  if (areTrianglesSeparated(least)) return true;
  for (let i: usize = 0; i < 3; i++) {
    const p = first + TRIANGLE;
    difference(p + i * POINT, p + (i == 2 ? 0 : i + 1) * POINT, edgeA);
    for (let j: usize = 0; j < 3; j++) {
      const q = second + TRIANGLE;
      difference(q + j * POINT, q + (j == 2 ? 0 : j + 1) * POINT, edgeB);
      cross(edgeA, edgeB);
      if (areTrianglesSeparated(least)) return true;
    }
  }
  return false;
}

/** The box of a triangle over both ends. */
function writeBox(triangle: usize, box: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    low = Infinity;
    high = -Infinity;
    for (let i: usize = 0; i < TRIANGLE; i += POINT) {
      extend(load<f64>(triangle + i + k));
      extend(load<f64>(triangle + END + i + k));
    }
    store<f64>(box + k, low);
    store<f64>(box + k, high, 24);
  }
}

const boxA = reserveScratch(48);

// @inline
function boxesApart(a: usize, b: usize, least: f64): bool {
  for (let k: usize = 0; k < POINT; k += 8) {
    if (load<f64>(b + k) - load<f64>(a + k, 24) > least || load<f64>(a + k) - load<f64>(b + k, 24) > least) return true;
  }
  return false;
}

/** How far the corners of a triangle, and so all its points, deviate: the bound is a convex function. */
function triangleDeviation(side: SweepSideRecord, triangle: usize): f64 {
  let most: f64 = 0;
  for (let p = triangle + TRIANGLE; p < triangle + 2 * TRIANGLE; p += POINT) {
    most = max(most, deviationOf(side, load<f64>(p), load<f64>(p, 8), load<f64>(p, 16), 0));
  }
  return most;
}

/** All triangles of the two clusters that are held; false, with their numbers in the item, when two may meet. */
function trianglesApart(item: SweepItemRecord, least: f64): bool {
  for (let j: u32 = 0; j < clusterB.count; j++) {
    copyTriangle(clusterB, j, second);
    writeBox(second, boxes + <usize>j * 48);
  }
  for (let i: u32 = 0; i < clusterA.count; i++) {
    copyTriangle(clusterA, i, first);
    writeBox(first, boxA);
    const deviation = margin + triangleDeviation(sweptA, first);
    for (let j: u32 = 0; j < clusterB.count; j++) {
      if (boxesApart(boxA, boxes + <usize>j * 48, least)) continue;
      copyTriangle(clusterB, j, second);
      item.trianglePairs += 1;
      if (pairApart(min(least, deviation + triangleDeviation(sweptB, second)))) continue;
      item.triangleA = load<u32>(clusterA.numbers + ((<usize>i) << 2));
      item.triangleB = load<u32>(clusterB.numbers + ((<usize>j) << 2));
      return false;
    }
  }
  return true;
}

// @inline
function push(height: usize, a: usize, b: usize): usize {
  store<u32>(height, <u32>a);
  store<u32>(height, <u32>b, 4);
  return height + PAIR;
}

/** Decides an item, unless that takes more than `work`. */
export function prove(item: SweepItemRecord, a: SweepSideRecord, b: SweepSideRecord): void {
  openSwept(item, a, b);
  openCluster(clusterA, a);
  openCluster(clusterB, b);
  let nodePairs: u32 = 0;
  let height = push(stack, rootA, rootB);
  let isApart = true as bool;
  while (height > stack && isApart) {
    height -= PAIR;
    nodePairs++;
    const isTooMuch = <f64>nodePairs + item.trianglePairs > item.work;
    if (isTooMuch || ((nodePairs & 1023) == 0 && stopped())) {
      isApart = false as bool;
      break;
    }
    const nodeA = <usize>load<u32>(height);
    const nodeB = <usize>load<u32>(height, 4);
    if (areApart(nodeA, nodeB)) continue;
    if (areLeaves(nodeA, nodeB)) {
      const least = needed;
      holdSwept(clusterA, clusterOf(nodeA));
      holdSwept(clusterB, clusterOf(nodeB));
      isApart = clustersApart(least) || trianglesApart(item, least);
    } else if (largerIsFirst(nodeA, nodeB)) {
      height = push(push(height, rightChild(rootA, nodeA), nodeB), leftChild(nodeA), nodeB);
    } else {
      height = push(push(height, nodeA, rightChild(rootB, nodeB)), nodeA, leftChild(nodeB));
    }
  }
  item.nodePairs = <f64>nodePairs;
  item.found = u32(isApart);
}
