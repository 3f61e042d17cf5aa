/**
 * The region of interest: which triangles come near the slab, and the parts that they are voxelized in.
 *
 * Products of three differences must stay below 2^63, so a triangle that spans more than 128 voxels is cut into 4^k
 * triangles of its own shape, k up to 4; parts that do not come near the slab are dropped. Larger triangles, and those with a
 * corner that is too far away, are left open, for the kernels.
 */

/**
 * A triangle, or a part of one: its number, and which part: k, then i, j and 1 for those between the others. Corners are in
 * whole steps: quarter steps a + (u i + v j) / 2^k are rounded once. Quarter steps are off by less than 1.6, and all points of a
 * part by less than that and the half step of rounding: 0.9 steps.
 */
export const PARTS_WGSL = /* wgsl */ `
fn cornerOfPart(a: vec3i, u: vec3i, v: vec3i, i: i32, j: i32, k: u32) -> vec3i {
  let inner = ((a & vec3i(3)) << vec3u(k)) + u * i + v * j;
  return (a >> vec3u(2u)) + ((inner + (2 << k)) >> vec3u(k + 2u));
}

fn cornersOf(part: vec2u) -> array<vec3i, 3> {
  let at = 3u * part.x;
  let a = quarters[indices[at]].xyz;
  let u = quarters[indices[at + 1u]].xyz - a;
  let v = quarters[indices[at + 2u]].xyz - a;
  let k = part.y & 15u;
  let i = i32((part.y >> 4u) & 255u);
  let j = i32((part.y >> 12u) & 255u);
  let between = i32(part.y >> 20u);
  return array(
    cornerOfPart(a, u, v, i + between, j + between, k),
    cornerOfPart(a, u, v, i + 1 - between, j + between, k),
    cornerOfPart(a, u, v, i + between, j + 1 - between, k),
  );
}
`;

export const SELECT_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: SelectParameters;
@group(0) @binding(1) var<storage, read> quarters: array<vec4i>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> parts: array<vec2u>;
/** One bit per triangle. */
@group(0) @binding(4) var<storage, read_write> open: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

/** Quarter steps that a part may span, and that a triangle may: 128 and 2048 voxels. */
const PART_MOST: u32 = 2097152u;
const SPAN_MOST: u32 = 33554432u;
/** Quarter steps and steps by which a box is grown before it is dropped: more than its corners are off. */
const SLACK_QUARTERS: i32 = 8;
const SLACK_STEPS: i32 = 2;

fn addPart(part: vec2u) {
  let at = appendEntries(parameters.partsCounter, 1u);
  if (at < arrayLength(&parts)) { parts[at] = part; }
}

fn addPartIfNear(part: vec2u, first: vec3i, end: vec3i) {
  let corners = cornersOf(part);
  let low = min(min(corners[0], corners[1]), corners[2]);
  let high = max(max(corners[0], corners[1]), corners[2]);
  if (any(high < first * 4096 - SLACK_STEPS) || any(low > end * 4096 + SLACK_STEPS)) { return; }
  addPart(part);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let triangle = workgroupIndex(id, grid) * THREADS + thread;
  if (triangle >= parameters.triangleCount) { return; }
  let at = 3u * triangle;
  let a = quarters[indices[at]].xyz;
  let b = quarters[indices[at + 1u]].xyz;
  let c = quarters[indices[at + 2u]].xyz;
  let low = min(min(a, b), c);
  let high = max(max(a, b), c);
  let first = vec3i(0, 0, i32(parameters.firstLayer));
  let end = vec3i(i32(parameters.across), i32(parameters.down), i32(parameters.endLayer));
  if (any(high < first * QUARTERS - SLACK_QUARTERS) || any(low > end * QUARTERS + SLACK_QUARTERS)) { return; }
  // As words without sign, differences do not overflow.
  let spans = bitcast<vec3u>(high) - bitcast<vec3u>(low);
  let span = max(max(spans.x, spans.y), spans.z);
  if (span > SPAN_MOST || any(low <= vec3i(-FAR)) || any(high >= vec3i(FAR))) {
    atomicOr(&open[triangle >> 5u], 1u << (triangle & 31u));
    appendEntries(parameters.largeCounter, 1u);
    return;
  }
  var k = 0u;
  while ((span >> k) > PART_MOST) { k++; }
  if (k == 0u) {
    addPart(vec2u(triangle, 0u));
    return;
  }
  let n = 1u << k;
  for (var j = 0u; j < n; j++) {
    for (var i = 0u; i + j < n; i++) {
      let code = k | (i << 4u) | (j << 12u);
      addPartIfNear(vec2u(triangle, code), first, end);
      if (i + j + 1u < n) { addPartIfNear(vec2u(triangle, code | (1u << 20u)), first, end); }
    }
  }
}
`;
