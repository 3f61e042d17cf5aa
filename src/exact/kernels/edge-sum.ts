/**
 * Whether the edges of a mesh cancel: the sum of a hash of each edge, with the sign of its direction.
 *
 * An edge that occurs equally often in both directions adds nothing. A sum of 0 means that all edges cancel, with a
 * chance of error of one in 2^64; edges are identified by their vertex numbers.
 */
const SHARED = ASC_FEATURE_THREADS;

// @inline
function edgeHash(from: u32, to: u32): u64 {
  let hash = ((<u64>min(from, to)) << 32) | <u64>max(from, to);
  hash = (hash ^ (hash >> 31)) * 0x9e3779b97f4a7c15;
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
  hash ^= hash >> 32;
  return from < to ? hash : from > to ? 0 - hash : 0;
}

/** Adds the hashes of the edges of the triangles from..to to the u64 at `sum`, which other threads may add to. */
export function addEdges(indices: usize, from: u32, to: u32, sum: usize): void {
  let part: u64 = 0;
  for (let triangle = from; triangle < to; triangle++) {
    const corner = indices + <usize>triangle * 12;
    const v0 = load<u32>(corner);
    const v1 = load<u32>(corner, 4);
    const v2 = load<u32>(corner, 8);
    part += edgeHash(v0, v1) + edgeHash(v1, v2) + edgeHash(v2, v0);
  }
  if (SHARED) atomic.add<u64>(sum, part);
  else store<u64>(sum, load<u64>(sum) + part);
}
