/** The kernels of one pass of the sort (radix-sort.ts): how often each digit occurs in each tile, and the moving. */

const HEAD = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;

const DIGITS_MAX = 256u;

fn digitOf(key: u32) -> u32 {
  return (key >> parameters.shift) & (parameters.digitCount - 1u);
}
`;

export const SORT_COUNT_WGSL = /* wgsl */ `${HEAD}
@group(0) @binding(0) var<uniform> parameters: SortParameters;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
// digitCount rows of tileCount.
@group(0) @binding(2) var<storage, read_write> digitCounts: array<u32>;
@group(0) @binding(3) var<storage, read> counters: array<u32>;

var<workgroup> tileCounts: array<atomic<u32>, DIGITS_MAX>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let tile = workgroupIndex(id, grid);
  if (tile >= parameters.tileCount) { return; }
  let count = countedItems(parameters.capacity, parameters.countIndex);
  let first = tile * THREADS * ITEMS;
  for (var k = 0u; k < ITEMS; k++) {
    let place = first + k * THREADS + thread;
    if (place < count) { atomicAdd(&tileCounts[digitOf(keys[place])], 1u); }
  }
  workgroupBarrier();
  for (var digit = thread; digit < parameters.digitCount; digit += THREADS) {
    digitCounts[digit * parameters.tileCount + tile] = atomicLoad(&tileCounts[digit]);
  }
}
`;

// Keys are taken in rounds of THREADS. A key's place within its digit is the number of threads before it in the round
// with the same digit: one bit per thread in a row of words per digit. Rounds take turns with two sets of rows, so that
// one barrier separates marking from looking and one looking from clearing.
export const SORT_MOVE_WGSL = /* wgsl */ `${HEAD}
override ROW_WORDS: u32 = (THREADS + 31u) / 32u;

@group(0) @binding(0) var<uniform> parameters: SortParameters;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read> digitStarts: array<u32>;
@group(0) @binding(4) var<storage, read_write> movedKeys: array<u32>;
@group(0) @binding(5) var<storage, read_write> movedValues: array<u32>;
@group(0) @binding(6) var<storage, read> counters: array<u32>;

// Workgroup memory begins as zeros.
var<workgroup> marks: array<atomic<u32>, 2u * DIGITS_MAX * ROW_WORDS>;
var<workgroup> nextPlaces: array<u32, DIGITS_MAX>;

// x: marks before this thread in its digit's row; y: all marks of the row.
fn countMarks(row: u32, thread: u32) -> vec2u {
  var counts = vec2u(0u);
  for (var word = 0u; word < ROW_WORDS; word++) {
    let bits = atomicLoad(&marks[row + word]);
    let all = countOneBits(bits);
    counts.y += all;
    if (word < thread / 32u) { counts.x += all; }
    if (word == thread / 32u) { counts.x += countOneBits(bits & ((1u << (thread % 32u)) - 1u)); }
  }
  return counts;
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let count = countedItems(parameters.capacity, parameters.countIndex);
  let tile = workgroupIndex(id, grid);
  let first = tile * THREADS * ITEMS;
  if (first >= count) { return; }
  for (var digit = thread; digit < parameters.digitCount; digit += THREADS) {
    nextPlaces[digit] = digitStarts[digit * parameters.tileCount + tile];
  }
  for (var k = 0u; k < ITEMS && first + k * THREADS < count; k++) {
    let place = first + k * THREADS + thread;
    let isKey = place < count;
    var key = 0u;
    if (isKey) { key = keys[place]; }
    let digit = digitOf(key);
    let row = (digit + (k & 1u) * DIGITS_MAX) * ROW_WORDS;
    if (isKey) { atomicOr(&marks[row + thread / 32u], 1u << (thread % 32u)); }
    workgroupBarrier();
    var counts = vec2u(0u);
    if (isKey) {
      counts = countMarks(row, thread);
      let newPlace = nextPlaces[digit] + counts.x;
      movedKeys[newPlace] = key;
      if (parameters.valuesArePlaces != 0u) { movedValues[newPlace] = place; } else { movedValues[newPlace] = values[place]; }
    }
    workgroupBarrier();
    if (isKey) {
      if (counts.x + 1u == counts.y) { nextPlaces[digit] += counts.y; }
      atomicStore(&marks[row + thread / 32u], 0u);
    }
  }
}
`;
