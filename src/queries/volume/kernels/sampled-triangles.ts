/**
 * Triangles sampled at the centres of pixels: edges are decided in whole numbers, and a centre on an edge belongs to one of its two
 * sides, so a closed surface is entered as often as it is left along every ray.
 *
 * Doubles hold whole numbers up to 2^53, which products reach where vertices lie 2^18 pixels beside the image.
 */

import { sampledJob } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { beginsAt, leavesAt, pieceIsLeft } from '../../../memory/kernels/time-slice';
import { addLayer, surfaceOf } from './sampled-layers';
import { isSmall, sampleSmall } from './sampled-small';
import { HALF, PLACES, VERTEX_BITS } from './sampled-vertices';

/** Triangles that are listed before they are sampled. */
const LISTED: u32 = 128;
const listed = reserveScratch((<usize>LISTED) << 2);

/** The row of its triangle that a suspended piece goes on with, and 0 otherwise. */
// @unmanaged
class RowState {
  next: i32;
}
const row = changetype<RowState>(reserveScratch(offsetof<RowState>()));

export function openSampledTriangles(): void {
  row.next = 0;
}

/**
 * What is added to the height over an edge from the origin to dx, dy, so that it is negative where a centre does not belong to the side
 * on its left: heights are whole numbers, and those on the edge count for one of its two triangles.
 */
// @inline
function bias(dx: f64, dy: f64): f64 {
  return dy < 0 || (dy == 0 && dx < 0) ? 0.5 : -0.5;
}

/** Samples a triangle with corners at i, p, q, which it lies on the left of, `twice` its area; may leave, between rows. */
function sampleLarge(triangle: u32, i: usize, p: usize, q: usize, twice: f64, surface: u32, pixels: v128): void {
  const ax = load<f64>(i);
  const ay = load<f64>(i, 8);
  const bx = load<f64>(p);
  const by = load<f64>(p, 8);
  const cx = load<f64>(q);
  const cy = load<f64>(q, 8);
  const near = sampledJob.near;
  const far = sampledJob.far;
  const x0 = <i32>i16x8.extract_lane_s(pixels, 0);
  const x1 = -(<i32>i16x8.extract_lane_s(pixels, 2));
  const y0 = max(<i32>i16x8.extract_lane_s(pixels, 1), row.next);
  const y1 = -(<i32>i16x8.extract_lane_s(pixels, 3));
  row.next = 0;
  // The edges CA and AB, whose heights weigh B and C, and beside them BC.
  const edgeX = f64x2(ax - cx, bx - ax);
  const edgeY = f64x2(ay - cy, by - ay);
  const fromRow = f64x2(cy, ay);
  const biases = f64x2(bias(ax - cx, ay - cy), bias(bx - ax, by - ay));
  // Heights fall by so much from one centre to the next; they are whole numbers and a half, so steps are exact.
  const steps = f64x2.mul(edgeY, f64x2.splat(PLACES));
  const stepBC = f64x2.splat((cy - by) * PLACES);
  const depthA = load<f64>(i, 16);
  const depths = f64x2.mul(f64x2(load<f64>(p, 16) - depthA, load<f64>(q, 16) - depthA), f64x2.splat(1 / twice));
  const u = <f64>x0 * PLACES + HALF;
  const across = f64x2.sub(biases, f64x2.mul(edgeY, f64x2.sub(f64x2.splat(u), f64x2(cx, ax))));
  const acrossBC = bias(cx - bx, cy - by) - (cy - by) * (u - bx);
  const resolution = sampledJob.resolution;
  for (let y = y0; y <= y1; y++) {
    const v = <f64>y * PLACES + HALF;
    let over = f64x2.add(f64x2.mul(edgeX, f64x2.sub(f64x2.splat(v), fromRow)), across);
    let overBC = f64x2.splat((cx - bx) * (v - by) + acrossBC);
    let x = x0;
    for (; x <= x1 && i64x2.bitmask(v128.or(over, overBC)) != 0; x++) {
      over = f64x2.sub(over, steps);
      overBC = f64x2.sub(overBC, stepBC);
    }
    // Centres that a triangle covers lie side by side.
    for (; x <= x1 && i64x2.bitmask(v128.or(over, overBC)) == 0; x++) {
      const rise = f64x2.mul(f64x2.sub(over, biases), depths);
      const depth = depthA + (f64x2.extract_lane(rise, 0) + f64x2.extract_lane(rise, 1));
      if (depth <= far) addLayer(<u32>y * resolution + <u32>x, depth, surface, near);
      over = f64x2.sub(over, steps);
      overBC = f64x2.sub(overBC, stepBC);
    }
    if (y < y1 && leavesAt(triangle, <u64>(x1 - x0 + 1))) {
      row.next = y + 1;
      return;
    }
  }
}

/** Finds the pixels whose centres a triangle of the vertices at i, j, k covers; may leave, if it is large. */
function sampleTriangle(triangle: u32, i: usize, j: usize, k: usize, pixels: v128): void {
  const ax = load<f64>(i);
  const ay = load<f64>(i, 8);
  const twice = (load<f64>(j) - ax) * (load<f64>(k, 8) - ay) - (load<f64>(k) - ax) * (load<f64>(j, 8) - ay);
  const far = sampledJob.far;
  if (twice == 0 || (load<f64>(i, 16) > far && load<f64>(j, 16) > far && load<f64>(k, 16) > far)) return;
  // The way round with the triangle on the left; seen from outside, it turns the other way where rays enter.
  const isEntered = twice < 0;
  const p = isEntered ? k : j;
  const q = isEntered ? j : k;
  const surface = surfaceOf(triangle, isEntered);
  if (!isSmall(i, p, q)) {
    sampleLarge(triangle, i, p, q, abs(twice), surface, pixels);
    return;
  }
  const column = <i32>i16x8.extract_lane_s(pixels, 0);
  const first = <i32>i16x8.extract_lane_s(pixels, 1);
  const columns = 1 - column - <i32>i16x8.extract_lane_s(pixels, 2);
  const rows = 1 - first - <i32>i16x8.extract_lane_s(pixels, 3);
  sampleSmall(i, p, q, abs(twice), surface, column, first, columns, rows);
}

/** Columns and rows of a triangle of the vertices at i, j, k. */
// @inline
function pixelsOf(i: usize, j: usize, k: usize): v128 {
  const first = v128.load_zero<u64>(i, 24);
  return i16x8.min_s(i16x8.min_s(first, v128.load_zero<u64>(j, 24)), v128.load_zero<u64>(k, 24));
}

// @inline
function vertexOf(corner: usize): usize {
  return sampledJob.vertices + ((<usize>load<u32>(corner)) << VERTEX_BITS);
}

/**
 * Lists the triangles from..to that centres may lie in; gives where the list ends. Most lie between centres: the first column behind
 * them is after the last one before them, or the first row is. Whether one does is hard to foresee, so nothing branches on it.
 */
function listTriangles(from: u32, to: u32): usize {
  let corner = objectRecord(0).indices + <usize>from * 12;
  let end = listed;
  for (let triangle = from; triangle < to; triangle++, corner += 12) {
    const pixels = pixelsOf(vertexOf(corner), vertexOf(corner + 4), vertexOf(corner + 8));
    // Firsts and, with their signs changed, lasts: positive where there is none.
    const none = i16x8.add(pixels, v128.shuffle<i32>(pixels, pixels, 1, 0, 3, 2));
    store<u32>(end, triangle);
    end += (i16x8.extract_lane_s(none, 0) > 0 ? 0 : 4) & (i16x8.extract_lane_s(none, 1) > 0 ? 0 : 4);
  }
  return end;
}

/** Samples the triangles from..to of the only object; may leave. */
export function sampleTriangles(from: u32, to: u32): void {
  const indices = objectRecord(0).indices;
  for (let begin = beginsAt(from); begin < to; begin += LISTED) {
    const end = listTriangles(begin, min(to, begin + LISTED));
    for (let at = listed; at < end; at += 4) {
      const triangle = load<u32>(at);
      const corner = indices + <usize>triangle * 12;
      const i = vertexOf(corner);
      const j = vertexOf(corner + 4);
      const k = vertexOf(corner + 8);
      sampleTriangle(triangle, i, j, k, pixelsOf(i, j, k));
      if (!ASC_FEATURE_THREADS && pieceIsLeft) return;
      if (leavesAt(triangle + 1, 1)) return;
    }
  }
}
