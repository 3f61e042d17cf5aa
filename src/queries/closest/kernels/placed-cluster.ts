/**
 * A cluster of an object as it lies in some place: its vertices, and its triangles with their boxes. Two are held at a time, one
 * per side, and made again only when another cluster is asked for.
 *
 * Coordinates are those that `place` with the same matrix gives. Degenerate triangles in that place are left out.
 */
import { chooseView } from '../../../exact/kernels/triangle-pair';
import { ClustersRecord, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { givenPoint, placedCoordinate } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** A cluster has fewer than 256 vertices and at most 48 triangles. */
const VERTICES: usize = 256;
const TRIANGLES: usize = 48;
const POINT: usize = 24;
export const TRIANGLE: usize = 72;
export const BOX: usize = 48;

/** One side: what it is of, its triangles' corners and boxes one after the other, and the box of all. */
// @unmanaged
export class PlacedCluster {
  object: usize;
  block: usize;
  matrix: usize;
  /** The cluster that is held, or u32.MAX_VALUE. */
  cluster: u32;
  count: u32;
  corners: usize;
  boxes: usize;
  numbers: usize;
  vertices: usize;
  box: usize;
}

export const sideA = changetype<PlacedCluster>(reserveScratch(offsetof<PlacedCluster>()));
export const sideB = changetype<PlacedCluster>(reserveScratch(offsetof<PlacedCluster>()));

function reserveSide(side: PlacedCluster): void {
  side.corners = take(TRIANGLES * TRIANGLE);
  side.boxes = take(TRIANGLES * BOX);
  side.numbers = take(TRIANGLES << 2);
  side.vertices = take(VERTICES * POINT);
  side.box = take(BOX);
}

/** Takes memory for both sides. Once per thread and job. */
export function reserveSides(): void {
  reserveSide(sideA);
  reserveSide(sideB);
}

/** Which object a side is of, and where it lies. */
export function openSide(side: PlacedCluster, object: ObjectRecord, block: usize, matrix: usize): void {
  side.object = changetype<usize>(object);
  side.block = block;
  side.matrix = matrix;
  side.cluster = u32.MAX_VALUE;
}

/** Makes a box hold nothing. */
function emptyBox(box: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    store<f64>(box + k, Infinity);
    store<f64>(box + k, -Infinity, 24);
  }
}

// @inline
function growBox(box: usize, low: usize, high: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    store<f64>(box + k, min(load<f64>(box + k), load<f64>(low + k)));
    store<f64>(box + k, max(load<f64>(box + k, 24), load<f64>(high + k)), 24);
  }
}

function placeVertices(side: PlacedCluster, clusters: ClustersRecord, from: u32, to: u32): void {
  const object = changetype<ObjectRecord>(side.object);
  const list = side.block + <usize>clusters.vertices;
  const matrix = side.matrix;
  for (let i = from; i < to; i++) {
    const out = side.vertices + <usize>(i - from) * POINT;
    givenPoint(object, load<u32>(list + ((<usize>i) << 2)), out);
    const x = load<f64>(out);
    const y = load<f64>(out, 8);
    const z = load<f64>(out, 16);
    store<f64>(out, placedCoordinate(matrix, 0, x, y, z));
    store<f64>(out, placedCoordinate(matrix, 1, x, y, z), 8);
    store<f64>(out, placedCoordinate(matrix, 2, x, y, z), 16);
  }
}

/** Has a side hold one of its clusters. */
export function holdCluster(side: PlacedCluster, cluster: u32): void {
  if (side.cluster == cluster) return;
  side.cluster = cluster;
  const clusters = ClustersRecord.at(side.block, 0);
  const start = side.block + <usize>clusters.starts + ((<usize>cluster) << 3);
  const end = load<u32>(start, 8);
  placeVertices(side, clusters, load<u32>(start, 4), load<u32>(start, 12));
  emptyBox(side.box);
  let count: u32 = 0;
  for (let i = load<u32>(start); i < end; i++) {
    const packed = load<u32>(side.block + <usize>clusters.corners + ((<usize>i) << 2));
    const corners = side.corners + <usize>count * TRIANGLE;
    const box = side.boxes + <usize>count * BOX;
    emptyBox(box);
    for (let k: usize = 0; k < 3; k++) {
      const vertex = side.vertices + <usize>((packed >>> ((<u32>k) << 3)) & 255) * POINT;
      memory.copy(corners + k * POINT, vertex, POINT);
      growBox(box, vertex, vertex);
    }
    if (chooseView(corners) == 0) continue;
    growBox(side.box, box, box + 24);
    store<u32>(
      side.numbers + ((<usize>count) << 2),
      load<u32>(side.block + <usize>clusters.triangles + ((<usize>i) << 2)),
    );
    count++;
  }
  side.count = count;
}

/** The square of the distance between two boxes; 0 when they meet. */
// @inline
export function boxGapSquared(a: usize, b: usize): f64 {
  const x = max<f64>(0, max(load<f64>(a) - load<f64>(b, 24), load<f64>(b) - load<f64>(a, 24)));
  const y = max<f64>(0, max(load<f64>(a, 8) - load<f64>(b, 32), load<f64>(b, 8) - load<f64>(a, 32)));
  const z = max<f64>(0, max(load<f64>(a, 16) - load<f64>(b, 40), load<f64>(b, 16) - load<f64>(a, 40)));
  return x * x + y * y + z * z;
}
