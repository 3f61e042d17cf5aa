/** Components connected across edges, and whether triangles go once round each vertex: from vertex numbers alone. */
import { join, listNeighbours, rootOf } from './surface';

/** Notes on a vertex while the triangles around another one are examined. */
// @unmanaged
class Note {
  /** The vertex that it was noted for. */
  vertex: u32;
  /** Triangles that use the edge between the two. */
  uses: u32 = 0;
  first: u32;
  second: u32;
}

// @inline
function noteAt(notes: usize, vertex: u32): Note {
  return changetype<Note>(notes + <usize>vertex * offsetof<Note>());
}

/** The corner of a triangle that a vertex is in, times 4. */
// @inline
function cornerOf(at: usize, vertex: u32): usize {
  return load<u32>(at) == vertex ? 0 : load<u32>(at, 4) == vertex ? 4 : 8;
}

// @inline
function noteUse(notes: usize, vertex: u32, other: u32, triangle: u32): void {
  if (other <= vertex) return;
  const note = noteAt(notes, other);
  if (note.vertex != vertex) {
    note.vertex = vertex;
    note.uses = 1;
    note.first = triangle;
  } else {
    note.uses++;
    note.second = triangle;
  }
}

/**
 * Prepares to join the triangles of a surface: `parents` names each by itself, `marks` gets a byte per triangle, 1 for those that are
 * skipped, and `starts` and `lists` the neighbours; `notes` is scratch, four words per vertex.
 */
export function openAreas(
  corners: usize,
  triangles: usize,
  count: u32,
  triangleCount: u32,
  vertexCount: u32,
  skipped: usize,
  skippedCount: u32,
  starts: usize,
  lists: usize,
  notes: usize,
  parents: usize,
  marks: usize,
): void {
  listNeighbours(corners, triangles, count, vertexCount, starts, lists);
  memory.fill(notes, 0xff, <usize>vertexCount * offsetof<Note>());
  memory.fill(marks, 0, triangleCount);
  for (let i: usize = 0; i < skippedCount; i++) store<u8>(marks + load<u32>(skipped + (i << 2)), 1);
  for (let t: u32 = 0; t < triangleCount; t++) store<u32>(parents + ((<usize>t) << 2), t);
}

/**
 * Joins triangles across edges that have exactly two, unless one of them is skipped. Of the edges at some vertices: called for a few
 * at a time, so that the engine optimizes it before most of a large surface is done.
 */
export function joinAreas(
  corners: usize,
  starts: usize,
  lists: usize,
  notes: usize,
  parents: usize,
  marks: usize,
  firstVertex: u32,
  endVertex: u32,
): void {
  for (let vertex = firstVertex; vertex < endVertex; vertex++) {
    const from = load<u32>(starts + ((<usize>vertex) << 2));
    const to = load<u32>(starts + ((<usize>vertex) << 2), 4);
    for (let i = from; i < to; i++) {
      const triangle = load<u32>(lists + ((<usize>i) << 2));
      const at = corners + <usize>triangle * 12;
      noteUse(notes, vertex, load<u32>(at), triangle);
      noteUse(notes, vertex, load<u32>(at, 4), triangle);
      noteUse(notes, vertex, load<u32>(at, 8), triangle);
    }
    for (let i = from; i < to; i++) {
      const triangle = load<u32>(lists + ((<usize>i) << 2));
      if (load<u8>(marks + triangle)) continue;
      const at = corners + <usize>triangle * 12;
      for (let k: usize = 0; k < 12; k += 4) {
        const other = load<u32>(at + k);
        if (other <= vertex) continue;
        const note = noteAt(notes, other);
        if (note.uses != 2 || note.first != triangle || load<u8>(marks + note.second)) continue;
        join(parents, triangle, note.second);
      }
    }
  }
}

/** Replaces the parents of some triangles by the names of their components. */
export function nameAreas(parents: usize, from: u32, to: u32): void {
  for (let t = from; t < to; t++) store<u32>(parents + ((<usize>t) << 2), rootOf(parents, t));
}

/**
 * Whether the triangles around each vertex go round it once. Then each edge has two triangles, and what is connected at a
 * vertex is connected across edges. `starts`, `lists` and `notes` as above.
 */
export function isRegular(
  corners: usize,
  triangles: usize,
  count: u32,
  vertexCount: u32,
  starts: usize,
  lists: usize,
  notes: usize,
): bool {
  listNeighbours(corners, triangles, count, vertexCount, starts, lists);
  memory.fill(notes, 0xff, <usize>vertexCount * offsetof<Note>());
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    const from = load<u32>(starts + ((<usize>vertex) << 2));
    const size = load<u32>(starts + ((<usize>vertex) << 2), 4) - from;
    if (size == 0) continue;
    let start: u32 = 0;
    // Which vertex follows each neighbour, going round.
    for (let i = from; i < from + size; i++) {
      const at = corners + <usize>load<u32>(lists + ((<usize>i) << 2)) * 12;
      const k = cornerOf(at, vertex);
      const left = load<u32>(at + (k == 8 ? 0 : k + 4));
      const note = noteAt(notes, left);
      if (note.vertex == vertex) return false;
      note.vertex = vertex;
      note.first = load<u32>(at + (k == 0 ? 8 : k - 4));
      if (i == from) start = left;
    }
    let neighbour = start;
    let steps: u32 = 0;
    do {
      neighbour = noteAt(notes, neighbour).first;
      if (noteAt(notes, neighbour).vertex != vertex) return false;
      steps++;
    } while (neighbour != start && steps <= size);
    if (steps != size) return false;
  }
  return true;
}
