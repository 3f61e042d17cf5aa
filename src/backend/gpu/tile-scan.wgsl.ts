/**
 * Exclusive sums within one workgroup: over one value per thread, and over a tile of THREADS × ITEMS numbers.
 *
 * Promise: sums stop at 2^32 − 1 rather than wrap, so a total that is too large can be seen. Source: Hillis & Steele,
 * "Data parallel algorithms", CACM 1986, for the threads; each thread sums its own items one by one, which software
 * drivers need. Tiles pass through workgroup memory so that neighbouring threads read neighbouring words, with a word
 * of padding every 32 so that they do not meet in one memory bank.
 */

/** scanThreads(): needs `override THREADS`. */
export const SCAN_THREADS_WGSL = /* wgsl */ `
var<workgroup> threadSums: array<u32, 2u * THREADS>;

fn addSaturating(a: u32, b: u32) -> u32 {
  let sum = a + b;
  return select(sum, 0xffffffffu, sum < a);
}

// x: the sum of the values of all threads before this one; y: of all threads. Called by all threads together.
fn scanThreads(thread: u32, value: u32) -> vec2u {
  var half = 0u;
  threadSums[thread] = value;
  workgroupBarrier();
  for (var reach = 1u; reach < THREADS; reach *= 2u) {
    var sum = threadSums[half + thread];
    if (thread >= reach) { sum = addSaturating(sum, threadSums[half + thread - reach]); }
    half = THREADS - half;
    threadSums[half + thread] = sum;
    workgroupBarrier();
  }
  var before = 0u;
  if (thread > 0u) { before = threadSums[half + thread - 1u]; }
  let all = threadSums[half + THREADS - 1u];
  workgroupBarrier();
  return vec2u(before, all);
}
`;

/** stagedPlace(): needs `override THREADS` and `override ITEMS`. */
export const STAGED_WGSL = /* wgsl */ `
var<workgroup> staged: array<u32, THREADS * ITEMS + THREADS * ITEMS / 32u>;

fn stagedPlace(item: u32) -> u32 {
  return item + item / 32u;
}
`;

/** scanTile(): as above, and `data`, a read-write array<u32>. */
export const SCAN_TILE_WGSL = /* wgsl */ `
// Replaces data[first..] up to a tile's end or count, whichever comes first, by before plus the sum of what was there
// in front of each. Returns the sum over the tile. Called by all threads together.
fn scanTile(thread: u32, first: u32, count: u32, before: u32) -> u32 {
  for (var k = 0u; k < ITEMS; k++) {
    let item = k * THREADS + thread;
    var value = 0u;
    if (first + item < count) { value = data[first + item]; }
    staged[stagedPlace(item)] = value;
  }
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < ITEMS; k++) { sum = addSaturating(sum, staged[stagedPlace(thread * ITEMS + k)]); }
  let sums = scanThreads(thread, sum);
  var running = addSaturating(before, sums.x);
  for (var k = 0u; k < ITEMS; k++) {
    let place = stagedPlace(thread * ITEMS + k);
    let value = staged[place];
    staged[place] = running;
    running = addSaturating(running, value);
  }
  workgroupBarrier();
  for (var k = 0u; k < ITEMS; k++) {
    let item = k * THREADS + thread;
    if (first + item < count) { data[first + item] = staged[stagedPlace(item)]; }
  }
  workgroupBarrier();
  return sums.y;
}
`;
