/**
 * Voxelization in compute shaders, on coordinates in whole steps of 2^-12 of a voxel (QUANTUM of gpu-triangles.ts).
 *
 * All tests are in whole numbers, so they are exact on those coordinates. By the conservative rule voxels are taken one step
 * larger on each side, which is more than rounding to steps moves a corner: so nothing that a triangle touches is missed, and
 * what is set is within √3 · 1.5 · 2^-12 of a voxel of the surface, below 2^-10.
 */
export const VOXEL_GRID_WGSL = /* wgsl */ `
const STEPS: i32 = 4096;
const STEP_BITS: u32 = 12u;
const HALF: i32 = 2048;

@group(0) @binding(0) var<uniform> parameters: VoxelParameters;
@group(0) @binding(1) var<storage, read> vertices: array<vec4i>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;

fn corner(triangle: u32, k: u32) -> vec3i {
  return vertices[indices[3u * triangle + k]].xyz;
}

/** First and one past the last voxel that can be set. */
fn gridFirst() -> vec3i {
  return vec3i(0, 0, i32(parameters.firstLayer));
}

fn gridEnd() -> vec3i {
  return vec3i(i32(parameters.across), i32(parameters.down), i32(parameters.endLayer));
}

/** Component k of the normal of a triangle with edges u and v from its first corner. */
fn normalAlong(u: vec3i, v: vec3i, k: u32) -> vec2u {
  let i = (k + 1u) % 3u;
  let j = (k + 2u) % 3u;
  return longSubtract(longProduct(u[i], v[j]), longProduct(u[j], v[i]));
}
`;

export const VOXELIZE_TOUCHED_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(3) var<storage, read_write> bits: array<atomic<u32>>;

const GROWN: i32 = HALF + 1;

/** Whether an edge e, as seen along axis k, has the voxel with its centre q from a point of the edge strictly to one side. */
fn separates(e: vec3i, q: vec3i, normal: vec2u, k: u32) -> bool {
  let i = (k + 1u) % 3u;
  let j = (k + 2u) % 3u;
  let value = longSubtract(longProduct(e[i], q[j]), longProduct(e[j], q[i]));
  let radius = longProduct(GROWN, abs(e[i]) + abs(e[j]));
  // The triangle lies between 0 and the normal's component: twice |value − middle| against twice both radii.
  let apart = longAbs(longSubtract(longDouble(value), normal));
  return longAbove(apart, longAdd(longAbs(normal), longDouble(radius)));
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let triangle = workgroupIndex(id, grid) * THREADS + thread;
  if (triangle >= parameters.triangleCount) { return; }
  let a = corner(triangle, 0u);
  let b = corner(triangle, 1u);
  let c = corner(triangle, 2u);
  let low = min(min(a, b), c);
  let high = max(max(a, b), c);
  // Voxel i reaches from i · STEPS − 1 to (i + 1) · STEPS + 1, both included.
  let first = max((low - 2) >> vec3u(STEP_BITS), gridFirst());
  let last = min((high + 1) >> vec3u(STEP_BITS), gridEnd() - 1);
  if (any(first > last)) { return; }
  let u = b - a;
  let v = c - a;
  let w = c - b;
  let nx = normalAlong(u, v, 0u);
  let ny = normalAlong(u, v, 1u);
  let nz = normalAlong(u, v, 2u);
  let reach = longTimes(longAdd(longAdd(longAbs(nx), longAbs(ny)), longAbs(nz)), GROWN);
  for (var z = first.z; z <= last.z; z++) {
    for (var y = first.y; y <= last.y; y++) {
      let row = (u32(z - i32(parameters.firstLayer)) * parameters.layerRows + u32(y)) * parameters.rowWords;
      for (var x = first.x; x <= last.x; x++) {
        let word = row + (u32(x) >> 5u);
        let mask = 1u << (u32(x) & 31u);
        if ((atomicLoad(&bits[word]) & mask) != 0u) { continue; }
        let q = vec3i(x, y, z) * STEPS + HALF - a;
        let plane = longAdd(longAdd(longTimes(nx, q.x), longTimes(ny, q.y)), longTimes(nz, q.z));
        if (longAbove(longAbs(plane), reach)) { continue; }
        let r = q - u;
        if (separates(u, q, nx, 0u) || separates(u, q, ny, 1u) || separates(u, q, nz, 2u)) { continue; }
        if (separates(w, r, nx, 0u) || separates(w, r, ny, 1u) || separates(w, r, nz, 2u)) { continue; }
        if (separates(-v, q, nx, 0u) || separates(-v, q, ny, 1u) || separates(-v, q, nz, 2u)) { continue; }
        atomicOr(&bits[word], mask);
      }
    }
  }
}
`;

/** The paper's rule: rasterization along the dominant axis, texelization into one of three sheets. */
export const VOXELIZE_SHEETS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(3) var<storage, read_write> sheetX: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> sheetY: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> sheetZ: array<atomic<u32>>;

fn setInSheet(axis: u32, voxel: vec3i) {
  let x = u32(voxel.x);
  let y = u32(voxel.y);
  let z = u32(voxel.z - i32(parameters.firstLayer));
  let across = parameters.rowWords * 32u;
  if (axis == 0u) {
    atomicOr(&sheetX[(z * parameters.layerRows + y) * parameters.rowWords + (x >> 5u)], 1u << (x & 31u));
  } else if (axis == 1u) {
    atomicOr(&sheetY[(z * across + x) * parameters.sheetYWords + (y >> 5u)], 1u << (y & 31u));
  } else {
    atomicOr(&sheetZ[(y * across + x) * parameters.sheetZWords + (z >> 5u)], 1u << (z & 31u));
  }
}

/** Side of the point p of the line from a to b, as seen along the axis whose two others are i and j. */
fn sideOf(a: vec3i, b: vec3i, p: vec3i, i: u32, j: u32) -> i32 {
  let e = b - a;
  let d = p - a;
  return longSign(longSubtract(longProduct(e[i], d[j]), longProduct(e[j], d[i])));
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let triangle = workgroupIndex(id, grid) * THREADS + thread;
  if (triangle >= parameters.triangleCount) { return; }
  let a = corner(triangle, 0u);
  let b = corner(triangle, 1u);
  let c = corner(triangle, 2u);
  let low = min(min(a, b), c);
  let high = max(max(a, b), c);
  let first = max(((low - HALF - 1) >> vec3u(STEP_BITS)) + 1, gridFirst());
  let last = min((high - HALF) >> vec3u(STEP_BITS), gridEnd() - 1);
  let u = b - a;
  let v = c - a;
  var normal = array(normalAlong(u, v, 0u), normalAlong(u, v, 1u), normalAlong(u, v, 2u));
  var axis = 2u;
  if (longAbove(longAbs(normal[1]), longAbs(normal[axis]))) { axis = 1u; }
  if (longAbove(longAbs(normal[0]), longAbs(normal[axis]))) { axis = 0u; }
  let turn = longSign(normal[axis]);
  let i = (axis + 1u) % 3u;
  let j = (axis + 2u) % 3u;
  if (turn == 0 || first[i] > last[i] || first[j] > last[j]) { return; }
  let slopeI = longToFloat(normal[i]) / longToFloat(normal[axis]);
  let slopeJ = longToFloat(normal[j]) / longToFloat(normal[axis]);
  for (var column = first[j]; column <= last[j]; column++) {
    for (var row = first[i]; row <= last[i]; row++) {
      var p = a;
      p[i] = row * STEPS + HALF;
      p[j] = column * STEPS + HALF;
      if (sideOf(a, b, p, i, j) * turn < 0 || sideOf(b, c, p, i, j) * turn < 0 || sideOf(c, a, p, i, j) * turn < 0) { continue; }
      // A point of the triangle: no farther than its corners, whatever the rounding.
      let rise = -(slopeI * f32(p[i] - a[i]) + slopeJ * f32(p[j] - a[j]));
      let depth = clamp(a[axis] + i32(floor(rise)), low[axis], high[axis]) >> STEP_BITS;
      if (depth < gridFirst()[axis] || depth >= gridEnd()[axis]) { continue; }
      var voxel = vec3i(0);
      voxel[i] = row;
      voxel[j] = column;
      voxel[axis] = depth;
      setInSheet(axis, voxel);
    }
  }
}
`;

/** Synthesis: one thread for each word of the result gathers its bits from the sheets along y and z. */
export const SYNTHESIZE_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: VoxelParameters;
@group(0) @binding(1) var<storage, read> sheetY: array<u32>;
@group(0) @binding(2) var<storage, read> sheetZ: array<u32>;
@group(0) @binding(3) var<storage, read_write> bits: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let word = workgroupIndex(id, grid) * THREADS + thread;
  let layers = parameters.endLayer - parameters.firstLayer;
  if (word >= layers * parameters.layerRows * parameters.rowWords) { return; }
  let row = word / parameters.rowWords;
  let x = (word % parameters.rowWords) * 32u;
  let y = row % parameters.layerRows;
  let z = row / parameters.layerRows;
  let across = parameters.rowWords * 32u;
  var found = bits[word];
  for (var k = 0u; k < 32u; k++) {
    let fromY = sheetY[(z * across + x + k) * parameters.sheetYWords + (y >> 5u)] >> (y & 31u);
    let fromZ = sheetZ[(y * across + x + k) * parameters.sheetZWords + (z >> 5u)] >> (z & 31u);
    found |= ((fromY | fromZ) & 1u) << k;
  }
  bits[word] = found;
}
`;

/** The collision query: AND of two worksheets, into the first; and how many voxels each and both have. */
export const COUNT_COMMON_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: VoxelParameters;
@group(0) @binding(1) var<storage, read_write> bitsA: array<u32>;
@group(0) @binding(2) var<storage, read> bitsB: array<u32>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;

const WORDS_PER_THREAD = 64u;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let first = (workgroupIndex(id, grid) * THREADS + thread) * WORDS_PER_THREAD;
  let layers = parameters.endLayer - parameters.firstLayer;
  let end = min(layers * parameters.layerRows * parameters.rowWords, first + WORDS_PER_THREAD);
  var sums = vec3u(0u);
  for (var word = first; word < end; word++) {
    let a = bitsA[word];
    let b = bitsB[word];
    sums += vec3u(countOneBits(a), countOneBits(b), countOneBits(a & b));
    bitsA[word] = a & b;
  }
  for (var k = 0u; k < 3u; k++) { if (sums[k] != 0u) { atomicAdd(&counts[k], sums[k]); } }
}
`;
