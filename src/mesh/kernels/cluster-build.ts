/**
 * Makes clusters of neighbouring triangles: the object is cut in two (cluster-split.ts), and its parts again, until none has
 * more than CLUSTER_TRIANGLES. No part has fewer than half of that. All lists together take at most 24 bytes per triangle;
 * where that is more than clusters of that size can keep to, because few of their triangles share vertices, they are larger.
 */

import { CLUSTER_LEAF, NODE_BYTES, NODE_TAG, SLAB_BYTES } from '../../memory/constants';
import { CLUSTERS_BYTES, ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { givenPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';
import { cutTriangles, openSplitting, triangleAt } from './cluster-split';

/** Triangles of a cluster at most, and of one in which triangles share few vertices; of the last, half of them keep to what is promised. */
const CLUSTER_TRIANGLES: u32 = 16;
const CLUSTER_TRIANGLES_APART: u32 = 32;
const CLUSTER_TRIANGLES_MOST: u32 = 48;
/** What is kept, beside the record, takes so many bytes per triangle at most. */
const BYTES_PER_TRIANGLE: u32 = 24;

let object: ObjectRecord = changetype<ObjectRecord>(0);
/** Triangles of a cluster, at most. */
let most: u32 = 0;
let block: usize = 0;
let clusters: ClustersRecord = changetype<ClustersRecord>(0);
let triangles: usize = 0;
let corners: usize = 0;
let vertices: usize = 0;
let starts: usize = 0;
let nodes: usize = 0;
let slabs: usize = 0;
let vertexCount: u32 = 0;
/**
 * u32 per vertex of the object: the place that it has in the last cluster that it was listed for, and in the bits above that cluster's
 * number plus 1. A cluster has fewer than 256 vertices; 2^24 clusters of 8 triangles each would not fit in
 * the address space, with 12 bytes of indices a triangle and 32 of what cluster-split.ts needs.
 */
let listed: usize = 0;

const corner = reserveScratch(24);
/** Coordinates of the cluster's vertices, counted from the centre. */
let points: usize = 0;

// The box of the node that was made last, counted from the centre.
let lowX: f64 = 0;
let lowY: f64 = 0;
let lowZ: f64 = 0;
let highX: f64 = 0;
let highY: f64 = 0;
let highZ: f64 = 0;

function listVertex(vertex: u32, cluster: u32): u32 {
  const slot = (<usize>vertex) << 2;
  const before = load<u32>(listed + slot);
  if (before >>> 8 == cluster + 1) return before & 255;
  const place = vertexCount - load<u32>(starts + ((<usize>cluster) << 3), 4);
  store<u32>(listed + slot, ((cluster + 1) << 8) | place);
  store<u32>(vertices + ((<usize>vertexCount) << 2), vertex);
  vertexCount++;
  givenPoint(object, vertex, corner);
  const x = load<f64>(corner) - load<f64>(clusters.centre);
  const y = load<f64>(corner, 8) - load<f64>(clusters.centre, 8);
  const z = load<f64>(corner, 16) - load<f64>(clusters.centre, 16);
  const point = points + 24 * <usize>place;
  store<f64>(point, x);
  store<f64>(point, y, 8);
  store<f64>(point, z, 16);
  lowX = min(lowX, x);
  lowY = min(lowY, y);
  lowZ = min(lowZ, z);
  highX = max(highX, x);
  highY = max(highY, y);
  highZ = max(highZ, z);
  return place;
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

/** Adds the normal of a triangle, given by places in the list of the cluster's vertices, to x, y and z at `sum`. */
function addNormal(sum: usize, packed: u32): void {
  const a = points + 24 * <usize>(packed & 255);
  const b = points + 24 * <usize>((packed >>> 8) & 255);
  const c = points + 24 * <usize>((packed >>> 16) & 255);
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  store<f64>(sum, load<f64>(sum) + (uy * vz - uz * vy));
  store<f64>(sum, load<f64>(sum, 8) + (uz * vx - ux * vz), 8);
  store<f64>(sum, load<f64>(sum, 16) + (ux * vy - uy * vx), 16);
}

/**
 * The slab of the cluster that lies in `points`: along the mean of its triangles' normals, in which it is thin as a rule. Any direction will do;
 * without one, it is 0. Products and sums are off by 2^-51 of the largest magnitudes, added, and points by 2^-53; 2^-49 is added.
 */
function storeSlab(slab: usize, from: u32, to: u32): void {
  memory.fill(corner, 0, 24);
  for (let i = from; i < to; i++) addNormal(corner, load<u32>(corners + ((<usize>i) << 2)));
  const largest = max(abs(load<f64>(corner)), max(abs(load<f64>(corner, 8)), abs(load<f64>(corner, 16))));
  const inverse: f64 = largest > 1e-290 && largest < 1e290 ? 1 / largest : 0;
  const x = inverse > 0 ? <f32>(load<f64>(corner) * inverse) : 0;
  const y = inverse > 0 ? <f32>(load<f64>(corner, 8) * inverse) : 0;
  const z = inverse > 0 ? <f32>(load<f64>(corner, 16) * inverse) : 0;
  let low: f64 = f64.MAX_VALUE;
  let high: f64 = -f64.MAX_VALUE;
  const end = points + 24 * <usize>(vertexCount - load<u32>(starts + ((<usize>clusters.clusterCount) << 3), 4));
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
  lowX = lowY = lowZ = f64.MAX_VALUE;
  highX = highY = highZ = -f64.MAX_VALUE;
  for (let i = from; i < to; i++) {
    const triangle = triangleAt(i);
    const index = object.indices + <usize>triangle * 12;
    const a = listVertex(load<u32>(index), cluster);
    const b = listVertex(load<u32>(index, 4), cluster);
    const c = listVertex(load<u32>(index, 8), cluster);
    store<u32>(triangles + ((<usize>i) << 2), triangle);
    store<u32>(corners + ((<usize>i) << 2), a | (b << 8) | (c << 16));
  }
  storeSlab(slabs + <usize>cluster * <usize>SLAB_BYTES, from, to);
  clusters.clusterCount = cluster + 1;
  store<u32>(start, to, 8);
  store<u32>(start, vertexCount, 12);
}

/** Makes a node, and all below it, of the triangles from..to. */
function makeNode(from: u32, to: u32): void {
  const number = clusters.nodeCount;
  clusters.nodeCount = number + 1;
  const node = nodes + <usize>number * <usize>NODE_BYTES;
  if (to - from <= most) {
    store<u32>(node, <u32>CLUSTER_LEAF | <u32>NODE_TAG | clusters.clusterCount, 12);
    listCluster(from, to);
  } else makeChildren(node, from, to);
  storeInterval(node, node + 16, lowX, highX);
  storeInterval(node + 4, node + 20, lowY, highY);
  storeInterval(node + 8, node + 24, lowZ, highZ);
}

/** Makes both halves of a node; the box is that of both. */
function makeChildren(node: usize, from: u32, to: u32): void {
  // A quarter at least, so that the tree is not deep; see the stack of select-clusters.ts.
  const least = max((to - from) >>> 2, min(most >>> 1, (to - from) >>> 1));
  const cut = cutTriangles(from, to, least, most);
  makeNode(from, cut);
  const leftLowX = lowX;
  const leftLowY = lowY;
  const leftLowZ = lowZ;
  const leftHighX = highX;
  const leftHighY = highY;
  const leftHighZ = highZ;
  store<u32>(node, <u32>NODE_TAG | clusters.nodeCount, 12);
  makeNode(cut, to);
  lowX = min(lowX, leftLowX);
  lowY = min(lowY, leftLowY);
  lowZ = min(lowZ, leftLowZ);
  highX = max(highX, leftHighX);
  highY = max(highY, leftHighY);
  highZ = max(highZ, leftHighZ);
}

/** The record, with room for lists that are not yet counted: those that may turn out shorter lie in the arena, each apart. */
function openBlock(box: usize): void {
  const count = object.triangleCount;
  const clusterCount = max<u32>(1, count / (most >>> 1));
  block = take(CLUSTERS_BYTES);
  clusters = ClustersRecord.at(block, 0);
  memory.fill(block, 0, CLUSTERS_BYTES);
  triangles = take((<u64>count) << 2);
  corners = take((<u64>count) << 2);
  vertices = take(<u64>count * 12);
  starts = take((<u64>clusterCount + 1) << 3);
  nodes = take(2 * <u64>clusterCount * <u64>NODE_BYTES);
  slabs = take(<u64>clusterCount * <u64>SLAB_BYTES);
  points = take(72 * <u64>min(count, most));
  vertexCount = 0;
  listed = take((<u64>object.vertexCount) << 2);
  memory.fill(listed, 0, (<usize>object.vertexCount) << 2);
  for (let k: usize = 0; k < 24; k += 8) {
    const low = load<f64>(box + k);
    const high = load<f64>(box + k, 24);
    store<f64>(clusters.centre + k, low * 0.5 + high * 0.5);
    store<f64>(clusters.reach + k, max(abs(low), abs(high)));
  }
}

/** Copies a list into the block; returns the address behind it, counted from the beginning of the block. */
function pack(to: usize, at: u32, from: usize, bytes: u32): u32 {
  memory.copy(to + <usize>at, from, <usize>bytes);
  return at + bytes;
}

/** Joins record and lists into one block that has no room to spare. */
function closeBlock(): usize {
  const count = object.triangleCount;
  const n = clusters.clusterCount;
  const nodeBytes = <u32>NODE_BYTES * clusters.nodeCount;
  const slabBytes = <u32>SLAB_BYTES * n;
  const bytes = <u32>CLUSTERS_BYTES + 8 * count + 4 * vertexCount + 8 * (n + 1) + nodeBytes + slabBytes;
  const packed = take(bytes);
  clusters.bytes = bytes;
  clusters.triangles = <u32>CLUSTERS_BYTES;
  clusters.corners = pack(packed, clusters.triangles, triangles, 4 * count);
  clusters.vertices = pack(packed, clusters.corners, corners, 4 * count);
  clusters.starts = pack(packed, clusters.vertices, vertices, 4 * vertexCount);
  clusters.nodes = pack(packed, clusters.starts, starts, 8 * (n + 1));
  // Behind the nodes, of which four bytes more may be read.
  clusters.slabs = pack(packed, clusters.nodes, nodes, nodeBytes);
  pack(packed, clusters.slabs, slabs, slabBytes);
  memory.copy(packed, block, CLUSTERS_BYTES);
  return packed;
}

function makeClusters(box: usize): usize {
  openBlock(box);
  makeNode(0, object.triangleCount);
  return closeBlock();
}

/** Makes the clusters of an object from its coordinates as given, whose box is six f64. Returns the block, in the arena. */
export function buildClusters(whose: ObjectRecord, box: usize): usize {
  object = whose;
  openSplitting(object, box);
  const allowed = <u32>CLUSTERS_BYTES + BYTES_PER_TRIANGLE * object.triangleCount;
  most = CLUSTER_TRIANGLES;
  if (object.vertexCount <= 2 * object.triangleCount) {
    const made = makeClusters(box);
    if (clusters.bytes <= allowed || clusters.clusterCount == 1) return made;
  }
  most = CLUSTER_TRIANGLES_APART;
  const made = makeClusters(box);
  if (clusters.bytes <= allowed || clusters.clusterCount == 1) return made;
  most = CLUSTER_TRIANGLES_MOST;
  return makeClusters(box);
}
