/** Two clusters during an interval: where their vertices are at its beginning, in its middle and at its end, one cluster per side. */
import { ClustersRecord, SweepSideRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { givenPoint, objectRecord, placedCoordinate } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

const VERTICES: usize = 256;
const POINT: usize = 24;
/** Three places of a vertex: at the beginning, in the middle, at the end. */
export const PLACES: usize = 72;

// @unmanaged
export class SweptCluster {
  side: usize;
  cluster: u32;
  vertexCount: u32;
  /** PLACES bytes per vertex. */
  vertices: usize;
  /** u32 per triangle: its corners, a byte each, as places among the vertices; and its number. */
  corners: usize;
  numbers: usize;
  count: u32;
}

export const clusterA = changetype<SweptCluster>(reserveScratch(offsetof<SweptCluster>()));
export const clusterB = changetype<SweptCluster>(reserveScratch(offsetof<SweptCluster>()));
const given = reserveScratch(POINT);

/** Takes memory for both. Once per thread and job. */
export function reserveClusters(): void {
  clusterA.vertices = take(VERTICES * PLACES);
  clusterB.vertices = take(VERTICES * PLACES);
}

export function openCluster(held: SweptCluster, side: SweepSideRecord): void {
  held.side = changetype<usize>(side);
  held.cluster = u32.MAX_VALUE;
}

// @inline
function placeAt(matrix: usize, x: f64, y: f64, z: f64, out: usize): void {
  store<f64>(out, placedCoordinate(matrix, 0, x, y, z));
  store<f64>(out, placedCoordinate(matrix, 1, x, y, z), 8);
  store<f64>(out, placedCoordinate(matrix, 2, x, y, z), 16);
}

/** Has a side hold one of its clusters. */
export function holdSwept(held: SweptCluster, cluster: u32): void {
  if (held.cluster == cluster) return;
  held.cluster = cluster;
  const side = changetype<SweepSideRecord>(held.side);
  const block = side.clusters;
  const clusters = ClustersRecord.at(block, 0);
  const object = objectRecord(side.object);
  const start = block + <usize>clusters.starts + ((<usize>cluster) << 3);
  const from = load<u32>(start, 4);
  const to = load<u32>(start, 12);
  held.corners = block + <usize>clusters.corners + ((<usize>load<u32>(start)) << 2);
  held.numbers = block + <usize>clusters.triangles + ((<usize>load<u32>(start)) << 2);
  held.count = load<u32>(start, 8) - load<u32>(start);
  held.vertexCount = to - from;
  for (let i = from; i < to; i++) {
    givenPoint(object, load<u32>(block + <usize>clusters.vertices + ((<usize>i) << 2)), given);
    const x = load<f64>(given);
    const y = load<f64>(given, 8);
    const z = load<f64>(given, 16);
    const out = held.vertices + <usize>(i - from) * PLACES;
    placeAt(side.start, x, y, z, out);
    placeAt(side.middle, x, y, z, out + POINT);
    placeAt(side.end, x, y, z, out + 2 * POINT);
  }
}

/** Copies the corners of a triangle: three points at the beginning, three in the middle, three at the end. */
export function copyTriangle(held: SweptCluster, i: u32, out: usize): void {
  const packed = load<u32>(held.corners + ((<usize>i) << 2));
  for (let k: usize = 0; k < 3; k++) {
    const vertex = held.vertices + <usize>((packed >>> ((<u32>k) << 3)) & 255) * PLACES;
    memory.copy(out + k * POINT, vertex, POINT);
    memory.copy(out + 72 + k * POINT, vertex + POINT, POINT);
    memory.copy(out + 144 + k * POINT, vertex + 2 * POINT, POINT);
  }
}
