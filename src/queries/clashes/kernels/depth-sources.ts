/** The triangles of both sides of a clash that lie inside the other, gathered for a search. */
import { DepthSourceRecord, DepthSurfaceRecord, depthJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { DEPTH_SMALL } from '../constants';
import { CornerTable, clearCornerTable, forgetCornerTable, newCornerTable } from './corner-table';
import { cornerAt, rankOf, triangleAt } from './depth-surfaces';
import { forget, Growable, newGrowable, reserve } from './growable';

const TRIANGLE_BYTES: usize = 72;

/** Triangles of one side, nine coordinates each, neighbours near each other. */
// @unmanaged
export class Source {
  /** The surface that they lie in. */
  other: usize = 0;
  count: u32 = 0;
  unused: u32 = 0;
  triangleMemory: Growable = changetype<Growable>(0);
  /** Corners that were measured. */
  measured: CornerTable = changetype<CornerTable>(0);

  // @inline
  get surface(): DepthSurfaceRecord {
    return changetype<DepthSurfaceRecord>(this.other);
  }

  /** x y z of a corner, numbered through all triangles. */
  // @inline
  corner(corner: u32): usize {
    return this.triangleMemory.at + <usize>corner * 24;
  }
}

function newSource(): Source {
  const source = changetype<Source>(reserveScratch(offsetof<Source>()));
  source.triangleMemory = newGrowable();
  source.measured = newCornerTable();
  return source;
}

const first = newSource();
const second = newSource();
/** A bit for each rank of a surface. */
const marks = newGrowable();

// @inline
export function sourceOf(side: u32): Source {
  return side == 0 ? first : second;
}

function forgetSource(source: Source): void {
  forget(source.triangleMemory);
  forgetCornerTable(source.measured);
}

export function forgetSources(): void {
  forgetSource(first);
  forgetSource(second);
  forget(marks);
}

/** Puts a range of the list in the order of the tree. */
function sortRun(list: usize, count: u32, own: DepthSurfaceRecord): void {
  if (own.triangleCount >> 6 < count) sortByMarks(list, count, own);
  else sortByRank(list, count, own);
}

/** For many: marks the ranks, a bit each, and lists what is marked. */
function sortByMarks(list: usize, count: u32, own: DepthSurfaceRecord): void {
  const words = (own.triangleCount + 63) >> 6;
  reserve(marks, (<u64>words) << 3, 0);
  const bits = marks.at;
  memory.fill(bits, 0, (<usize>words) << 3);
  for (let i: u32 = 0; i < count; i++) {
    const rank = rankAt(list, i, own);
    const at = bits + ((<usize>(rank >> 6)) << 3);
    store<u64>(at, load<u64>(at) | ((<u64>1) << (rank & 63)));
  }
  let to = list;
  for (let word: u32 = 0; word < words; word++) {
    for (let left = load<u64>(bits + ((<usize>word) << 3)); left != 0; left &= left - 1) {
      const rank = (word << 6) + <u32>ctz<u64>(left);
      store<u32>(to, triangleAt(own, rank));
      to += 4;
    }
  }
}

/** For few: a heap sort. */
function sortByRank(list: usize, count: u32, own: DepthSurfaceRecord): void {
  for (let start = count >> 1; start > 0; start--) sink(list, start - 1, count, own);
  for (let end = count; end > 1; end--) {
    const last = list + ((<usize>end - 1) << 2);
    const top = load<u32>(list);
    store<u32>(list, load<u32>(last));
    store<u32>(last, top);
    sink(list, 0, end - 1, own);
  }
}

// @inline
function rankAt(list: usize, i: u32, own: DepthSurfaceRecord): u32 {
  return rankOf(own, load<u32>(list + ((<usize>i) << 2)));
}

function sink(list: usize, start: u32, count: u32, own: DepthSurfaceRecord): void {
  let at = start;
  const triangle = load<u32>(list + ((<usize>start) << 2));
  const rank = rankOf(own, triangle);
  while (true) {
    let child: u32 = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && rankAt(list, child + 1, own) > rankAt(list, child, own)) child++;
    if (rankAt(list, child, own) <= rank) break;
    store<u32>(list + ((<usize>at) << 2), load<u32>(list + ((<usize>child) << 2)));
    at = child;
  }
  store<u32>(list + ((<usize>at) << 2), triangle);
}

/** Gathers the triangles of one side of an item. */
export function openSource(item: u32, side: u32): Source {
  const asked = DepthSourceRecord.at(depthJob.sources, 2 * item + side);
  const source = sourceOf(side);
  const own = DepthSurfaceRecord.at(depthJob.surfaces, asked.own);
  source.other = changetype<usize>(DepthSurfaceRecord.at(depthJob.surfaces, asked.other));
  source.count = asked.count;
  clearCornerTable(source.measured);
  reserve(source.triangleMemory, <u64>asked.count * TRIANGLE_BYTES, 0);
  const list = asked.list;
  for (let run: usize = 0; run < asked.runCount; run++) {
    const from = load<u32>(asked.runs + (run << 3));
    const to = load<u32>(asked.runs + (run << 3), 4);
    sortRun(list + ((<usize>from) << 2), to - from, own);
  }
  for (let i: u32 = 0; i < asked.count; i++) {
    const triangle = load<u32>(list + ((<usize>i) << 2));
    const to = source.triangleMemory.at + <usize>i * TRIANGLE_BYTES;
    if (triangle & DEPTH_SMALL) {
      const from = asked.small + <usize>(triangle & ~DEPTH_SMALL) * TRIANGLE_BYTES;
      for (let at: usize = 0; at < TRIANGLE_BYTES; at += 8) store<f64>(to + at, load<f64>(from + at) * depthJob.scale);
      continue;
    }
    for (let k: usize = 0; k < 3; k++) memory.copy(to + k * 24, cornerAt(own, triangle, k), 24);
  }
  return source;
}
