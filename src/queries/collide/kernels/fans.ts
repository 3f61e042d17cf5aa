/**
 * Neighbouring triangles: all triangles around a vertex are shown to be free of collisions at once, or tested in pairs.
 *
 * A fan is certified when there is a direction along which all its triangles are seen from the same side (their normals
 * have certified components of one sign) and no direction around the vertex is covered twice. Then the triangles lie
 * over sectors around the vertex that do not overlap, so two of them meet only in the vertex or the edge they share.
 *   closed fan: the sectors go round once exactly when a half-axis is crossed once;
 *   open fan: they go round less than once when some half-axis is crossed by none.
 * Crossings are decided by comparing coordinates, so without rounding. Two triangles that share an edge belong to two
 * fans; either certificate settles them.
 */

import { FAN_CLOSED, FAN_IRREGULAR, FAN_OPEN, FAN_ROUND, FAN_UNKNOWN, FORMAT_F32 } from '../../../memory/constants';
import { grid, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { imageIsExact, SIGN_BITS } from '../../../tile-lists/kernels/normal-signs';
import { certifyAlongMean } from './fan-direction';

// The current fan: for each triangle its number, and its other two corners in the order of the triangle.
export let fanTriangles: usize = 0;
export let fanFrom: usize = 0;
export let fanTo: usize = 0;
export let fanSize: u32 = 0;
let capacity: u32 = 0;

/** Fans certified by this thread since the job began. */
export let certifiedFans: u64 = 0;

export function openFans(): void {
  capacity = 0;
  tableCapacity = 0;
  certifiedFans = 0;
}

/** Takes memory for a fan, if there is none yet. */
export function readyFans(): void {
  if (capacity == 0) grow();
}

function grow(): void {
  const larger = max<u32>(64, capacity * 2);
  const triangles = take((<u64>larger + 8) << 2);
  const from = take((<u64>larger + 8) << 2);
  const to = take((<u64>larger + 8) << 2);
  memory.copy(triangles, fanTriangles, (<usize>capacity) << 2);
  memory.copy(from, fanFrom, (<usize>capacity) << 2);
  memory.copy(to, fanTo, (<usize>capacity) << 2);
  fanTriangles = triangles;
  fanFrom = from;
  fanTo = to;
  capacity = larger;
}

/** Gathers the triangles around a vertex. Returns the signs that all of their normals have. */
export function readFan(object: ObjectRecord, vertex: u32): u32 {
  const indices = object.indices;
  const next = object.nextCorner;
  const signs = grid.signs + <usize>object.triangleStart;
  let common = SIGN_BITS;
  let count: u32 = 0;
  let corner = load<u32>(object.firstCorner + ((<usize>vertex) << 2));
  while (corner != u32.MAX_VALUE) {
    if (count == capacity) grow();
    const triangle = corner / 3;
    const place = corner - triangle * 3;
    const base = indices + <usize>triangle * 12;
    const at = (<usize>count) << 2;
    store<u32>(fanTriangles + at, triangle);
    store<u32>(fanFrom + at, load<u32>(base + ((<usize>(place == 2 ? 0 : place + 1)) << 2)));
    store<u32>(fanTo + at, load<u32>(base + ((<usize>(place == 0 ? 2 : place - 1)) << 2)));
    common &= <u32>load<u8>(signs + <usize>triangle);
    count++;
    corner = load<u32>(next + ((<usize>corner) << 2));
  }
  fanSize = count;
  return common;
}

/**
 * How the triangles around the vertex are connected: closed when every edge at the vertex is left by one triangle and
 * entered by one other; open when one edge is only left and one only entered.
 */
function fanShape(): i32 {
  if (fanSize <= SMALL_FAN) return smallFanShape();
  return fanSize <= MEDIUM_FAN && isClosedMedium() ? FAN_CLOSED : largeFanShape();
}

/** Fans of up to this many triangles fit two vectors, or four. */
const SMALL_FAN: u32 = 8;
const MEDIUM_FAN: u32 = 16;

/** Fills eight places behind the fan with numbers that no vertex has, and that match. */
// @inline
function fillPlaces(): void {
  const rest = (<usize>fanSize) << 2;
  const none = i32x4(-2, -3, -4, -5);
  const noneElse = i32x4(-6, -7, -8, -9);
  v128.store(fanFrom + rest, none);
  v128.store(fanFrom + rest, noneElse, 16);
  v128.store(fanTo + rest, none);
  v128.store(fanTo + rest, noneElse, 16);
}

/**
 * Whether a small fan is closed. Of eight places each is entered once, and nothing enters elsewhere; so each is also left once.
 * Without a branch: how many triangles there are is unpredictable.
 */
// @inline
function isClosedSmall(from: usize, to: usize): bool {
  const from0 = v128.load(from);
  const from1 = v128.load(from, 16);
  // Lanes count down: a comparison that holds is −1.
  let entered0 = i32x4.splat(0);
  let entered1 = entered0;
  let elsewhere: u32 = 0;
  for (let i: usize = 0; i < SMALL_FAN << 2; i += 4) {
    const one = v128.load32_splat(to + i);
    const here0 = i32x4.eq(from0, one);
    const here1 = i32x4.eq(from1, one);
    entered0 = i32x4.add(entered0, here0);
    entered1 = i32x4.add(entered1, here1);
    elsewhere |= u32(!v128.any_true(v128.or(here0, here1)));
  }
  const once = v128.and(i32x4.eq(entered0, i32x4.splat(-1)), i32x4.eq(entered1, i32x4.splat(-1)));
  return elsewhere == 0 && i32x4.all_true(once);
}

/** The same with sixteen places. */
function isClosedMedium(): bool {
  fillPlaces();
  const from0 = v128.load(fanFrom);
  const from1 = v128.load(fanFrom, 16);
  const from2 = v128.load(fanFrom, 32);
  const from3 = v128.load(fanFrom, 48);
  let entered0 = i32x4.splat(0);
  let entered1 = entered0;
  let entered2 = entered0;
  let entered3 = entered0;
  let elsewhere: u32 = 0;
  for (let i: usize = 0; i < MEDIUM_FAN << 2; i += 4) {
    const one = v128.load32_splat(fanTo + i);
    const here0 = i32x4.eq(from0, one);
    const here1 = i32x4.eq(from1, one);
    const here2 = i32x4.eq(from2, one);
    const here3 = i32x4.eq(from3, one);
    entered0 = i32x4.add(entered0, here0);
    entered1 = i32x4.add(entered1, here1);
    entered2 = i32x4.add(entered2, here2);
    entered3 = i32x4.add(entered3, here3);
    elsewhere |= u32(!v128.any_true(v128.or(v128.or(here0, here1), v128.or(here2, here3))));
  }
  const all = i32x4.splat(-1);
  const once01 = v128.and(i32x4.eq(entered0, all), i32x4.eq(entered1, all));
  const once23 = v128.and(i32x4.eq(entered2, all), i32x4.eq(entered3, all));
  return elsewhere == 0 && i32x4.all_true(v128.and(once01, once23));
}

function smallFanShape(): i32 {
  fillPlaces();
  if (isClosedSmall(fanFrom, fanTo)) return FAN_CLOSED;
  const from0 = v128.load(fanFrom);
  const from1 = v128.load(fanFrom, 16);
  let entered: u32 = 0;
  let loose: u32 = 0;
  let again: u32 = 0;
  for (let i: u32 = 0; i < fanSize; i++) {
    const to = v128.load32_splat(fanTo + ((<usize>i) << 2));
    const matches = <u32>(i32x4.bitmask(i32x4.eq(from0, to)) | (i32x4.bitmask(i32x4.eq(from1, to)) << 4));
    again |= (matches & entered) | (matches & (matches - 1));
    loose += u32(matches == 0);
    entered |= matches;
  }
  return again != 0 ? FAN_IRREGULAR : shapeOf(loose);
}

// @inline
function shapeOf(loose: u32): i32 {
  return loose == 0 ? FAN_CLOSED : loose == 1 ? FAN_OPEN : FAN_IRREGULAR;
}

let tableCapacity: u32 = 0;
let table: usize = 0;

/** The same with a hash table: vertex numbers that are left, each once. */
function largeFanShape(): i32 {
  let slots: u32 = 64;
  while (slots < fanSize * 2) slots <<= 1;
  if (slots > tableCapacity) {
    table = take((<u64>slots) << 3);
    tableCapacity = slots;
  }
  memory.fill(table, 0xff, (<usize>slots) << 3);
  for (let i: u32 = 0; i < fanSize; i++) {
    const slot = findSlot(load<u32>(fanFrom + ((<usize>i) << 2)), slots);
    if (load<u32>(slot) != u32.MAX_VALUE) return FAN_IRREGULAR;
    store<u32>(slot, load<u32>(fanFrom + ((<usize>i) << 2)));
  }
  let loose: u32 = 0;
  for (let i: u32 = 0; i < fanSize; i++) {
    const to = load<u32>(fanTo + ((<usize>i) << 2));
    const slot = findSlot(to, slots);
    if (load<u32>(slot) == u32.MAX_VALUE) {
      loose++;
      continue;
    }
    if (load<u32>(slot, 4) != u32.MAX_VALUE) return FAN_IRREGULAR;
    store<u32>(slot, i, 4);
  }
  return shapeOf(loose);
}

function findSlot(vertex: u32, slots: u32): usize {
  let at = ((vertex * 0x9e3779b1) >>> 7) & (slots - 1);
  while (true) {
    const slot = table + ((<usize>at) << 3);
    const held = load<u32>(slot);
    if (held == vertex || held == u32.MAX_VALUE) return slot;
    at = (at + 1) & (slots - 1);
  }
}

/** A coordinate of a vertex, as it is: single precision widens without loss. */
// @inline
function coordinate(base: usize, single: bool, vertex: u32, axis: u32): f64 {
  if (single) return <f64>load<f32>(base + ((<usize>vertex) << 4) + ((<usize>axis) << 2));
  return load<f64>(base + <usize>vertex * 24 + ((<usize>axis) << 3));
}

/** Looks along a coordinate axis for which all normals have the same sign. */
function certifyAlongAxis(object: ObjectRecord, vertex: u32, common: u32, shape: i32): bool {
  const base = object.exact;
  const single = object.exactFormat == FORMAT_F32;
  const bit = ctz(common);
  const negative = bit >= 3;
  // Bits are in the order z, x, y; the projection of a positive normal turns counter-clockwise in (u, v).
  const axis = (bit + 2) % 3;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const originU = coordinate(base, single, vertex, u);
  const originV = coordinate(base, single, vertex, v);
  const starts = negative ? fanTo : fanFrom;
  const ends = negative ? fanFrom : fanTo;
  let east: u32 = 0;
  let west: u32 = 0;
  let north: u32 = 0;
  let south: u32 = 0;
  for (let i: u32 = 0; i < fanSize; i++) {
    const a = load<u32>(starts + ((<usize>i) << 2));
    const b = load<u32>(ends + ((<usize>i) << 2));
    const av = coordinate(base, single, a, v);
    const bv = coordinate(base, single, b, v);
    east += u32(av < originV) & u32(bv >= originV);
    if (shape == FAN_CLOSED) continue;
    west += u32(av > originV) & u32(bv <= originV);
    const au = coordinate(base, single, a, u);
    const bu = coordinate(base, single, b, u);
    north += u32(au > originU) & u32(bu <= originU);
    south += u32(au < originU) & u32(bu >= originU);
  }
  if (shape == FAN_CLOSED) return east == 1;
  return east == 0 || west == 0 || north == 0 || south == 0;
}

/**
 * The common case in one pass over the corners: a closed fan seen along a coordinate axis. Counts the crossings for all
 * three axes and both orientations side by side, one coordinate per lane. False when that is not enough.
 *
 * Image coordinates are compared in place of exact ones: the map between them is monotone, so what is below in the image
 * is below. What is equal there may differ if the image is rounded; lanes in which that happens prove nothing.
 * `signs` are those of the normals of the object's triangles.
 */
export function certifyClosed(object: ObjectRecord, vertex: u32, firstCorner: u32, shapeAt: usize, signs: usize): bool {
  const indices = object.indices;
  const next = object.nextCorner;
  const base = object.image;
  const apex = v128.load(base + ((<usize>vertex) << 4));
  const isNew = load<u8>(shapeAt) == FAN_UNKNOWN;
  const listFrom = fanFrom;
  const listTo = fanTo;
  let common = SIGN_BITS;
  // Lanes count down: a comparison that holds is −1.
  let rising = i32x4.splat(0);
  let falling = i32x4.splat(0);
  let equal = i32x4.splat(0);
  let corner = firstCorner;
  let count: u32 = 0;
  do {
    const triangle = corner / 3;
    const place = corner - triangle * 3;
    const first = indices + <usize>triangle * 12;
    const fromVertex = load<u32>(first + ((<usize>(place == 2 ? 0 : place + 1)) << 2));
    const toVertex = load<u32>(first + ((<usize>(place == 0 ? 2 : place - 1)) << 2));
    if (isNew) {
      if (count == MEDIUM_FAN) return false;
      store<u32>(listFrom + ((<usize>count) << 2), fromVertex);
      store<u32>(listTo + ((<usize>count) << 2), toVertex);
      count++;
    }
    const from = v128.load(base + ((<usize>fromVertex) << 4));
    const to = v128.load(base + ((<usize>toVertex) << 4));
    common &= <u32>load<u8>(signs + <usize>triangle);
    const fromBelow = f32x4.lt(from, apex);
    const toBelow = f32x4.lt(to, apex);
    rising = i32x4.add(rising, v128.andnot(fromBelow, toBelow));
    falling = i32x4.add(falling, v128.andnot(toBelow, fromBelow));
    equal = v128.or(equal, v128.or(f32x4.eq(from, apex), f32x4.eq(to, apex)));
    corner = load<u32>(next + ((<usize>corner) << 2));
  } while (corner != u32.MAX_VALUE);
  if (common == 0) return false;
  if (isNew) {
    fanSize = count;
    store<u8>(shapeAt, <u8>fanShape());
  }
  if (<i32>load<u8>(shapeAt) > FAN_ROUND) return false;
  // Bits z, x, y see crossings of the half-axis x, y, z: its coordinate, the one that changes sign, is y, z, x.
  const provable = imageIsExact(object, base) ? 7 : ~i32x4.bitmask(equal) & 7;
  const risesOnce = rotateToSigns(i32x4.bitmask(i32x4.eq(rising, i32x4.splat(-1))) & provable);
  const fallsOnce = rotateToSigns(i32x4.bitmask(i32x4.eq(falling, i32x4.splat(-1))) & provable);
  return (common & (risesOnce | (fallsOnce << 3))) != 0;
}

/** From lanes x, y, z to sign bits z, x, y, each of which is seen by the coordinate after next of its axis. */
// @inline
function rotateToSigns(lanes: u32): u32 {
  // axis z (bit 0) → y (lane 1); axis x (bit 1) → z (lane 2); axis y (bit 2) → x (lane 0).
  return ((lanes >> 1) & 3) | ((lanes & 1) << 2);
}

/** Certifies the fans of the vertices from..to of an object. */
export function certifyFans(object: ObjectRecord, from: u32, to: u32): void {
  const shapes = object.fans;
  const certified = grid.certified + <usize>object.vertexStart;
  const firstCorner = object.firstCorner;
  const signs = grid.signs + <usize>object.triangleStart;
  readyFans();
  for (let vertex = from; vertex < to; vertex++) {
    const corner = load<u32>(firstCorner + ((<usize>vertex) << 2));
    let done: bool = corner == u32.MAX_VALUE;
    if (!done) {
      const shape: i32 = load<u8>(shapes + <usize>vertex);
      done = shape <= FAN_ROUND && certifyClosed(object, vertex, corner, shapes + <usize>vertex, signs);
      if (!done) done = certifyFan(object, vertex, shapes + <usize>vertex);
      certifiedFans += u64(done);
      // Sectors that do not overlap go round once, which holds wherever the vertices are.
      if (done && load<u8>(shapes + <usize>vertex) == FAN_CLOSED) store<u8>(shapes + <usize>vertex, <u8>FAN_ROUND);
    }
    store<u8>(certified + <usize>vertex, u8(done));
  }
}

function certifyFan(object: ObjectRecord, vertex: u32, shapeAt: usize): bool {
  const common = readFan(object, vertex);
  let shape: i32 = load<u8>(shapeAt);
  if (shape == FAN_UNKNOWN) {
    shape = fanShape();
    store<u8>(shapeAt, <u8>shape);
  }
  if (shape == FAN_ROUND) shape = FAN_CLOSED;
  if (fanSize == 1) return true;
  if (shape == FAN_IRREGULAR) return false;
  if (common != 0 && certifyAlongAxis(object, vertex, common, shape)) return true;
  return certifyAlongMean(object, vertex, shape, fanFrom, fanTo, fanSize);
}
