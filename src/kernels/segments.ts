/**
 * Where a colliding pair meets: the two ends of a segment, in double precision.
 *
 * Triangles in different planes meet in a segment or a point (both ends equal). Coplanar ones meet in a polygon, of
 * which the two corners farthest apart are given. Which edges cross which plane is decided exactly; the points themselves
 * are rounded.
 */
import { KIND_COPLANAR, OBJECT_INDICES, OBJECT_TRIANGLE_START, OUT_HITS, OUT_SEGMENTS } from './layout';
import { control } from './memory';
import { exactPoint, objectOfTriangle, objectRecord } from './objects';
import { orient3d } from './predicates';
import { reserveScratch } from './scratch';

const POINT: usize = 24;
let first: usize = 0;
let second: usize = 0;
/** Intervals of the two triangles on their common line: two points each. */
let ends: usize = 0;
let polygon: usize = 0;
let clipped: usize = 0;

export function bindSegments(): void {
  first = reserveScratch(72);
  second = reserveScratch(72);
  ends = reserveScratch(4 * 24);
  polygon = reserveScratch(16 * 24);
  clipped = reserveScratch(16 * 24);
}

/** Copies the corners of a triangle numbered through the scene to nine f64 at `out`. */
export function readTriangle(triangle: u32, out: usize): void {
  const object = objectRecord(objectOfTriangle(triangle));
  const i = <usize>load<u32>(object, OBJECT_INDICES) + <usize>(triangle - load<u32>(object, OBJECT_TRIANGLE_START)) * 12;
  exactPoint(object, load<u32>(i), out);
  exactPoint(object, load<u32>(i, 4), out + POINT);
  exactPoint(object, load<u32>(i, 8), out + 2 * POINT);
}

let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;

function normalOf(t: usize): void {
  const ux = load<f64>(t, 24) - load<f64>(t);
  const uy = load<f64>(t, 32) - load<f64>(t, 8);
  const uz = load<f64>(t, 40) - load<f64>(t, 16);
  const vx = load<f64>(t, 48) - load<f64>(t);
  const vy = load<f64>(t, 56) - load<f64>(t, 8);
  const vz = load<f64>(t, 64) - load<f64>(t, 16);
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
}

// @ts-ignore: decorator
@inline
function heightOf(point: usize, plane: usize): f64 {
  return (
    (load<f64>(point) - load<f64>(plane)) * nx +
    (load<f64>(point, 8) - load<f64>(plane, 8)) * ny +
    (load<f64>(point, 16) - load<f64>(plane, 16)) * nz
  );
}

/** out = p + (q − p) · t. */
// @ts-ignore: decorator
@inline
function between(p: usize, q: usize, t: f64, out: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    const a = load<f64>(p + k);
    store<f64>(out + k, a + (load<f64>(q + k) - a) * t);
  }
}

/** Part along an edge at which its height, h at the start and g at the end, is zero. */
// @ts-ignore: decorator
@inline
function crossing(h: f64, g: f64): f64 {
  const t = h / (h - g);
  return t >= 0 && t <= 1 ? t : abs(h) <= abs(g) ? 0 : 1;
}

/** The two points (possibly equal) in which triangle t meets the plane of the other; sides are exact. */
function cutByPlane(t: usize, plane: usize, out: usize): void {
  normalOf(plane);
  let found: usize = 0;
  for (let i: usize = 0; i < 3 && found < 2; i++) {
    const p = t + i * POINT;
    const q = t + (i == 2 ? 0 : i + 1) * POINT;
    const sp = orient3d(p, plane + POINT, plane + 2 * POINT, plane);
    const sq = orient3d(q, plane + POINT, plane + 2 * POINT, plane);
    if (sp == 0) memory.copy(out + found++ * POINT, p, POINT);
    else if (sp * sq < 0) between(p, q, crossing(heightOf(p, plane), heightOf(q, plane)), out + found++ * POINT);
  }
  if (found == 1) memory.copy(out + POINT, out, POINT);
}

// @ts-ignore: decorator
@inline
function along(p: usize, dx: f64, dy: f64, dz: f64): f64 {
  return load<f64>(p) * dx + load<f64>(p, 8) * dy + load<f64>(p, 16) * dz;
}

/** The common part of two intervals on one line: the inner two of their four ends. */
function commonPart(out: usize): void {
  let dx: f64 = 0;
  let dy: f64 = 0;
  let dz: f64 = 0;
  let longest: f64 = -1;
  for (let k: usize = 0; k < 2; k++) {
    const p = ends + 2 * k * POINT;
    const x = load<f64>(p, 24) - load<f64>(p);
    const y = load<f64>(p, 32) - load<f64>(p, 8);
    const z = load<f64>(p, 40) - load<f64>(p, 16);
    const size = max(max(abs(x), abs(y)), abs(z));
    if (size <= longest) continue;
    longest = size;
    dx = x;
    dy = y;
    dz = z;
  }
  let a0 = ends;
  let a1 = ends + POINT;
  let b0 = ends + 2 * POINT;
  let b1 = ends + 3 * POINT;
  if (along(a0, dx, dy, dz) > along(a1, dx, dy, dz)) {
    a0 = ends + POINT;
    a1 = ends;
  }
  if (along(b0, dx, dy, dz) > along(b1, dx, dy, dz)) {
    b0 = ends + 3 * POINT;
    b1 = ends + 2 * POINT;
  }
  const start = along(a0, dx, dy, dz) >= along(b0, dx, dy, dz) ? a0 : b0;
  const end = along(a1, dx, dy, dz) <= along(b1, dx, dy, dz) ? a1 : b1;
  // Rounding can pull the ends of a point contact past each other; it is then given as a point.
  const crossed = along(start, dx, dy, dz) > along(end, dx, dy, dz);
  memory.copy(out, start, POINT);
  memory.copy(out + POINT, crossed ? start : end, POINT);
}

let axisU: usize = 0;
let axisV: usize = 0;

// @ts-ignore: decorator
@inline
function turn(p: usize, q: usize, r: usize): f64 {
  const u = load<f64>(p + axisU);
  const v = load<f64>(p + axisV);
  return (load<f64>(q + axisU) - u) * (load<f64>(r + axisV) - v) - (load<f64>(q + axisV) - v) * (load<f64>(r + axisU) - u);
}

/** Keeps the part of the polygon left of the line p q (or right, for orientation < 0). Returns the corners left. */
function clipBy(p: usize, q: usize, orientation: f64, corners: u32): u32 {
  let kept: u32 = 0;
  let nearest: usize = polygon;
  let least: f64 = -Infinity;
  for (let i: u32 = 0; i < corners; i++) {
    const a = polygon + <usize>i * POINT;
    const b = polygon + <usize>(i + 1 == corners ? 0 : i + 1) * POINT;
    const ha = turn(p, q, a) * orientation;
    const hb = turn(p, q, b) * orientation;
    if (ha > least) {
      least = ha;
      nearest = a;
    }
    if (ha >= 0) memory.copy(clipped + <usize>(kept++) * POINT, a, POINT);
    if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0)) between(a, b, crossing(ha, hb), clipped + <usize>(kept++) * POINT);
  }
  // Rounding may lose a contact in a point: keep the corner that came nearest.
  if (kept == 0) {
    memory.copy(clipped, nearest, POINT);
    kept = 1;
  }
  memory.copy(polygon, clipped, <usize>kept * POINT);
  return kept;
}

function distance2(p: usize, q: usize): f64 {
  const x = load<f64>(p) - load<f64>(q);
  const y = load<f64>(p, 8) - load<f64>(q, 8);
  const z = load<f64>(p, 16) - load<f64>(q, 16);
  return x * x + y * y + z * z;
}

function coplanarPart(a: usize, b: usize, out: usize): void {
  normalOf(a);
  const x = abs(nx);
  const y = abs(ny);
  const z = abs(nz);
  axisU = x >= y && x >= z ? 8 : y >= z ? 16 : 0;
  axisV = x >= y && x >= z ? 16 : y >= z ? 0 : 8;
  const orientation: f64 = turn(b, b + POINT, b + 2 * POINT) >= 0 ? 1 : -1;
  memory.copy(polygon, a, 3 * POINT);
  let corners: u32 = 3;
  for (let i: usize = 0; i < 3; i++) {
    corners = clipBy(b + i * POINT, b + (i == 2 ? 0 : i + 1) * POINT, orientation, corners);
  }
  let from = polygon;
  let to = polygon;
  let farthest: f64 = -1;
  for (let i: u32 = 0; i < corners; i++) {
    for (let j = i; j < corners; j++) {
      const d = distance2(polygon + <usize>i * POINT, polygon + <usize>j * POINT);
      if (d <= farthest) continue;
      farthest = d;
      from = polygon + <usize>i * POINT;
      to = polygon + <usize>j * POINT;
    }
  }
  memory.copy(out, from, POINT);
  memory.copy(out + POINT, to, POINT);
}

function isCoplanar(a: usize, b: usize): bool {
  for (let i: usize = 0; i < 3; i++) {
    if (orient3d(a + i * POINT, b + POINT, b + 2 * POINT, b) != 0) return false;
  }
  return true;
}

/** Where two colliding triangles meet: two points at `out`. */
export function meetingSegment(a: usize, b: usize, out: usize): void {
  if (isCoplanar(a, b)) {
    coplanarPart(a, b, out);
    return;
  }
  cutByPlane(a, b, ends);
  cutByPlane(b, a, ends + 2 * POINT);
  commonPart(out);
}

/** Computes the segments of the hits from..to. */
export function findSegments(from: u32, to: u32): void {
  for (let hit = from; hit < to; hit++) {
    const key = load<u64>(<usize>control(OUT_HITS) + (<usize>hit << 3));
    const out = <usize>control(OUT_SEGMENTS) + <usize>hit * 48;
    readTriangle(<u32>(key >> 32), first);
    readTriangle(<u32>(key >> 2) & 0x3fffffff, second);
    if ((<i32>key & 3) == KIND_COPLANAR) coplanarPart(first, second, out);
    else meetingSegment(first, second, out);
  }
}
