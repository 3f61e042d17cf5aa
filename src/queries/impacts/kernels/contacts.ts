/**
 * Where impacts happen: on which side A was at the start, which is exact; and point, normal and coordinates within the features,
 * in double precision. Which features meet, and when, is exact; these values are rounded.
 *
 * The normal is that of the plane in which the points lie at that time, of length 1, on the side where A was at the start; of
 * features that began in one plane, against the motion of A relative to B. When the points lie on a line, it is the direction
 * opposite to that motion; and zero when there is none. Of features that keep a gap, it points from B to A.
 */

import { orient3d } from '../../../exact/kernels/predicates';
import { ImpactRecord, impactsJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { CONTACT_STRIDE, TICKS, VERTEX_FACE } from '../constants';
import { MOVING_POINT, readMovingPoint } from './moving-point';
import { findNearest, NearestState, nearest, vectors } from './nearest-points';
import { openReportedFeatures, reportedA, reportedB, reportedVertices, reportFeatures } from './reported-features';

/** Four moving points, then scratch for reading one. */
const points = reserveScratch(4 * MOVING_POINT + 48);
/** The four points at the start, three f64 each. */
const starts = reserveScratch(4 * 24);

const U: usize = 0;
const V: usize = 24;
const W: usize = 48;
/** The normal u × v, and how A moves against B, three f64 each. */
const normal = reserveScratch(24);
const motion = reserveScratch(24);

/** The square of the sine below which u and v are taken for parallel: their cross product is mostly rounding then. */
const PARALLEL: f64 = 8.271806125530277e-25; // 2^-80
/** As part of their size, squared: features nearer than this are taken to touch. */
const TOUCHING: f64 = 8.271806125530277e-25;

/** Reads the four points of a pair that has just been told. */
function readPoints(i: u32, isFace: bool): void {
  const own = reportedVertices(i);
  const a = reportedA();
  const b = reportedB();
  for (let slot: usize = 0; slot < 4; slot++) {
    const object = slot == 0 || (slot == 1 && !isFace) ? a : b;
    readMovingPoint(object, load<u32>(own + 4 * slot), points + slot * MOVING_POINT, points + 4 * MOVING_POINT);
  }
}

// @inline
function startOf(slot: usize, k: usize): f64 {
  return load<f64>(points + slot * MOVING_POINT + 16 * k);
}

// @inline
function motionOf(slot: usize, k: usize): f64 {
  return load<f64>(points + slot * MOVING_POINT + 16 * k, 8) - startOf(slot, k);
}

/** The sign of (u × v) · w at the start, with w from B to A. */
function sideAtStart(isFace: bool): i32 {
  for (let slot: usize = 0; slot < 4; slot++) {
    for (let k: usize = 0; k < 3; k++) store<f64>(starts + 24 * slot + 8 * k, startOf(slot, k));
  }
  if (isFace) return orient3d(starts + 48, starts + 72, starts, starts + 24);
  return -orient3d(starts + 24, starts + 72, starts + 48, starts);
}

/**
 * The difference of two points at a time: the difference of starts and of motions, so that no digits are lost when the
 * points are close.
 */
function setDifference(out: usize, from: usize, to: usize, t: f64): void {
  for (let k: usize = 0; k < 3; k++) {
    const start = startOf(to, k) - startOf(from, k);
    store<f64>(vectors + out + 8 * k, start + t * (motionOf(to, k) - motionOf(from, k)));
  }
}

// @inline
function part(vector: usize, k: usize): f64 {
  return load<f64>(vector + 8 * k);
}

// @inline
function dot(p: usize, q: usize): f64 {
  return part(p, 0) * part(q, 0) + part(p, 1) * part(q, 1) + part(p, 2) * part(q, 2);
}

function setNormal(): void {
  const u = vectors + U;
  const v = vectors + V;
  store<f64>(normal, part(u, 1) * part(v, 2) - part(u, 2) * part(v, 1));
  store<f64>(normal, part(u, 2) * part(v, 0) - part(u, 0) * part(v, 2), 8);
  store<f64>(normal, part(u, 0) * part(v, 1) - part(u, 1) * part(v, 0), 16);
}

/** How side A moves against side B at the point of contact. */
function setMotion(isFace: bool): void {
  const first = nearest.first;
  const second = nearest.second;
  for (let k: usize = 0; k < 3; k++) {
    let a: f64;
    let b: f64;
    if (isFace) {
      a = motionOf(0, k);
      b = motionOf(1, k) + first * (motionOf(2, k) - motionOf(1, k)) + second * (motionOf(3, k) - motionOf(1, k));
    } else {
      a = motionOf(0, k) + first * (motionOf(1, k) - motionOf(0, k));
      b = motionOf(2, k) + second * (motionOf(3, k) - motionOf(2, k));
    }
    store<f64>(motion + 8 * k, a - b);
  }
}

/** Stores a vector in the direction, or against it, of length 1. */
function storeUnit(out: usize, vector: usize, sign: f64): void {
  const length = Math.sqrt(dot(vector, vector));
  const scale: f64 = length > 0 ? sign / length : 0;
  for (let k: usize = 0; k < 3; k++) store<f64>(out + 8 * k, part(vector, k) * scale);
}

function storeNormal(out: usize, side: i32): void {
  const u = vectors + U;
  const v = vectors + V;
  const w = vectors + W;
  const hasPlane = dot(normal, normal) > PARALLEL * dot(u, u) * dot(v, v);
  const isApart = impactsJob.gap > 0 && nearest.square > TOUCHING * (dot(u, u) + dot(v, v) + dot(w, w));
  if (isApart && !(nearest.isWithin && hasPlane)) {
    storeUnit(out, changetype<usize>(nearest) + offsetof<NearestState>('x'), 1);
    return;
  }
  if (!hasPlane) {
    storeUnit(out, motion, -1);
    return;
  }
  let sign: f64 = dot(normal, motion) <= 0 ? 1 : -1;
  if (isApart) {
    const along = nearest.x * part(normal, 0) + nearest.y * part(normal, 1) + nearest.z * part(normal, 2);
    sign = along >= 0 ? 1 : -1;
  } else if (side != 0) sign = side;
  storeUnit(out, normal, sign);
}

function contactOf(record: ImpactRecord, i: u32, out: usize): void {
  const isFace = record.kind == VERTEX_FACE;
  reportFeatures(record, i);
  readPoints(i, isFace);
  record.side = sideAtStart(isFace);
  if (out == 0) return;
  const t = record.tick / TICKS;
  setDifference(U, isFace ? 1 : 0, isFace ? 2 : 1, t);
  setDifference(V, isFace ? 1 : 2, 3, t);
  setDifference(W, isFace ? 1 : 0, isFace ? 0 : 2, t);
  findNearest(record.kind);
  setNormal();
  setMotion(isFace);
  for (let k: usize = 0; k < 3; k++) {
    const base = startOf(0, k) + t * motionOf(0, k);
    store<f64>(out + 8 * k, isFace ? base : base + nearest.first * part(vectors + U, k));
  }
  storeNormal(out + 24, record.side);
  store<f64>(out, nearest.first, 48);
  store<f64>(out, nearest.second, 56);
}

/** The features and sides of the impacts from..to and, if they are wanted, their contacts. */
export function contactsOf(from: u32, to: u32): void {
  const list = impactsJob.list;
  const contacts = impactsJob.contacts;
  openReportedFeatures(impactsJob.kinds, impactsJob.features, impactsJob.vertices);
  for (let i = from; i < to; i++) {
    contactOf(ImpactRecord.at(list, i), i, contacts != 0 ? contacts + <usize>i * CONTACT_STRIDE : 0);
  }
}
