/**
 * The points of a contact: names, numbered as they are first met, with coordinates in double precision and a bound for their
 * error, and which of them are connected. The same to the bit as Contact and Points make them.
 */
import { setWide } from '../../../exact/kernels/predicates';
import { FORMAT_F32 } from '../../../memory/constants';
import { ContactRecord, ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { join } from '../../../mesh/kernels/surface';
import {
  NAME_OF_FACE,
  NAME_OF_VERTEX,
  POINT_EDGE_EDGE,
  POINT_EDGE_FACE,
  POINT_OPERANDS,
  POINT_VERTEX,
} from '../constants';
import { cornerPlace, findPairPoints, PairPoint, pairPoint, setFaces, setVertex } from './pair-points';

const POINT: usize = 24;
const EPSILON: f64 = 1.1102230246251565e-16;
/** Parts along an edge that are less certain than this are computed exactly instead. */
const PART_ERROR_MAX: f64 = 5.684341886080802e-14; // 2^-44
/** The error of a point that is to be computed exactly. */
const TOO_FAR_OFF: f64 = -1;
const NONE: u32 = 0xffffffff;
/** Ends of pairs at a point in general position. */
const USES_MOST: u8 = 64;

/** Five points: two of an edge, three of a face, or two of another edge. */
const ends = reserveScratch(5 * POINT);

// @inline
export function sideRecord(contact: ContactRecord, side: u32): ContactSideRecord {
  return ContactSideRecord.at(contact.sides, side);
}

/** Copies the exact coordinates of a vertex. */
export function copyVertex(side: ContactSideRecord, vertex: u32, out: usize): void {
  if (side.exactFormat == FORMAT_F32) {
    const at = side.exact + ((<usize>vertex) << 4);
    store<f64>(out, <f64>load<f32>(at));
    store<f64>(out, <f64>load<f32>(at, 4), 8);
    store<f64>(out, <f64>load<f32>(at, 8), 16);
  } else memory.copy(out, side.exact + <usize>vertex * POINT, POINT);
}

// @inline
export function nameAt(contact: ContactRecord, node: u32, word: u32): i32 {
  return load<i32>(contact.names + ((<usize>node) << 4) + ((<usize>word) << 2));
}

/** Spreads the bits of a name. */
// @inline
function hashOf(w0: i32, w1: i32, w2: i32, w3: i32): u32 {
  let hash = (<u32>w0 * 0x9e3779b1) ^ <u32>w1;
  hash = ((hash ^ (hash >>> 15)) * 0x85ebca6b) ^ <u32>w2;
  hash = ((hash ^ (hash >>> 13)) * 0xc2b2ae35) ^ <u32>w3;
  hash = (hash ^ (hash >>> 16)) * 0x27d4eb2f;
  return hash ^ (hash >>> 15);
}

/** Writes coordinates and error of a point. */
// @inline
function setPoint(contact: ContactRecord, node: u32, x: f64, y: f64, z: f64, error: f64): void {
  const at = (<usize>node) << 3;
  store<f64>(contact.x + at, x);
  store<f64>(contact.y + at, y);
  store<f64>(contact.z + at, z);
  store<f64>(contact.errors + at, error);
}

/** Where a point comes from. */
function setOrigin(
  contact: ContactRecord,
  node: u32,
  kind: u8,
  side: u8,
  p: u32,
  q: u32,
  r: u32,
  s: u32,
  t: u32,
): void {
  store<u8>(contact.kinds + node, kind);
  store<u8>(contact.sideOf + node, side);
  const at = contact.operands + ((<usize>node * POINT_OPERANDS) << 2);
  store<u32>(at, p);
  store<u32>(at, q, 4);
  store<u32>(at, r, 8);
  store<u32>(at, s, 12);
  store<u32>(at, t, 16);
}

// @inline
function end(i: usize, k: usize): f64 {
  return load<f64>(ends + i * POINT + (k << 3));
}

function addVertex(contact: ContactRecord, node: u32, side: u32, vertex: u32): void {
  copyVertex(sideRecord(contact, side), vertex, ends);
  setOrigin(contact, node, <u8>POINT_VERTEX, <u8>side, vertex, 0, 0, 0, 0);
  setPoint(contact, node, end(0, 0), end(0, 1), end(0, 2), 0);
}

/** The point at this part of the edge from the first end to the second. */
function addAlong(contact: ContactRecord, node: u32, part: f64, partError: f64): void {
  if (!(partError < PART_ERROR_MAX) || !(part >= -PART_ERROR_MAX && part <= 1 + PART_ERROR_MAX)) {
    setPoint(contact, node, 0, 0, 0, TOO_FAR_OFF);
    contact.offCount++;
    return;
  }
  const x = end(0, 0);
  const y = end(0, 1);
  const z = end(0, 2);
  const dx = end(1, 0) - x;
  const dy = end(1, 1) - y;
  const dz = end(1, 2) - z;
  const length = max(max(abs(dx), abs(dy)), abs(dz));
  const size = max(max(abs(x), abs(y)), abs(z)) + length;
  setPoint(contact, node, x + dx * part, y + dy * part, z + dz * part, 2 * partError * length + 4 * EPSILON * size);
}

/** Where the edge p q of one side crosses the plane of a face of the other, its ends strictly on different sides. */
function addEdgeFace(contact: ContactRecord, node: u32, side: u32, p: u32, q: u32, face: u32): void {
  const own = sideRecord(contact, side);
  const other = sideRecord(contact, 1 - side);
  const corner = other.corners + <usize>face * 12;
  const v0 = load<u32>(corner);
  const v1 = load<u32>(corner, 4);
  const v2 = load<u32>(corner, 8);
  setOrigin(contact, node, <u8>POINT_EDGE_FACE, <u8>side, p, q, v0, v1, v2);
  copyVertex(own, p, ends);
  copyVertex(own, q, ends + POINT);
  copyVertex(other, v0, ends + 2 * POINT);
  copyVertex(other, v1, ends + 3 * POINT);
  copyVertex(other, v2, ends + 4 * POINT);
  const tx = end(2, 0);
  const ty = end(2, 1);
  const tz = end(2, 2);
  const ux = end(3, 0) - tx;
  const uy = end(3, 1) - ty;
  const uz = end(3, 2) - tz;
  const vx = end(4, 0) - tx;
  const vy = end(4, 1) - ty;
  const vz = end(4, 2) - tz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const px = end(0, 0) - tx;
  const py = end(0, 1) - ty;
  const pz = end(0, 2) - tz;
  const qx = end(1, 0) - tx;
  const qy = end(1, 1) - ty;
  const qz = end(1, 2) - tz;
  // Heights above the plane times the length of the normal, and what both together may be off by.
  const hp = px * nx + py * ny + pz * nz;
  const hq = qx * nx + qy * ny + qz * nz;
  const error =
    (abs(px) + abs(qx)) * (abs(uy * vz) + abs(uz * vy)) +
    (abs(py) + abs(qy)) * (abs(uz * vx) + abs(ux * vz)) +
    (abs(pz) + abs(qz)) * (abs(ux * vy) + abs(uy * vx));
  addAlong(contact, node, hp / (hp - hq), (16 * EPSILON * error) / (abs(hp) + abs(hq)) + 4 * EPSILON);
}

/** Where the edge p q of a crosses the edge r s of b, in one plane and not on one line. */
function addEdgeEdge(contact: ContactRecord, node: u32, p: u32, q: u32, r: u32, s: u32): void {
  const a = sideRecord(contact, 0);
  const b = sideRecord(contact, 1);
  setOrigin(contact, node, <u8>POINT_EDGE_EDGE, 0, p, q, r, s, 0);
  copyVertex(a, p, ends);
  copyVertex(a, q, ends + POINT);
  copyVertex(b, r, ends + 2 * POINT);
  copyVertex(b, s, ends + 3 * POINT);
  let best: f64 = 0;
  let part: f64 = 0.5;
  let partError: f64 = Infinity;
  for (let w: usize = 0; w < 3; w++) {
    const u = (w + 1) % 3;
    const v = (w + 2) % 3;
    const du = end(1, u) - end(0, u);
    const dv = end(1, v) - end(0, v);
    const eu = end(3, u) - end(2, u);
    const ev = end(3, v) - end(2, v);
    const across = du * ev - dv * eu;
    if (abs(across) <= best) continue;
    best = abs(across);
    const fu = end(2, u) - end(0, u);
    const fv = end(2, v) - end(0, v);
    part = (fu * ev - fv * eu) / across;
    partError = (8 * EPSILON * (abs(fu * ev) + abs(fv * eu) + (abs(du * ev) + abs(dv * eu)))) / best;
  }
  addAlong(contact, node, part, partError);
}

function addPoint(contact: ContactRecord, node: u32, a0: i32, a1: i32, b0: i32, b1: i32): void {
  if (a1 == NAME_OF_VERTEX) addVertex(contact, node, 0, a0);
  else if (b1 == NAME_OF_VERTEX) addVertex(contact, node, 1, b0);
  else if (a1 == NAME_OF_FACE) addEdgeFace(contact, node, 1, b0, b1, a0);
  else if (b1 == NAME_OF_FACE) addEdgeFace(contact, node, 0, a0, a1, b0);
  else addEdgeEdge(contact, node, a0, a1, b0, b1);
}

/** The number of a point; a new one when its name has none. */
function nodeOf(contact: ContactRecord, a0: i32, a1: i32, b0: i32, b1: i32, lowerSide: i32): u32 {
  const slots = contact.slots;
  const mask = contact.slotMask;
  let slot = hashOf(a0, a1, b0, b1) & mask;
  for (;;) {
    const held = load<u32>(slots + ((<usize>slot) << 2));
    if (held == NONE) break;
    const at = contact.names + ((<usize>held) << 4);
    if (load<i32>(at) == a0 && load<i32>(at, 4) == a1 && load<i32>(at, 8) == b0 && load<i32>(at, 12) == b1) return held;
    slot = (slot + 1) & mask;
  }
  const node = contact.nodeCount;
  contact.nodeCount = node + 1;
  store<u32>(slots + ((<usize>slot) << 2), node);
  const at = contact.names + ((<usize>node) << 4);
  store<i32>(at, a0);
  store<i32>(at, a1, 4);
  store<i32>(at, b0, 8);
  store<i32>(at, b1, 12);
  store<i8>(contact.lowerSides + node, <i8>lowerSide);
  store<u32>(contact.components + ((<usize>node) << 2), node);
  store<u8>(contact.useCounts + node, 0);
  if (lowerSide == 0) contact.isGeneral = 0;
  addPoint(contact, node, a0, a1, b0, b1);
  return node;
}

// @inline
function takePoint(contact: ContactRecord, point: PairPoint): u32 {
  const a0 = point.a0;
  const a1 = point.a1;
  const b0 = point.b0;
  const b1 = point.b1;
  const lowerSide = point.lowerSide;
  // Where a surface meets itself, a point is the same from either side.
  const isSwapped = contact.isSelf != 0 && (b0 < a0 || (b0 == a0 && b1 < a1));
  return isSwapped ? nodeOf(contact, b0, b1, a0, a1, lowerSide) : nodeOf(contact, a0, a1, b0, b1, lowerSide);
}

/** Notes where a pair ends. */
function noteUse(contact: ContactRecord, node: u32, use: u32): void {
  const count = load<u8>(contact.useCounts + node);
  const first = contact.uses + ((<usize>node) << 2);
  const link = contact.links + ((<usize>use) << 2);
  if (count == 0) {
    store<u32>(first, use);
    store<u32>(link, use);
  } else {
    const before = contact.links + ((<usize>load<u32>(first)) << 2);
    store<u32>(link, load<u32>(before));
    store<u32>(before, use);
  }
  if (count < USES_MOST) store<u8>(contact.useCounts + node, count + 1);
  else contact.isGeneral = 0;
}

function readCorners(side: ContactSideRecord, face: u32, first: u32): void {
  const at = side.corners + <usize>face * 12;
  for (let k: u32 = 0; k < 3; k++) {
    const vertex = load<u32>(at + ((<usize>k) << 2));
    setVertex(first + k, vertex);
    copyVertex(side, vertex, cornerPlace(first + k));
  }
}

export function openContact(address: usize): void {
  const contact = changetype<ContactRecord>(address);
  contact.nodeCount = 0;
  contact.pairPointCount = 0;
  contact.offCount = 0;
  contact.isGeneral = 1;
  memory.fill(contact.slots, 0xff, (<usize>contact.slotMask + 1) << 2);
}

/** Names the points of some pairs; false for pairs in one plane, which TypeScript has to name. Not for wide scenes. */
export function namePairs(address: usize, from: u32, to: u32): bool {
  const contact = changetype<ContactRecord>(address);
  setWide(false);
  let last = NONE;
  for (let pair = from; pair < to; pair++) {
    const fa = load<u32>(contact.pairs + ((<usize>pair) << 3));
    const fb = load<u32>(contact.pairs + ((<usize>pair) << 3), 4);
    // Pairs are in the order of a's triangles.
    if (fa != last) readCorners(sideRecord(contact, 0), fa, 0);
    last = fa;
    readCorners(sideRecord(contact, 1), fb, 3);
    setFaces(fa, fb);
    const count = findPairPoints();
    if (count == 0) return false;
    if (count != 2) contact.isGeneral = 0;
    store<u8>(contact.counts + pair, <u8>count);
    let first: u32 = 0;
    for (let i: u32 = 0; i < count; i++) {
      const node = takePoint(contact, pairPoint(i));
      store<u32>(contact.pairPoints + ((<usize>contact.pairPointCount) << 2), node);
      contact.pairPointCount++;
      noteUse(contact, node, (pair << 1) | i);
      if (i == 0) first = node;
      else join(contact.components, first, node);
    }
  }
  return true;
}
