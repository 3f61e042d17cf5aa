/**
 * How much the walk would have to do, told by the lengths of the lists.
 *
 * A triangle lies in CELLS_MOST cells or fewer, so long slivers across a whole mesh share few cells, and the walk would compare
 * the boxes of nearly all of them. The sum is counted from both sides of a pair and does not depend on the order of threads.
 */

/** Box tests that are one unit of the sum, so that it fits 32 bits. */
export const TESTS_PER_UNIT = 16;

/** Goes behind ImageParameters, and with PYRAMID_WGSL. Runs behind the fill, when each bucket's word is where its list ends. */
export const WEIGH_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> boxes: array<vec4u>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>>;

// Triangles with fewer tests are not counted: in ordinary scenes that are all, so that no thread waits for another to add.
const TESTS_COUNTED = 256u;
const TESTS_PER_UNIT = ${TESTS_PER_UNIT}u;
// More than a triangle needs to be told crowded, and so few that a sum of them fits.
const TESTS_MOST = 0x1000000u;

fn lengthOf(bucket: u32) -> u32 {
  var begin = 0u;
  if (bucket > 0u) { begin = cells[bucket - 1u]; }
  return min(cells[bucket] - begin, TESTS_MOST);
}

// Boxes that the walk holds against those of a triangle in one of its cells: of the same cell, and of those above.
fn testsIn(cell: vec2u, level: u32) -> u32 {
  var tests = lengthOf(bucketOf(cell, level));
  var levels = cells[image.bucketMask + 2u] & (0xfffffffeu << level);
  while (levels != 0u) {
    let above = firstTrailingBit(levels);
    levels &= levels - 1u;
    tests += lengthOf(bucketOf(cell >> vec2u(above - level), above));
  }
  return min(tests, TESTS_MOST);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let t = workgroupIndex(id, grid) * THREADS + thread;
  if (t >= image.triangleCount) { return; }
  let high = boxes[2u * t + 1u];
  if ((high.w & INSIDE) == 0u) { return; }
  let first = cellOf(bitcast<vec3f>(boxes[2u * t].xyz));
  let last = cellOf(bitcast<vec3f>(high.xyz));
  let level = levelOf(first, last);
  var tests = 0u;
  for (var y = first.y >> level; y <= last.y >> level; y++) {
    for (var x = first.x >> level; x <= last.x >> level; x++) { tests += testsIn(vec2u(x, y), level); }
  }
  if (tests >= TESTS_COUNTED) { appendEntries(0u, tests / TESTS_PER_UNIT); }
}
`;
