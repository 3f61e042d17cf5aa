/** What is done with worksheets on the GPU: counting, the AND of two, settled voxels brought in, open triangles listed. */

/** The collision query of the paper (section 3.4). A thread looks at 32 words of each worksheet. */
export const COMPARE_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CompareParameters;
@group(0) @binding(1) var<storage, read> bitsA: array<u32>;
@group(0) @binding(2) var<storage, read> bitsB: array<u32>;
/** Words of the worksheet that both have voxels in, and these voxels. */
@group(0) @binding(3) var<storage, read_write> commonWords: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> counters: array<atomic<u32>>;
/** Voxels of the first, of the second, and of both. */
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;

const WORDS: u32 = 32u;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let first = (workgroupIndex(id, grid) * THREADS + thread) * WORDS;
  let end = min(first + WORDS, parameters.words);
  var a = 0u;
  var b = 0u;
  var both = 0u;
  for (var word = first; word < end; word++) {
    let ofA = bitsA[word];
    let ofB = bitsB[word];
    let inBoth = ofA & ofB;
    a += countOneBits(ofA);
    b += countOneBits(ofB);
    both += countOneBits(inBoth);
    if (parameters.lists != 0u && inBoth != 0u) {
      let at = appendEntries(parameters.commonCounter, 1u);
      if (at < arrayLength(&commonWords)) { commonWords[at] = vec2u(word, inBoth); }
    }
  }
  if (a != 0u) { atomicAdd(&counts[0], a); }
  if (b != 0u) { atomicAdd(&counts[1], b); }
  if (both != 0u) { atomicAdd(&counts[2], both); }
}
`;

/** Voxels that the kernels found of triangles left open: a word of the worksheet, and its bits; each word once. */
export const PATCH_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: PatchParameters;
@group(0) @binding(1) var<storage, read> patches: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= parameters.count) { return; }
  let settled = patches[index];
  bits[settled.x] |= settled.y;
}
`;

/** Corners of listed triangles, nine numbers of single precision each, of a mesh whose positions are only here. */
export const CORNERS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: PatchParameters;
@group(0) @binding(1) var<storage, read> listed: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> positions: array<u32>;
@group(0) @binding(4) var<storage, read_write> corners: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= parameters.count) { return; }
  for (var corner = 0u; corner < 3u; corner++) {
    let vertex = indices[3u * listed[index] + corner];
    for (var k = 0u; k < 3u; k++) { corners[9u * index + 3u * corner + k] = positions[4u * vertex + k]; }
  }
}
`;

/** Numbers of the triangles that were left open, from one bit for each. A thread looks at 32 triangles. */
export const LIST_OPEN_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: ListOpenParameters;
@group(0) @binding(1) var<storage, read> open: array<u32>;
@group(0) @binding(2) var<storage, read_write> listed: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let word = workgroupIndex(id, grid) * THREADS + thread;
  if (word >= parameters.words) { return; }
  var left = open[word];
  if (left == 0u) { return; }
  var at = appendEntries(parameters.openCounter, countOneBits(left));
  for (; left != 0u; left &= left - 1u) {
    if (at < arrayLength(&listed)) { listed[at] = 32u * word + countTrailingZeros(left); }
    at++;
  }
}
`;
