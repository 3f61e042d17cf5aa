/**
 * Where impacts happen: point, normal and coordinates within the features, in double precision. Which features meet,
 * and when, is exact; these values are rounded.
 *
 * The normal is that of the plane in which the points lie at that time, of length 1, pointing against the motion of A
 * relative to B; when the points lie on a line, it is the direction opposite to that motion; and zero when there is
 * none.
 */

import { ImpactRecord, impactsJob } from '../../../memory/generated/kernels/records';
import { objectOfTriangle, objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { CONTACT_STRIDE, TICKS, VERTEX_FACE } from '../constants';
import { MOVING_POINT, readMovingPoint } from './moving-point';

/** Four moving points, then room for reading one. */
const points = reserveScratch(4 * MOVING_POINT + 48);
/** Vectors at the time: u, v, w, n, three f64 each; then velocities of the four points. */
const vectors = reserveScratch(5 * 24);

const U: usize = 0;
const V: usize = 24;
const W: usize = 48;
const N: usize = 72;
const MOTION: usize = 96;

function readVertex(vertex: u32, slot: usize): void {
  const object = objectRecord(objectOfVertex(vertex));
  readMovingPoint(object, vertex - object.vertexStart, points + slot * MOVING_POINT, points + 4 * MOVING_POINT);
}

function readFace(triangle: u32, slot: usize): void {
  const object = objectRecord(objectOfTriangle(triangle));
  const at = object.indices + <usize>(triangle - object.triangleStart) * 12;
  for (let k: usize = 0; k < 3; k++) {
    readMovingPoint(object, load<u32>(at + 4 * k), points + (slot + k) * MOVING_POINT, points + 4 * MOVING_POINT);
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
  return load<f64>(vectors + vector + 8 * k);
}

function dot(p: usize, q: usize): f64 {
  return part(p, 0) * part(q, 0) + part(p, 1) * part(q, 1) + part(p, 2) * part(q, 2);
}

/** (p × q) · n */
function boxProduct(p: usize, q: usize, n: usize): f64 {
  const x = part(p, 1) * part(q, 2) - part(p, 2) * part(q, 1);
  const y = part(p, 2) * part(q, 0) - part(p, 0) * part(q, 2);
  const z = part(p, 0) * part(q, 1) - part(p, 1) * part(q, 0);
  return x * part(n, 0) + y * part(n, 1) + z * part(n, 2);
}

function setNormal(): f64 {
  store<f64>(vectors + N, part(U, 1) * part(V, 2) - part(U, 2) * part(V, 1));
  store<f64>(vectors + N, part(U, 2) * part(V, 0) - part(U, 0) * part(V, 2), 8);
  store<f64>(vectors + N, part(U, 0) * part(V, 1) - part(U, 1) * part(V, 0), 16);
  return dot(N, N);
}

// @inline
function held(x: f64): f64 {
  return x >= 0 ? min(x, 1) : 0;
}

/** How far along p the foot of q is, from 0 to 1. */
function alongPart(q: usize, p: usize): f64 {
  const under = dot(p, p);
  return under > 0 ? held(dot(q, p) / under) : 0;
}

let first: f64 = 0;
let second: f64 = 0;

/** w = first u + second v. */
function faceCoordinates(under: f64): void {
  if (under > 0) {
    first = held(boxProduct(W, V, N) / under);
    second = min(held(boxProduct(U, W, N) / under), 1 - first);
    return;
  }
  const onU = dot(U, U) >= dot(V, V);
  first = onU ? alongPart(W, U) : 0;
  second = onU ? 0 : alongPart(W, V);
}

/** w = first u − second v. */
function edgeCoordinates(under: f64): void {
  if (under > 0) {
    first = held(boxProduct(W, V, N) / under);
    second = held(boxProduct(W, U, N) / under);
    return;
  }
  // Parallel: the end of B nearest to A's beginning, then the place on A, then again on B.
  first = alongPart(W, U);
  subtractFrom(first);
  second = alongPart(MOTION, V);
  for (let k: usize = 0; k < 3; k++) store<f64>(vectors + MOTION + 8 * k, part(W, k) + second * part(V, k));
  first = alongPart(MOTION, U);
}

/** MOTION = amount · u − w, for a moment. */
function subtractFrom(amount: f64): void {
  for (let k: usize = 0; k < 3; k++) store<f64>(vectors + MOTION + 8 * k, amount * part(U, k) - part(W, k));
}

/** How side A moves against side B at the point of contact. */
function setMotion(isFace: bool): void {
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
    store<f64>(vectors + MOTION + 8 * k, a - b);
  }
}

function storeNormal(out: usize, under: f64): void {
  const vector = under > 0 ? N : MOTION;
  const length = Math.sqrt(dot(vector, vector));
  const against: f64 = vector == N && dot(N, MOTION) <= 0 ? 1 : -1;
  const scale: f64 = length > 0 ? against / length : 0;
  for (let k: usize = 0; k < 3; k++) store<f64>(out + 8 * k, part(vector, k) * scale);
}

function contactOf(record: ImpactRecord, out: usize): void {
  const isFace = record.kind == VERTEX_FACE;
  const t = record.tick / TICKS;
  readVertex(record.a0, 0);
  if (isFace) readFace(record.b0, 1);
  else {
    readVertex(record.a1, 1);
    readVertex(record.b0, 2);
    readVertex(record.b1, 3);
  }
  setDifference(U, isFace ? 1 : 0, isFace ? 2 : 1, t);
  setDifference(V, isFace ? 1 : 2, 3, t);
  setDifference(W, isFace ? 1 : 0, isFace ? 0 : 2, t);
  const under = setNormal();
  if (isFace) faceCoordinates(under);
  else edgeCoordinates(under);
  setMotion(isFace);
  for (let k: usize = 0; k < 3; k++) {
    const base = startOf(0, k) + t * motionOf(0, k);
    store<f64>(out + 8 * k, isFace ? base : base + first * part(U, k));
  }
  storeNormal(out + 24, under);
  store<f64>(out, first, 48);
  store<f64>(out, second, 56);
}

/** The contacts of the impacts from..to. */
export function contactsOf(from: u32, to: u32): void {
  const list = impactsJob.list;
  const contacts = impactsJob.contacts;
  for (let i = from; i < to; i++) contactOf(ImpactRecord.at(list, i), contacts + <usize>i * CONTACT_STRIDE);
}
