/**
 * Samples of an object in a box: one point of each part of its surface along which winding numbers stay the same.
 *
 * Triangles round a vertex are connected when they go once round it. Where no two triangles meet that are not neighbours, the winding
 * number just above one is that just above the next; so one sample of each class of triangles tells all that there are.
 */

import { orient3d } from '../../../exact/kernels/predicates';
import {
  CommonSideRecord,
  SOLID_SAMPLE_BYTES,
  SolidSampleRecord,
  solidJob,
} from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { AVOIDED, NO_AREA, PLACE_REGULAR } from '../constants';
import { outcodeOf, readCorners } from './common-points';
import { firstSignOfNormal, POINT } from './moved-signs';

const corners = reserveScratch(72);
/** A triangle clipped by a box has at most nine corners; two lists, read and written alternately. */
const clipped = reserveScratch(10 * 24);
const further = reserveScratch(10 * 24);
/** Triangles that leave the wide box are worse than others. */
const WORSE: f64 = 1e-6;
/** Triangles of a class that are examined to find a good one. */
const TRIES_MOST: u8 = 64;

// @inline
function word(array: usize, i: u32): usize {
  return array + ((<usize>i) << 2);
}

function rootOf(parents: usize, vertex: u32): u32 {
  let at = vertex;
  let parent = load<u32>(word(parents, at));
  while (parent != at) {
    const grand = load<u32>(word(parents, parent));
    store<u32>(word(parents, at), grand);
    at = grand;
    parent = load<u32>(word(parents, at));
  }
  return at;
}

// @inline
function isRegular(side: CommonSideRecord, vertex: u32): bool {
  return (load<u8>(side.places + vertex) & <u8>PLACE_REGULAR) != 0;
}

/** A regular vertex of the triangle; u32.MAX_VALUE when there is none. */
function regularCorner(side: CommonSideRecord, triangle: u32): u32 {
  const at = side.corners + <usize>triangle * 12;
  for (let k: usize = 0; k < 12; k += 4) {
    const vertex = load<u32>(at + k);
    if (isRegular(side, vertex)) return vertex;
  }
  return u32.MAX_VALUE;
}

/** Whether a sample may be taken of it. */
function isWelcome(side: CommonSideRecord, triangle: u32): bool {
  const mark = load<i32>(side.jumps + <usize>triangle * 12);
  return mark != NO_AREA && mark != AVOIDED;
}

function joinVertices(side: CommonSideRecord): void {
  const parents = side.parents;
  for (let triangle: u32 = 0; triangle < side.triangleCount; triangle++) {
    const first = regularCorner(side, triangle);
    if (first == u32.MAX_VALUE) continue;
    let root = rootOf(parents, first);
    const at = side.corners + <usize>triangle * 12;
    for (let k: usize = 0; k < 12; k += 4) {
      const vertex = load<u32>(at + k);
      if (!isRegular(side, vertex)) continue;
      const other = rootOf(parents, vertex);
      if (other == root) continue;
      const low = min(root, other);
      store<u32>(word(parents, max(root, other)), low);
      root = low;
    }
    if ((triangle & 65535) == 65535 && stopped()) return;
  }
}

/** Whether the box of a triangle meets the box in question. */
function meetsBox(side: CommonSideRecord, triangle: u32): bool {
  const at = side.corners + <usize>triangle * 12;
  const outcodes = side.outcodes;
  return (
    (load<u8>(outcodes + load<u32>(at)) &
      load<u8>(outcodes + load<u32>(at, 4)) &
      load<u8>(outcodes + load<u32>(at, 8))) ==
    0
  );
}

/** How good a triangle is for a sample: its area, if it does not leave the wide box. */
function scoreOf(): f64 {
  const ux = load<f64>(corners, 24) - load<f64>(corners);
  const uy = load<f64>(corners, 32) - load<f64>(corners, 8);
  const uz = load<f64>(corners, 40) - load<f64>(corners, 16);
  const vx = load<f64>(corners, 48) - load<f64>(corners);
  const vy = load<f64>(corners, 56) - load<f64>(corners, 8);
  const vz = load<f64>(corners, 64) - load<f64>(corners, 16);
  const area = abs(uy * vz - uz * vy) + abs(uz * vx - ux * vz) + abs(ux * vy - uy * vx);
  const wide = solidJob.wide;
  const leaves = outcodeOf(corners, wide) | outcodeOf(corners + POINT, wide) | outcodeOf(corners + 2 * POINT, wide);
  return leaves != 0 ? area * WORSE : area;
}

/** Whether a triangle that meets the box is of no class, and so is a class of its own. */
function isAlone(side: CommonSideRecord, triangle: u32): bool {
  return isWelcome(side, triangle) && meetsBox(side, triangle) && regularCorner(side, triangle) == u32.MAX_VALUE;
}

/** Chooses the triangle of each class, the best of some; returns how many triangles are alone. */
function chooseTriangles(side: CommonSideRecord): u32 {
  let alone: u32 = 0;
  for (let triangle: u32 = 0; triangle < side.triangleCount; triangle++) {
    if (!meetsBox(side, triangle) || !isWelcome(side, triangle)) continue;
    const vertex = regularCorner(side, triangle);
    if (vertex == u32.MAX_VALUE) {
      alone++;
      continue;
    }
    const root = rootOf(side.parents, vertex);
    const tries = solidJob.tries + root;
    if (load<u8>(tries) == TRIES_MOST) continue;
    store<u8>(tries, load<u8>(tries) + 1);
    readCorners(side, triangle, corners);
    const score = scoreOf();
    const at = solidJob.scores + ((<usize>root) << 3);
    if (score <= load<f64>(at)) continue;
    store<f64>(at, score);
    store<u32>(word(solidJob.triangles, root), triangle);
  }
  return alone;
}

/** Clips the polygon at `clipped` by one side of the wide box; returns how many corners are left. */
function clip(count: u32, axis: usize, isHigh: bool): u32 {
  const limit = load<f64>(solidJob.wide + axis + (isHigh ? 24 : 0));
  let out = further;
  for (let i: u32 = 0; i < count; i++) {
    const p = clipped + <usize>i * POINT;
    const q = clipped + <usize>(i + 1 == count ? 0 : i + 1) * POINT;
    const dp = isHigh ? limit - load<f64>(p + axis) : load<f64>(p + axis) - limit;
    const dq = isHigh ? limit - load<f64>(q + axis) : load<f64>(q + axis) - limit;
    if (dp >= 0) {
      memory.copy(out, p, POINT);
      out += POINT;
    }
    if (dp >= 0 == dq >= 0) continue;
    const part = dp / (dp - dq);
    for (let k: usize = 0; k < POINT; k += 8) {
      store<f64>(out + k, load<f64>(p + k) + part * (load<f64>(q + k) - load<f64>(p + k)));
    }
    out += POINT;
  }
  memory.copy(clipped, further, out - further);
  return <u32>((out - further) / POINT);
}

/** Adds the middle of what the wide box has of a triangle; nothing where it has none. */
function addSample(side: CommonSideRecord, triangle: u32): void {
  readCorners(side, triangle, corners);
  memory.copy(clipped, corners, 72);
  let count: u32 = 3;
  for (let k: usize = 0; k < POINT; k += 8) {
    count = clip(count, k, false);
    count = clip(count, k, true);
    if (count == 0) return;
  }
  const sample = SolidSampleRecord.at(solidJob.samples, solidJob.sampleCount++);
  for (let k: usize = 0; k < POINT; k += 8) {
    let sum: f64 = 0;
    for (let i: u32 = 0; i < count; i++) sum += load<f64>(clipped + <usize>i * POINT + k);
    store<f64>(sample.point + k, sum / <f64>count);
  }
  sample.triangle = triangle;
  store<u32>(sample.winding, 0);
  store<u32>(sample.unclear, 0);
  const above = orient3d(sample.point, corners + POINT, corners + 2 * POINT, corners);
  sample.above = above != 0 ? above : firstSignOfNormal(corners);
}

/** Puts the samples in ascending order of x: Shell's sort, for they are few. */
function sortSamples(): void {
  const count = solidJob.sampleCount;
  const moving = corners;
  for (let gap = count >> 1; gap > 0; gap >>= 1) {
    for (let i = gap; i < count; i++) {
      memory.copy(moving, changetype<usize>(SolidSampleRecord.at(solidJob.samples, i)), SOLID_SAMPLE_BYTES);
      let at = i;
      while (at >= gap) {
        const before = changetype<usize>(SolidSampleRecord.at(solidJob.samples, at - gap));
        if (load<f64>(before) <= load<f64>(moving)) break;
        memory.copy(changetype<usize>(SolidSampleRecord.at(solidJob.samples, at)), before, SOLID_SAMPLE_BYTES);
        at -= gap;
      }
      memory.copy(changetype<usize>(SolidSampleRecord.at(solidJob.samples, at)), moving, SOLID_SAMPLE_BYTES);
    }
  }
}

export function findSamples(): void {
  const side = changetype<CommonSideRecord>(solidJob.side);
  for (let vertex: u32 = 0; vertex < side.vertexCount; vertex++) {
    store<u32>(word(side.parents, vertex), vertex);
    store<f64>(solidJob.scores + ((<usize>vertex) << 3), -1);
  }
  memory.fill(solidJob.tries, 0, side.vertexCount);
  joinVertices(side);
  if (stopped()) return;
  const alone = chooseTriangles(side);
  let classes: u32 = 0;
  for (let vertex: u32 = 0; vertex < side.vertexCount; vertex++) classes += u32(load<u8>(solidJob.tries + vertex) != 0);
  solidJob.samples = take(<u64>(alone + classes) * SOLID_SAMPLE_BYTES);
  solidJob.sampleCount = 0;
  for (let vertex: u32 = 0; vertex < side.vertexCount; vertex++) {
    if (load<u8>(solidJob.tries + vertex) != 0) addSample(side, load<u32>(word(solidJob.triangles, vertex)));
  }
  for (let triangle: u32 = 0; alone != 0 && triangle < side.triangleCount; triangle++) {
    if (isAlone(side, triangle)) addSample(side, triangle);
  }
  sortSamples();
}
