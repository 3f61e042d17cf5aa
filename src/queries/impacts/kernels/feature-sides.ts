/**
 * Two triangles whose features are compared, side A and side B: who they are, and which vertices and edges they stand for.
 *
 * What filters look at lies in lanes: a coordinate of three corners, or of three edges, in one vector. Lane 3 repeats a corner and is
 * never asked about.
 */
import { impactsJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { corners, triangles } from '../../../tile-lists/kernels/tile-members';
import { EDGE_EDGE } from '../constants';
import { MASK_CORNERS, MASK_EDGES_SHIFT } from './feature-masks';
import { addImpact } from './impact-list';

/** Three moving points of 48 bytes, or three points of 24. */
const POINTS_AT: usize = 0;
/** Then: three image addresses, the object's record, triangle, mask, whether points were read. */
const VERTICES_AT: usize = 144;
const OBJECT_AT: usize = VERTICES_AT + 12;
const TRIANGLE_AT: usize = VERTICES_AT + 16;
const MASK_AT: usize = VERTICES_AT + 20;
const READ_AT: usize = VERTICES_AT + 24;
const SIDE_BYTES: usize = VERTICES_AT + 32;

export const sideA = reserveScratch(SIDE_BYTES);
export const sideB = reserveScratch(SIDE_BYTES);

/** Sets up a member of the tile, given by rank; `masks` has the features that triangles stand for. Returns its object's index. */
export function setSide(side: usize, member: u32, masks: usize): u32 {
  const record = corners + ((<usize>member) << 4);
  const index = load<u32>(record, 12) >>> 1;
  v128.store(side, v128.load(record), VERTICES_AT);
  store<u32>(side, <u32>changetype<usize>(objectRecord(index)), OBJECT_AT);
  const triangle = load<u32>(triangles + ((<usize>member) << 2));
  store<u32>(side, triangle, TRIANGLE_AT);
  store<u32>(side, load<u8>(masks + <usize>triangle), MASK_AT);
  store<u32>(side, 0, READ_AT);
  return index;
}

// @inline
export function objectOf(side: usize): ObjectRecord {
  return ObjectRecord.at(load<u32>(side, OBJECT_AT), 0);
}

// @inline
export function triangleOf(side: usize): u32 {
  return load<u32>(side, TRIANGLE_AT);
}

/** Bits of the corners that a side stands for. */
// @inline
export function cornersOf(side: usize): i32 {
  return <i32>(load<u32>(side, MASK_AT) & MASK_CORNERS);
}

/** Bits of its edges, each from a corner to the next. */
// @inline
export function edgesOf(side: usize): i32 {
  return <i32>(load<u32>(side, MASK_AT) >>> MASK_EDGES_SHIFT);
}

/** Whether the points of a side have yet to be read; they are from now on. */
// @inline
export function needsPoints(side: usize): bool {
  if (load<u32>(side, READ_AT) != 0) return false;
  store<u32>(side, 1, READ_AT);
  return true;
}

// @inline
export function pointsOf(side: usize): usize {
  return side + POINTS_AT;
}

/** The address of a corner's image coordinates, which tells vertices apart. */
// @inline
export function vertexAt(side: usize, k: usize): u32 {
  return load<u32>(side + VERTICES_AT + 4 * k);
}

/** A vertex numbered within its object. */
// @inline
export function ownVertex(side: usize, k: usize): u32 {
  return (vertexAt(side, k) - objectOf(side).image) >>> 4;
}

/** A vertex numbered through what is searched: the scene, or the small one of clusters that were gathered. */
// @inline
export function vertexNumber(side: usize, k: usize): u32 {
  return ownVertex(side, k) + objectOf(side).vertexStart;
}

/** A vertex numbered through all objects. */
// @inline
export function vertexOfAnswer(side: usize, k: usize): u32 {
  const number = vertexNumber(side, k);
  const sources = impactsJob.vertexSources;
  return sources == 0 ? number : load<u32>(sources + ((<usize>number) << 2));
}

/** The triangle of a side numbered through all objects. */
// @inline
export function triangleOfAnswer(side: usize): u32 {
  const triangle = triangleOf(side);
  return job.sources == 0 ? triangle : load<u32>(job.sources + ((<usize>triangle) << 2));
}

// @inline
export function nextCornerOf(k: usize): usize {
  return k == 2 ? 0 : k + 1;
}

/** Adds edge i of side A and edge j of side B to the list. */
export function addEdges(i: usize, j: usize, tick: f64): void {
  const a0 = vertexOfAnswer(sideA, i);
  const a1 = vertexOfAnswer(sideA, nextCornerOf(i));
  addEdgesInOrder(a0, a1, vertexOfAnswer(sideB, j), vertexOfAnswer(sideB, nextCornerOf(j)), tick);
}

/** Whether the first of two edges, their ends numbered through the scene, comes first in the list. */
export function areInOrder(a0: u32, a1: u32, b0: u32, b1: u32): bool {
  const aLow = min(a0, a1);
  const bLow = min(b0, b1);
  return aLow < bLow || (aLow == bLow && max(a0, a1) < max(b0, b1));
}

/** Adds two edges, their ends numbered through the scene, in the order of the list. */
export function addEdgesInOrder(a0: u32, a1: u32, b0: u32, b1: u32, tick: f64): void {
  const aLow = min(a0, a1);
  const aHigh = max(a0, a1);
  const bLow = min(b0, b1);
  const bHigh = max(b0, b1);
  if (areInOrder(a0, a1, b0, b1)) addImpact(EDGE_EDGE, aLow, aHigh, bLow, bHigh, tick);
  else addImpact(EDGE_EDGE, bLow, bHigh, aLow, aHigh, tick);
}

// --- lanes ---

// @inline
export function lanesX(p: v128, q: v128, r: v128): v128 {
  return v128.shuffle<i32>(v128.shuffle<i32>(p, q, 0, 4, 1, 5), r, 0, 1, 4, 4);
}

// @inline
export function lanesY(p: v128, q: v128, r: v128): v128 {
  return v128.shuffle<i32>(v128.shuffle<i32>(p, q, 0, 4, 1, 5), r, 2, 3, 5, 5);
}

// @inline
export function lanesZ(p: v128, q: v128, r: v128): v128 {
  return v128.shuffle<i32>(v128.shuffle<i32>(p, q, 2, 6, 3, 7), r, 0, 1, 6, 6);
}

/** The next corner of each corner. */
// @inline
export function nextLanes(lanes: v128): v128 {
  return v128.shuffle<i32>(lanes, lanes, 1, 2, 0, 3);
}

/** Bits of the corners of one side, whose addresses are in lanes, that are corners of the other. */
// @inline
export function sharedCorners(lanes: v128, other: usize): i32 {
  const with0 = i32x4.eq(lanes, v128.load32_splat(other, VERTICES_AT));
  const with1 = i32x4.eq(lanes, v128.load32_splat(other, VERTICES_AT + 4));
  const with2 = i32x4.eq(lanes, v128.load32_splat(other, VERTICES_AT + 8));
  return i32x4.bitmask(v128.or(v128.or(with0, with1), with2));
}

/** Bits of the edges of one side, whose addresses are in lanes, that share a corner with an edge of the other. */
// @inline
export function edgesSharing(lanes: v128, other: usize, i: usize): i32 {
  const p = v128.load32_splat(other + VERTICES_AT + 4 * i);
  const q = v128.load32_splat(other + VERTICES_AT + 4 * nextCornerOf(i));
  const from = i32x4.bitmask(v128.or(i32x4.eq(lanes, p), i32x4.eq(lanes, q))) & 7;
  // An edge ends where the next begins.
  return from | (from >>> 1) | ((from & 1) << 2);
}

/** Addresses of the corners in lanes. */
// @inline
export function addressLanes(side: usize): v128 {
  return v128.load(side, VERTICES_AT);
}
