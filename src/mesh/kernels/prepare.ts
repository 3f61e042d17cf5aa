/**
 * First phase: every object gets image coordinates and a box; its adjacency is linked if it is new.
 *
 * Image coordinates are (x − centre) · scale, computed in double and rounded to single precision. Rounding is monotone,
 * so two triangles that share a point still have overlapping boxes: nothing needs to be rounded outward.
 */

import { isTiny } from '../../exact/kernels/predicates';
import {
  FORMAT_F32,
  PIECE_ADJACENCY,
  PIECE_BOUND,
  PIECE_OBJECTS,
  PIECE_PLACE,
  SELECTS_PAIRS,
} from '../../memory/constants';
import { job, ObjectRecord, PieceRecord } from '../../memory/generated/kernels/records';
import { objectRecord } from '../../memory/kernels/objects';
import { boundClusters } from './cluster-boxes';

/** Places the vertices from..to. Returns whether coordinates have come out that make a scene wide; see predicates.ts. */
function placeVertices(object: ObjectRecord, from: u32, to: u32): bool {
  const matrix = object.matrix;
  const rest = object.rest;
  const single = object.restFormat == FORMAT_F32;
  const world = object.world;
  const m0 = load<f64>(matrix);
  const m1 = load<f64>(matrix, 8);
  const m2 = load<f64>(matrix, 16);
  const m4 = load<f64>(matrix, 32);
  const m5 = load<f64>(matrix, 40);
  const m6 = load<f64>(matrix, 48);
  const m8 = load<f64>(matrix, 64);
  const m9 = load<f64>(matrix, 72);
  const m10 = load<f64>(matrix, 80);
  const m12 = load<f64>(matrix, 96);
  const m13 = load<f64>(matrix, 104);
  const m14 = load<f64>(matrix, 112);
  let tiny: bool = false;
  for (let vertex = from; vertex < to; vertex++) {
    let x: f64;
    let y: f64;
    let z: f64;
    if (single) {
      const p = rest + ((<usize>vertex) << 4);
      x = load<f32>(p);
      y = load<f32>(p, 4);
      z = load<f32>(p, 8);
    } else {
      const p = rest + <usize>vertex * 24;
      x = load<f64>(p);
      y = load<f64>(p, 8);
      z = load<f64>(p, 16);
    }
    const q = world + <usize>vertex * 24;
    const placedX = m0 * x + m4 * y + m8 * z + m12;
    const placedY = m1 * x + m5 * y + m9 * z + m13;
    const placedZ = m2 * x + m6 * y + m10 * z + m14;
    tiny = tiny || isTiny(placedX) || isTiny(placedY) || isTiny(placedZ);
    store<f64>(q, placedX);
    store<f64>(q, placedY, 8);
    store<f64>(q, placedZ, 16);
  }
  return tiny;
}

function imageVertices(object: ObjectRecord, from: u32, to: u32): void {
  const exact = object.exact;
  const single = object.exactFormat == FORMAT_F32;
  const image = object.image;
  const map = object.map;
  const cx = load<f64>(map);
  const cy = load<f64>(map, 8);
  const cz = load<f64>(map, 16);
  const scale = load<f64>(map, 24);
  for (let vertex = from; vertex < to; vertex++) {
    let x: f64;
    let y: f64;
    let z: f64;
    if (single) {
      const p = exact + ((<usize>vertex) << 4);
      x = load<f32>(p);
      y = load<f32>(p, 4);
      z = load<f32>(p, 8);
    } else {
      const p = exact + <usize>vertex * 24;
      x = load<f64>(p);
      y = load<f64>(p, 8);
      z = load<f64>(p, 16);
    }
    // The last lane is 0, because arithmetic on whatever else is there might be slow.
    const q = image + ((<usize>vertex) << 4);
    v128.store(q, f32x4(<f32>((x - cx) * scale), <f32>((y - cy) * scale), <f32>((z - cz) * scale), 0));
  }
}

function boundVertices(object: ObjectRecord, from: u32, to: u32, piece: PieceRecord): void {
  const image = object.image;
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  const end = image + ((<usize>to) << 4);
  for (let p = image + ((<usize>from) << 4); p < end; p += 16) {
    const v = v128.load(p);
    low = f32x4.pmin(low, v);
    high = f32x4.pmax(high, v);
  }
  v128.store(piece.low, low);
  v128.store(piece.high, high);
}

/** Links the corners of the vertices from..to; several pieces can run at once because each owns its vertices. */
function linkCorners(object: ObjectRecord, from: u32, to: u32): void {
  const indices = object.indices;
  const first = object.firstCorner;
  const next = object.nextCorner;
  memory.fill(first + ((<usize>from) << 2), 0xff, (<usize>(to - from)) << 2);
  const corners = object.triangleCount * 3;
  const width = to - from;
  // From the last corner to the first, so that each list runs in ascending order.
  for (let corner = corners; corner-- > 0; ) {
    const vertex = load<u32>(indices + ((<usize>corner) << 2));
    if (vertex - from >= width) continue;
    const head = first + ((<usize>vertex) << 2);
    store<u32>(next + ((<usize>corner) << 2), load<u32>(head));
    store<u32>(head, corner);
  }
}

export function preparePiece(index: u32): void {
  const piece = PieceRecord.at(job.pieces, index);
  const kind = piece.kind;
  const object = objectRecord(piece.object);
  const from = piece.from;
  const to = piece.to;
  if (kind == PIECE_ADJACENCY) {
    linkCorners(object, from, to);
    return;
  }
  if (kind == PIECE_OBJECTS) {
    for (let i = from; i < to; i++) boundClusters(objectRecord(i), false);
    return;
  }
  if (kind == PIECE_PLACE) piece.hasTiny = u32(placeVertices(object, from, to));
  if (kind != PIECE_BOUND) imageVertices(object, from, to);
  boundVertices(object, from, to, piece);
}

/** Joins the boxes that the pieces found into one per object, and whether they met tiny coordinates. */
export function joinPieces(pieceCount: u32, objectCount: u32): void {
  // PIECE_OBJECTS has found all boxes.
  if (job.selects == SELECTS_PAIRS) return;
  for (let i: u32 = 0; i < objectCount; i++) {
    const object = objectRecord(i);
    v128.store(object.low, f32x4.splat(f32.MAX_VALUE));
    v128.store(object.high, f32x4.splat(-f32.MAX_VALUE));
    if (object.clusters != 0) boundClusters(object, false);
  }
  for (let i: u32 = 0; i < pieceCount; i++) {
    const piece = PieceRecord.at(job.pieces, i);
    if (piece.kind == PIECE_ADJACENCY) continue;
    const object = objectRecord(piece.object);
    v128.store(object.low, f32x4.pmin(v128.load(object.low), v128.load(piece.low)));
    v128.store(object.high, f32x4.pmax(v128.load(object.high), v128.load(piece.high)));
    if (piece.kind != PIECE_PLACE || piece.hasTiny == 0) continue;
    object.hasTiny = 1;
    job.wide = 1;
  }
}
