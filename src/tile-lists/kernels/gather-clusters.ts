/**
 * The small scene of the selected triangles: the marked clusters of objects that have clusters, placed, and all of the others. It
 * replaces the object table, so that all later phases treat it like any scene; triangle numbers are translated back where hits
 * are recorded.
 */

import { isTiny } from '../../exact/kernels/predicates';
import { FORMAT_F32, FORMAT_F64, FORMAT_PLACED, SELECTS_PAIRS } from '../../memory/constants';
import { ClustersRecord, grid, job, OBJECT_BYTES, ObjectRecord, results } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { objectRecord, placedCoordinate, triangleEnd } from '../../memory/kernels/objects';
import { boundClusters } from '../../mesh/kernels/cluster-boxes';

/** An item to gather: index into the small table, cluster or WHOLE, first triangle and first vertex there. */
const WHOLE: u32 = u32.MAX_VALUE;
const ITEMS_PER_PIECE: u32 = 48;
/** Triangles of an object without clusters that are numbered at a time. */
const WHOLE_TRIANGLES: u32 = 16384;

// The list while it is being made, by the thread that closes the phase before.
let items: usize = 0;
let itemCount: u32 = 0;

function addItem(object: u32, cluster: u32, triangle: u32, vertex: u32): void {
  const item = items + ((<usize>itemCount) << 4);
  store<u32>(item, object);
  store<u32>(item, cluster, 4);
  store<u32>(item, triangle, 8);
  store<u32>(item, vertex, 12);
  itemCount++;
}

// Sums over the selected triangles.
let triangleTotal: u32 = 0;
let vertexTotal: u32 = 0;

/** Allocates memory for the coordinates of `vertices`, replacing those of the whole object. */
function takeCoordinates(object: ObjectRecord, vertices: u32): void {
  const isOwnImage = object.image == object.rest;
  const single = object.exactFormat == FORMAT_F32;
  const exact = take(<u64>vertices * (single ? 16 : 24));
  object.exactFormat = single ? FORMAT_F32 : FORMAT_F64;
  object.exact = exact;
  object.image = isOwnImage ? exact : take((<u64>vertices) << 4);
}

/** Lists the marked clusters of an object; returns whether there are any. */
function gatherClusters(object: ObjectRecord, index: u32): bool {
  const block = object.clusters;
  const clusters = ClustersRecord.at(block, 0);
  const starts = block + <usize>clusters.starts;
  const clusterCount = clusters.clusterCount;
  const marks = object.marks;
  const first = itemCount;
  let triangles: u32 = 0;
  let vertices: u32 = 0;
  for (let cluster: u32 = 0; cluster < clusterCount; cluster++) {
    const mark = marks + ((<usize>cluster) << 2);
    // Most are not marked: four at a time.
    if ((cluster & 3) == 0 && cluster + 4 <= clusterCount && !v128.any_true(v128.load(mark))) {
      cluster += 3;
      continue;
    }
    if (load<u32>(mark) == 0) continue;
    const start = starts + ((<usize>cluster) << 3);
    addItem(index, cluster, triangles, vertices);
    store<u32>(mark, itemCount);
    triangles += load<u32>(start, 8) - load<u32>(start);
    vertices += load<u32>(start, 12) - load<u32>(start, 4);
  }
  if (triangles == 0) return false;
  results.selectedClusters = results.selectedClusters + (itemCount - first);
  // The grid covers the selected clusters; pairs of clusters need none.
  if (job.selects != SELECTS_PAIRS) boundClusters(object, true);
  object.triangleCount = triangles;
  object.vertexCount = vertices;
  object.indices = take(<u64>triangles * 12);
  takeCoordinates(object, vertices);
  return true;
}

/** Lists the triangles of an object without clusters, whether it meets others or not: some of them may be degenerate. */
function gatherWhole(object: ObjectRecord, index: u32): bool {
  for (let from: u32 = 0; from < object.triangleCount; from += WHOLE_TRIANGLES) addItem(index, WHOLE, from, 0);
  return true;
}

function clusterTotal(): u32 {
  let total: u32 = 0;
  const objects = job.objectCount;
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    const block = object.clusters;
    total += block == 0 ? object.triangleCount / WHOLE_TRIANGLES + 1 : ClustersRecord.at(block, 0).clusterCount;
  }
  return total;
}

/** Makes the table of the small scene, and lists the work of filling it. Returns the number of pieces. */
export function openGathering(): u32 {
  const objects = job.objectCount;
  const table = take(<u64>objects * <u64>OBJECT_BYTES);
  items = take((<u64>clusterTotal()) << 4);
  itemCount = 0;
  triangleTotal = vertexTotal = 0;
  results.selectedClusters = 0;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < objects; i++) {
    const object = ObjectRecord.at(table, kept);
    memory.copy(changetype<usize>(object), changetype<usize>(objectRecord(i)), OBJECT_BYTES);
    const isIn = object.clusters == 0 ? gatherWhole(object, kept) : gatherClusters(object, kept);
    if (!isIn) continue;
    object.triangleStart = triangleTotal;
    object.vertexStart = vertexTotal;
    triangleTotal += object.triangleCount;
    vertexTotal += object.vertexCount;
    kept++;
  }
  job.objects = <u32>table;
  job.objectCount = kept;
  job.triangleCount = triangleTotal;
  job.vertexCount = vertexTotal;
  job.sources = take((<u64>triangleTotal) << 2);
  results.selectedTriangles = triangleTotal;
  grid.gathered = items;
  grid.gatheredCount = itemCount;
  if (job.selects == SELECTS_PAIRS) {
    grid.triangleBoxes = take((<u64>triangleTotal) << 5);
    grid.clusterBoxes = take((<u64>itemCount) << 5);
  }
  return (itemCount + ITEMS_PER_PIECE - 1) / ITEMS_PER_PIECE;
}

/**
 * Places the vertices of a cluster: the same sums in the same order as everywhere (objects.ts), x and y at once. Returns whether
 * some coordinates make the scene wide; see predicates.ts.
 */
function placeVertices(object: ObjectRecord, isPlaced: bool, list: usize, count: u32, first: u32): bool {
  const exact = object.exact;
  const image = object.image;
  const isOwnImage = exact == image;
  const single = object.exactFormat == FORMAT_F32;
  const rest = object.rest;
  const isRestSingle = object.restFormat == FORMAT_F32;
  const m = object.matrix;
  const columnX = v128.load(m);
  const columnY = v128.load(m, 32);
  const columnZ = v128.load(m, 64);
  const shift = v128.load(m, 96);
  const mapXY = v128.load(object.map);
  const mapZ = load<f64>(object.map, 16);
  const scale = load<f64>(object.map, 24);
  let tiny: bool = false;
  for (let i: u32 = 0; i < count; i++) {
    const vertex = <usize>load<u32>(list + ((<usize>i) << 2));
    let xy: v128;
    let z: f64;
    if (isRestSingle) {
      const given = v128.load(rest + (vertex << 4));
      xy = f64x2.promote_low_f32x4(given);
      z = <f64>f32x4.extract_lane(given, 2);
    } else {
      xy = v128.load(rest + vertex * 24);
      z = load<f64>(rest + vertex * 24, 16);
    }
    if (isPlaced) {
      const placedZ = placedCoordinate(m, 2, f64x2.extract_lane(xy, 0), f64x2.extract_lane(xy, 1), z);
      const x = f64x2.mul(columnX, v128.shuffle<f64>(xy, xy, 0, 0));
      const y = f64x2.mul(columnY, v128.shuffle<f64>(xy, xy, 1, 1));
      xy = f64x2.add(f64x2.add(f64x2.add(x, y), f64x2.mul(columnZ, f64x2.splat(z))), shift);
      z = placedZ;
      tiny = tiny || isTiny(f64x2.extract_lane(xy, 0)) || isTiny(f64x2.extract_lane(xy, 1)) || isTiny(z);
    }
    const place = <usize>(first + i);
    if (single) v128.store(exact + (place << 4), inSingle(xy, z));
    else {
      v128.store(exact + place * 24, xy);
      store<f64>(exact + place * 24, z, 16);
    }
    if (isOwnImage) continue;
    const imageXY = f64x2.mul(f64x2.sub(xy, mapXY), f64x2.splat(scale));
    v128.store(image + (place << 4), inSingle(imageXY, (z - mapZ) * scale));
  }
  return tiny;
}

/** Coordinates in single precision; the last lane is 0, because arithmetic on whatever else is there might be slow. */
// @inline
function inSingle(xy: v128, z: f64): v128 {
  return f32x4.replace_lane(f32x4.demote_f64x2_zero(xy), 2, <f32>z);
}

/**
 * The ends of objects that move, after `openGathering`: those of which clusters are gathered get records of their own, like those of their
 * objects. Returns how many do.
 */
export function openGatheredEnds(): u32 {
  let count: u32 = 0;
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    const whole = object.end;
    if (whole == 0 || object.clusters == 0) continue;
    const record = take(<u64>OBJECT_BYTES);
    const end = ObjectRecord.at(record, 0);
    memory.copy(record, whole, OBJECT_BYTES);
    end.vertexCount = object.vertexCount;
    end.triangleCount = object.triangleCount;
    end.indices = object.indices;
    takeCoordinates(end, object.vertexCount);
    object.end = <u32>record;
    object.swept = end.swept = end.image - object.image;
    count++;
  }
  return count;
}

/** Places the clusters of a piece where they end. */
export function gatherEnds(piece: u32): void {
  const to = min(grid.gatheredCount, (piece + 1) * ITEMS_PER_PIECE);
  for (let i = piece * ITEMS_PER_PIECE; i < to; i++) {
    const item = grid.gathered + ((<usize>i) << 4);
    const object = objectRecord(load<u32>(item));
    const cluster = load<u32>(item, 4);
    if (cluster == WHOLE || object.end == 0) continue;
    const whole = ObjectRecord.at(ObjectRecord.at(job.allObjects, object.original).end, 0);
    const block = object.clusters;
    const clusters = ClustersRecord.at(block, 0);
    const start = block + <usize>clusters.starts + ((<usize>cluster) << 3);
    const firstVertex = load<u32>(start, 4);
    const vertices = block + <usize>clusters.vertices + ((<usize>firstVertex) << 2);
    const count = load<u32>(start, 12) - firstVertex;
    const isPlaced = whole.exactFormat == FORMAT_PLACED;
    if (placeVertices(ObjectRecord.at(object.end, 0), isPlaced, vertices, count, load<u32>(item, 12))) job.wide = 1;
  }
}

/** Places a cluster and numbers its triangles. Returns their number. */
function gatherCluster(object: ObjectRecord, cluster: u32, triangle: u32, vertex: u32): u32 {
  const block = object.clusters;
  const clusters = ClustersRecord.at(block, 0);
  const start = block + <usize>clusters.starts + ((<usize>cluster) << 3);
  const from = load<u32>(start);
  const count = load<u32>(start, 8) - from;
  const firstVertex = load<u32>(start, 4);
  const vertices = block + <usize>clusters.vertices + ((<usize>firstVertex) << 2);
  const vertexCount = load<u32>(start, 12) - firstVertex;
  const whole = ObjectRecord.at(job.allObjects, object.original);
  if (placeVertices(object, whole.exactFormat == FORMAT_PLACED, vertices, vertexCount, vertex)) job.wide = 1;
  const corners = block + <usize>clusters.corners + ((<usize>from) << 2);
  const numbers = block + <usize>clusters.triangles + ((<usize>from) << 2);
  const original = whole.triangleStart;
  const indices = object.indices + <usize>triangle * 12;
  const sources = job.sources + ((<usize>(object.triangleStart + triangle)) << 2);
  for (let i: usize = 0; i < <usize>count; i++) {
    const packed = load<u32>(corners + (i << 2));
    const out = indices + i * 12;
    store<u32>(out, vertex + (packed & 255));
    store<u32>(out, vertex + ((packed >>> 8) & 255), 4);
    store<u32>(out, vertex + ((packed >>> 16) & 255), 8);
    store<u32>(sources + (i << 2), original + load<u32>(numbers + (i << 2)));
  }
  return count;
}

/** The boxes of a cluster's triangles, from..to of the object's, and of the whole cluster, at `out`. */
function boxTriangles(object: ObjectRecord, from: u32, to: u32, out: usize): void {
  const image = object.image;
  let clusterLow = f32x4.splat(f32.MAX_VALUE);
  let clusterHigh = f32x4.splat(-f32.MAX_VALUE);
  let box = grid.triangleBoxes + ((<usize>(object.triangleStart + from)) << 5);
  for (let t = from; t < to; t++, box += 32) {
    const i = object.indices + <usize>t * 12;
    const a = v128.load(image + ((<usize>load<u32>(i)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(i, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(i, 8)) << 4));
    const low = f32x4.pmin(f32x4.pmin(a, b), c);
    const high = f32x4.pmax(f32x4.pmax(a, b), c);
    v128.store(box, low);
    v128.store(box, high, 16);
    clusterLow = f32x4.pmin(clusterLow, low);
    clusterHigh = f32x4.pmax(clusterHigh, high);
  }
  v128.store(out, clusterLow);
  v128.store(out, clusterHigh, 16);
}

/** Numbers triangles of an object that was selected as a whole. */
function numberTriangles(object: ObjectRecord, from: u32): void {
  const to = min(object.triangleCount, from + WHOLE_TRIANGLES);
  const original = ObjectRecord.at(job.allObjects, object.original).triangleStart;
  const sources = job.sources + ((<usize>object.triangleStart) << 2);
  for (let t = from; t < to; t++) store<u32>(sources + ((<usize>t) << 2), original + t);
}

/** For the vertices of a piece: their numbers through all objects, a u32 for each vertex of the small scene. */
export function listSourceVertices(piece: u32, sources: usize): void {
  const to = min(grid.gatheredCount, (piece + 1) * ITEMS_PER_PIECE);
  for (let i = piece * ITEMS_PER_PIECE; i < to; i++) {
    const item = grid.gathered + ((<usize>i) << 4);
    const object = objectRecord(load<u32>(item));
    const original = ObjectRecord.at(job.allObjects, object.original).vertexStart;
    const out = sources + ((<usize>(object.vertexStart + load<u32>(item, 12))) << 2);
    const cluster = load<u32>(item, 4);
    if (cluster != WHOLE) {
      const block = object.clusters;
      const clusters = ClustersRecord.at(block, 0);
      const start = block + <usize>clusters.starts + ((<usize>cluster) << 3);
      const list = block + <usize>clusters.vertices + ((<usize>load<u32>(start, 4)) << 2);
      const bytes = (<usize>(load<u32>(start, 12) - load<u32>(start, 4))) << 2;
      for (let at: usize = 0; at < bytes; at += 4) store<u32>(out + at, original + load<u32>(list + at));
    } else if (load<u32>(item, 8) == 0) {
      for (let v: u32 = 0; v < object.vertexCount; v++) store<u32>(out + ((<usize>v) << 2), original + v);
    }
  }
}

export function gatherPiece(piece: u32): void {
  const withBoxes = job.selects == SELECTS_PAIRS;
  const to = min(grid.gatheredCount, (piece + 1) * ITEMS_PER_PIECE);
  for (let i = piece * ITEMS_PER_PIECE; i < to; i++) {
    const item = grid.gathered + ((<usize>i) << 4);
    const object = objectRecord(load<u32>(item));
    const cluster = load<u32>(item, 4);
    const first = load<u32>(item, 8);
    if (cluster == WHOLE) {
      numberTriangles(object, first);
      continue;
    }
    const count = gatherCluster(object, cluster, first, load<u32>(item, 12));
    if (withBoxes) boxTriangles(object, first, first + count, grid.clusterBoxes + ((<usize>i) << 5));
  }
}

/** Gives the job all objects again, for what numbers its answer through them. */
export function returnToAllObjects(): void {
  const count = job.allObjectCount;
  const last = ObjectRecord.at(job.allObjects, count - 1);
  job.objects = job.allObjects;
  job.objectCount = count;
  job.triangleCount = triangleEnd(last);
  job.vertexCount = last.vertexStart + last.vertexCount;
}
