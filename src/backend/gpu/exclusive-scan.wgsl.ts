/** The three shaders of the scan (exclusive-scan.ts): sums of tiles, the scan of these sums, the scan of each tile. */

export const SCAN_REDUCE_WGSL = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;
// Any number but 0 counts as 1.
override AS_FLAGS: bool = false;

@group(0) @binding(0) var<uniform> parameters: ScanParameters;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> tileSums: array<u32>;
@group(0) @binding(3) var<storage, read> counters: array<u32>;

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
  var sum = 0u;
  for (var k = 0u; k < ITEMS; k++) {
    let place = first + k * THREADS + thread;
    if (place < count) { sum = addSaturating(sum, select(data[place], min(data[place], 1u), AS_FLAGS)); }
  }
  let sums = scanThreads(thread, sum);
  if (thread == 0u) { tileSums[tile] = sums.y; }
}
`;

export const SCAN_SPINE_WGSL = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;

@group(0) @binding(0) var<uniform> parameters: ScanParameters;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;

// One workgroup, tile by tile.
@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32) {
  var before = 0u;
  for (var first = 0u; first < parameters.capacity; first += THREADS * ITEMS) {
    before = addSaturating(before, scanTile(thread, first, parameters.capacity, before));
  }
}
`;

export const SCAN_TILES_WGSL = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;

@group(0) @binding(0) var<uniform> parameters: ScanParameters;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read> tileSums: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<u32>;

var<workgroup> sharedCount: u32;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  if (thread == 0u) { sharedCount = countedItems(parameters.capacity, parameters.countIndex); }
  let count = workgroupUniformLoad(&sharedCount);
  let tile = workgroupIndex(id, grid);
  let first = tile * THREADS * ITEMS;
  if (first >= count && tile > 0u) { return; }
  var before = 0u;
  if (tile > 0u) { before = tileSums[tile]; }
  let sum = scanTile(thread, first, count, before);
  // The tile with the last item, or the only one when there are none, knows the total.
  if (thread == 0u && count <= first + THREADS * ITEMS) {
    let total = addSaturating(before, sum);
    data[count] = total;
    if (parameters.totalIndex != NO_COUNTER) { counters[parameters.totalIndex] = total; }
  }
}
`;
