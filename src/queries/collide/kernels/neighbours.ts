/**
 * Pairs of triangles around a vertex whose fan could not be certified: tested one by one, exactly.
 *
 * The spokes and normals of the fan are computed once; with them a floating-point filter rejects most pairs by the side
 * on which one triangle lies of the other's plane. What it leaves goes to the exact tests.
 */

import { ORIENT_3D_BOUND, underflow } from '../../../exact/kernels/predicates';
import { edgePairKind, vertexPairKind } from '../../../exact/kernels/triangle-pair';
import { KIND_COPLANAR, KIND_NONE, KIND_TOUCHING } from '../../../memory/constants';
import { grid, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { addHit } from '../../../tile-lists/kernels/hits';
import { fanFrom, fanSize, fanTo, fanTriangles, readFan } from './fans';

/** Pairs tested by this thread since the job began. */
export let neighbourTests: u64 = 0;

/**
 * Per triangle of the fan twelve f64: the spokes u and v from the vertex to its other corners, the normal u × v, and the
 * sizes of the products it was computed from, times the filter's bound.
 */
const SPOKES_STRIDE: usize = 96;
let spokes: usize = 0;
let spokesCapacity: u32 = 0;

export function openNeighbours(): void {
  neighbourTests = 0;
  spokesCapacity = 0;
}

const first = reserveScratch(72);
const second = reserveScratch(72);

function readSpokes(object: ObjectRecord, vertex: u32): void {
  if (fanSize > spokesCapacity) {
    spokesCapacity = max<u32>(64, fanSize * 2);
    spokes = take(<u64>spokesCapacity * SPOKES_STRIDE);
  }
  exactPoint(object, vertex, first);
  const x = load<f64>(first);
  const y = load<f64>(first, 8);
  const z = load<f64>(first, 16);
  for (let i: u32 = 0; i < fanSize; i++) {
    exactPoint(object, load<u32>(fanFrom + ((<usize>i) << 2)), second);
    exactPoint(object, load<u32>(fanTo + ((<usize>i) << 2)), second + 24);
    const ux = load<f64>(second) - x;
    const uy = load<f64>(second, 8) - y;
    const uz = load<f64>(second, 16) - z;
    const vx = load<f64>(second, 24) - x;
    const vy = load<f64>(second, 32) - y;
    const vz = load<f64>(second, 40) - z;
    const out = spokes + <usize>i * SPOKES_STRIDE;
    store<f64>(out, ux);
    store<f64>(out, uy, 8);
    store<f64>(out, uz, 16);
    store<f64>(out, vx, 24);
    store<f64>(out, vy, 32);
    store<f64>(out, vz, 40);
    store<f64>(out, uy * vz - uz * vy, 48);
    store<f64>(out, uz * vx - ux * vz, 56);
    store<f64>(out, ux * vy - uy * vx, 64);
    store<f64>(out, (abs(uy * vz) + abs(uz * vy)) * ORIENT_3D_BOUND, 72);
    store<f64>(out, (abs(uz * vx) + abs(ux * vz)) * ORIENT_3D_BOUND, 80);
    store<f64>(out, (abs(ux * vy) + abs(uy * vx)) * ORIENT_3D_BOUND, 88);
  }
}

/** The certain side of a spoke with respect to the plane of triangle `plane` of the fan: −1, 1, or 0 for "not certain". */
// @inline
function spokeSide(plane: usize, spoke: usize): i32 {
  const x = load<f64>(spoke);
  const y = load<f64>(spoke, 8);
  const z = load<f64>(spoke, 16);
  const height = x * load<f64>(plane, 48) + y * load<f64>(plane, 56) + z * load<f64>(plane, 64);
  const bound =
    abs(x) * load<f64>(plane, 72) + abs(y) * load<f64>(plane, 80) + abs(z) * load<f64>(plane, 88) + underflow;
  return i32(height > bound) - i32(height < -bound);
}

/** Does the plane of one triangle certainly have both other corners of the other on one side? */
// @inline
function separated(plane: usize, other: usize): bool {
  const side = spokeSide(plane, other);
  return side != 0 && side == spokeSide(plane, other + 24);
}

function readTriangle(object: ObjectRecord, vertex: u32, from: u32, to: u32, out: usize): void {
  exactPoint(object, vertex, out);
  exactPoint(object, from, out + 24);
  exactPoint(object, to, out + 48);
}

/** Triangles i and j at `vertex`, which share the further vertex `common`: folded flat onto each other? */
function edgeKind(object: ObjectRecord, vertex: u32, common: u32, i: u32, j: u32, ownA: u32, ownB: u32): i32 {
  neighbourTests++;
  const b = spokes + <usize>j * SPOKES_STRIDE;
  const ownSpoke = load<u32>(fanFrom + ((<usize>j) << 2)) == ownB ? b : b + 24;
  if (spokeSide(spokes + <usize>i * SPOKES_STRIDE, ownSpoke) != 0) return KIND_NONE;
  readTriangle(object, vertex, common, ownA, first);
  readTriangle(object, vertex, common, ownB, second);
  return edgePairKind(first, second);
}

function vertexKind(object: ObjectRecord, vertex: u32, i: u32, j: u32): i32 {
  neighbourTests++;
  const a = spokes + <usize>i * SPOKES_STRIDE;
  const b = spokes + <usize>j * SPOKES_STRIDE;
  if (separated(a, b) || separated(b, a)) return KIND_NONE;
  readTriangle(object, vertex, load<u32>(fanFrom + ((<usize>i) << 2)), load<u32>(fanTo + ((<usize>i) << 2)), first);
  readTriangle(object, vertex, load<u32>(fanFrom + ((<usize>j) << 2)), load<u32>(fanTo + ((<usize>j) << 2)), second);
  return vertexPairKind(first, second);
}

/**
 * The kind of a pair of triangles at `vertex`, or KIND_NONE when they do not collide or another vertex answers for
 * them: pairs that share an edge are tested at its lower vertex, duplicates at the lowest.
 */
// @inline
function neighbourKind(object: ObjectRecord, vertex: u32, i: u32, j: u32, certified: usize): i32 {
  const aFrom = load<u32>(fanFrom + ((<usize>i) << 2));
  const aTo = load<u32>(fanTo + ((<usize>i) << 2));
  const bFrom = load<u32>(fanFrom + ((<usize>j) << 2));
  const bTo = load<u32>(fanTo + ((<usize>j) << 2));
  const fromShared = aFrom == bFrom || aFrom == bTo;
  const toShared = aTo == bFrom || aTo == bTo;
  if (!fromShared && !toShared) return vertexKind(object, vertex, i, j);
  if (fromShared && toShared) return vertex < aFrom && vertex < aTo ? KIND_COPLANAR : KIND_NONE;
  const common = fromShared ? aFrom : aTo;
  if (vertex > common || load<u8>(certified + <usize>common) != 0) return KIND_NONE;
  return edgeKind(object, vertex, common, i, j, fromShared ? aTo : aFrom, bFrom == common ? bTo : bFrom);
}

function testFan(object: ObjectRecord, vertex: u32, certified: usize): void {
  readFan(object, vertex);
  readSpokes(object, vertex);
  const start = object.triangleStart;
  const signs = grid.signs + <usize>start;
  const penetrating = job.penetrating != 0;
  for (let i: u32 = 0; i + 1 < fanSize; i++) {
    const a = load<u32>(fanTriangles + ((<usize>i) << 2));
    if (load<u8>(signs + <usize>a) == 0) continue;
    if ((i & 63) == 63 && stopped()) return;
    for (let j = i + 1; j < fanSize; j++) {
      const b = load<u32>(fanTriangles + ((<usize>j) << 2));
      if (load<u8>(signs + <usize>b) == 0) continue;
      const kind = neighbourKind(object, vertex, i, j, certified);
      if (kind == KIND_NONE || (penetrating && kind == KIND_TOUCHING)) continue;
      addHit(start + a, start + b, kind);
    }
  }
}

/** Tests the fans of the vertices from..to that are not certified. */
export function testNeighbours(object: ObjectRecord, from: u32, to: u32): void {
  const certified = grid.certified + <usize>object.vertexStart;
  for (let vertex = from; vertex < to; vertex++) {
    if (load<u8>(certified + <usize>vertex) == 0) testFan(object, vertex, certified);
  }
}
