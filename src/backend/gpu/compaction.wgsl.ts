/** The last kernel of compaction (compaction.ts): writes the indices of one tile behind those of the tiles before. */
export const COMPACT_TILES_WGSL = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;

@group(0) @binding(0) var<uniform> parameters: ScanParameters;
@group(0) @binding(1) var<storage, read> flags: array<u32>;
@group(0) @binding(2) var<storage, read> tileSums: array<u32>;
@group(0) @binding(3) var<storage, read_write> indices: array<u32>;
@group(0) @binding(4) var<storage, read_write> counters: array<u32>;

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
  for (var k = 0u; k < ITEMS; k++) {
    let item = k * THREADS + thread;
    var flag = 0u;
    if (first + item < count) { flag = min(flags[first + item], 1u); }
    staged[stagedPlace(item)] = flag;
  }
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < ITEMS; k++) { sum += staged[stagedPlace(thread * ITEMS + k)]; }
  let sums = scanThreads(thread, sum);
  var before = 0u;
  if (tile > 0u) { before = tileSums[tile]; }
  var place = before + sums.x;
  for (var k = 0u; k < ITEMS; k++) {
    let item = thread * ITEMS + k;
    if (staged[stagedPlace(item)] != 0u) {
      if (place < arrayLength(&indices)) { indices[place] = first + item; }
      place++;
    }
  }
  if (thread == 0u && count <= first + THREADS * ITEMS) { counters[parameters.totalIndex] = before + sums.y; }
}
`;
