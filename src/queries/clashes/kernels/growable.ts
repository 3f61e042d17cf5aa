/** Memory of one thread that grows during a job. It comes from the arena, so a new job begins without any. */
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';

// @unmanaged
export class Growable {
  at: usize = 0;
  bytes: u64 = 0;
}

/** For the initialisers of module constants. */
export function newGrowable(): Growable {
  return changetype<Growable>(reserveScratch(offsetof<Growable>()));
}

/** Drops the memory of the previous job. */
export function forget(buffer: Growable): void {
  buffer.at = 0;
  buffer.bytes = 0;
}

/** Grows to a capacity of at least `bytes`; the first `kept` bytes are preserved. */
export function reserve(buffer: Growable, bytes: u64, kept: u64): void {
  if (bytes <= buffer.bytes) return;
  const larger = max<u64>(bytes, buffer.bytes << 1);
  const at = take(larger);
  if (kept != 0) memory.copy(at, buffer.at, <usize>kept);
  buffer.at = at;
  buffer.bytes = larger;
}
