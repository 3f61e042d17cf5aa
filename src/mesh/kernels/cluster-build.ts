/**
 * Makes clusters of neighbouring triangles: the object is cut in two (cluster-split.ts), and its parts again, until none has
 * more than CLUSTER_TRIANGLES. No part has fewer than half of that. All lists together take at most 24 bytes per triangle;
 * where that is more than clusters of that size can keep to, because few of their triangles share vertices, they are larger.
 *
 * That takes longer than a query, so it can be suspended after some work and continued later: all of its state lies in a
 * CLUSTER_WORK record and the lists behind it.
 */

import {
  CLUSTER_LEAF,
  CLUSTER_WORK_DEPTH,
  CLUSTER_WORK_MOST,
  NODE_BYTES,
  NODE_NUMBER,
  NODE_TAG,
  SLAB_BYTES,
  WORK_BOXES,
  WORK_DONE,
  WORK_NODES,
} from '../../memory/constants';
import {
  CLUSTER_WORK_BYTES,
  CLUSTERS_BYTES,
  ClustersRecord,
  ClusterWorkRecord,
  ObjectRecord,
} from '../../memory/generated/kernels/records';
import { givenPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';
import { cutTriangles, makeBoxes, openSplitting, triangleAt, workOfCut } from './cluster-split';

/** Triangles of a cluster at most, and of one in which triangles share few vertices; of the last, half of them keep to what is promised. */
const CLUSTER_TRIANGLES: u32 = 16;
const CLUSTER_TRIANGLES_APART: u32 = 32;
const CLUSTER_TRIANGLES_MOST: u32 = CLUSTER_WORK_MOST;
/** Most bytes per triangle that are kept, besides the record. */
const BYTES_PER_TRIANGLE: u32 = 24;

// Cost of each step per triangle, in nanoseconds as measured once.
const COST_OF_BOX: i64 = 12;
const COST_OF_LISTING: i64 = 42;
const COST_OF_BOUNDING: i64 = 5;

let object: ObjectRecord = changetype<ObjectRecord>(0);
let work: ClusterWorkRecord = changetype<ClusterWorkRecord>(0);
let clusters: ClustersRecord = changetype<ClustersRecord>(0);
/** Triangles of a cluster, at most. */
let most: u32 = 0;
let triangles: usize = 0;
let corners: usize = 0;
let vertices: usize = 0;
let starts: usize = 0;
let nodes: usize = 0;
let slabs: usize = 0;
/** Parts that wait to be cut, the last one first: from, to, and the node whose right child it becomes plus 1, or 0. */
let stack: usize = 0;
let vertexCount: u32 = 0;
/**
 * u32 per vertex of the object: the place that it has in the last cluster that it was listed for, and in the bits above that cluster's
 * number plus 1. A cluster has fewer than 256 vertices; 2^24 clusters of 8 triangles each would not fit in
 * the address space, with 12 bytes of indices a triangle and 32 of what cluster-split.ts needs.
 */
let listed: usize = 0;

/** The sum of normals: three f64. */
const normal = reserveScratch(24);
/** Coordinates of the cluster's vertices, counted from the centre. */
let points: usize = 0;

// The box of the cluster that was listed last, counted from the centre.
let lowX: f64 = 0;
let lowY: f64 = 0;
let lowZ: f64 = 0;
let highX: f64 = 0;
let highY: f64 = 0;
let highZ: f64 = 0;

/** The place of a vertex in the list of a cluster, whose vertices begin at `first`; those that are new to it are added. */
// @inline
function listVertex(vertex: u32, cluster: u32, first: u32): u32 {
  const slot = listed + ((<usize>vertex) << 2);
  const before = load<u32>(slot);
  if (before >>> 8 == cluster + 1) return before & 255;
  return addVertex(vertex, slot, cluster, first);
}

function addVertex(vertex: u32, slot: usize, cluster: u32, first: u32): u32 {
  const place = vertexCount - first;
  store<u32>(slot, ((cluster + 1) << 8) | place);
  store<u32>(vertices + ((<usize>vertexCount) << 2), vertex);
  vertexCount++;
  const point = points + 24 * <usize>place;
  givenPoint(object, vertex, point);
  const centre = clusters.centre;
  store<f64>(point, load<f64>(point) - load<f64>(centre));
  store<f64>(point, load<f64>(point, 8) - load<f64>(centre, 8), 8);
  store<f64>(point, load<f64>(point, 16) - load<f64>(centre, 16), 16);
  return place;
}

/** The box of the points up to `end`. */
function boundPoints(end: usize): void {
  let low = f64x2.splat(f64.MAX_VALUE);
  let high = f64x2.splat(-f64.MAX_VALUE);
  let least: f64 = f64.MAX_VALUE;
  let largest: f64 = -f64.MAX_VALUE;
  for (let point = points; point < end; point += 24) {
    const xy = v128.load(point);
    const z = load<f64>(point, 16);
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    least = z < least ? z : least;
    largest = z > largest ? z : largest;
  }
  lowX = f64x2.extract_lane(low, 0);
  lowY = f64x2.extract_lane(low, 1);
  lowZ = least;
  highX = f64x2.extract_lane(high, 0);
  highY = f64x2.extract_lane(high, 1);
  highZ = largest;
}

/**
 * Middle and half of an interval, so that low and high, which are off by 2^-53 of themselves, lie within. What is added to
 * half covers that, and its rounding: the last number is the least of single precision.
 */
function storeInterval(middleAt: usize, halfAt: usize, low: f64, high: f64): void {
  const middle = <f32>(low * 0.5 + high * 0.5);
  const half = max(high - <f64>middle, <f64>middle - low) + (abs(low) + abs(high)) * 8.881784197001252e-16; // 2^-50
  store<f32>(middleAt, middle);
  store<f32>(halfAt, <f32>(half * 1.000000238418579) + <f32>1.401298464324817e-45); // 1 + 2^-22
}

/** Leaves the sum of the normals of triangles from..to, whose corners are places in `points`, at `normal`. */
function sumNormals(from: u32, to: u32): void {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let i = from; i < to; i++) {
    const packed = load<u32>(corners + ((<usize>i) << 2));
    const a = points + 24 * <usize>(packed & 255);
    const b = points + 24 * <usize>((packed >>> 8) & 255);
    const c = points + 24 * <usize>((packed >>> 16) & 255);
    const ux = load<f64>(b) - load<f64>(a);
    const uy = load<f64>(b, 8) - load<f64>(a, 8);
    const uz = load<f64>(b, 16) - load<f64>(a, 16);
    const vx = load<f64>(c) - load<f64>(a);
    const vy = load<f64>(c, 8) - load<f64>(a, 8);
    const vz = load<f64>(c, 16) - load<f64>(a, 16);
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
  }
  store<f64>(normal, x);
  store<f64>(normal, y, 8);
  store<f64>(normal, z, 16);
}

/**
 * The slab of the cluster that lies in `points`: along the mean of its triangles' normals, in which it is usually thin. Any direction is valid;
 * without one, it is 0. Products and sums are off by 2^-51 of the largest magnitudes, added, and points by 2^-53; 2^-49 is added.
 */
function storeSlab(slab: usize, from: u32, to: u32, end: usize): void {
  sumNormals(from, to);
  const largest = max(abs(load<f64>(normal)), max(abs(load<f64>(normal, 8)), abs(load<f64>(normal, 16))));
  const inverse: f64 = largest > 1e-290 && largest < 1e290 ? 1 / largest : 0;
  const x = inverse > 0 ? <f32>(load<f64>(normal) * inverse) : 0;
  const y = inverse > 0 ? <f32>(load<f64>(normal, 8) * inverse) : 0;
  const z = inverse > 0 ? <f32>(load<f64>(normal, 16) * inverse) : 0;
  let low: f64 = f64.MAX_VALUE;
  let high: f64 = -f64.MAX_VALUE;
  for (let point = points; point < end; point += 24) {
    const value = <f64>x * load<f64>(point) + <f64>y * load<f64>(point, 8) + <f64>z * load<f64>(point, 16);
    low = min(low, value);
    high = max(high, value);
  }
  const size = max(abs(lowX), abs(highX)) + max(abs(lowY), abs(highY)) + max(abs(lowZ), abs(highZ));
  store<f32>(slab, x);
  store<f32>(slab, y, 4);
  store<f32>(slab, z, 8);
  storeInterval(slab + 12, slab + 16, low - size * 1.7763568394002505e-15, high + size * 1.7763568394002505e-15); // 2^-49
}

function listCluster(from: u32, to: u32): void {
  const cluster = clusters.clusterCount;
  const start = starts + ((<usize>cluster) << 3);
  store<u32>(start, from);
  store<u32>(start, vertexCount, 4);
  const first = vertexCount;
  for (let i = from; i < to; i++) {
    const triangle = triangleAt(i);
    const index = object.indices + <usize>triangle * 12;
    const a = listVertex(load<u32>(index), cluster, first);
    const b = listVertex(load<u32>(index, 4), cluster, first);
    const c = listVertex(load<u32>(index, 8), cluster, first);
    store<u32>(triangles + ((<usize>i) << 2), triangle);
    store<u32>(corners + ((<usize>i) << 2), a | (b << 8) | (c << 16));
  }
  const end = points + 24 * <usize>(vertexCount - first);
  boundPoints(end);
  storeSlab(slabs + <usize>cluster * <usize>SLAB_BYTES, from, to, end);
  clusters.clusterCount = cluster + 1;
  store<u32>(start, to, 8);
  store<u32>(start, vertexCount, 12);
}

/** Pushes a part onto the stack. */
function push(from: u32, to: u32, parent: u32): void {
  const at = stack + <usize>work.depth * 12;
  store<u32>(at, from);
  store<u32>(at, to, 4);
  store<u32>(at, parent, 8);
  work.depth = work.depth + 1;
}

/** Makes the node of the part on top of the stack: a cluster, or a cut with two parts. Returns what that cost. */
function makeNode(): i64 {
  work.depth = work.depth - 1;
  const at = stack + <usize>work.depth * 12;
  const from = load<u32>(at);
  const to = load<u32>(at, 4);
  const parent = load<u32>(at, 8);
  const number = clusters.nodeCount;
  clusters.nodeCount = number + 1;
  if (parent != 0) store<u32>(nodes + <usize>(parent - 1) * <usize>NODE_BYTES, <u32>NODE_TAG | number, 12);
  const node = nodes + <usize>number * <usize>NODE_BYTES;
  const count = to - from;
  if (count <= most) {
    store<u32>(node, <u32>CLUSTER_LEAF | <u32>NODE_TAG | clusters.clusterCount, 12);
    listCluster(from, to);
    storeInterval(node, node + 16, lowX, highX);
    storeInterval(node + 4, node + 20, lowY, highY);
    storeInterval(node + 8, node + 24, lowZ, highZ);
    return COST_OF_LISTING * <i64>count;
  }
  // A quarter at least, so that the tree is not deep; see the stack of select-clusters.ts.
  const cut = cutTriangles(from, to, max(count >>> 2, min(most >>> 1, count >>> 1)), most);
  push(cut, to, number + 1);
  push(from, cut, 0);
  return workOfCut(count);
}

/** The interval of a node's two children, in one coordinate. */
function joinIntervals(node: usize, left: usize, right: usize): void {
  const a = <f64>load<f32>(left);
  const b = <f64>load<f32>(right);
  const halfA = <f64>load<f32>(left, 16);
  const halfB = <f64>load<f32>(right, 16);
  storeInterval(node, node + 16, min(a - halfA, b - halfB), max(a + halfA, b + halfB));
}

/** Makes the boxes of nodes above the clusters. Children come behind their parents. */
function boundNodes(): void {
  for (let i = <i32>clusters.nodeCount - 1; i >= 0; i--) {
    const node = nodes + <usize>i * <usize>NODE_BYTES;
    const link = load<u32>(node, 12);
    if ((link & <u32>CLUSTER_LEAF) != 0) continue;
    const right = nodes + <usize>(link & <u32>NODE_NUMBER) * <usize>NODE_BYTES;
    for (let k: usize = 0; k < 12; k += 4) joinIntervals(node + k, node + <usize>NODE_BYTES + k, right + k);
  }
}

/** Places a list behind those before it; counted from the record, on whole vectors. */
// @inline
function place(at: u32, bytes: u32): u32 {
  return at + ((bytes + 15) & ~15);
}

/** Lays out the lists, with capacity for the largest possible number of clusters: the bytes that keep.ts counts. */
function layOut(): void {
  const count = object.triangleCount;
  const clusterCount = max<u32>(1, count / (CLUSTER_TRIANGLES >>> 1));
  work.boxes = place(0, <u32>(CLUSTER_WORK_BYTES + CLUSTERS_BYTES));
  work.triangles = place(work.boxes, 16 * count);
  work.corners = place(work.triangles, 4 * count);
  work.vertices = place(work.corners, 4 * count);
  work.starts = place(work.vertices, 12 * count);
  work.nodes = place(work.starts, 8 * (clusterCount + 1));
  work.slabs = place(work.nodes, 2 * clusterCount * <u32>NODE_BYTES);
  work.stack = place(work.slabs, clusterCount * <u32>SLAB_BYTES);
  work.points = place(work.stack, 12 * min<u32>(CLUSTER_WORK_DEPTH, clusterCount + 1));
  work.listed = place(work.points, 72 * min<u32>(CLUSTER_TRIANGLES_MOST, count));
}

/** Finds the lists of work that was laid out. */
function find(): void {
  const at = changetype<usize>(work);
  clusters = ClustersRecord.at(at + CLUSTER_WORK_BYTES, 0);
  triangles = at + <usize>work.triangles;
  corners = at + <usize>work.corners;
  vertices = at + <usize>work.vertices;
  starts = at + <usize>work.starts;
  nodes = at + <usize>work.nodes;
  slabs = at + <usize>work.slabs;
  stack = at + <usize>work.stack;
  points = at + <usize>work.points;
  listed = at + <usize>work.listed;
  most = work.most;
  vertexCount = work.vertexCount;
  openSplitting(object, at + <usize>work.boxes);
}

function open(box: usize): void {
  memory.fill(changetype<usize>(work), 0, CLUSTER_WORK_BYTES + CLUSTERS_BYTES);
  layOut();
  work.stage = WORK_BOXES;
  work.most = object.vertexCount <= 2 * object.triangleCount ? CLUSTER_TRIANGLES : CLUSTER_TRIANGLES_APART;
  find();
  for (let k: usize = 0; k < 24; k += 8) {
    const low = load<f64>(box + k);
    const high = load<f64>(box + k, 24);
    store<f64>(clusters.centre + k, low * 0.5 + high * 0.5);
    store<f64>(clusters.reach + k, max(abs(low), abs(high)));
  }
}

/** Starts, or restarts, cutting the whole object. */
function openNodes(): void {
  clusters.clusterCount = 0;
  clusters.nodeCount = 0;
  vertexCount = 0;
  memory.fill(listed, 0, (<usize>object.vertexCount) << 2);
  work.depth = 0;
  push(0, object.triangleCount, 0);
  work.stage = WORK_NODES;
}

/** Records where lists will lie in a block without gaps. Returns whether it keeps to the promised bytes per triangle. */
function measure(): bool {
  const count = object.triangleCount;
  const n = clusters.clusterCount;
  clusters.triangles = <u32>CLUSTERS_BYTES;
  clusters.corners = clusters.triangles + 4 * count;
  clusters.vertices = clusters.corners + 4 * count;
  clusters.starts = clusters.vertices + 4 * vertexCount;
  clusters.nodes = clusters.starts + 8 * (n + 1);
  // Behind the nodes, of which four bytes more may be read.
  clusters.slabs = clusters.nodes + <u32>NODE_BYTES * clusters.nodeCount;
  clusters.bytes = clusters.slabs + <u32>SLAB_BYTES * n;
  return clusters.bytes <= <u32>CLUSTERS_BYTES + BYTES_PER_TRIANGLE * count || n == 1;
}

/** All nodes are made: closes the work, or starts over with larger clusters. Returns the cost. */
function closeNodes(): i64 {
  if (measure() || most == CLUSTER_TRIANGLES_MOST) {
    boundNodes();
    work.stage = WORK_DONE;
    return COST_OF_BOUNDING * <i64>object.triangleCount;
  }
  most = most == CLUSTER_TRIANGLES ? CLUSTER_TRIANGLES_APART : CLUSTER_TRIANGLES_MOST;
  openNodes();
  return 0;
}

/**
 * Continues to make the clusters of an object from its coordinates as given, whose box is six f64; begins if the stage is 0. Returns
 * what is left of the budget; above 0, the clusters are made, though not yet in a block of their own.
 */
export function makeClusters(whose: ObjectRecord, at: usize, box: usize, budget: i64): i64 {
  object = whose;
  work = ClusterWorkRecord.at(at, 0);
  if (work.stage == 0) open(box);
  else find();
  let left = budget;
  if (work.stage == WORK_BOXES) {
    const from = work.next;
    const to = <u32>min<i64>(object.triangleCount, <i64>from + left / COST_OF_BOX + 1);
    makeBoxes(from, to, box, true);
    left -= COST_OF_BOX * <i64>(to - from);
    work.next = to;
    if (to == object.triangleCount) {
      openNodes();
      work.next = 0;
    }
  }
  while (work.stage == WORK_NODES && left > 0) {
    left -= work.depth > 0 ? makeNode() : closeNodes();
  }
  work.most = most;
  work.vertexCount = vertexCount;
  return left;
}
