/** Pairs on the GPU: the walk over the tile lists that finds overlapping boxes, and their decision. */

/**
 * How many workgroups a list needs that the GPU itself has made, spread over two dimensions. None when it did not fit, or
 * when the walk was found too heavy (weigh.ts).
 */
export const GROUPS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> list: ListParameters;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
@group(0) @binding(2) var<storage, read> weighed: array<u32>;
@group(0) @binding(3) var<storage, read_write> groups: array<u32>;

@compute @workgroup_size(1)
fn main() {
  let count = counters[list.counterIndex];
  let longest = (count + list.slices - 1u) / list.slices;
  let isTooHeavy = weighed[0] > list.heaviest || (weighed[1] != 0u && list.heaviest != 0xffffffffu);
  let needed = select((longest + THREADS - 1u) / THREADS, 0u, count > list.capacity || isTooHeavy);
  let rows = max(1u, (needed + list.groupsPerRowMax - 1u) / list.groupsPerRowMax);
  groups[0] = (needed + rows - 1u) / rows;
  groups[1] = rows;
  groups[2] = 1u;
}
`;

/** Neighbours at a vertex whose fan is certified meet nowhere else. Needs FAN_CERTIFIED. */
export const SETTLED_BY_FANS_WGSL = /* wgsl */ `
@group(0) @binding(8) var<storage, read> fans: array<u32>;

fn isSettled(a: vec3u, b: vec3u) -> bool {
  let isShared = (a == b.xxx) | (a == b.yyy) | (a == b.zzz);
  return (isShared.x && (fans[a.x] & FAN_CERTIFIED) != 0u) ||
    (isShared.y && (fans[a.y] & FAN_CERTIFIED) != 0u) ||
    (isShared.z && (fans[a.z] & FAN_CERTIFIED) != 0u);
}
`;

/** Neighbours are asked for elsewhere. */
export const SETTLED_IF_SHARED_WGSL = /* wgsl */ `
fn isSettled(a: vec3u, b: vec3u) -> bool { return any((a == b.xxx) | (a == b.yyy) | (a == b.zzz)); }
`;

/** Needs isSettled(): whether two triangles of an object are known not to meet, or not asked for. */
export const WALK_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> boxes: array<vec4u>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> entries: array<vec2u>;
@group(0) @binding(4) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(5) var<storage, read> ignored: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> candidates: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

const SELF = 1u;
const BETWEEN = 2u;

struct Member {
  triangle: u32,
  object: u32,
  level: u32,
  cell: vec2u,
  // At level 0.
  first: vec2u,
  low: vec3f,
  high: vec3f,
}

// Whether the pair of objects is in the sorted list of those that may touch.
fn isIgnored(object: u32, other: u32) -> bool {
  let key = vec2u(min(object, other), max(object, other));
  var low = 0u;
  var high = image.ignoredCount;
  while (low < high) {
    let middle = (low + high) / 2u;
    let found = ignored[middle];
    if (all(found == key)) { return true; }
    if (found.x < key.x || (found.x == key.x && found.y < key.y)) { low = middle + 1u; } else { high = middle; }
  }
  return false;
}

fn isWanted(m: Member, other: u32, otherObject: u32) -> bool {
  if (otherObject == m.object) {
    return (image.wanted & SELF) != 0u && !isSettled(triangles[m.triangle].xyz, triangles[other].xyz);
  }
  return (image.wanted & BETWEEN) != 0u && !isIgnored(m.object, otherObject);
}

// Reports a pair whose boxes overlap, if this cell is the one to do it: that of the larger of the two low corners.
fn meet(m: Member, other: u32) {
  let lowWord = boxes[2u * other];
  let low = bitcast<vec3f>(lowWord.xyz);
  if (any(low > m.high) || any(m.low > bitcast<vec3f>(boxes[2u * other + 1u].xyz))) { return; }
  if (any((max(m.first, cellOf(low)) >> vec2u(m.level)) != m.cell)) { return; }
  if (!isWanted(m, other, lowWord.w)) { return; }
  let place = appendEntries(image.candidatesCounter, 1u);
  if (place < arrayLength(&candidates)) {
    candidates[place] = vec2u(min(m.triangle, other), max(m.triangle, other));
  }
}

// Meets the entries from..to of a bucket that are of this cell.
fn meetAll(m: Member, mark: u32, begin: u32, end: u32) {
  for (var j = begin; j < end; j++) {
    let entry = entries[j];
    if (entry.y == mark) { meet(m, entry.x); }
  }
}

// Where a slice of so many entries begins.
fn sliceBegin(total: u32, slice: u32) -> u32 {
  return (total / image.slices) * slice + min(slice, total % image.slices);
}

// Each entry against the later ones of its cell, and against those of the cells above.
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let total = atomicLoad(&counters[image.entriesCounter]);
  let i = sliceBegin(total, image.slice) + workgroupIndex(id, grid) * THREADS + thread;
  if (i >= sliceBegin(total, image.slice + 1u)) { return; }
  let entry = entries[i];
  let low = boxes[2u * entry.x];
  var m: Member;
  m.triangle = entry.x;
  m.object = low.w;
  m.low = bitcast<vec3f>(low.xyz);
  m.high = bitcast<vec3f>(boxes[2u * entry.x + 1u].xyz);
  m.level = entry.y >> 26u;
  m.first = cellOf(m.low);
  m.cell = cellOfMark(entry.y, m.first >> vec2u(m.level));
  meetAll(m, entry.y, i + 1u, cells[bucketOf(m.cell, m.level)]);
  var levels = cells[image.bucketMask + 2u] & (0xfffffffeu << m.level);
  while (levels != 0u) {
    let level = firstTrailingBit(levels);
    levels &= levels - 1u;
    let cell = m.cell >> vec2u(level - m.level);
    let bucket = bucketOf(cell, level);
    var begin = 0u;
    if (bucket > 0u) { begin = cells[bucket - 1u]; }
    meetAll(m, markOf(cell, level), begin, cells[bucket]);
  }
}
`;

export const DECIDE_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> candidates: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> crossings: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> undecided: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> counters: array<atomic<u32>>;

// Beside the answers of pairAnswer: coplanar, because they are the same triangle.
const PAIR_SAME = 3u;
// Of the second word of a pair that is certain: coplanar, not crossing.
const SAME_MARK = 0x80000000u;

fn cornersOf(t: vec3u) -> TriangleCorners {
  return TriangleCorners(imagePoint(vertices[t.x]), imagePoint(vertices[t.y]), imagePoint(vertices[t.z]));
}

// Which corners of a are corners of b.
fn sharedCorners(a: vec3u, b: vec3u) -> vec3<bool> {
  return (a == b.xxx) | (a == b.yyy) | (a == b.zzz);
}

fn sharedCount(s: vec3<bool>) -> u32 {
  let ones = select(vec3u(0u), vec3u(1u), s);
  return ones.x + ones.y + ones.z;
}

// Turns a triangle so that its only marked corner comes first.
fn markedFirst(t: vec3u, marked: vec3<bool>) -> vec3u {
  if (marked.x) { return t; }
  if (marked.y) { return t.yzx; }
  return t.zxy;
}

fn answer(a: vec3u, b: vec3u) -> u32 {
  let inB = sharedCorners(a, b);
  let count = sharedCount(inB);
  if (count == 0u) { return pairAnswer(cornersOf(a), cornersOf(b), image.rounding); }
  let inA = sharedCorners(b, a);
  if (count == 3u) {
    // The same triangle twice, unless it has no area.
    let t = cornersOf(a);
    return select(PAIR_UNDECIDED, PAIR_SAME, normalSigns(t.p0, t.p1, t.p2, image.rounding) != 0u);
  }
  // A triangle that has a vertex twice has no area.
  if (count != sharedCount(inA)) { return PAIR_UNDECIDED; }
  if (count == 1u) {
    let p = cornersOf(markedFirst(a, inB));
    let q = cornersOf(markedFirst(b, inA));
    let found = vertexPairAnswer(p, q, image.rounding);
    if (found == PAIR_UNDECIDED && sectorsOpposed(p, q, image.rounding)) { return PAIR_NONE; }
    return found;
  }
  // The corner of each that is its own comes first, then last; the common ones in the order of a.
  let p = markedFirst(a, !inB).yzx;
  let own = markedFirst(b, !inA).x;
  return edgePairAnswer(cornersOf(p), cornersOf(vec3u(p.xy, own)), image.rounding);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let i = workgroupIndex(id, grid) * THREADS + thread;
  let count = atomicLoad(&counters[image.candidatesCounter]);
  if (i >= count || atomicLoad(&counters[image.crossingsCounter]) >= image.limit) { return; }
  let pair = candidates[i];
  let found = answer(triangles[pair.x].xyz, triangles[pair.y].xyz);
  if (found == PAIR_CROSSING || found == PAIR_SAME) {
    let place = appendEntries(image.crossingsCounter, 1u);
    let mark = select(0u, SAME_MARK, found == PAIR_SAME);
    if (place < arrayLength(&crossings)) { crossings[place] = vec2u(pair.x, pair.y | mark); }
  } else if (found == PAIR_UNDECIDED) {
    let place = appendEntries(image.undecidedCounter, 1u);
    if (place < arrayLength(&undecided)) { undecided[place] = pair; }
  }
}
`;
