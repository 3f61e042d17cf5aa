/** Where the list of each square begins among the sorted entries: the first whose square is not before it. */
export const START_LISTS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> entries: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> starts: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let square = workgroupIndex(id, grid) * THREADS + thread;
  if (square > parameters.squares * parameters.squares) { return; }
  var low = 0u;
  var high = state[AT_ENTRIES];
  while (low < high) {
    let middle = (low + high) / 2u;
    if (entries[middle].x < square) { low = middle + 1u; }
    else { high = middle; }
  }
  starts[square] = low;
}
`;
