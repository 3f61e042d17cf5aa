/** Candidates for the deepest point, in a heap by upper bounds. */
import { forget, newGrowable, reserve } from './growable';

/**
 * Triangles of the other surface that a bound of one triangle takes into account: those nearest to its corners, and one more.
 * Measured on assemblies of prisms and on crowded tori, a fourth saves 5 % and 2 % of all distances, a fifth another 0.1 % and
 * 1.6 %, eight no more than six; what mixing them costs grows with their third power (docs/clashes.md, "Depth").
 */
export const NEAR_MOST: u32 = 4;

/** A triangle, or a chunk of them, with its upper bound. */
// @unmanaged
export class Candidate {
  bound: f64 = 0;
  /** Which of the two sources. */
  source: u32 = 0;
  /** Number of the first triangle of a chunk, and how finely they are cut into chunks; −1 for a triangle. */
  chunk: i32 = 0;
  level: u32 = 0;
  /** Corners of a triangle. */
  corner0: u32 = 0;
  corner1: u32 = 0;
  corner2: u32 = 0;
  /** For a triangle: triangles of the other surface that are near it. */
  nearCount: u32 = 0;
  near0: i32 = 0;
  near1: i32 = 0;
  near2: i32 = 0;
  near3: i32 = 0;
  /** The next candidate that is free. */
  nextFree: i32 = 0;

  // @inline
  get near(): usize {
    return changetype<usize>(this) + offsetof<Candidate>('near0');
  }
}

const CANDIDATE_BYTES: usize = offsetof<Candidate>();
/** In the heap: a bound, and the number of the candidate that it is of. */
const ENTRY_BYTES: usize = 16;

const candidates = newGrowable();
const heap = newGrowable();
let candidateCount: u32 = 0;
let free: i32 = -1;
export let heapCount: u32 = 0;

export function forgetCandidates(): void {
  forget(candidates);
  forget(heap);
}

/** Begins with none. */
export function clearCandidates(): void {
  candidateCount = 0;
  heapCount = 0;
  free = -1;
}

// @inline
export function candidateOf(number: u32): Candidate {
  return changetype<Candidate>(candidates.at + <usize>number * CANDIDATE_BYTES);
}

/** A candidate to fill in; moves when another is taken. */
export function newCandidate(): u32 {
  if (free >= 0) {
    const number = <u32>free;
    free = candidateOf(number).nextFree;
    return number;
  }
  const number = candidateCount++;
  reserve(candidates, <u64>candidateCount * CANDIDATE_BYTES, <u64>number * CANDIDATE_BYTES);
  return number;
}

export function freeCandidate(number: u32): void {
  candidateOf(number).nextFree = free;
  free = <i32>number;
}

// @inline
function entryAt(i: u32): usize {
  return heap.at + <usize>i * ENTRY_BYTES;
}

/** The largest bound in the heap; 0 when it is empty. */
export function topBound(): f64 {
  return heapCount > 0 ? load<f64>(heap.at) : 0;
}

/** Adds a candidate that is filled in. */
export function push(number: u32): void {
  const bound = candidateOf(number).bound;
  let at = heapCount++;
  reserve(heap, <u64>heapCount * ENTRY_BYTES, <u64>at * ENTRY_BYTES);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (load<f64>(entryAt(parent)) >= bound) break;
    memory.copy(entryAt(at), entryAt(parent), ENTRY_BYTES);
    at = parent;
  }
  store<f64>(entryAt(at), bound);
  store<u32>(entryAt(at), number, 8);
}

/** Takes the candidate with the largest bound; there must be one. */
export function pop(): u32 {
  const top = load<u32>(heap.at, 8);
  const last = entryAt(--heapCount);
  if (heapCount == 0) return top;
  const bound = load<f64>(last);
  const number = load<u32>(last, 8);
  let at: u32 = 0;
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= heapCount) break;
    if (child + 1 < heapCount && load<f64>(entryAt(child + 1)) > load<f64>(entryAt(child))) child++;
    if (load<f64>(entryAt(child)) <= bound) break;
    memory.copy(entryAt(at), entryAt(child), ENTRY_BYTES);
    at = child;
  }
  store<f64>(entryAt(at), bound);
  store<u32>(entryAt(at), number, 8);
  return top;
}
