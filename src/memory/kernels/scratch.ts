/**
 * Scratch memory of fixed size that belongs to one thread. Static data would be shared by all threads, for they share
 * the memory; module variables are not, for each thread has its own instance of the module.
 */
import { SCRATCH_BYTES, SCRATCH_START } from '../constants';

let next: usize = 0;
let end: usize = 0;

/** Begins to hand out the block of a thread's slot. */
export function openScratch(slot: u32): void {
  next = SCRATCH_START + <usize>slot * SCRATCH_BYTES;
  end = next + SCRATCH_BYTES;
}

/** Traps when the kernels together ask for more than there is: SCRATCH_BYTES is then to be raised. */
export function reserveScratch(bytes: usize): usize {
  const at = next;
  next += (bytes + 15) & ~15;
  if (next > end) unreachable();
  return at;
}
