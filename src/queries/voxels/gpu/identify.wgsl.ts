/**
 * Which triangles collide in common voxels: for each of these a list of the triangles of either object that may touch it, pairs of
 * those, each decided once.
 *
 * Promise: two triangles that collide share a point, which lies in a voxel that both touch; both are listed there, so the pair is
 * found. Lists may hold triangles that only come near, and pairs may be found more than once.
 */

/** Common voxels, and how many there are in each word. */
export const COMMON_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: PatchParameters;
@group(0) @binding(1) var<storage, read> bitsA: array<u32>;
@group(0) @binding(2) var<storage, read> bitsB: array<u32>;
@group(0) @binding(3) var<storage, read_write> commonBits: array<u32>;
@group(0) @binding(4) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let word = workgroupIndex(id, grid) * THREADS + thread;
  if (word >= parameters.count) { return; }
  let both = bitsA[word] & bitsB[word];
  commonBits[word] = both;
  ranks[word] = countOneBits(both);
}
`;

/** A thread goes through the common voxels that its part of a triangle may touch; what it does for each is the argument. */
const listsWgsl = (bindings: string, list: string) => /* wgsl */ `
override THREADS: u32;

@group(0) @binding(5) var<storage, read> commonBits: array<u32>;
/** Common voxels before each word. */
@group(0) @binding(6) var<storage, read> ranks: array<u32>;
/** Of each common voxel two: triangles of the first object and of the second. */
@group(0) @binding(7) var<storage, read_write> starts: array<atomic<u32>>;
${bindings}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= counters[parameters.partsCounter]) { return; }
  let part = parts[index];
  let corners = cornersOf(part);
  let a = corners[0];
  let b = corners[1];
  let c = corners[2];
  let first = firstTouched(min(min(a, b), c));
  let last = lastTouched(max(max(a, b), c));
  if (any(first > last)) { return; }
  let u = b - a;
  let v = c - a;
  let nx = normalAlong(u, v, 0u);
  let ny = normalAlong(u, v, 1u);
  let nz = normalAlong(u, v, 2u);
  let reach = longTimes(longAdd(longAdd(longAbs(nx), longAbs(ny)), longAbs(nz)), GROWN);
  let firstWord = u32(first.x) >> 5u;
  let lastWord = u32(last.x) >> 5u;
  let firstMask = 0xffffffffu << (u32(first.x) & 31u);
  let lastMask = 0xffffffffu >> (31u - (u32(last.x) & 31u));
  for (var z = first.z; z <= last.z; z++) {
    for (var y = first.y; y <= last.y; y++) {
      let row = (u32(z - i32(parameters.firstLayer)) * parameters.layerRows + u32(y)) * parameters.rowWords;
      for (var word = firstWord; word <= lastWord; word++) {
        let here = commonBits[row + word];
        var left = here & select(0xffffffffu, firstMask, word == firstWord) & select(0xffffffffu, lastMask, word == lastWord);
        for (; left != 0u; left &= left - 1u) {
          let bit = countTrailingZeros(left);
          let q = vec3i(i32(32u * word + bit), y, z) * STEPS + HALF - a;
          let plane = longAbs(longAdd(longAdd(longTimes(nx, q.x), longTimes(ny, q.y)), longTimes(nz, q.z)));
          if (longAbove(plane, reach)) { continue; }
          if (besideEdges(u, q, nx, ny, nz) == MISSES || besideEdges(-v, q, nx, ny, nz) == MISSES) { continue; }
          if (besideEdges(c - b, q - u, nx, ny, nz) == MISSES) { continue; }
          let voxel = ranks[row + word] + countOneBits(here & ((1u << bit) - 1u));
          let at = atomicAdd(&starts[2u * voxel + parameters.object], 1u);
          ${list}
        }
      }
    }
  }
}
`;

export const COUNT_LISTS_WGSL = listsWgsl('', '_ = at;');
/** Where lists begin becomes where they end. */
export const FILL_LISTS_WGSL = listsWgsl(
  '@group(0) @binding(8) var<storage, read_write> entries: array<u32>;',
  'if (at < arrayLength(&entries)) { entries[at] = part.x; }',
);

/** Corners of a triangle in quarter steps. */
const TRIANGLES_WGSL = /* wgsl */ `
struct Corners { p0: vec3i, p1: vec3i, p2: vec3i }

fn firstTriangle(triangle: u32) -> Corners {
  let at = 3u * triangle;
  return Corners(
    quarters[indicesA[at]].xyz,
    quarters[indicesA[at + 1u]].xyz,
    quarters[indicesA[at + 2u]].xyz,
  );
}

fn secondTriangle(triangle: u32) -> Corners {
  let at = 3u * triangle;
  return Corners(
    quarters[parameters.stepsAt + indicesB[at]].xyz,
    quarters[parameters.stepsAt + indicesB[at + 1u]].xyz,
    quarters[parameters.stepsAt + indicesB[at + 2u]].xyz,
  );
}
`;

/** A thread for each entry of a list of the first object, against all of the second object's in the same voxel. */
export const PAIRS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: IdentifyParameters;
/** Where lists end. */
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<u32>;
@group(0) @binding(3) var<storage, read> quarters: array<vec4i>;
@group(0) @binding(4) var<storage, read> indicesA: array<u32>;
@group(0) @binding(5) var<storage, read> indicesB: array<u32>;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;
${TRIANGLES_WGSL}
/** Quarter steps between boxes that certainly share nothing: each of both is off by less than 1.6. */
const APART: i32 = 4;

/** The list that an entry is in. */
fn listOf(entry: u32) -> u32 {
  var low = 0u;
  var high = parameters.lists;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (ends[middle] > entry) { high = middle; } else { low = middle + 1u; }
  }
  return low;
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let entry = workgroupIndex(id, grid) * THREADS + thread;
  if (entry >= atomicLoad(&counters[parameters.entriesCounter])) { return; }
  let list = listOf(entry);
  if (list % 2u != 0u) { return; }
  let triangle = entries[entry];
  let a = firstTriangle(triangle);
  let low = min(min(a.p0, a.p1), a.p2) - APART;
  let high = max(max(a.p0, a.p1), a.p2) + APART;
  for (var i = ends[list]; i < ends[list + 1u]; i++) {
    let b = secondTriangle(entries[i]);
    if (any(min(min(b.p0, b.p1), b.p2) > high) || any(max(max(b.p0, b.p1), b.p2) < low)) { continue; }
    let at = appendEntries(parameters.pairsCounter, 1u);
    if (at < arrayLength(&pairs)) { pairs[at] = vec2u(triangle, entries[i]); }
  }
}
`;

/** Pairs that are found in several voxels: one of them remains in each place of a table, chosen by the pair. */
const PLACE_WGSL = /* wgsl */ `
fn placeOf(pair: vec2u) -> u32 {
  let mixed = (pair.x * 0x9e3779b1u) ^ (pair.y * 0x85ebca6bu);
  return (mixed ^ (mixed >> 15u)) & parameters.tableMask;
}
`;

export const MARK_PAIRS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: IdentifyParameters;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;
/** The last pair of those with this place, and one more; 0 for none. */
@group(0) @binding(3) var<storage, read_write> table: array<atomic<u32>>;
${PLACE_WGSL}
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let i = workgroupIndex(id, grid) * THREADS + thread;
  if (i >= counters[parameters.pairsCounter]) { return; }
  atomicMax(&table[placeOf(pairs[i])], i + 1u);
}
`;

/**
 * Decides pairs as `collide` does, on quarter steps from the first corner of the first triangle. Those are whole numbers below 2^27, off
 * by less than 1.6, and scaled by a power of two to be at most 1.
 */
export const DECIDE_PAIRS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: IdentifyParameters;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> table: array<u32>;
@group(0) @binding(3) var<storage, read> quarters: array<vec4i>;
@group(0) @binding(4) var<storage, read> indicesA: array<u32>;
@group(0) @binding(5) var<storage, read> indicesB: array<u32>;
/** Pairs that certainly cross, and those that are not decided; triangles of the second object are numbered behind the first's. */
@group(0) @binding(6) var<storage, read_write> crossings: array<vec2u>;
@group(0) @binding(7) var<storage, read_write> undecided: array<vec2u>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>>;
${PLACE_WGSL}${TRIANGLES_WGSL}
const OFF: f32 = 1.75;
/** From here on whole numbers are rounded when they become floats. */
const EXACT_MOST: i32 = 16777216;

fn most(v: vec3i) -> i32 {
  let size = abs(v);
  return max(max(size.x, size.y), size.z);
}

fn scaled(c: Corners, origin: vec3i, scale: f32) -> TriangleCorners {
  return TriangleCorners(vec3f(c.p0 - origin) * scale, vec3f(c.p1 - origin) * scale, vec3f(c.p2 - origin) * scale);
}

fn answer(pair: vec2u) -> u32 {
  let a = firstTriangle(pair.x);
  let b = secondTriangle(pair.y);
  let ofA = max(most(a.p1 - a.p0), most(a.p2 - a.p0));
  let ofB = max(max(most(b.p0 - a.p0), most(b.p1 - a.p0)), most(b.p2 - a.p0));
  let size = max(max(ofA, ofB), 1);
  // Two to the power of minus the bits of the size.
  let scale = bitcast<f32>((95u + countLeadingZeros(u32(size))) << 23u);
  let off = OFF + select(0.0, f32(size) * 0x1p-22, size >= EXACT_MOST);
  return pairAnswer(scaled(a, a.p0, scale), scaled(b, a.p0, scale), off * scale);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let i = workgroupIndex(id, grid) * THREADS + thread;
  if (i >= atomicLoad(&counters[parameters.pairsCounter])) { return; }
  let pair = pairs[i];
  let last = table[placeOf(pair)] - 1u;
  if (last != i && all(pairs[last] == pair)) { return; }
  let found = answer(pair);
  let numbered = vec2u(pair.x, pair.y + parameters.secondStart);
  if (found == PAIR_CROSSING) {
    let at = appendEntries(parameters.crossingsCounter, 1u);
    if (at < arrayLength(&crossings)) { crossings[at] = numbered; }
  } else if (found == PAIR_UNDECIDED) {
    let at = appendEntries(parameters.undecidedCounter, 1u);
    if (at < arrayLength(&undecided)) { undecided[at] = numbered; }
  }
}
`;
