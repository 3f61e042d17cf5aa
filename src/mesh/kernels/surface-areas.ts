/**
 * Which triangles of a surface are connected across edges, whether triangles go once round each vertex, and what is left of the
 * surface when some areas are taken out: from vertex numbers alone.
 */
import { FAN_ROUND } from '../../memory/constants';
import { join, rootOf, triangleAt } from './surface';

const NONE: u32 = u32.MAX_VALUE;

// @inline
function word(list: usize, i: u32): usize {
  return list + ((<usize>i) << 2);
}

/** Links the corners of some triangles at each vertex, as those of objects are linked (prepare.ts): `first` and `next`. */
export function linkSurface(
  corners: usize,
  triangles: usize,
  count: u32,
  vertexCount: u32,
  first: usize,
  next: usize,
  fans: usize,
): void {
  memory.fill(first, 0xff, (<usize>vertexCount) << 2);
  memory.fill(fans, 0, vertexCount);
  for (let i = count; i-- > 0; ) {
    const triangle = triangleAt(triangles, i);
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      const head = word(first, load<u32>(word(corners, corner)));
      store<u32>(word(next, corner), load<u32>(head));
      store<u32>(head, corner);
    }
  }
}

/**
 * Marks the vertices that triangles do not go round just once, with a byte each, and returns their number. What `fans` knows is not
 * looked at again, and what is found is noted there. `notes` is scratch, two words per vertex.
 *
 * At a vertex that is not marked each edge has two triangles, and what is connected there is connected across edges.
 */
export function markIrregular(
  corners: usize,
  vertexCount: u32,
  first: usize,
  next: usize,
  fans: usize,
  notes: usize,
  marks: usize,
): u32 {
  memory.fill(notes, 0xff, (<usize>vertexCount) << 3);
  memory.fill(marks, 0, vertexCount);
  let found: u32 = 0;
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) {
    if (load<u8>(fans + vertex) == FAN_ROUND) continue;
    const corner = load<u32>(word(first, vertex));
    if (corner == NONE) continue;
    if (goesRound(corners, vertex, corner, next, notes)) {
      store<u8>(fans + vertex, <u8>FAN_ROUND);
      continue;
    }
    store<u8>(marks + vertex, 1);
    found++;
  }
  return found;
}

/** Whether the triangles around a vertex go round it once. */
function goesRound(corners: usize, vertex: u32, firstCorner: u32, next: usize, notes: usize): bool {
  let size: u32 = 0;
  let start: u32 = NONE;
  // Which vertex follows each neighbour, going round: a note on each neighbour, with the vertex that it is for.
  for (let corner = firstCorner; corner != NONE; corner = load<u32>(word(next, corner))) {
    const triangle = corner / 3;
    const k = corner - triangle * 3;
    const at = corners + <usize>triangle * 12;
    const from = load<u32>(at + ((<usize>(k == 2 ? 0 : k + 1)) << 2));
    const note = notes + ((<usize>from) << 3);
    if (load<u32>(note) == vertex) return false;
    store<u32>(note, vertex);
    store<u32>(note, load<u32>(at + ((<usize>(k == 0 ? 2 : k - 1)) << 2)), 4);
    if (size++ == 0) start = from;
  }
  let neighbour = start;
  for (let steps: u32 = 1; steps <= size; steps++) {
    neighbour = load<u32>(notes + ((<usize>neighbour) << 3), 4);
    if (load<u32>(notes + ((<usize>neighbour) << 3)) != vertex) return false;
    if (neighbour == start) return steps == size;
  }
  return false;
}

/** Marks some triangles as skipped, with a byte each, and some vertices besides those that are marked; names each vertex by itself. */
export function openAreas(
  triangleCount: u32,
  vertexCount: u32,
  skipped: usize,
  skippedCount: u32,
  looked: usize,
  lookedCount: u32,
  isSkipped: usize,
  marks: usize,
  parents: usize,
): void {
  memory.fill(isSkipped, 0, triangleCount);
  for (let i: u32 = 0; i < skippedCount; i++) store<u8>(isSkipped + load<u32>(word(skipped, i)), 1);
  for (let i: u32 = 0; i < lookedCount; i++) store<u8>(marks + load<u32>(word(looked, i)), 1);
  for (let vertex: u32 = 0; vertex < vertexCount; vertex++) store<u32>(word(parents, vertex), vertex);
}

/**
 * Joins the vertices without a mark of the triangles from..to of a list, other than those skipped. Called for a few at a time, so
 * that the engine optimizes it before most of a large surface is done.
 */
export function joinAreas(
  corners: usize,
  triangles: usize,
  from: u32,
  to: u32,
  isSkipped: usize,
  marks: usize,
  parents: usize,
): void {
  for (let i = from; i < to; i++) {
    const triangle = triangleAt(triangles, i);
    if (load<u8>(isSkipped + triangle)) continue;
    const at = corners + <usize>triangle * 12;
    const p = load<u32>(at);
    const q = load<u32>(at, 4);
    const r = load<u32>(at, 8);
    const isFree = load<u8>(marks + p) == 0;
    const isNextFree = load<u8>(marks + q) == 0;
    if (isFree && isNextFree) join(parents, p, q);
    if (load<u8>(marks + r)) continue;
    if (isNextFree) join(parents, q, r);
    else if (isFree) join(parents, r, p);
  }
}

/**
 * Numbers the areas of the triangles from..to of a list: `areas` gets that of each triangle, `firsts` the first triangle of each area.
 * Triangles that have marked vertices only are areas by themselves. `near` gets the triangles with two marked vertices or more.
 * `numbers` has a word per vertex, all bits set at first, and `counts` the numbers of areas and of triangles in `near`.
 */
export function nameAreas(
  corners: usize,
  triangles: usize,
  from: u32,
  to: u32,
  isSkipped: usize,
  marks: usize,
  parents: usize,
  numbers: usize,
  areas: usize,
  firsts: usize,
  near: usize,
  counts: usize,
): void {
  let areaCount = load<u32>(counts);
  let nearCount = load<u32>(counts, 4);
  for (let i = from; i < to; i++) {
    const triangle = triangleAt(triangles, i);
    if (load<u8>(isSkipped + triangle)) continue;
    const at = corners + <usize>triangle * 12;
    let marked: u32 = 0;
    let free: u32 = NONE;
    for (let k: usize = 0; k < 12; k += 4) {
      const vertex = load<u32>(at + k);
      if (load<u8>(marks + vertex)) marked++;
      else free = vertex;
    }
    if (marked > 1) store<u32>(word(near, nearCount++), triangle);
    const place = free == NONE ? 0 : word(numbers, rootOf(parents, free));
    let area = place == 0 ? NONE : load<u32>(place);
    if (area == NONE) {
      area = areaCount++;
      store<u32>(word(firsts, area), triangle);
      if (place != 0) store<u32>(place, area);
    }
    store<u32>(word(areas, triangle), area);
  }
  store<u32>(counts, areaCount);
  store<u32>(counts, nearCount, 4);
}

/**
 * Writes those of the triangles from..to of a list whose areas have a facing, turned when it is negative: three vertices each to
 * `indices`, the triangle to `parents`, and its place, counted from `first`, to `places` at the triangle. With `targets`, a vertex is
 * replaced by its target. `counter` has the number of triangles.
 */
export function writeFacing(
  corners: usize,
  triangles: usize,
  from: u32,
  to: u32,
  areas: usize,
  facings: usize,
  targets: usize,
  indices: usize,
  parents: usize,
  places: usize,
  first: u32,
  counter: usize,
): void {
  let count = load<u32>(counter);
  for (let i = from; i < to; i++) {
    const triangle = triangleAt(triangles, i);
    const area = load<u32>(word(areas, triangle));
    if (area == NONE) continue;
    const facing = load<i8>(facings + area);
    if (facing == 0) continue;
    const at = corners + <usize>triangle * 12;
    const second: usize = facing < 0 ? 8 : 4;
    let p = load<u32>(at);
    let q = load<u32>(at + second);
    let r = load<u32>(at + 12 - second);
    if (targets != 0) {
      p = load<u32>(word(targets, p));
      q = load<u32>(word(targets, q));
      r = load<u32>(word(targets, r));
      // Triangles that have lost their area are left out.
      if (p == q || q == r || r == p) continue;
    }
    const out = indices + <usize>count * 12;
    store<u32>(out, p);
    store<u32>(out, q, 4);
    store<u32>(out, r, 8);
    store<u32>(word(parents, count), triangle);
    store<u32>(word(places, triangle), first + count++);
  }
  store<u32>(counter, count);
}
