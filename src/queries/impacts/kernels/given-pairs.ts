/**
 * Pairs of features that are given, numbered through the scene: when they meet. Boxes in single precision come first, as in
 * moving-boxes.ts, one pair at a time.
 */
import { ImpactRecord, impactsJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { objectOfTriangle, objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';
import { MOVING_POINT, readMovingPoint } from './moving-point';
import { wholeSwept } from './reach';
import { tickOf } from './triangle-pairs';

/** Four moving points, then scratch for reading one. */
const points = reserveScratch(4 * MOVING_POINT + 48);
/** Numbers of the four vertices within their objects. */
const vertices = reserveScratch(16);

let apartBy: v128 = i32x4.splat(0);

// @inline
function vertexOf(slot: usize): u32 {
  return load<u32>(vertices + 4 * slot);
}

/** Image coordinates of one of the four; at the end `swept` bytes farther. */
// @inline
function imageOf(object: ObjectRecord, slot: usize): usize {
  return object.image + ((<usize>vertexOf(slot)) << 4);
}

// @inline
function low(p: usize, q: usize): v128 {
  return f32x4.pmin(v128.load(p), v128.load(q));
}

// @inline
function high(p: usize, q: usize): v128 {
  return f32x4.pmax(v128.load(p), v128.load(q));
}

/** Whether an axis keeps the two features apart. */
function areApart(a: ObjectRecord, b: ObjectRecord, isFace: bool): bool {
  const sweptA = wholeSwept(a);
  const sweptB = wholeSwept(b);
  const p = imageOf(a, 0);
  const q = isFace ? p : imageOf(a, 1);
  const r = isFace ? imageOf(b, 1) : imageOf(b, 2);
  const s = imageOf(b, 3);
  const t = isFace ? imageOf(b, 2) : s;
  const lowB0 = f32x4.pmin(low(r, s), v128.load(t));
  const highB0 = f32x4.pmax(high(r, s), v128.load(t));
  const lowB1 = f32x4.pmin(low(r + sweptB, s + sweptB), v128.load(t + sweptB));
  const highB1 = f32x4.pmax(high(r + sweptB, s + sweptB), v128.load(t + sweptB));
  const before = v128.and(
    f32x4.lt(f32x4.add(high(p, q), apartBy), lowB0),
    f32x4.lt(f32x4.add(high(p + sweptA, q + sweptA), apartBy), lowB1),
  );
  const behind = v128.and(
    f32x4.lt(f32x4.add(highB0, apartBy), low(p, q)),
    f32x4.lt(f32x4.add(highB1, apartBy), low(p + sweptA, q + sweptA)),
  );
  return (i32x4.bitmask(v128.or(before, behind)) & 7) != 0;
}

/** Sets the four vertices of a pair. */
function setVertices(record: ImpactRecord, a: ObjectRecord, b: ObjectRecord, isFace: bool): void {
  store<u32>(vertices, record.a0 - a.vertexStart);
  if (isFace) {
    const face = b.indices + <usize>(record.b0 - b.triangleStart) * 12;
    store<u32>(vertices, load<u32>(face), 4);
    store<u32>(vertices, load<u32>(face, 4), 8);
    store<u32>(vertices, load<u32>(face, 8), 12);
    return;
  }
  store<u32>(vertices, record.a1 - a.vertexStart, 4);
  store<u32>(vertices, record.b0 - b.vertexStart, 8);
  store<u32>(vertices, record.b1 - b.vertexStart, 12);
}

function tickOfPair(record: ImpactRecord): f64 {
  const isFace = record.kind == VERTEX_FACE;
  const a = objectRecord(objectOfVertex(record.a0));
  const b = objectRecord(isFace ? objectOfTriangle(record.b0) : objectOfVertex(record.b0));
  setVertices(record, a, b, isFace);
  if (areApart(a, b, isFace)) return -1;
  const work = points + 4 * MOVING_POINT;
  for (let slot: usize = 0; slot < 4; slot++) {
    const object = slot == 0 || (slot == 1 && !isFace) ? a : b;
    readMovingPoint(object, vertexOf(slot), points + slot * MOVING_POINT, work);
  }
  return tickOf(record.kind, points, points + MOVING_POINT, points + 2 * MOVING_POINT, points + 3 * MOVING_POINT);
}

/** Sets the ticks of the given pairs from..to. */
export function decideGiven(from: u32, to: u32): void {
  apartBy = f32x4.splat(impactsJob.imageGap);
  for (let i = from; i < to; i++) {
    const record = ImpactRecord.at(impactsJob.candidates, i);
    record.tick = tickOfPair(record);
  }
}
