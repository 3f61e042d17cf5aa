/** What follows from the numbers of a surface's vertices alone: whether its edges cancel, its shells, its neighbours. */

/** Spreads the bits of a number over all 64 (the finalizer of MurmurHash3). */
// @inline
function mixed(value: u64): u64 {
  let hash = value;
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

// @inline
function edgeTerm(from: u32, to: u32): u64 {
  const hash = mixed(((<u64>min(from, to)) << 32) | <u64>max(from, to));
  // Without a branch: the direction of an edge is unpredictable.
  return select<u64>(select<u64>(hash, 0 - hash, from < to), 0, from != to);
}

/**
 * Whether every edge is met as often in one direction as in the other, by a sum of hashes with the sign of the direction:
 * 0 when they are, and with one chance in 2^64 when they are not.
 */
export function edgesCancel(corners: usize, triangleCount: u32): bool {
  let sum: u64 = 0;
  const end = corners + <usize>triangleCount * 12;
  for (let at = corners; at < end; at += 12) {
    const p = load<u32>(at);
    const q = load<u32>(at, 4);
    const r = load<u32>(at, 8);
    sum += edgeTerm(p, q) + edgeTerm(q, r) + edgeTerm(r, p);
  }
  return sum == 0;
}

/** The numbers of some triangles; without a list, of all. */
// @inline
export function triangleAt(list: usize, i: u32): u32 {
  return list == 0 ? i : load<u32>(list + ((<usize>i) << 2));
}

// @inline
export function rootOf(parents: usize, vertex: u32): u32 {
  let at = vertex;
  let parent = load<u32>(parents + ((<usize>at) << 2));
  while (parent != at) {
    const further = load<u32>(parents + ((<usize>parent) << 2));
    store<u32>(parents + ((<usize>at) << 2), further);
    at = further;
    parent = load<u32>(parents + ((<usize>at) << 2));
  }
  return at;
}

// @inline
export function join(parents: usize, p: u32, q: u32): u32 {
  const a = rootOf(parents, p);
  const b = rootOf(parents, q);
  if (a == b) return a;
  const least = min(a, b);
  store<u32>(parents + ((<usize>max(a, b)) << 2), least);
  return least;
}

/**
 * Numbers the shells of some triangles, in the order of their first triangles: `shells` gets the shell of each vertex, all
 * bits set for those that none of the triangles use, and `firsts` a triangle of each shell. `parents` is scratch, a word
 * per vertex. Returns the number of shells.
 */
export function numberShells(
  corners: usize,
  triangles: usize,
  count: u32,
  vertexCount: u32,
  parents: usize,
  shells: usize,
  firsts: usize,
): u32 {
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) store<u32>(parents + ((<usize>vertex) << 2), vertex);
  for (let i: u32 = 0; i < count; i++) {
    const at = corners + <usize>triangleAt(triangles, i) * 12;
    const root = join(parents, load<u32>(at), load<u32>(at, 4));
    join(parents, root, load<u32>(at, 8));
  }
  memory.fill(shells, 0xff, (<usize>vertexCount) << 2);
  let found: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    const at = corners + <usize>triangle * 12;
    const root = shells + ((<usize>rootOf(parents, load<u32>(at))) << 2);
    let shell = load<u32>(root);
    if (shell == u32.MAX_VALUE) {
      shell = found++;
      store<u32>(root, shell);
      store<u32>(firsts + ((<usize>shell) << 2), triangle);
    }
    store<u32>(shells + ((<usize>load<u32>(at)) << 2), shell);
    store<u32>(shells + ((<usize>load<u32>(at, 4)) << 2), shell);
    store<u32>(shells + ((<usize>load<u32>(at, 8)) << 2), shell);
  }
  return found;
}

/**
 * Finds which vertices are connected by triangles other than some: each of the vertices in a list is replaced by the one
 * that names its component. `skipped` are the numbers of the triangles left out; `parents` is scratch, a word per vertex, and
 * so is `marks`, a byte per triangle.
 */
export function namePatches(
  corners: usize,
  triangles: usize,
  count: u32,
  triangleCount: u32,
  vertexCount: u32,
  skipped: usize,
  skippedCount: u32,
  vertices: usize,
  listCount: u32,
  parents: usize,
  marks: usize,
): void {
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) store<u32>(parents + ((<usize>vertex) << 2), vertex);
  memory.fill(marks, 0, triangleCount);
  for (let i: usize = 0; i < skippedCount; i++) store<u8>(marks + load<u32>(skipped + (i << 2)), 1);
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    if (load<u8>(marks + triangle)) continue;
    const at = corners + <usize>triangle * 12;
    const root = join(parents, load<u32>(at), load<u32>(at, 4));
    join(parents, root, load<u32>(at, 8));
  }
  for (let i: usize = 0; i < listCount; i++) {
    const at = vertices + (i << 2);
    store<u32>(at, rootOf(parents, load<u32>(at)));
  }
}

/**
 * Lists the triangles around each vertex: vertex v has those from `starts[v]` to `starts[v + 1]` of `lists`. `starts` has
 * two words more than there are vertices, `lists` three per triangle.
 */
export function listNeighbours(
  corners: usize,
  triangles: usize,
  count: u32,
  vertexCount: u32,
  starts: usize,
  lists: usize,
): void {
  memory.fill(starts, 0, (<usize>vertexCount + 2) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const at = corners + <usize>triangleAt(triangles, i) * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const place = starts + ((<usize>load<u32>(at + k) + 2) << 2);
      store<u32>(place, load<u32>(place) + 1);
    }
  }
  for (let vertex: usize = 2; vertex < <usize>vertexCount + 2; vertex++) {
    const place = starts + (vertex << 2);
    store<u32>(place, load<u32>(place) + load<u32>(place - 4));
  }
  // Filling moves each start to the end of its own list, which is where the next begins.
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    const at = corners + <usize>triangle * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const place = starts + ((<usize>load<u32>(at + k) + 1) << 2);
      const to = load<u32>(place);
      store<u32>(lists + ((<usize>to) << 2), triangle);
      store<u32>(place, to + 1);
    }
  }
}

/** Cells along a side of the grid of `trianglesOverCells`, as an exponent of two. */
const SIDE_BITS: u32 = 8;

/**
 * Lists the triangles whose range of cells is not empty. `cells` has the cell of each vertex, its row times 256 and its
 * column, as u16; what the cells hold lies in `starts`, cell by cell: from one start to the next. `out` has capacity
 * for all triangles. Returns how many were listed.
 */
export function trianglesOverCells(
  corners: usize,
  triangles: usize,
  count: u32,
  cells: usize,
  starts: usize,
  out: usize,
): u32 {
  let found = out;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    const at = corners + <usize>triangle * 12;
    const p = <u32>load<u16>(cells + ((<usize>load<u32>(at)) << 1));
    const q = <u32>load<u16>(cells + ((<usize>load<u32>(at, 4)) << 1));
    const r = <u32>load<u16>(cells + ((<usize>load<u32>(at, 8)) << 1));
    const first = min(min(p & 255, q & 255), r & 255);
    const last = max(max(p & 255, q & 255), r & 255);
    const lastRow = max(max(p, q), r) >> SIDE_BITS;
    for (let row = min(min(p, q), r) >> SIDE_BITS; row <= lastRow; row++) {
      const place = starts + ((<usize>(row << SIDE_BITS)) << 2);
      if (load<u32>(place + ((<usize>first) << 2)) == load<u32>(place + ((<usize>last + 1) << 2))) continue;
      store<u32>(found, triangle);
      found += 4;
      break;
    }
  }
  return <u32>((found - out) >> 2);
}
