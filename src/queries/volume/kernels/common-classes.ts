/**
 * The winding number of one object round the vertices of the other.
 *
 * Along an edge it changes by what the edge crosses, which the pairs of triangles have told; so connected vertices form a
 * class in which all differences are known. Vertices outside the common box lie outside the other object, with a winding number of 0,
 * and are one class. Only for a class that has none of these is one vertex tested separately.
 */
import { CommonSideRecord, commonJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NO_AREA, PLACE_IN_BOX, PLACE_USED } from '../constants';
import { outcodeOf, readVertex } from './common-points';

const point = reserveScratch(24);

// @inline
function word(array: usize, i: u32): usize {
  return array + ((<usize>i) << 2);
}

/** Finds out which vertices are not outside the box, and puts each into a class of its own, those outside into one. */
function openClasses(side: CommonSideRecord): void {
  const box = commonJob.box;
  const lowX = load<f64>(box);
  const lowY = load<f64>(box, 8);
  const lowZ = load<f64>(box, 16);
  const highX = load<f64>(box, 24);
  const highY = load<f64>(box, 32);
  const highZ = load<f64>(box, 40);
  const outside = side.vertexCount;
  const places = side.places;
  const parents = side.parents;
  for (let vertex: u32 = 0; vertex < outside; vertex++) {
    readVertex(side, vertex, point);
    const x = load<f64>(point);
    const y = load<f64>(point, 8);
    const z = load<f64>(point, 16);
    const isIn = x >= lowX && x <= highX && y >= lowY && y <= highY && z >= lowZ && z <= highZ;
    store<u32>(word(parents, vertex), isIn ? vertex : outside);
    store<u8>(side.outcodes + vertex, isIn ? 0 : outcodeOf(point, commonJob.wide));
    if (isIn) store<u8>(places + vertex, load<u8>(places + vertex) | <u8>PLACE_IN_BOX);
  }
  store<u32>(word(parents, outside), outside);
  memory.fill(side.offsets, 0, (<usize>outside + 1) << 2);
  memory.fill(side.windings, 0, (<usize>outside + 1) << 2);
}

/** The first vertex of the class of the last `rootOf`, and the difference of the winding numbers. */
let offsetFromRoot: i32 = 0;

function rootOf(parents: usize, offsets: usize, vertex: u32): u32 {
  let at = vertex;
  let sum: i32 = 0;
  while (true) {
    const parent = load<u32>(word(parents, at));
    if (parent == at) break;
    const further = load<u32>(word(parents, parent));
    const offset = load<i32>(word(offsets, at));
    sum += offset;
    // Path halving, for later searches.
    if (further != parent) {
      store<i32>(word(offsets, at), offset + load<i32>(word(offsets, parent)));
      store<u32>(word(parents, at), further);
    }
    at = parent;
  }
  offsetFromRoot = sum;
  return at;
}

/** Joins the classes of the ends of an edge along which the winding number changes by `jump`. */
function joinAlong(side: CommonSideRecord, from: u32, to: u32, jump: i32): void {
  const parents = side.parents;
  // Mostly so, once classes have grown.
  if (load<u32>(word(parents, from)) == load<u32>(word(parents, to))) return;
  const offsets = side.offsets;
  const rootFrom = rootOf(parents, offsets, from);
  const offsetFrom = offsetFromRoot;
  const rootTo = rootOf(parents, offsets, to);
  if (rootFrom == rootTo) return;
  const change = offsetFrom + jump - offsetFromRoot;
  // The class of what is outside has the highest number and stays the root.
  if (rootFrom > rootTo) {
    store<u32>(word(parents, rootTo), rootFrom);
    store<i32>(word(offsets, rootTo), change);
  } else {
    store<u32>(word(parents, rootFrom), rootTo);
    store<i32>(word(offsets, rootFrom), -change);
  }
}

function joinTriangles(side: CommonSideRecord): void {
  const places = side.places;
  const jumps = side.jumps;
  const corners = side.corners;
  const outcodes = side.outcodes;
  const survivors = side.survivors;
  for (let triangle: u32 = 0; triangle < side.triangleCount; triangle++) {
    const at = corners + <usize>triangle * 12;
    const v0 = load<u32>(at);
    const v1 = load<u32>(at, 4);
    const v2 = load<u32>(at, 8);
    const beyond = load<u8>(outcodes + v0) & load<u8>(outcodes + v1) & load<u8>(outcodes + v2);
    store<u8>(survivors + triangle, u8(beyond == 0));
    if (((load<u8>(places + v0) | load<u8>(places + v1) | load<u8>(places + v2)) & <u8>PLACE_IN_BOX) == 0) continue;
    const jump = jumps + <usize>triangle * 12;
    if (load<i32>(jump) == NO_AREA) continue;
    store<u8>(places + v0, load<u8>(places + v0) | <u8>PLACE_USED);
    store<u8>(places + v1, load<u8>(places + v1) | <u8>PLACE_USED);
    store<u8>(places + v2, load<u8>(places + v2) | <u8>PLACE_USED);
    joinAlong(side, v0, v1, load<i32>(jump));
    joinAlong(side, v1, v2, load<i32>(jump, 4));
    if ((triangle & 65535) == 65535 && stopped()) return;
  }
}

/** Points every vertex to the first of its class, and lists those of classes without a vertex outside. */
function closeClasses(side: CommonSideRecord): void {
  const parents = side.parents;
  const outside = side.vertexCount;
  let count: u32 = 0;
  for (let vertex: u32 = 0; vertex < outside; vertex++) {
    const root = rootOf(parents, side.offsets, vertex);
    if (root != vertex) {
      store<i32>(word(side.offsets, vertex), offsetFromRoot);
      store<u32>(word(parents, vertex), root);
    } else if ((load<u8>(side.places + vertex) & <u8>PLACE_USED) != 0) count++;
  }
  side.samples = take((<u64>count) << 2);
  side.sampleCount = count;
  let next: u32 = 0;
  for (let vertex: u32 = 0; next < count; vertex++) {
    if (load<u32>(word(parents, vertex)) != vertex || (load<u8>(side.places + vertex) & <u8>PLACE_USED) == 0) continue;
    store<u32>(word(side.samples, next++), vertex);
  }
}

// @inline
export function acrossOf(side: CommonSideRecord, vertex: u32): f64 {
  readVertex(side, vertex, point);
  return load<f64>(point);
}

/** Moves an entry of the heap of the first `count` samples down to its place; the largest x comes first. */
function sink(side: CommonSideRecord, from: u32, count: u32): void {
  const samples = side.samples;
  const moving = load<u32>(word(samples, from));
  const x = acrossOf(side, moving);
  let at = from;
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= count) break;
    let childX = acrossOf(side, load<u32>(word(samples, child)));
    if (child + 1 < count) {
      const otherX = acrossOf(side, load<u32>(word(samples, child + 1)));
      if (otherX > childX) {
        child++;
        childX = otherX;
      }
    }
    if (childX <= x) break;
    store<u32>(word(samples, at), load<u32>(word(samples, child)));
    at = child;
  }
  store<u32>(word(samples, at), moving);
}

function sortSamples(side: CommonSideRecord): void {
  const count = side.sampleCount;
  for (let i = count >> 1; i > 0; i--) sink(side, i - 1, count);
  for (let left = count; left > 1; left--) {
    const last = word(side.samples, left - 1);
    const largest = load<u32>(side.samples);
    store<u32>(side.samples, load<u32>(last));
    store<u32>(last, largest);
    sink(side, 0, left - 1);
  }
}

/** Classes of the vertices of one side, with the differences of the winding numbers of the other. */
export function findClasses(side: CommonSideRecord): void {
  openClasses(side);
  joinTriangles(side);
  if (stopped()) return;
  closeClasses(side);
  sortSamples(side);
}

/** The winding number of the other object round a vertex, once rays have found those of the first of each class. */
// @inline
export function windingRound(side: CommonSideRecord, vertex: u32): i32 {
  const root = load<u32>(word(side.parents, vertex));
  return load<i32>(word(side.windings, root)) + load<i32>(word(side.offsets, vertex));
}

/** Takes the winding numbers that are known. Those of classes of which none is stay 0. */
export function useKnown(side: CommonSideRecord): void {
  for (let i: u32 = 0; i < commonJob.knownCount; i++) {
    const at = commonJob.known + ((<usize>i) << 3);
    const vertex = load<u32>(at);
    const winding = load<i32>(at, 4) - load<i32>(word(side.offsets, vertex));
    store<i32>(word(side.windings, load<u32>(word(side.parents, vertex))), winding);
  }
}
