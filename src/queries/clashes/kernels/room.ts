/** Memory of one thread that grows during a job. It comes from the arena, so a new job begins without any. */
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';

// @unmanaged
export class Room {
  at: usize = 0;
  bytes: u64 = 0;
}

/** For the initialisers of module constants. */
export function newRoom(): Room {
  return changetype<Room>(reserveScratch(offsetof<Room>()));
}

/** Drops the memory of the previous job. */
export function forgetRoom(room: Room): void {
  room.at = 0;
  room.bytes = 0;
}

/** Grows to a capacity of at least `bytes`; the first `kept` bytes are preserved. */
export function makeRoom(room: Room, bytes: u64, kept: u64): void {
  if (bytes <= room.bytes) return;
  const larger = max<u64>(bytes, room.bytes << 1);
  const at = take(larger);
  if (kept != 0) memory.copy(at, room.at, <usize>kept);
  room.at = at;
  room.bytes = larger;
}
