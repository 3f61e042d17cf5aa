/**
 * With `approaching`: what becomes of features that touch at the start. Those that part are left out until they meet again.
 *
 * A vertex that leaves a face parts from it on either side, also on the one where it passes through. Where it lies within the face,
 * its neighbours tell on which side its object is; towards the other it does not part. The same for edges that cross within both.
 * Elsewhere the features alone decide.
 */

import { orient3d } from '../../../exact/kernels/predicates';
import { ObjectRecord } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';
import { meetWithin } from './exact-start';
import { askPlaneSignAfterStart, askReturn } from './whole-numbers';

const POINT: usize = 24;
/** Three points of the plane of contact, and one that is held against it. */
const plane = reserveScratch(4 * POINT);

/** On which sides of the plane neighbours are. */
let isAbove: bool = false;
let isBelow: bool = false;

function setPoint(slot: usize, point: usize): void {
  for (let k: usize = 0; k < 3; k++) store<f64>(plane + slot * POINT + 8 * k, load<f64>(point + 16 * k));
}

/** Notes on which side of the plane a vertex is. */
function noteSide(object: ObjectRecord, vertex: u32): void {
  exactPoint(object, vertex, plane + 3 * POINT);
  const side = orient3d(plane + POINT, plane + 2 * POINT, plane + 3 * POINT, plane);
  if (side > 0) isAbove = true;
  else if (side < 0) isBelow = true;
}

/** Notes the sides of the corners of the triangles that have a vertex and, unless it is the same, another one. */
function noteNeighbours(object: ObjectRecord, vertex: u32, other: u32): void {
  isAbove = false;
  isBelow = false;
  const corners: u32 = 3 * object.triangleCount;
  let corner = load<u32>(object.firstCorner + ((<usize>vertex) << 2));
  for (; corner < corners; corner = load<u32>(object.nextCorner + ((<usize>corner) << 2))) {
    const at = object.indices + <usize>(corner / 3) * 12;
    const p = load<u32>(at);
    const q = load<u32>(at, 4);
    const r = load<u32>(at, 8);
    if (p != other && q != other && r != other) continue;
    noteSide(object, p);
    noteSide(object, q);
    noteSide(object, r);
  }
}

// @inline
function notedSide(): i32 {
  return isAbove == isBelow ? 0 : isAbove ? 1 : -1;
}

/** The sign of (u × v) · w, with w from A to B for edges, on the side where A's object is; 0 when it is not known. */
function sideOfObject(
  kind: u32,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
  objectA: ObjectRecord,
  a0: u32,
  a1: u32,
  objectB: ObjectRecord,
  b0: u32,
  b1: u32,
): i32 {
  if (kind == VERTEX_FACE) {
    setPoint(0, q1);
    setPoint(1, q2);
    setPoint(2, q3);
    noteNeighbours(objectA, a0, a0);
    // All in the plane: what rests on a face is before it.
    return isAbove || isBelow ? notedSide() : 1;
  }
  // The edges cross within both, so u × (b1 − a0) points where u × v does.
  setPoint(0, q0);
  setPoint(1, q1);
  setPoint(2, q3);
  noteNeighbours(objectA, a0, a1);
  const ofA = notedSide();
  noteNeighbours(objectB, b0, b1);
  const ofB = notedSide();
  return ofA == ofB ? 0 : ofA != 0 ? (ofB == 0 || ofB == -ofA ? -ofA : 0) : ofB;
}

/**
 * The tick at which features that touch at the start count: 0 when they do not part, else that at which they meet again, or −1.
 * Vertices are numbered within their objects.
 */
export function tickOfStartContact(
  kind: u32,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
  objectA: ObjectRecord,
  a0: u32,
  a1: u32,
  objectB: ObjectRecord,
  b0: u32,
  b1: u32,
): f64 {
  const again = askReturn(kind, q0, q1, q2, q3);
  if (again == 0 || !meetWithin(kind, q0, q1, q2, q3)) return again;
  const side = sideOfObject(kind, q0, q1, q2, q3, objectA, a0, a1, objectB, b0, b1);
  const after = askPlaneSignAfterStart(kind, q0, q1, q2, q3);
  return side != 0 && after == -side ? 0 : again;
}
