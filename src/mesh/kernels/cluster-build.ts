/**
 * Makes clusters of neighbouring triangles: sorted along a curve that fills space (Morton's), cut where the curve jumps
 * farthest, and again, until no part has more than CLUSTER_TRIANGLES. Parts of a cut are at least 3/8 of the whole, so that
 * clusters are not much smaller than that, and all their lists together take at most 24 bytes per triangle.
 *
 * Source: Lauterbach et al., "Fast BVH construction on GPUs", Eurographics 2009, for the order and the cuts.
 */

import { CLUSTER_LEAF } from '../../memory/constants';
import { CLUSTERS_BYTES, ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { givenPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';

const CLUSTER_TRIANGLES: u32 = 32;
/** No cluster of an object that has more than one is smaller: 3/8 of CLUSTER_TRIANGLES + 1, rounded down. */
const CLUSTER_TRIANGLES_MIN: u32 = 12;
/** Bits of the curve in each direction. */
const CURVE_BITS: u32 = 10;
const DIGIT: u32 = 1 << CURVE_BITS;

let object: ObjectRecord = changetype<ObjectRecord>(0);
/** Code << 32 | triangle, sorted. */
let keys: usize = 0;
let block: usize = 0;
let clusters: ClustersRecord = changetype<ClustersRecord>(0);
let triangles: usize = 0;
let corners: usize = 0;
let vertices: usize = 0;
let starts: usize = 0;
let nodes: usize = 0;
let boxes: usize = 0;
let vertexCount: u32 = 0;
/** u32 per vertex of the object: number of the last cluster that it was listed for, plus 1, and its place there. */
let listedFor: usize = 0;
let listedAt: usize = 0;

const corner = reserveScratch(24);

/** Spreads ten bits so that two free ones follow each. */
// @inline
function spreadBits(x: u32): u32 {
  let v = x & 1023;
  v = (v | (v << 16)) & 0x030000ff;
  v = (v | (v << 8)) & 0x0300f00f;
  v = (v | (v << 4)) & 0x030c30c3;
  return (v | (v << 2)) & 0x09249249;
}

// @inline
function step(value: f64, low: f64, scale: f64): u32 {
  return spreadBits(<u32>min<f64>(1023, max<f64>(0, (value - low) * scale)));
}

/** The place of a triangle's middle along the curve. */
function codeOf(triangle: u32, box: usize, scale: f64): u32 {
  const i = object.indices + <usize>triangle * 12;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let k: usize = 0; k < 12; k += 4) {
    givenPoint(object, load<u32>(i + k), corner);
    x += load<f64>(corner) * (1.0 / 3);
    y += load<f64>(corner, 8) * (1.0 / 3);
    z += load<f64>(corner, 16) * (1.0 / 3);
  }
  const low = load<f64>(box);
  return (step(x, low, scale) << 2) | (step(y, load<f64>(box, 8), scale) << 1) | step(z, load<f64>(box, 16), scale);
}

/** The triangles of an object that becomes one cluster: in any order, without the counters, of which many objects need many. */
function listTriangles(count: u32): void {
  keys = take((<u64>count) << 3);
  for (let t: u32 = 0; t < count; t++) store<u64>(keys + ((<usize>t) << 3), <u64>t);
}

/** Sorts the triangles along the curve: three passes by counting, ten bits each. */
function sortTriangles(box: usize): void {
  const count = object.triangleCount;
  if (count <= CLUSTER_TRIANGLES) {
    listTriangles(count);
    return;
  }
  const extent = max(
    load<f64>(box, 24) - load<f64>(box),
    max(load<f64>(box, 32) - load<f64>(box, 8), load<f64>(box, 40) - load<f64>(box, 16)),
  );
  const scale: f64 = extent > 0 ? 1024.0 / extent : 0;
  let from = take((<u64>count) << 3);
  let to = take((<u64>count) << 3);
  const counts = take((<u64>DIGIT) << 4);
  memory.fill(counts, 0, <usize>DIGIT * 12);
  for (let t: u32 = 0; t < count; t++) {
    const code = codeOf(t, box, scale < f64.MAX_VALUE ? scale : 0);
    store<u64>(from + ((<usize>t) << 3), ((<u64>code) << 32) | <u64>t);
    for (let pass: usize = 0; pass < 3; pass++) {
      const slot = counts + pass * 4096 + ((<usize>(code >>> (<u32>pass * CURVE_BITS)) & 1023) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
  for (let pass: usize = 0; pass < 3; pass++) {
    const digits = counts + pass * 4096;
    let sum: u32 = 0;
    for (let d: usize = 0; d < <usize>DIGIT; d++) {
      const n = load<u32>(digits + (d << 2));
      store<u32>(digits + (d << 2), sum);
      sum += n;
    }
    const shift = <u64>(32 + <u32>pass * CURVE_BITS);
    for (let t: usize = 0; t < <usize>count; t++) {
      const key = load<u64>(from + (t << 3));
      const slot = digits + ((<usize>(key >> shift) & 1023) << 2);
      const place = load<u32>(slot);
      store<u32>(slot, place + 1);
      store<u64>(to + ((<usize>place) << 3), key);
    }
    const swap = from;
    from = to;
    to = swap;
  }
  keys = from;
}

// @inline
function codeAt(i: u32): u32 {
  return load<u32>(keys + ((<usize>i) << 3), 4);
}

/** Where to cut a part: before the first triangle behind the curve's largest jump, or as near to that as is allowed. */
function cutOf(from: u32, to: u32): u32 {
  const least = ((to - from) * 3) >>> 3;
  const first = codeAt(from);
  const last = codeAt(to - 1);
  if (first == last) return (from + to) >>> 1;
  const bit = 31 - clz(first ^ last);
  const behind = (last >>> bit) << bit;
  let low = from;
  let high = to - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (codeAt(middle) >= behind) high = middle;
    else low = middle + 1;
  }
  return max(from + least, min(to - least, low));
}

// The box of the cluster that is being listed, counted from the centre.
let lowX: f64 = 0;
let lowY: f64 = 0;
let lowZ: f64 = 0;
let highX: f64 = 0;
let highY: f64 = 0;
let highZ: f64 = 0;

function listVertex(vertex: u32, cluster: u32): u32 {
  const slot = (<usize>vertex) << 2;
  if (load<u32>(listedFor + slot) == cluster + 1) return load<u32>(listedAt + slot);
  const place = vertexCount - load<u32>(starts + ((<usize>cluster) << 3), 4);
  store<u32>(listedFor + slot, cluster + 1);
  store<u32>(listedAt + slot, place);
  store<u32>(vertices + ((<usize>vertexCount) << 2), vertex);
  vertexCount++;
  givenPoint(object, vertex, corner);
  const x = load<f64>(corner) - load<f64>(clusters.centre);
  const y = load<f64>(corner, 8) - load<f64>(clusters.centre, 8);
  const z = load<f64>(corner, 16) - load<f64>(clusters.centre, 16);
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
function storeInterval(box: usize, low: f64, high: f64): void {
  const middle = <f32>(low * 0.5 + high * 0.5);
  const half = max(high - <f64>middle, <f64>middle - low) + (abs(low) + abs(high)) * 8.881784197001252e-16; // 2^-50
  store<f32>(box, middle);
  store<f32>(box, <f32>(half * 1.000000238418579) + <f32>1.401298464324817e-45, 12); // 1 + 2^-22
}

function listCluster(from: u32, to: u32): void {
  const cluster = clusters.clusterCount;
  const start = starts + ((<usize>cluster) << 3);
  store<u32>(start, from);
  store<u32>(start, vertexCount, 4);
  lowX = lowY = lowZ = f64.MAX_VALUE;
  highX = highY = highZ = -f64.MAX_VALUE;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(keys + ((<usize>i) << 3));
    const index = object.indices + <usize>triangle * 12;
    const a = listVertex(load<u32>(index), cluster);
    const b = listVertex(load<u32>(index, 4), cluster);
    const c = listVertex(load<u32>(index, 8), cluster);
    store<u32>(triangles + ((<usize>i) << 2), triangle);
    store<u32>(corners + ((<usize>i) << 2), a | (b << 8) | (c << 16));
  }
  const box = boxes + <usize>cluster * 24;
  storeInterval(box, lowX, highX);
  storeInterval(box + 4, lowY, highY);
  storeInterval(box + 8, lowZ, highZ);
  clusters.clusterCount = cluster + 1;
  store<u32>(start, to, 8);
  store<u32>(start, vertexCount, 12);
}

/** Makes a node, and all below it, of the sorted triangles from..to. */
function makeNode(from: u32, to: u32): void {
  const node = clusters.nodeCount;
  clusters.nodeCount = node + 1;
  const link = nodes + ((<usize>node) << 2);
  if (to - from <= CLUSTER_TRIANGLES) {
    store<u32>(link, <u32>CLUSTER_LEAF | clusters.clusterCount);
    listCluster(from, to);
    return;
  }
  const cut = cutOf(from, to);
  makeNode(from, cut);
  store<u32>(link, clusters.nodeCount);
  makeNode(cut, to);
}

/** The record, with room for lists that are not yet counted: those that may turn out shorter lie in the arena, each apart. */
function openBlock(box: usize): void {
  const count = object.triangleCount;
  const most = max<u32>(1, count / CLUSTER_TRIANGLES_MIN);
  block = take(CLUSTERS_BYTES);
  clusters = ClustersRecord.at(block, 0);
  memory.fill(block, 0, CLUSTERS_BYTES);
  triangles = take((<u64>count) << 2);
  corners = take((<u64>count) << 2);
  vertices = take(<u64>count * 12);
  starts = take((<u64>most + 1) << 3);
  nodes = take((<u64>most) << 3);
  boxes = take(<u64>most * 24);
  vertexCount = 0;
  listedFor = take((<u64>object.vertexCount) << 2);
  listedAt = take((<u64>object.vertexCount) << 2);
  memory.fill(listedFor, 0, (<usize>object.vertexCount) << 2);
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
  const bytes = <u32>CLUSTERS_BYTES + 8 * count + 4 * vertexCount + 8 * (n + 1) + 4 * clusters.nodeCount + 24 * n;
  const packed = take(bytes);
  clusters.bytes = bytes;
  clusters.triangles = <u32>CLUSTERS_BYTES;
  clusters.corners = pack(packed, clusters.triangles, triangles, 4 * count);
  clusters.vertices = pack(packed, clusters.corners, corners, 4 * count);
  clusters.starts = pack(packed, clusters.vertices, vertices, 4 * vertexCount);
  clusters.nodes = pack(packed, clusters.starts, starts, 8 * (n + 1));
  clusters.boxes = pack(packed, clusters.nodes, nodes, 4 * clusters.nodeCount);
  pack(packed, clusters.boxes, boxes, 24 * n);
  memory.copy(packed, block, CLUSTERS_BYTES);
  return packed;
}

/** Makes the clusters of an object from its coordinates as given, whose box is six f64. Returns the block, in the arena. */
export function buildClusters(whose: ObjectRecord, box: usize): usize {
  object = whose;
  sortTriangles(box);
  openBlock(box);
  makeNode(0, object.triangleCount);
  return closeBlock();
}
