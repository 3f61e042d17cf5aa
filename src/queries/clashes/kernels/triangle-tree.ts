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

const SHARED = ASC_FEATURE_THREADS;
const WIDTH: u32 = 4;
const BOX_BYTES: usize = 48;
const MORTON_BITS: u32 = 10;
const DIGITS: u32 = 1 << MORTON_BITS;

/** Sixteen bytes per pending node: the distance of its box, its number, its level. */
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

/** A third of each of three corners, added: one coordinate of their middle. */
// @inline
function middleOf(p: usize, q: usize, r: usize, at: usize): f64 {
  return load<f64>(p + at) / 3 + load<f64>(q + at) / 3 + load<f64>(r + at) / 3;
}

/** The place of each triangle on the curve; a word each. */
function mortonCodes(surface: DepthSurfaceRecord): usize {
  const count = surface.count;
  const middles = take(<u64>count * 24);
  const codes = take((<u64>count) << 2);
  let lowX: f64 = Infinity;
  let lowY: f64 = Infinity;
  let lowZ: f64 = Infinity;
  let highX: f64 = -Infinity;
  let highY: f64 = -Infinity;
  let highZ: f64 = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(surface, i);
    const p = cornerAt(surface, triangle, 0);
    const q = cornerAt(surface, triangle, 1);
    const r = cornerAt(surface, triangle, 2);
    const x = middleOf(p, q, r, 0);
    const y = middleOf(p, q, r, 8);
    const z = middleOf(p, q, r, 16);
    const middle = middles + <usize>i * 24;
    store<f64>(middle, x);
    store<f64>(middle, y, 8);
    store<f64>(middle, z, 16);
    lowX = min<f64>(lowX, x);
    lowY = min<f64>(lowY, y);
    lowZ = min<f64>(lowZ, z);
    highX = max<f64>(highX, x);
    highY = max<f64>(highY, y);
    highZ = max<f64>(highZ, z);
  }
  const side = max<f64>(max<f64>(highX - lowX, highY - lowY), highZ - lowZ);
  const scale: f64 = side > 0 ? <f64>(DIGITS - 1) / side : 0;
  for (let i: usize = 0; i < count; i++) {
    const middle = middles + i * 24;
    const x = spread((load<f64>(middle) - lowX) * scale);
    const y = spread((load<f64>(middle, 8) - lowY) * scale);
    const z = spread((load<f64>(middle, 16) - lowZ) * scale);
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

/** The current box. */
let lowX: f64 = 0;
let lowY: f64 = 0;
let lowZ: f64 = 0;
let highX: f64 = 0;
let highY: f64 = 0;
let highZ: f64 = 0;

// @inline
function openBox(): void {
  lowX = lowY = lowZ = Infinity;
  highX = highY = highZ = -Infinity;
}

/** Grows the current box to contain another, given by its low and its high corner. */
// @inline
function growBox(low: usize, high: usize): void {
  lowX = min<f64>(lowX, load<f64>(low));
  lowY = min<f64>(lowY, load<f64>(low, 8));
  lowZ = min<f64>(lowZ, load<f64>(low, 16));
  highX = max<f64>(highX, load<f64>(high));
  highY = max<f64>(highY, load<f64>(high, 8));
  highZ = max<f64>(highZ, load<f64>(high, 16));
}

// @inline
function storeBox(box: usize): void {
  store<f64>(box, lowX);
  store<f64>(box, lowY, 8);
  store<f64>(box, lowZ, 16);
  store<f64>(box, highX, 24);
  store<f64>(box, highY, 32);
  store<f64>(box, highZ, 40);
}

function fillBoxes(surface: DepthSurfaceRecord): void {
  const total = levelAt(surface, surface.levelCount);
  const boxes = take(<u64>total * BOX_BYTES);
  const order = surface.order;
  const count = surface.count;
  for (let first: u32 = 0; first < count; first += WIDTH) {
    const end = min(count, first + WIDTH);
    openBox();
    for (let i = first; i < end; i++) {
      const triangle = load<u32>(order + ((<usize>i) << 2));
      for (let k: usize = 0; k < 3; k++) {
        const corner = cornerAt(surface, triangle, k);
        growBox(corner, corner);
      }
    }
    storeBox(boxes + <usize>(first / WIDTH) * BOX_BYTES);
  }
  for (let level: u32 = 1; level < surface.levelCount; level++) {
    const to = levelAt(surface, level);
    let box = boxes + <usize>to * BOX_BYTES;
    for (let first = levelAt(surface, level - 1); first < to; first += WIDTH) {
      const end = min(to, first + WIDTH);
      openBox();
      for (let child = first; child < end; child++) {
        const low = boxes + <usize>child * BOX_BYTES;
        growBox(low, low + 24);
      }
      storeBox(box);
      box += BOX_BYTES;
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
  for (let i: u32 = 0; i < count; i++) {
    const at = order + ((<usize>i) << 2);
    const triangle = triangleAt(surface, load<u32>(at));
    store<u32>(at, triangle);
    store<u32>(ranks + ((<usize>triangle) << 2), i);
  }
  surface.order = order;
  surface.ranks = ranks;
  surface.frames = take(<u64>count * FRAME_BYTES);
  surface.framed = take(count);
  memory.fill(surface.framed, 0, count);
  setLevels(surface);
  fillBoxes(surface);
}

/**
 * What distances to the triangle of a rank need, made when it is first asked for: few of a large surface are. Threads that make it at
 * the same time write the same, and the mark comes last.
 */
// @inline
function frameOf(surface: DepthSurfaceRecord, rank: u32): usize {
  const frame = surface.frames + <usize>rank * FRAME_BYTES;
  const mark = surface.framed + rank;
  if ((SHARED ? atomic.load<u8>(mark) : load<u8>(mark)) == 0) {
    const triangle = load<u32>(surface.order + ((<usize>rank) << 2));
    writeFrame(frame, cornerAt(surface, triangle, 0), cornerAt(surface, triangle, 1), cornerAt(surface, triangle, 2));
    if (SHARED) atomic.store<u8>(mark, 1);
    else store<u8>(mark, 1);
  }
  return frame;
}

/** The squared distance to one triangle. */
// @inline
export function squaredTo(surface: DepthSurfaceRecord, triangle: u32, x: f64, y: f64, z: f64, best: f64): f64 {
  const rank = load<u32>(surface.ranks + ((<usize>triangle) << 2));
  return distanceSquared(frameOf(surface, rank), x, y, z, best);
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
        const squared = distanceSquared(frameOf(surface, i), x, y, z, best);
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
      // The nearest child goes on top, so that it is visited first.
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
