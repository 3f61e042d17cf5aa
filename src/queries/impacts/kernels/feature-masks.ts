/**
 * Which triangle represents a vertex or an edge: the lowest of those that have it and take part. So every pair of
 * features is tested once, in the pair of triangles that represent them.
 *
 * A mask: bits 0, 1, 2 for the corners, bits 3, 4, 5 for the edges from corner 0 to 1, 1 to 2, 2 to 0.
 */

import { RANGE_NONE } from '../../../memory/constants';
import { grid, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { objectOfTriangle, objectRecord, triangleEnd } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

export const MASK_CORNERS: u32 = 7;
export const MASK_EDGES_SHIFT: u32 = 3;

/** Lists of the running job. */
// @unmanaged
class FeatureMasksState {
  firstCorners: usize;
  nextCorners: usize;
  indices: usize;
  /** Signs of normals of the object's own triangles; 0 where all have area. */
  signs: usize;
}
const featureMasks = changetype<FeatureMasksState>(reserveScratch(offsetof<FeatureMasksState>()));

// @inline
function nextCorner(corner: u32): u32 {
  return load<u32>(featureMasks.nextCorners + ((<usize>corner) << 2));
}

// @inline
function takesPart(triangle: u32): bool {
  return featureMasks.signs == 0 || load<u8>(featureMasks.signs + <usize>triangle) != 0;
}

function standsForCorner(triangle: u32, vertex: u32): bool {
  let corner = load<u32>(featureMasks.firstCorners + ((<usize>vertex) << 2));
  while (corner < 3 * triangle) {
    if (takesPart(corner / 3)) return false;
    corner = nextCorner(corner);
  }
  return true;
}

// @inline
function hasVertex(triangle: u32, vertex: u32): bool {
  const at = featureMasks.indices + <usize>triangle * 12;
  return load<u32>(at) == vertex || load<u32>(at, 4) == vertex || load<u32>(at, 8) == vertex;
}

/** Both ends' triangles are visited in step, so that an edge of a vertex with very many costs no more than its other end. */
function standsForEdge(triangle: u32, p: u32, q: u32): bool {
  let atP = load<u32>(featureMasks.firstCorners + ((<usize>p) << 2));
  let atQ = load<u32>(featureMasks.firstCorners + ((<usize>q) << 2));
  const own: u32 = 3 * triangle;
  while (atP < own && atQ < own) {
    if (takesPart(atP / 3) && hasVertex(atP / 3, q)) return false;
    if (takesPart(atQ / 3) && hasVertex(atQ / 3, p)) return false;
    atP = nextCorner(atP);
    atQ = nextCorner(atQ);
  }
  return true;
}

function maskOf(triangle: u32): u32 {
  const at = featureMasks.indices + <usize>triangle * 12;
  const a = load<u32>(at);
  const b = load<u32>(at, 4);
  const c = load<u32>(at, 8);
  const corners =
    u32(standsForCorner(triangle, a)) |
    (u32(standsForCorner(triangle, b)) << 1) |
    (u32(standsForCorner(triangle, c)) << 2);
  const edges =
    u32(standsForEdge(triangle, a, b)) |
    (u32(standsForEdge(triangle, b, c)) << 1) |
    (u32(standsForEdge(triangle, c, a)) << 2);
  return corners | (edges << MASK_EDGES_SHIFT);
}

// @inline
function isListed(triangle: u32): bool {
  return load<u32>(grid.ranges + ((<usize>triangle) << 2)) != RANGE_NONE;
}

/**
 * Masks of an object of which only clusters were gathered: from those that are kept of its mesh or, where all its triangles have area, from
 * its adjacency.
 */
function masksOfGathered(record: ObjectRecord, from: u32, to: u32, masks: usize, kept: usize): void {
  const original = ObjectRecord.at(job.allObjects, record.original);
  const start = original.triangleStart;
  const own = <usize>load<u32>(kept + ((<usize>record.original) << 2));
  readLists(original, 0);
  for (let triangle = from; triangle < to; triangle++) {
    const source = load<u32>(job.sources + ((<usize>triangle) << 2)) - start;
    const mask = !isListed(triangle) ? 0 : own != 0 ? <u32>load<u8>(own + <usize>source) : maskOf(source);
    store<u8>(masks + <usize>triangle, <u8>mask);
  }
}

/** Readies `maskOf` for an object, and the signs of its triangles. */
function readLists(record: ObjectRecord, signs: usize): void {
  featureMasks.firstCorners = record.firstCorner;
  featureMasks.nextCorners = record.nextCorner;
  featureMasks.indices = record.indices;
  featureMasks.signs = signs;
}

/**
 * Sets the masks of a group of triangles. The signs of all normals must be known; what is in no list needs no mask. `kept`: for each object
 * the address of masks that are kept, or 0; they are of use for objects of which clusters were gathered.
 */
export function setMasks(group: u32, masks: usize, kept: usize): void {
  const size = grid.groupSize;
  const end = min(job.triangleCount, (group + 1) * size);
  let object = objectOfTriangle(group * size);
  for (let triangle = group * size; triangle < end; object++) {
    const record = objectRecord(object);
    const start = record.triangleStart;
    const stop = min(end, triangleEnd(record));
    if (record.clusters != 0) {
      masksOfGathered(record, triangle, stop, masks, kept);
      triangle = stop;
      continue;
    }
    readLists(record, grid.signs + <usize>start);
    for (; triangle < stop; triangle++) {
      store<u8>(masks + <usize>triangle, isListed(triangle) ? <u8>maskOf(triangle - start) : 0);
    }
  }
}
