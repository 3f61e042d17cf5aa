/**
 * The least and the most length that a ray of a pixel can have in a cluster of several entries.
 *
 * The depths at which entries begin and end cut the cluster into pieces. Forward and sideways limits of each are found
 * in a forward pass, backward limits in a backward pass.
 */

import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { entryAt, keyLists, reserveEndKeys, setKey, sortKeys } from './keys';
import { beginsBefore, endsBehind, hitOf, leastChange, leastTimes, mostChange, mostTimes } from './limits';
import { ENTRY_FLAGS, ENTRY_HIGH, ENTRY_TRIANGLE, FLAG_FULL, FLAG_SECOND } from './raster';

/** Beyond any winding number. */
const UNKNOWN: i32 = 1 << 29;

/**
 * An object while the cluster is walked: the centre's winding number past all entries that have ended; entries that have
 * begun and not ended, by whether the centre's ray enters there, leaves there or misses them; limits from one end.
 */
const SIDE_CENTRE: usize = 0;
const SIDE_ENTERING: usize = 4;
const SIDE_LEAVING: usize = 8;
const SIDE_MISSED: usize = 12;
const SIDE_LOW: usize = 16;
const SIDE_HIGH: usize = 20;
const SIDE_BYTES: usize = 24;
const sides = reserveScratch(<i32>(2 * SIDE_BYTES));

/** A piece between two depths at which entries begin or end: those depths, and limits of both objects' winding numbers. */
const PIECE_FROM: usize = 0;
const PIECE_TO: usize = 8;
const PIECE_LIMITS: usize = 16;
const PIECE_BYTES: usize = 32;

/** The surfaces of a pixel that cannot be told apart, and the lengths between which the truth lies. */
// @unmanaged
export class ClusterState {
  pieces: usize;
  pieceCapacity: u32;

  // Whether what lies before and behind the cluster is known, of either object.
  firstBegins: bool;
  secondBegins: bool;
  firstEnds: bool;
  secondEnds: bool;

  /** The least and the most length that a ray of the pixel can have in the cluster. */
  leastLength: f64;
  mostLength: f64;
}
export const cluster = changetype<ClusterState>(reserveScratch(offsetof<ClusterState>()));
cluster.firstBegins = true;
cluster.secondBegins = true;
cluster.firstEnds = true;
cluster.secondEnds = true;

export function forgetPieces(): void {
  cluster.pieces = 0;
  cluster.pieceCapacity = 0;
}

// @inline
function add(address: usize, amount: i32): void {
  store<i32>(address, load<i32>(address) + amount);
}

// @inline
function sideOf(flags: u32): usize {
  return (flags & FLAG_SECOND) != 0 ? sides + SIDE_BYTES : sides;
}

/** Adds an entry to those that have begun and not ended, or removes it. */
// @inline
function addActive(side: usize, flags: u32, amount: i32): void {
  const hit = hitOf(flags);
  add(side + (hit > 0 ? SIDE_ENTERING : hit < 0 ? SIDE_LEAVING : SIDE_MISSED), amount);
}

// @inline
function hasActive(side: usize): bool {
  return (load<i32>(side, SIDE_ENTERING) | load<i32>(side, SIDE_LEAVING) | load<i32>(side, SIDE_MISSED)) != 0;
}

function openSide(side: usize, winding: i32, isKnown: bool): void {
  store<i32>(side, winding, SIDE_CENTRE);
  store<u64>(side, 0, SIDE_ENTERING);
  store<i32>(side, 0, SIDE_MISSED);
  store<i32>(side, isKnown ? winding : -UNKNOWN, SIDE_LOW);
  store<i32>(side, isKnown ? winding : UNKNOWN, SIDE_HIGH);
}

function beginForward(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const side = sideOf(flags);
  addActive(side, flags, 1);
  add(side + SIDE_LOW, leastChange(flags));
  add(side + SIDE_HIGH, mostChange(flags));
}

function endForward(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const side = sideOf(flags);
  addActive(side, flags, -1);
  add(side + SIDE_CENTRE, hitOf(flags));
  if ((flags & FLAG_FULL) == 0) return;
  // All rays have crossed it.
  add(side + SIDE_LOW, mostChange(flags));
  add(side + SIDE_HIGH, leastChange(flags));
}

function beginBackward(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const side = sideOf(flags);
  addActive(side, flags, 1);
  add(side + SIDE_LOW, -mostChange(flags));
  add(side + SIDE_HIGH, -leastChange(flags));
}

function endBackward(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const side = sideOf(flags);
  addActive(side, flags, -1);
  if ((flags & FLAG_FULL) == 0) return;
  add(side + SIDE_LOW, -leastChange(flags));
  add(side + SIDE_HIGH, -mostChange(flags));
}

/** Forward and sideways limits of an object in the piece that begins. */
// @inline
function writeForward(side: usize, limits: usize): void {
  const centre = load<i32>(side, SIDE_CENTRE);
  if (!hasActive(side)) {
    // No entry crosses the pixel in this piece: all rays are like the centre's.
    store<i32>(side, centre, SIDE_LOW);
    store<i32>(side, centre, SIDE_HIGH);
  }
  const missed = load<i32>(side, SIDE_MISSED);
  store<i32>(limits, max(load<i32>(side, SIDE_LOW), centre - load<i32>(side, SIDE_LEAVING) - missed));
  store<i32>(limits, min(load<i32>(side, SIDE_HIGH), centre + load<i32>(side, SIDE_ENTERING) + missed), 4);
}

/** Narrows them by the backward limits. */
// @inline
function narrowBackward(side: usize, limits: usize): void {
  if (!hasActive(side)) {
    store<i32>(side, load<i32>(limits), SIDE_LOW);
    store<i32>(side, load<i32>(limits), SIDE_HIGH);
  }
  store<i32>(limits, max(load<i32>(limits), load<i32>(side, SIDE_LOW)));
  store<i32>(limits, min(load<i32>(limits, 4), load<i32>(side, SIDE_HIGH)), 4);
}

/** Sorts the entries by their far ends, and notes which objects continue beyond the depths that are walked. */
function openCluster(keys: usize, from: u32, to: u32, nearest: f64, farthest: f64): void {
  const count = to - from;
  reserveEndKeys(count);
  const need: u32 = count << 1;
  if (need > cluster.pieceCapacity) {
    cluster.pieceCapacity = max(need, max<u32>(256, cluster.pieceCapacity * 2));
    cluster.pieces = take(<u64>cluster.pieceCapacity * PIECE_BYTES);
  }
  cluster.firstBegins = true;
  cluster.secondBegins = true;
  cluster.firstEnds = true;
  cluster.secondEnds = true;
  for (let i: u32 = 0; i < count; i++) {
    const entry = entryAt(keys, from + i);
    setKey(keyLists.endKeys, i, load<f64>(entry, ENTRY_HIGH), entry, load<u32>(entry, ENTRY_TRIANGLE));
    const isSecond = (load<u32>(entry, ENTRY_FLAGS) & FLAG_SECOND) != 0;
    if (beginsBefore(entry, nearest)) {
      if (isSecond) cluster.secondBegins = false;
      else cluster.firstBegins = false;
    }
    if (endsBehind(entry, farthest)) {
      if (isSecond) cluster.secondEnds = false;
      else cluster.firstEnds = false;
    }
  }
  sortKeys(keyLists.endKeys, 0, count);
}

// @inline
function depthAt(keys: usize, index: u32): f64 {
  return load<f64>(keys + ((<usize>index) << 4));
}

/** Walks the depths at which entries begin and end, and leaves a piece between each two. Returns their number. */
function walkForward(keys: usize, from: u32, to: u32, nearest: f64, farthest: f64): u32 {
  const count = to - from;
  let begun: u32 = 0;
  let ended: u32 = 0;
  let pieceCount: u32 = 0;
  while (ended < count) {
    const depth =
      begun < count
        ? min(depthAt(keys, from + begun), depthAt(keyLists.endKeys, ended))
        : depthAt(keyLists.endKeys, ended);
    for (; begun < count && depthAt(keys, from + begun) == depth; begun++) beginForward(entryAt(keys, from + begun));
    for (; ended < count && depthAt(keyLists.endKeys, ended) == depth; ended++)
      endForward(entryAt(keyLists.endKeys, ended));
    if (ended == count) break;
    const next =
      begun < count
        ? min(depthAt(keys, from + begun), depthAt(keyLists.endKeys, ended))
        : depthAt(keyLists.endKeys, ended);
    const piece = cluster.pieces + <usize>pieceCount * PIECE_BYTES;
    store<f64>(piece, max(nearest, depth), PIECE_FROM);
    store<f64>(piece, min(farthest, next), PIECE_TO);
    writeForward(sides, piece + PIECE_LIMITS);
    writeForward(sides + SIDE_BYTES, piece + PIECE_LIMITS + 8);
    pieceCount++;
  }
  return pieceCount;
}

/** The backward pass, which narrows each piece's limits. */
function walkBackward(keys: usize, from: u32, to: u32, pieceCount: u32): void {
  let begun = to - from;
  let ended = begun;
  while (pieceCount > 0) {
    const depth =
      ended > 0
        ? max(depthAt(keys, from + begun - 1), depthAt(keyLists.endKeys, ended - 1))
        : depthAt(keys, from + begun - 1);
    for (; ended > 0 && depthAt(keyLists.endKeys, ended - 1) == depth; ended--)
      beginBackward(entryAt(keyLists.endKeys, ended - 1));
    for (; begun > 0 && depthAt(keys, from + begun - 1) == depth; begun--) endBackward(entryAt(keys, from + begun - 1));
    pieceCount--;
    const piece = cluster.pieces + <usize>pieceCount * PIECE_BYTES;
    narrowBackward(sides, piece + PIECE_LIMITS);
    narrowBackward(sides + SIDE_BYTES, piece + PIECE_LIMITS + 8);
  }
}

/** Limits the cluster of the entries from..to, where the centre's winding numbers are `first` and `second` before it. */
export function limitCluster(
  keys: usize,
  from: u32,
  to: u32,
  first: i32,
  second: i32,
  nearest: f64,
  farthest: f64,
): void {
  openCluster(keys, from, to, nearest, farthest);
  openSide(sides, first, cluster.firstBegins);
  openSide(sides + SIDE_BYTES, second, cluster.secondBegins);
  const pieceCount = walkForward(keys, from, to, nearest, farthest);
  openSide(sides, load<i32>(sides, SIDE_CENTRE), cluster.firstEnds);
  openSide(sides + SIDE_BYTES, load<i32>(sides + SIDE_BYTES, SIDE_CENTRE), cluster.secondEnds);
  walkBackward(keys, from, to, pieceCount);
  cluster.leastLength = 0;
  cluster.mostLength = 0;
  for (let i: u32 = 0; i < pieceCount; i++) {
    const piece = cluster.pieces + <usize>i * PIECE_BYTES;
    const length = load<f64>(piece, PIECE_TO) - load<f64>(piece, PIECE_FROM);
    if (!(length > 0)) continue;
    const limits = piece + PIECE_LIMITS;
    const firstLow = load<i32>(limits);
    const firstHigh = load<i32>(limits, 4);
    const secondLow = load<i32>(limits, 8);
    const secondHigh = load<i32>(limits, 12);
    cluster.leastLength += length * <f64>leastTimes(firstLow, firstHigh, secondLow, secondHigh);
    cluster.mostLength += length * <f64>mostTimes(firstLow, firstHigh, secondLow, secondHigh);
  }
}
