/**
 * Pairs of triangles around a vertex whose fan could not be certified: tested one by one, exactly.
 *
 * The spokes and normals of the fan are computed once; with them a floating-point filter rejects most pairs by the side
 * on which one triangle lies of the other's plane, both spokes of a triangle at a time. What it leaves goes to the exact tests.
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
 * Per triangle of the fan twelve f64: the spokes u and v from the vertex to its other corners, side by side (x of both, y of both,
 * z of both), the normal u × v, and the sizes of the products it was computed from, times the filter's bound.
 */
const SPOKES_STRIDE: usize = 96;
let spokes: usize = 0;
let spokesCapacity: u32 = 0;
/** The triangles of the fan that a closer look at one of them takes in. */
let looked: usize = 0;

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
    looked = take((<u64>spokesCapacity) << 2);
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
    store<f64>(out, vx, 8);
    store<f64>(out, uy, 16);
    store<f64>(out, vy, 24);
    store<f64>(out, uz, 32);
    store<f64>(out, vz, 40);
    store<f64>(out, uy * vz - uz * vy, 48);
    store<f64>(out, uz * vx - ux * vz, 56);
    store<f64>(out, ux * vy - uy * vx, 64);
    store<f64>(out, (abs(uy * vz) + abs(uz * vy)) * ORIENT_3D_BOUND, 72);
    store<f64>(out, (abs(uz * vx) + abs(ux * vz)) * ORIENT_3D_BOUND, 80);
    store<f64>(out, (abs(ux * vy) + abs(uy * vx)) * ORIENT_3D_BOUND, 88);
  }
}

/**
 * On which side of the plane of triangle `plane` of the fan the spokes of triangle `other` certainly lie: bits 0 and 1 for those above
 * it, 2 and 3 for those below it.
 */
// @inline
function spokeSides(plane: usize, other: usize): u32 {
  const x = v128.load(other);
  const y = v128.load(other, 16);
  const z = v128.load(other, 32);
  const alongXY = f64x2.add(f64x2.mul(x, v128.load64_splat(plane, 48)), f64x2.mul(y, v128.load64_splat(plane, 56)));
  const height = f64x2.add(alongXY, f64x2.mul(z, v128.load64_splat(plane, 64)));
  const ofXY = f64x2.add(
    f64x2.mul(f64x2.abs(x), v128.load64_splat(plane, 72)),
    f64x2.mul(f64x2.abs(y), v128.load64_splat(plane, 80)),
  );
  const sum = f64x2.add(ofXY, f64x2.mul(f64x2.abs(z), v128.load64_splat(plane, 88)));
  const bound = f64x2.add(sum, f64x2.splat(underflow));
  const above = i64x2.bitmask(f64x2.gt(height, bound));
  return above | (i64x2.bitmask(f64x2.lt(height, f64x2.neg(bound))) << 2);
}

/** Are both spokes on the same side? */
// @inline
function areOnOneSide(sides: u32): u32 {
  return u32((sides & 3) == 3) | u32(sides >>> 2 == 3);
}

function readTriangle(object: ObjectRecord, vertex: u32, from: u32, to: u32, out: usize): void {
  exactPoint(object, vertex, out);
  exactPoint(object, from, out + 24);
  exactPoint(object, to, out + 48);
}

/** Triangles at `vertex` that share the further vertex `common`: folded flat onto each other? */
function edgeKind(object: ObjectRecord, vertex: u32, common: u32, ownA: u32, ownB: u32): i32 {
  readTriangle(object, vertex, common, ownA, first);
  readTriangle(object, vertex, common, ownB, second);
  return edgePairKind(first, second);
}

function vertexKind(object: ObjectRecord, vertex: u32, aFrom: u32, aTo: u32, bFrom: u32, bTo: u32): i32 {
  readTriangle(object, vertex, aFrom, aTo, first);
  readTriangle(object, vertex, bFrom, bTo, second);
  return vertexPairKind(first, second);
}

/**
 * Lists the triangles of the fan behind the i-th that may collide with it, and returns how many there are. Pairs that share an edge
 * belong to its lower vertex, unless the other is certified, and duplicates to the lowest. Which pairs these are, and which are
 * apart, is unpredictable, so there is no branch.
 */
// @inline
function listNear(vertex: u32, i: u32, certified: usize, signs: usize): u32 {
  const aFrom = load<u32>(fanFrom + ((<usize>i) << 2));
  const aTo = load<u32>(fanTo + ((<usize>i) << 2));
  const a = spokes + <usize>i * SPOKES_STRIDE;
  const end = (<usize>fanSize) << 2;
  const triangles = fanTriangles;
  const froms = fanFrom;
  const tos = fanTo;
  const list = looked;
  let place = list;
  let tests: u32 = 0;
  let b = a + SPOKES_STRIDE;
  for (let j = (<usize>(i + 1)) << 2; j < end; j += 4, b += SPOKES_STRIDE) {
    const bFrom = load<u32>(froms + j);
    const bTo = load<u32>(tos + j);
    const fromShared = u32(aFrom == bFrom) | u32(aFrom == bTo);
    const toShared = u32(aTo == bFrom) | u32(aTo == bTo);
    const common = select<u32>(aFrom, aTo, fromShared != 0);
    const isOwn = u32(vertex <= common) & u32(load<u8>(certified + <usize>common) == 0);
    const byEdge = (fromShared ^ toShared) & isOwn;
    const byVertex = (fromShared | toShared) ^ 1;
    const hasArea = u32(load<u8>(signs + <usize>load<u32>(triangles + j)) != 0);
    const sides = spokeSides(a, b);
    const apart = areOnOneSide(sides) | areOnOneSide(spokeSides(b, a));
    // Of a triangle that shares an edge, the other spoke tells.
    const isOff = ((sides | (sides >>> 2)) >>> u32(bFrom == common)) & 1;
    store<u32>(place, <u32>(j >>> 2));
    const near = (byVertex & (apart ^ 1)) | (byEdge & (isOff ^ 1)) | (fromShared & toShared);
    place += (<usize>(near & hasArea)) << 2;
    tests += (byVertex | byEdge) & hasArea;
  }
  neighbourTests += tests;
  return <u32>((place - list) >>> 2);
}

/** The kind of a pair of triangles at `vertex` that has been listed, or KIND_NONE when they do not collide. */
function neighbourKind(object: ObjectRecord, vertex: u32, i: u32, j: u32): i32 {
  const aFrom = load<u32>(fanFrom + ((<usize>i) << 2));
  const aTo = load<u32>(fanTo + ((<usize>i) << 2));
  const bFrom = load<u32>(fanFrom + ((<usize>j) << 2));
  const bTo = load<u32>(fanTo + ((<usize>j) << 2));
  const fromShared = aFrom == bFrom || aFrom == bTo;
  const toShared = aTo == bFrom || aTo == bTo;
  if (!fromShared && !toShared) return vertexKind(object, vertex, aFrom, aTo, bFrom, bTo);
  if (fromShared && toShared) return vertex < aFrom && vertex < aTo ? KIND_COPLANAR : KIND_NONE;
  const common = fromShared ? aFrom : aTo;
  return edgeKind(object, vertex, common, fromShared ? aTo : aFrom, bFrom == common ? bTo : bFrom);
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
    const near = listNear(vertex, i, certified, signs);
    for (let k: u32 = 0; k < near; k++) {
      const j = load<u32>(looked + ((<usize>k) << 2));
      const kind = neighbourKind(object, vertex, i, j);
      if (kind == KIND_NONE || (penetrating && kind == KIND_TOUCHING)) continue;
      addHit(start + a, start + load<u32>(fanTriangles + ((<usize>j) << 2)), kind);
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
