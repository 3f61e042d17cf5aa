/**
 * Limits of the winding numbers that the rays of a pixel can meet among its entries, and how often places count.
 *
 * At a depth within a cluster of entries the winding number of an object, of whatever ray, lies within three limits:
 *
 *   forward    what it is before the object's entries, changed by those that have begun
 *   backward   what it is behind them, changed by those that have not ended
 *   sideways   what it is on the centre's ray, changed by those that have begun and not ended
 *
 * The first holds only where everything that lies before is known, the second where everything behind is. docs/volumes.md
 * has the proof.
 */

import { layersJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { LAYERS_OVERLAP } from '../constants';
import {
  ENTRY_FLAGS,
  ENTRY_HIGH,
  ENTRY_LOW,
  FLAG_ENTERS,
  FLAG_HIT_ENTERS,
  FLAG_HIT_LEAVES,
  FLAG_LEAVES,
  raster,
} from './raster';

/** How windings are read in the running job, and the last answer of `aloneLow` and `aloneHigh`. */
// @unmanaged
export class LimitsState {
  isOverlap: bool;
  /** 1, or −1 when the surface is turned inside out as a whole. */
  orientation: i32;

  /** Limits of the winding number around an entry that is alone, where the centre's is `winding` before it. */
  aloneLow: i32;
  aloneHigh: i32;
}
export const limits = changetype<LimitsState>(reserveScratch(offsetof<LimitsState>()));
limits.isOverlap = true;
limits.orientation = 1;

export function openLayersLimits(): void {
  limits.isOverlap = layersJob.mode == LAYERS_OVERLAP;
  limits.orientation = <i32>layersJob.orientation;
}

/** How often a place counts: once where it is inside both, or as often as a surface overlaps itself there. */
// @inline
export function times(windingFirst: i32, windingSecond: i32): i32 {
  if (limits.isOverlap) return i32(windingFirst != 0 && windingSecond != 0);
  const winding = limits.orientation * windingFirst;
  return winding > 0 ? winding - 1 : -winding;
}

/** The least and the most that a place counts when winding numbers lie within limits. */
export function leastTimes(firstLow: i32, firstHigh: i32, secondLow: i32, secondHigh: i32): i32 {
  if (limits.isOverlap) return i32((firstLow > 0 || firstHigh < 0) && (secondLow > 0 || secondHigh < 0));
  const low = limits.orientation > 0 ? firstLow : -firstHigh;
  const high = limits.orientation > 0 ? firstHigh : -firstLow;
  return low > 1 ? low - 1 : high < 0 ? -high : 0;
}

export function mostTimes(firstLow: i32, firstHigh: i32, secondLow: i32, secondHigh: i32): i32 {
  if (limits.isOverlap) return i32((firstLow != 0 || firstHigh != 0) && (secondLow != 0 || secondHigh != 0));
  return max(times(firstLow, 0), times(firstHigh, 0));
}

/** What the rays that cross an entry change by, at least and at most: all of them by the same, or not at all. */
// @inline
export function leastChange(flags: u32): i32 {
  return -i32((flags & FLAG_LEAVES) != 0);
}
// @inline
export function mostChange(flags: u32): i32 {
  return i32((flags & FLAG_ENTERS) != 0);
}

// @inline
export function hitOf(flags: u32): i32 {
  return i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
}

/** Whether something of the entry's object may lie before the depths that are walked, or behind them, beside this entry. */
// @inline
export function beginsBefore(entry: usize, nearest: f64): bool {
  const low = load<f64>(entry, ENTRY_LOW);
  return low < nearest || low <= raster.paneNear;
}
// @inline
export function endsBehind(entry: usize, farthest: f64): bool {
  const high = load<f64>(entry, ENTRY_HIGH);
  return high > farthest || high >= raster.paneFar;
}

export function limitAlone(entry: usize, winding: i32, nearest: f64, farthest: f64): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const hit = hitOf(flags);
  const isHit = hit != 0;
  limits.aloneLow = winding + (isHit ? min(0, hit) : -1);
  limits.aloneHigh = winding + (isHit ? max(0, hit) : 1);
  if (!beginsBefore(entry, nearest)) {
    limits.aloneLow = max(limits.aloneLow, winding + leastChange(flags));
    limits.aloneHigh = min(limits.aloneHigh, winding + mostChange(flags));
  }
  if (endsBehind(entry, farthest)) return;
  limits.aloneLow = max(limits.aloneLow, winding + hit - mostChange(flags));
  limits.aloneHigh = min(limits.aloneHigh, winding + hit - leastChange(flags));
}
