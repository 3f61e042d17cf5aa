/**
 * Finds measured corners by their coordinates, so that triangles with a corner in common measure it once. A table begins small and
 * grows: of most sources few corners are ever measured.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { cornerOf } from './depth-corners';
import { forget, Growable, newGrowable, reserve } from './growable';

const FIRST_SLOTS: u32 = 128;

// @unmanaged
export class CornerTable {
  /** A hash table of one more than the numbers of corners, 0 for none; and how many slots it has, a power of two. */
  slots: Growable = changetype<Growable>(0);
  size: u32 = 0;
  /** The numbers that were entered, one after the other. */
  count: u32 = 0;
  entered: Growable = changetype<Growable>(0);
}

/** For the initialisers of module constants. */
export function newCornerTable(): CornerTable {
  const table = changetype<CornerTable>(reserveScratch(offsetof<CornerTable>()));
  table.slots = newGrowable();
  table.entered = newGrowable();
  return table;
}

export function forgetCornerTable(table: CornerTable): void {
  forget(table.slots);
  forget(table.entered);
}

function openSlots(table: CornerTable, size: u32): void {
  table.size = size;
  reserve(table.slots, (<u64>size) << 2, 0);
  memory.fill(table.slots.at, 0, (<usize>size) << 2);
}

/** Begins without corners. */
export function clearCornerTable(table: CornerTable): void {
  table.count = 0;
  openSlots(table, FIRST_SLOTS);
}

// @inline
function hashOf(p: usize): u32 {
  const bits = load<u64>(p) ^ rotl<u64>(load<u64>(p, 8), 21) ^ rotl<u64>(load<u64>(p, 16), 42);
  return <u32>((bits * 0x9e3779b97f4a7c15) >>> 32);
}

/** The slot of the corner at p, a place of x y z; or the one for it. */
function slotOf(table: CornerTable, p: usize): usize {
  const mask = table.size - 1;
  let slot = hashOf(p) & mask;
  while (true) {
    const at = table.slots.at + ((<usize>slot) << 2);
    const held = load<u32>(at);
    if (held == 0) return at;
    const corner = cornerOf(held - 1);
    if (corner.x == load<f64>(p) && corner.y == load<f64>(p, 8) && corner.z == load<f64>(p, 16)) return at;
    slot = (slot + 1) & mask;
  }
}

/** The number of the corner at p; −1 when there is none. */
export function cornerThere(table: CornerTable, p: usize): i32 {
  return <i32>load<u32>(slotOf(table, p)) - 1;
}

// @inline
function putIn(table: CornerTable, number: u32): void {
  store<u32>(slotOf(table, changetype<usize>(cornerOf(number))), number + 1);
}

/** Enters a corner where there is none. */
export function enterCorner(table: CornerTable, number: u32): void {
  const count = table.count++;
  reserve(table.entered, (<u64>table.count) << 2, (<u64>count) << 2);
  store<u32>(table.entered.at + ((<usize>count) << 2), number);
  if (table.count <= table.size >> 1) {
    putIn(table, number);
    return;
  }
  openSlots(table, 2 * table.size);
  for (let i: usize = 0; i <= count; i++) putIn(table, load<u32>(table.entered.at + (i << 2)));
}
