/**
 * A tree of boxes over the triangles of a surface, for the nearest triangle to a point.
 *
 * Triangles are sorted along a Morton curve and packed four to a box, boxes four to a box, as flatbush does it in the
 * plane. Boxes are exact.
 */
import { FORMAT_F32 } from '../../../memory/constants';
import { DepthSurfaceRecord, depthJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { TREE_LEVELS } from '../constants';
import { distanceSquared, FRAME_BYTES, writeFrame } from './triangle-frames';

const WIDTH: u32 = 4;
const BOX_BYTES: usize = 48;
const MORTON_BITS: u32 = 10;
const DIGITS: u32 = 1 << MORTON_BITS;

/** Per node yet to be looked at, sixteen bytes: how far its box is, its number, its level. */
const stack = reserveScratch((<usize>(WIDTH * TREE_LEVELS)) << 4);

/** The triangle that `nearestSquared` found. */
export let nearestTriangle: i32 = -1;

/** x y z of a corner of a triangle. */
// @inline
export function cornerAt(surface: DepthSurfaceRecord, triangle: u32, k: usize): usize {
  return surface.positions + <usize>load<u32>(surface.corners + <usize>triangle * 12 + (k << 2)) * 24;
}

/** The coordinates in double precision, scaled; where they are that already, they are used as they are. */
function positionsOf(surface: DepthSurfaceRecord): usize {
  const scale = depthJob.scale;
  const isSingle = surface.exactFormat == FORMAT_F32;
  if (!isSingle && scale == 1) return surface.exact;
  const positions = take(<u64>surface.vertexCount * 24);
  const from = surface.exact;
  for (let vertex: usize = 0; vertex < surface.vertexCount; vertex++) {
    const to = positions + vertex * 24;
    if (isSingle) {
      store<f64>(to, <f64>load<f32>(from + (vertex << 4)) * scale);
      store<f64>(to, <f64>load<f32>(from + (vertex << 4), 4) * scale, 8);
      store<f64>(to, <f64>load<f32>(from + (vertex << 4), 8) * scale, 16);
    } else {
      store<f64>(to, load<f64>(from + vertex * 24) * scale);
      store<f64>(to, load<f64>(from + vertex * 24, 8) * scale, 8);
      store<f64>(to, load<f64>(from + vertex * 24, 16) * scale, 16);
    }
  }
  return positions;
}

/** Bits of a number below 1024, with two zeros between each and the next. */
// @inline
function spread(value: f64): u32 {
  let x = <u32>value;
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}

// @inline
function triangleAt(surface: DepthSurfaceRecord, i: u32): u32 {
  return surface.triangles == 0 ? i : load<u32>(surface.triangles + ((<usize>i) << 2));
}

// @inline
function middleOf(surface: DepthSurfaceRecord, triangle: u32, k: usize): f64 {
  return (
    load<f64>(cornerAt(surface, triangle, 0) + (k << 3)) / 3 +
    load<f64>(cornerAt(surface, triangle, 1) + (k << 3)) / 3 +
    load<f64>(cornerAt(surface, triangle, 2) + (k << 3)) / 3
  );
}

/** The place of each triangle on the curve; a word each. */
function mortonCodes(surface: DepthSurfaceRecord): usize {
  const count = surface.count;
  const middles = take(<u64>count * 24);
  const codes = take((<u64>count) << 2);
  let side: f64 = 0;
  const lows = take(24);
  for (let k: usize = 0; k < 3; k++) {
    let low: f64 = Infinity;
    let high: f64 = -Infinity;
    for (let i: u32 = 0; i < count; i++) {
      const value = middleOf(surface, triangleAt(surface, i), k);
      store<f64>(middles + <usize>i * 24 + (k << 3), value);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    store<f64>(lows + (k << 3), low);
    side = max<f64>(side, high - low);
  }
  const scale: f64 = side > 0 ? <f64>(DIGITS - 1) / side : 0;
  for (let i: usize = 0; i < count; i++) {
    const middle = middles + i * 24;
    const x = spread((load<f64>(middle) - load<f64>(lows)) * scale);
    const y = spread((load<f64>(middle, 8) - load<f64>(lows, 8)) * scale);
    const z = spread((load<f64>(middle, 16) - load<f64>(lows, 16)) * scale);
    store<u32>(codes + (i << 2), x | (y << 1) | (z << 2));
  }
  return codes;
}

/** The order that sorts the codes: three passes of a third of the bits each. */
function radixOrder(codes: usize, count: u32): usize {
  let from = take((<u64>count) << 2);
  let to = take((<u64>count) << 2);
  const starts = take((<u64>DIGITS + 1) << 2);
  for (let i: u32 = 0; i < count; i++) store<u32>(from + ((<usize>i) << 2), i);
  for (let shift: u32 = 0; shift < 3 * MORTON_BITS; shift += MORTON_BITS) {
    memory.fill(starts, 0, (<usize>DIGITS + 1) << 2);
    for (let i: usize = 0; i < count; i++) {
      const at = starts + ((<usize>((load<u32>(codes + (i << 2)) >>> shift) & (DIGITS - 1))) << 2);
      store<u32>(at, load<u32>(at, 4) + 1, 4);
    }
    for (let i: usize = 1; i <= DIGITS; i++) {
      const at = starts + (i << 2);
      store<u32>(at, load<u32>(at) + load<u32>(at - 4));
    }
    for (let i: usize = 0; i < count; i++) {
      const place = load<u32>(from + (i << 2));
      const code = load<u32>(codes + ((<usize>place) << 2));
      const at = starts + ((<usize>((code >>> shift) & (DIGITS - 1))) << 2);
      const next = load<u32>(at);
      store<u32>(to + ((<usize>next) << 2), place);
      store<u32>(at, next + 1);
    }
    const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

// @inline
function growBox(box: usize, low: usize, high: usize): void {
  for (let k: usize = 0; k < 24; k += 8) {
    if (load<f64>(low + k) < load<f64>(box + k)) store<f64>(box + k, load<f64>(low + k));
    if (load<f64>(high + k) > load<f64>(box + k, 24)) store<f64>(box + k, load<f64>(high + k), 24);
  }
}

// @inline
function levelAt(surface: DepthSurfaceRecord, level: u32): u32 {
  return load<u32>(surface.levels + ((<usize>level) << 2));
}

function setLevels(surface: DepthSurfaceRecord): void {
  let level: u32 = 0;
  let count = surface.count;
  store<u32>(surface.levels, 0);
  do {
    count = (count + WIDTH - 1) / WIDTH;
    store<u32>(surface.levels + ((<usize>level + 1) << 2), levelAt(surface, level) + count);
    level++;
  } while (count > 1);
  surface.levelCount = level;
}

function fillBoxes(surface: DepthSurfaceRecord): void {
  const total = levelAt(surface, surface.levelCount);
  const boxes = take(<u64>total * BOX_BYTES);
  for (let box: usize = 0; box < total; box++) {
    const at = boxes + box * BOX_BYTES;
    for (let k: usize = 0; k < 24; k += 8) {
      store<f64>(at + k, Infinity);
      store<f64>(at + k, -Infinity, 24);
    }
  }
  const order = surface.order;
  for (let i: u32 = 0; i < surface.count; i++) {
    const box = boxes + <usize>(i / WIDTH) * BOX_BYTES;
    const triangle = load<u32>(order + ((<usize>i) << 2));
    for (let k: usize = 0; k < 3; k++) {
      const corner = cornerAt(surface, triangle, k);
      growBox(box, corner, corner);
    }
  }
  for (let level: u32 = 1; level < surface.levelCount; level++) {
    const from = levelAt(surface, level - 1);
    const to = levelAt(surface, level);
    for (let child = from; child < to; child++) {
      const low = boxes + <usize>child * BOX_BYTES;
      growBox(boxes + <usize>(to + (child - from) / WIDTH) * BOX_BYTES, low, low + 24);
    }
  }
  surface.boxes = boxes;
}

/** Over the triangles with area, of which there must be at least one. */
export function buildTree(surface: DepthSurfaceRecord): void {
  surface.positions = positionsOf(surface);
  const count = surface.count;
  const order = radixOrder(mortonCodes(surface), count);
  const ranks = take((<u64>surface.triangleCount) << 2);
  const frames = take(<u64>count * FRAME_BYTES);
  for (let i: u32 = 0; i < count; i++) {
    const at = order + ((<usize>i) << 2);
    const triangle = triangleAt(surface, load<u32>(at));
    store<u32>(at, triangle);
    store<u32>(ranks + ((<usize>triangle) << 2), i);
    const frame = frames + <usize>i * FRAME_BYTES;
    writeFrame(frame, cornerAt(surface, triangle, 0), cornerAt(surface, triangle, 1), cornerAt(surface, triangle, 2));
  }
  surface.order = order;
  surface.ranks = ranks;
  surface.frames = frames;
  setLevels(surface);
  fillBoxes(surface);
}

/** The squared distance to one triangle. */
// @inline
export function squaredTo(surface: DepthSurfaceRecord, triangle: u32, x: f64, y: f64, z: f64, best: f64): f64 {
  const rank = load<u32>(surface.ranks + ((<usize>triangle) << 2));
  return distanceSquared(surface.frames + <usize>rank * FRAME_BYTES, x, y, z, best);
}

/**
 * The squared distance to the nearest triangle, which goes to `nearestTriangle`; its nearest point is noted, too. A triangle
 * that is likely to be near saves most of the search; it ends early when one within `enough`, squared, is found.
 */
export function nearestSquared(surface: DepthSurfaceRecord, x: f64, y: f64, z: f64, likely: i32, enough: f64): f64 {
  let best: f64 = Infinity;
  let found: i32 = -1;
  if (likely >= 0) {
    best = squaredTo(surface, <u32>likely, x, y, z, Infinity);
    found = likely;
    if (best <= enough) {
      nearestTriangle = found;
      return best;
    }
  }
  const frames = surface.frames;
  const boxes = surface.boxes;
  const order = surface.order;
  const count = surface.count;
  const top = surface.levelCount - 1;
  store<f64>(stack, 0);
  store<u32>(stack, levelAt(surface, top), 8);
  store<u32>(stack, top, 12);
  let height: usize = stack + 16;
  while (height > stack && best > enough) {
    height -= 16;
    if (load<f64>(height) >= best) continue;
    const level = load<u32>(height, 12);
    const index = load<u32>(height, 8) - levelAt(surface, level);
    if (level == 0) {
      const end = min(count, WIDTH * (index + 1));
      for (let i = WIDTH * index; i < end; i++) {
        const squared = distanceSquared(frames + <usize>i * FRAME_BYTES, x, y, z, best);
        if (squared >= best) continue;
        best = squared;
        found = load<i32>(order + ((<usize>i) << 2));
      }
      continue;
    }
    const first = levelAt(surface, level - 1) + WIDTH * index;
    const end = min(levelAt(surface, level), first + WIDTH);
    const bottom = height;
    for (let child = first; child < end; child++) {
      const box = boxes + <usize>child * BOX_BYTES;
      const dx = max<f64>(max<f64>(load<f64>(box) - x, 0), x - load<f64>(box, 24));
      const dy = max<f64>(max<f64>(load<f64>(box, 8) - y, 0), y - load<f64>(box, 32));
      const dz = max<f64>(max<f64>(load<f64>(box, 16) - z, 0), z - load<f64>(box, 40));
      const distance = dx * dx + dy * dy + dz * dz;
      if (distance >= best) continue;
      // The nearest child goes on top, so that it is looked at first.
      let place = height;
      height += 16;
      for (; place > bottom && load<f64>(place - 16) < distance; place -= 16) {
        store<f64>(place, load<f64>(place - 16));
        store<u64>(place, load<u64>(place - 16, 8), 8);
      }
      store<f64>(place, distance);
      store<u32>(place, child, 8);
      store<u32>(place, level - 1, 12);
    }
  }
  nearestTriangle = found;
  return best;
}
