/**
 * How often a closed object winds round the places on both sides of its surface, in a box in which no two of its triangles meet that are
 * not neighbours. Works on coordinates that are up to date already, and on tables of its own.
 *
 *   (prepare)   links corners
 *   vertices    which vertices lie in the wide box, and have triangles that go once round them
 *   classes     samples (solid-samples.ts)
 *   rays        winding numbers round the samples, and whether anything else is too near
 */
import { FAN_ROUND, PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { CommonSideRecord, SolidSampleRecord, solidJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { bump, setPieces, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import {
  AVOIDED,
  COMMON_TRIANGLES_PER_PIECE,
  NO_AREA,
  PHASE_SOLID_CLASSES,
  PHASE_SOLID_RAYS,
  PHASE_SOLID_VERTICES,
  PLACE_REGULAR,
} from '../constants';
import { outcodeOf, readCorners, readVertex } from './common-points';
import { POINT, windingOf } from './moved-signs';
import { findSamples } from './solid-samples';

const EPSILON: f64 = 1.1102230246251565e-16;
/** Vertices with more triangles are taken for irregular; then there are more samples, and no other answer. */
const FAN_MOST: u32 = 256;
const fan = reserveScratch(8 * 256);
const corners = reserveScratch(72);
const point = reserveScratch(24);

export function openThread(): void {}

/** Whether the triangles of a vertex, all with area, go once round it: each neighbour has one triangle before and one behind it. */
function goesRound(side: CommonSideRecord, vertex: u32): bool {
  let count: u32 = 0;
  let corner = load<u32>(solidJob.firstCorner + ((<usize>vertex) << 2));
  while (corner != u32.MAX_VALUE) {
    if (count == FAN_MOST) return false;
    const triangle = corner / 3;
    if (load<i32>(side.jumps + <usize>triangle * 12) == NO_AREA) return false;
    const k = corner - 3 * triangle;
    const at = side.corners + <usize>triangle * 12;
    store<u32>(fan + ((<usize>count) << 3), load<u32>(at + ((<usize>(k == 2 ? 0 : k + 1)) << 2)));
    store<u32>(fan + ((<usize>count) << 3), load<u32>(at + ((<usize>(k == 0 ? 2 : k - 1)) << 2)), 4);
    count++;
    corner = load<u32>(solidJob.nextCorner + ((<usize>corner) << 2));
  }
  if (count < 3) return false;
  const first = load<u32>(fan);
  let neighbour = first;
  for (let step: u32 = 1; step <= count; step++) {
    let found: u32 = 0;
    let following: u32 = 0;
    for (let i: u32 = 0; i < count; i++) {
      if (load<u32>(fan + ((<usize>i) << 3)) != neighbour) continue;
      found++;
      following = load<u32>(fan + ((<usize>i) << 3), 4);
    }
    if (found != 1) return false;
    neighbour = following;
    if (neighbour == first) return step == count;
  }
  return false;
}

function lookAtVertices(from: u32, to: u32): void {
  const side = changetype<CommonSideRecord>(solidJob.side);
  const fans = objectRecord(0).fans;
  // The search for triangles that meet has noted which vertices triangles go round once, with area or without.
  const haveArea = side.degenerateCount == 0;
  for (let vertex = from; vertex < to; vertex++) {
    readVertex(side, vertex, point);
    store<u8>(side.outcodes + vertex, outcodeOf(point, solidJob.box));
    const isIn = outcodeOf(point, solidJob.wide) == 0;
    const isKnown = haveArea && load<u8>(fans + vertex) == <u8>FAN_ROUND;
    const isRegular = isIn && (isKnown || goesRound(side, vertex));
    store<u8>(side.places + vertex, isRegular ? <u8>PLACE_REGULAR : 0);
    if (isIn && !isRegular && load<u32>(solidJob.firstCorner + ((<usize>vertex) << 2)) != u32.MAX_VALUE)
      bump(solidJob.irregular, 1);
  }
}

/** Whether the triangle is certainly farther from a sample than it must be: beyond its plane, or beside one of its edges. */
function isClear(sample: usize): bool {
  const clear = 2 * solidJob.clear;
  const px = load<f64>(corners);
  const py = load<f64>(corners, 8);
  const pz = load<f64>(corners, 16);
  const ux = load<f64>(corners, 24) - px;
  const uy = load<f64>(corners, 32) - py;
  const uz = load<f64>(corners, 40) - pz;
  const vx = load<f64>(corners, 48) - px;
  const vy = load<f64>(corners, 56) - py;
  const vz = load<f64>(corners, 64) - pz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const spread = (abs(ux) + abs(uy) + abs(uz)) * (abs(vx) + abs(vy) + abs(vz));
  // What the normal may be off by, and the longest that it may be.
  const normalError = 8 * EPSILON * spread;
  const normal = abs(nx) + abs(ny) + abs(nz) + normalError;
  for (let k: usize = 0; k < 3; k++) {
    const s = corners + k * POINT;
    const e = corners + (k == 2 ? 0 : k + 1) * POINT;
    const dx = load<f64>(sample) - load<f64>(s);
    const dy = load<f64>(sample, 8) - load<f64>(s, 8);
    const dz = load<f64>(sample, 16) - load<f64>(s, 16);
    const away = abs(dx) + abs(dy) + abs(dz);
    if (k == 0 && abs(dx * nx + dy * ny + dz * nz) > clear * normal + away * (normalError + 8 * EPSILON * normal))
      return true;
    const ex = load<f64>(e) - load<f64>(s);
    const ey = load<f64>(e, 8) - load<f64>(s, 8);
    const ez = load<f64>(e, 16) - load<f64>(s, 16);
    const edge = abs(ex) + abs(ey) + abs(ez);
    // n × e points into the triangle.
    const inwards = dx * (ny * ez - nz * ey) + dy * (nz * ex - nx * ez) + dz * (nx * ey - ny * ex);
    if (-inwards > edge * (clear * normal + away * (normalError + 16 * EPSILON * normal))) return true;
  }
  return false;
}

// @inline
function leastOf(k: usize): f64 {
  return min(load<f64>(corners + k), min(load<f64>(corners + POINT + k), load<f64>(corners + 2 * POINT + k)));
}

// @inline
function mostOf(k: usize): f64 {
  return max(load<f64>(corners + k), max(load<f64>(corners + POINT + k), load<f64>(corners + 2 * POINT + k)));
}

/** The first sample whose x is at least this. */
function firstFrom(x: f64): u32 {
  let low: u32 = 0;
  let high = solidJob.sampleCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<f64>(SolidSampleRecord.at(solidJob.samples, middle).point) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function castRays(from: u32, to: u32): void {
  const side = changetype<CommonSideRecord>(solidJob.side);
  const clear = 2 * solidJob.clear;
  for (let triangle = from; triangle < to; triangle++) {
    if (load<i32>(side.jumps + <usize>triangle * 12) == NO_AREA) continue;
    readCorners(side, triangle, corners);
    const highX = mostOf(0) + clear;
    const lowY = leastOf(8) - clear;
    const highY = mostOf(8) + clear;
    const lowZ = leastOf(16) - clear;
    const highZ = mostOf(16) + clear;
    for (let i = firstFrom(leastOf(0) - clear); i < solidJob.sampleCount; i++) {
      const sample = SolidSampleRecord.at(solidJob.samples, i);
      const at = sample.point;
      if (load<f64>(at) > highX) break;
      const y = load<f64>(at, 8);
      const z = load<f64>(at, 16);
      if (y < lowY || y > highY || z > highZ) continue;
      const winding = windingOf(corners, at, 1);
      if (winding != 0) bump(sample.winding, <u32>winding);
      if (z >= lowZ && sample.triangle != triangle && !isClear(at)) bump(sample.unclear, 1);
    }
  }
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_SOLID_CLASSES) return findSamples();
  const side = changetype<CommonSideRecord>(solidJob.side);
  const from = piece * COMMON_TRIANGLES_PER_PIECE;
  const to = from + COMMON_TRIANGLES_PER_PIECE;
  if (phase == PHASE_SOLID_VERTICES) lookAtVertices(from, min(side.vertexCount, to));
  else castRays(from, min(side.triangleCount, to));
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

function openTables(): void {
  const side = changetype<CommonSideRecord>(solidJob.side);
  const object = objectRecord(0);
  solidJob.firstCorner = object.firstCorner;
  solidJob.nextCorner = object.nextCorner;
  const triangleBytes = <usize>side.triangleCount * 12;
  side.jumps = take(triangleBytes);
  memory.fill(side.jumps, 0, triangleBytes);
  for (let i: u32 = 0; i < side.degenerateCount; i++) {
    store<i32>(side.jumps + <usize>load<u32>(side.degenerate + ((<usize>i) << 2)) * 12, NO_AREA);
  }
  for (let i: u32 = 0; i < solidJob.avoidedCount; i++) {
    const jump = side.jumps + <usize>load<u32>(solidJob.avoided + ((<usize>i) << 2)) * 12;
    if (load<i32>(jump) != NO_AREA) store<i32>(jump, AVOIDED);
  }
  side.places = take(side.vertexCount);
  side.parents = take((<u64>side.vertexCount) << 2);
  solidJob.scores = take((<u64>side.vertexCount) << 3);
  solidJob.triangles = take((<u64>side.vertexCount) << 2);
  solidJob.tries = take(side.vertexCount);
  side.outcodes = take(side.vertexCount);
}

function piecesOf(count: u32): u32 {
  return (count + COMMON_TRIANGLES_PER_PIECE - 1) / COMMON_TRIANGLES_PER_PIECE;
}

export function closePhase(phase: i32): i32 {
  const side = changetype<CommonSideRecord>(solidJob.side);
  if (phase == PHASE_PREPARE) {
    openTables();
    setPieces(piecesOf(side.vertexCount), 0, 0.3);
    return PHASE_SOLID_VERTICES;
  }
  if (phase == PHASE_SOLID_VERTICES) {
    setPieces(1, 0.3, 0.8);
    return PHASE_SOLID_CLASSES;
  }
  if (phase == PHASE_SOLID_CLASSES) {
    setPieces(solidJob.sampleCount == 0 ? 0 : piecesOf(side.triangleCount), 0.8, 1);
    return PHASE_SOLID_RAYS;
  }
  return PHASE_DONE;
}
