/**
 * When only collisions between objects are asked for: leaves out the members of a tile that come near no other object.
 *
 * The tile is cut into 64 slices of depth, each a picture of 8 × 8 bits. A member is kept when one of the bits its box
 * covers is also covered by another object. There are four sets of pictures: three objects have their own, all others
 * share the fourth; a member of those may be kept for the sake of its own object, which costs time but no answer.
 */
import { reserveScratch } from '../../memory/kernels/scratch';

const SLICES: u32 = 64;
/** Bits across a tile, as a number to scale by. */
export const BITS_ACROSS: f32 = 8;
/** Slices in a tile; a little less, so that the deepest depth falls into the last. */
export const SLICES_DEEP: f32 = 63.9;
const SET_BYTES: usize = (<usize>SLICES) << 3;

/** Pictures of the four sets, and for each set those of what is not (only) in it. */
const own = reserveScratch(4 * SET_BYTES);
const others = reserveScratch(4 * SET_BYTES);

/** The objects with pictures of their own; 0 for none. */
let owner0: u32 = 0;
let owner1: u32 = 0;
let owner2: u32 = 0;

/** Names the tags of three objects that get pictures of their own: those with the most members, if possible. */
export function setOwners(tag0: u32, tag1: u32, tag2: u32): void {
  owner0 = tag0;
  owner1 = tag1;
  owner2 = tag2;
}

// @inline
function setOf(tag: u32): usize {
  return tag == owner0 ? 0 : tag == owner1 ? SET_BYTES : tag == owner2 ? 2 * SET_BYTES : 3 * SET_BYTES;
}

/** The picture of a rectangle of bits x0..x1, y0..y1. */
// @inline
function rectangle(x0: u64, y0: u64, x1: u64, y1: u64): u64 {
  const row = ((<u64>255 >> (7 - x1)) & ((<u64>255) << x0)) * 0x0101010101010101;
  return row & (u64.MAX_VALUE >> (56 - (y1 << 3))) & (u64.MAX_VALUE << (y0 << 3));
}

/** Where a box lies, as bytes: across, down, slice, 0 of the low corner, then of the high one. */
// @inline
function placeOf(box: usize, origin: v128, scale: v128, last: v128): u64 {
  const low = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(f32x4.sub(v128.load(box), origin), scale)));
  const high = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(f32x4.sub(v128.load(box, 16), origin), scale)));
  const narrow = i16x8.min_s(i16x8.max_s(i16x8.narrow_i32x4_s(low, high), i16x8.splat(0)), last);
  return <u64>i64x2.extract_lane(i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

function findOthers(): void {
  for (let at: usize = 0; at < SET_BYTES; at += 8) {
    const a = load<u64>(own + at);
    const b = load<u64>(own + SET_BYTES + at);
    const c = load<u64>(own + 2 * SET_BYTES + at);
    const rest = load<u64>(own + 3 * SET_BYTES + at);
    store<u64>(others + at, b | c | rest);
    store<u64>(others + SET_BYTES + at, a | c | rest);
    store<u64>(others + 2 * SET_BYTES + at, a | b | rest);
    store<u64>(others + 3 * SET_BYTES + at, a | b | c | rest);
  }
}

/**
 * Filters members in place: their view boxes (32 bytes), corners with the object's tag in the last word (16 bytes) and
 * triangles (4 bytes). `notes` has a capacity of 16 bytes each. Returns how many are left.
 */
export function keepMeetingMembers(
  count: u32,
  viewBoxes: usize,
  corners: usize,
  triangles: usize,
  notes: usize,
  origin: v128,
  scale: v128,
): u32 {
  memory.fill(own, 0, 4 * SET_BYTES);
  const last = i16x8(7, 7, 63, 0, 7, 7, 63, 0);
  for (let k: usize = 0; k < <usize>count; k++) {
    const place = placeOf(viewBoxes + (k << 5), origin, scale, last);
    const bits = rectangle(place & 7, (place >> 8) & 7, (place >> 32) & 7, (place >> 40) & 7);
    const set = setOf(load<u32>(corners + (k << 4), 12));
    const first = set + ((<usize>(place >> 16) & 63) << 3);
    const end = set + ((<usize>(place >> 48) & 63) << 3);
    const note = notes + (k << 4);
    store<u64>(note, bits);
    store<u32>(note, <u32>first, 8);
    store<u32>(note, <u32>end, 12);
    for (let slice = own + first; slice <= own + end; slice += 8) store<u64>(slice, load<u64>(slice) | bits);
  }
  findOthers();
  let kept: usize = 0;
  for (let k: usize = 0; k < <usize>count; k++) {
    const note = notes + (k << 4);
    const end = others + <usize>load<u32>(note, 12);
    let covered: u64 = 0;
    for (let slice = others + <usize>load<u32>(note, 8); slice <= end; slice += 8) covered |= load<u64>(slice);
    if ((covered & load<u64>(note)) == 0) continue;
    v128.store(viewBoxes + (kept << 5), v128.load(viewBoxes + (k << 5)));
    v128.store(viewBoxes + (kept << 5), v128.load(viewBoxes + (k << 5), 16), 16);
    v128.store(corners + (kept << 4), v128.load(corners + (k << 4)));
    store<u32>(triangles + (kept << 2), load<u32>(triangles + (k << 2)));
    kept++;
  }
  return <u32>kept;
}
