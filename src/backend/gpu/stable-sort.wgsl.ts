/** The two shaders of the sort (stable-sort.ts): digits counted by each thread among its items, and the items put where they belong. */

const HEAD = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: SortParameters;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
// Digit by digit: how many items of each thread have it; after the scan, where they go.
@group(0) @binding(2) var<storage, read_write> places: array<u32>;

fn digitOf(key: u32) -> u32 { return (key >> parameters.shift) & (DIGITS - 1u); }

fn placeOf(digit: u32, index: u32) -> u32 { return digit * parameters.threadCount + index; }

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= parameters.threadCount) { return; }
  let count = countedItems(parameters.capacity, parameters.countIndex);
  let first = index * ITEMS;
  let end = min(first + ITEMS, count);
`;

export const SORT_COUNT_WGSL = /* wgsl */ `
@group(0) @binding(3) var<storage, read> items: array<vec2u>;
${HEAD}
  for (var digit = 0u; digit < DIGITS; digit++) { places[placeOf(digit, index)] = 0u; }
  for (var i = first; i < end; i++) { places[placeOf(digitOf(items[i].x), index)]++; }
}
`;

export const SORT_MOVE_WGSL = /* wgsl */ `
@group(0) @binding(3) var<storage, read> items: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> moved: array<vec2u>;
${HEAD}
  for (var i = first; i < end; i++) {
    let item = items[i];
    let place = placeOf(digitOf(item.x), index);
    let to = places[place];
    places[place] = to + 1u;
    moved[to] = item;
  }
}
`;
