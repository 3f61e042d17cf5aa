/**
 * Entries of a pane: a triangle, the pixels of the pane that may show it, and bounds of its depth, of which 16 bits are kept.
 * For most triangles a pass needs nothing but these entries, which are contiguous.
 */
import { cullJob } from '../../../memory/generated/kernels/records';
import { COVER_BOXES } from '../constants';
import { boxDepth, held, stepOf, stepOfBox } from './depth-steps';

/** u32 rank; u8 first column and row, last column and row; u16 near, whose last bit says that it is turned away; u16 far. */
export const ENTRY_BYTES: usize = 12;

const AWAY: u32 = 1;
const DEEPEST_KEPT: u32 = 0xffff;

/** Bits of depth that bounds leave out. */
let bitsLess: u32 = 0;
let areBoxes: bool = false;

export function openEntries(): void {
  bitsLess = cullJob.depthBits - 16;
  areBoxes = cullJob.coverage == COVER_BOXES;
}

// @inline
export function rankOf(entry: usize): u32 {
  return load<u32>(entry);
}

/** First column and row, last column and row, as bytes of one word, the lowest first. */
// @inline
export function rectangleOf(entry: usize): u32 {
  return load<u32>(entry, 4);
}

// @inline
export function firstColumn(entry: usize): i32 {
  return <i32>load<u8>(entry, 4);
}

// @inline
export function firstRow(entry: usize): i32 {
  return <i32>load<u8>(entry, 5);
}

// @inline
export function lastColumn(entry: usize): i32 {
  return <i32>load<u8>(entry, 6);
}

// @inline
export function lastRow(entry: usize): i32 {
  return <i32>load<u8>(entry, 7);
}

/** The 16 bits that are kept of the least depth: a near bound may be compared with a far one. */
// @inline
export function nearBound(entry: usize): i32 {
  return <i32>(<u32>load<u16>(entry, 8) & ~AWAY);
}

// @inline
export function farBound(entry: usize): i32 {
  return <i32>load<u16>(entry, 10);
}

// @inline
export function facesAway(entry: usize): bool {
  return (<u32>load<u16>(entry, 8) & AWAY) != 0;
}

/** What a buffer holds where a depth of this near bound is drawn, at least. */
// @inline
export function heldBound(near: i32): i32 {
  const step = (<u32>near) << bitsLess;
  return areBoxes ? boxDepth(step) : held(step);
}

/** The bound of a depth as a buffer holds it: no near bound beyond it has a heldBound that is not beyond that depth. */
// @inline
export function boundOfHeld(depth: i32): i32 {
  const step = areBoxes ? stepOfBox(depth) : stepOf(depth);
  return <i32>min(step >>> bitsLess, DEEPEST_KEPT);
}

/** Bounds of depth in one number, as entries have them. */
// @inline
export function packedDepths(least: u32, most: u32, isAway: bool): u32 {
  const near = min(least >>> bitsLess, DEEPEST_KEPT) & ~AWAY;
  return near | (isAway ? AWAY : 0) | (min(most >>> bitsLess, DEEPEST_KEPT) << 16);
}
