/**
 * First phase: every object gets image coordinates and a box; its adjacency is linked if it is new.
 *
 * Image coordinates are (x − centre) · scale, computed in double and rounded to single precision. Rounding is monotone,
 * so two triangles that share a point still have overlapping boxes: nothing needs to be rounded outward.
 */

import { control } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';
import {
  FORMAT_F32,
  JOB_MAP,
  JOB_PIECES,
  OBJECT_EXACT,
  OBJECT_EXACT_FORMAT,
  OBJECT_FIRST_CORNER,
  OBJECT_HIGH,
  OBJECT_IMAGE,
  OBJECT_INDICES,
  OBJECT_LOW,
  OBJECT_MATRIX,
  OBJECT_NEXT_CORNER,
  OBJECT_REST,
  OBJECT_REST_FORMAT,
  OBJECT_TRIANGLE_COUNT,
  OBJECT_WORLD,
  PIECE_ADJACENCY,
  PIECE_BOUND,
  PIECE_PLACE,
  PIECE_STRIDE,
} from '../../memory/layout';

/** Where a piece leaves the box it found, after its four numbers. */
const PIECE_LOW: usize = 16;
const PIECE_HIGH: usize = 32;

const SMALLEST: f64 = 5.527147875260445e-76; // 2^-250

/** What placing makes smaller than the range of exact arithmetic becomes zero. */
// @ts-ignore: decorator
@inline
function keepInRange(x: f64): f64 {
  return select<f64>(0, x, abs(x) < SMALLEST);
}

function placeVertices(object: usize, from: u32, to: u32): void {
  const matrix = object + OBJECT_MATRIX;
  const rest = <usize>load<u32>(object, OBJECT_REST);
  const single = load<u32>(object, OBJECT_REST_FORMAT) == FORMAT_F32;
  const world = <usize>load<u32>(object, OBJECT_WORLD);
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
  for (let vertex = from; vertex < to; vertex++) {
    let x: f64;
    let y: f64;
    let z: f64;
    if (single) {
      const p = rest + (<usize>vertex << 4);
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
    store<f64>(q, keepInRange(m0 * x + m4 * y + m8 * z + m12));
    store<f64>(q, keepInRange(m1 * x + m5 * y + m9 * z + m13), 8);
    store<f64>(q, keepInRange(m2 * x + m6 * y + m10 * z + m14), 16);
  }
}

function imageVertices(object: usize, from: u32, to: u32): void {
  const exact = <usize>load<u32>(object, OBJECT_EXACT);
  const single = load<u32>(object, OBJECT_EXACT_FORMAT) == FORMAT_F32;
  const image = <usize>load<u32>(object, OBJECT_IMAGE);
  const cx = load<f64>(JOB_MAP);
  const cy = load<f64>(JOB_MAP + 8);
  const cz = load<f64>(JOB_MAP + 16);
  const scale = load<f64>(JOB_MAP + 24);
  for (let vertex = from; vertex < to; vertex++) {
    let x: f64;
    let y: f64;
    let z: f64;
    if (single) {
      const p = exact + (<usize>vertex << 4);
      x = load<f32>(p);
      y = load<f32>(p, 4);
      z = load<f32>(p, 8);
    } else {
      const p = exact + <usize>vertex * 24;
      x = load<f64>(p);
      y = load<f64>(p, 8);
      z = load<f64>(p, 16);
    }
    const q = image + (<usize>vertex << 4);
    store<f32>(q, <f32>((x - cx) * scale));
    store<f32>(q, <f32>((y - cy) * scale), 4);
    store<f32>(q, <f32>((z - cz) * scale), 8);
  }
}

function boundVertices(object: usize, from: u32, to: u32, piece: usize): void {
  const image = <usize>load<u32>(object, OBJECT_IMAGE);
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  const end = image + (<usize>to << 4);
  for (let p = image + (<usize>from << 4); p < end; p += 16) {
    const v = v128.load(p);
    low = f32x4.pmin(low, v);
    high = f32x4.pmax(high, v);
  }
  v128.store(piece, low, PIECE_LOW);
  v128.store(piece, high, PIECE_HIGH);
}

/** Links the corners of the vertices from..to; several pieces can run at once because each owns its vertices. */
function linkCorners(object: usize, from: u32, to: u32): void {
  const indices = <usize>load<u32>(object, OBJECT_INDICES);
  const first = <usize>load<u32>(object, OBJECT_FIRST_CORNER);
  const next = <usize>load<u32>(object, OBJECT_NEXT_CORNER);
  memory.fill(first + (<usize>from << 2), 0xff, <usize>(to - from) << 2);
  const corners = load<u32>(object, OBJECT_TRIANGLE_COUNT) * 3;
  const width = to - from;
  // From the last corner to the first, so that each list runs in ascending order.
  for (let corner = corners; corner-- > 0; ) {
    const vertex = load<u32>(indices + (<usize>corner << 2));
    if (vertex - from >= width) continue;
    const head = first + (<usize>vertex << 2);
    store<u32>(next + (<usize>corner << 2), load<u32>(head));
    store<u32>(head, corner);
  }
}

export function preparePiece(index: u32): void {
  const piece = <usize>control(JOB_PIECES) + <usize>index * PIECE_STRIDE;
  const kind = load<u32>(piece);
  const object = objectRecord(load<u32>(piece, 4));
  const from = load<u32>(piece, 8);
  const to = load<u32>(piece, 12);
  if (kind == PIECE_ADJACENCY) {
    linkCorners(object, from, to);
    return;
  }
  if (kind == PIECE_PLACE) placeVertices(object, from, to);
  if (kind != PIECE_BOUND) imageVertices(object, from, to);
  boundVertices(object, from, to, piece);
}

/** Joins the boxes that the pieces found into one per object. */
export function joinBoxes(pieceCount: u32, objectCount: u32): void {
  for (let i: u32 = 0; i < objectCount; i++) {
    const object = objectRecord(i);
    v128.store(object, f32x4.splat(f32.MAX_VALUE), OBJECT_LOW);
    v128.store(object, f32x4.splat(-f32.MAX_VALUE), OBJECT_HIGH);
  }
  for (let i: u32 = 0; i < pieceCount; i++) {
    const piece = <usize>control(JOB_PIECES) + <usize>i * PIECE_STRIDE;
    if (load<u32>(piece) == PIECE_ADJACENCY) continue;
    const object = objectRecord(load<u32>(piece, 4));
    v128.store(object, f32x4.pmin(v128.load(object, OBJECT_LOW), v128.load(piece, PIECE_LOW)), OBJECT_LOW);
    v128.store(object, f32x4.pmax(v128.load(object, OBJECT_HIGH), v128.load(piece, PIECE_HIGH)), OBJECT_HIGH);
  }
}
