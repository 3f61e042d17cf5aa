/**
 * Scratch memory of fixed size that belongs to one thread. Threads share the memory, and so would share static data;
 * each has its own instance of the module, and so its own module variables.
 *
 * Reserved by the initialisers of module constants, `const corners = reserveScratch(72)`, which run when a thread
 * instantiates the module. A stage with more than a few variables declares them as a class and keeps its one instance
 * here, `const walk = changetype<WalkState>(reserveScratch(offsetof<WalkState>()))`: where a variable lives shows where it is
 * used. Loops that are hot copy such fields into locals first: V8 does not hoist loads out of loops that store. The tile lists,
 * the fans of `collide` and the rasterizer of `cull` keep plain module variables, which cost less: as fields they made `collide`
 * 4 to 8 % slower.
 */
import { SCRATCH_BYTES, SCRATCH_START } from '../constants';

/** This thread's place among the threads: 0 owns the engine, 1 and up are the workers of its pool. */
// @external('env', 'slot')
declare const slot: u32;

let next: usize = SCRATCH_START + <usize>slot * SCRATCH_BYTES;
const end: usize = next + SCRATCH_BYTES;

/**
 * A vector that a loop needs in every turn, through 16 bytes of scratch memory. V8 makes what it can anew in each turn, divisions too;
 * what was loaded it keeps.
 */
// @inline
export function fixed(vector: v128, at: usize): v128 {
  v128.store(at, vector);
  return v128.load(at);
}

/** Traps, at instantiation, when the kernels together ask for more than there is: raise SCRATCH_BYTES then. */
export function reserveScratch(bytes: usize): usize {
  const at = next;
  next += (bytes + 15) & ~15;
  if (next > end) unreachable();
  return at;
}
