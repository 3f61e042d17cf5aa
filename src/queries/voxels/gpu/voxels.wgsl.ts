/**
 * Voxelization in compute shaders, on coordinates in whole steps of 2^-12 of a voxel (select.wgsl.ts), off by less than one
 * step each.
 *
 * Promise: a bit is set only where that is certain on the coordinates given, and a triangle with anything uncertain about it
 * is left open, to be voxelized by the kernels. Tests are in whole numbers, so what is certain follows from the step alone.
 */
export const VOXEL_GRID_WGSL = /* wgsl */ `
const STEPS: i32 = 4096;
const STEP_BITS: u32 = 12u;
const HALF: i32 = 2048;

@group(0) @binding(0) var<uniform> parameters: VoxelParameters;
@group(0) @binding(1) var<storage, read> quarters: array<vec4i>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> parts: array<vec2u>;
@group(0) @binding(4) var<storage, read> counters: array<u32>;

/** First and one past the last voxel that can be set. */
fn gridFirst() -> vec3i {
  return vec3i(0, 0, i32(parameters.firstLayer));
}

fn gridEnd() -> vec3i {
  return vec3i(i32(parameters.across), i32(parameters.down), i32(parameters.endLayer));
}

/** The first and last voxel that a part from low to high may touch. Grown, voxel i reaches from i · STEPS − 1 to (i + 1) · STEPS + 1, both included. */
fn firstTouched(low: vec3i) -> vec3i {
  return max((low - 2) >> vec3u(STEP_BITS), gridFirst());
}

fn lastTouched(high: vec3i) -> vec3i {
  return min((high + 1) >> vec3u(STEP_BITS), gridEnd() - 1);
}

/** Component k of the normal of a triangle with edges u and v from its first corner. */
fn normalAlong(u: vec3i, v: vec3i, k: u32) -> vec2u {
  let i = (k + 1u) % 3u;
  let j = (k + 2u) % 3u;
  return longSubtract(longProduct(u[i], v[j]), longProduct(u[j], v[i]));
}
`;

/** What voxelization leaves to the kernels. */
export const OPEN_WGSL = /* wgsl */ `
/** One bit per triangle. */
@group(0) @binding(5) var<storage, read_write> open: array<atomic<u32>>;

fn leaveOpen(triangle: u32) {
  atomicOr(&open[triangle >> 5u], 1u << (triangle & 31u));
}
`;

/** Whether the edges of a triangle keep it away from a voxel. */
export const TOUCH_WGSL = /* wgsl */ `
const GROWN: i32 = HALF + 1;
const SHRUNK: i32 = HALF - 1;

const MISSES: u32 = 0u;
const OPEN: u32 = 1u;
const TOUCHES: u32 = 2u;

/** What an edge e, as seen along axis k, says about the voxel whose centre is at q from a point of the edge. */
fn besideEdge(e: vec3i, q: vec3i, normal: vec2u, k: u32) -> u32 {
  let i = (k + 1u) % 3u;
  let j = (k + 2u) % 3u;
  let value = longSubtract(longProduct(e[i], q[j]), longProduct(e[j], q[i]));
  let size = abs(e[i]) + abs(e[j]);
  // The triangle lies between 0 and the normal's component: twice |value − middle| against twice both radii.
  let apart = longAbs(longSubtract(longDouble(value), normal));
  let own = longAbs(normal);
  if (longAbove(apart, longAdd(own, longProduct(2 * GROWN, size)))) { return MISSES; }
  return select(TOUCHES, OPEN, longAbove(apart, longAdd(own, longProduct(2 * SHRUNK, size))));
}

/** What an edge says in all three views. */
fn besideEdges(e: vec3i, q: vec3i, nx: vec2u, ny: vec2u, nz: vec2u) -> u32 {
  let x = besideEdge(e, q, nx, 0u);
  if (x == MISSES) { return MISSES; }
  let y = besideEdge(e, q, ny, 1u);
  if (y == MISSES) { return MISSES; }
  return min(min(x, y), besideEdge(e, q, nz, 2u));
}
`;

/**
 * The conservative rule. A triangle that does not touch the voxel, taken one step larger on each side, certainly misses it; one
 * that touches the voxel taken one step smaller certainly touches it, for every point of it is less than a step away.
 */
export const VOXELIZE_TOUCHED_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(6) var<storage, read_write> bits: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= counters[parameters.partsCounter]) { return; }
  let part = parts[index];
  let corners = cornersOf(part);
  let a = corners[0];
  let b = corners[1];
  let c = corners[2];
  let low = min(min(a, b), c);
  let high = max(max(a, b), c);
  let first = firstTouched(low);
  let last = lastTouched(high);
  if (any(first > last)) { return; }
  let u = b - a;
  let v = c - a;
  let w = c - b;
  let nx = normalAlong(u, v, 0u);
  let ny = normalAlong(u, v, 1u);
  let nz = normalAlong(u, v, 2u);
  let normalSize = longAdd(longAdd(longAbs(nx), longAbs(ny)), longAbs(nz));
  let grownReach = longTimes(normalSize, GROWN);
  let shrunkReach = longTimes(normalSize, SHRUNK);
  for (var z = first.z; z <= last.z; z++) {
    for (var y = first.y; y <= last.y; y++) {
      let row = (u32(z - i32(parameters.firstLayer)) * parameters.layerRows + u32(y)) * parameters.rowWords;
      for (var x = first.x; x <= last.x; x++) {
        let word = row + (u32(x) >> 5u);
        let mask = 1u << (u32(x) & 31u);
        if ((atomicLoad(&bits[word]) & mask) != 0u) { continue; }
        let corner = vec3i(x, y, z) * STEPS;
        let q = corner + HALF - a;
        let plane = longAbs(longAdd(longAdd(longTimes(nx, q.x), longTimes(ny, q.y)), longTimes(nz, q.z)));
        if (longAbove(plane, grownReach)) { continue; }
        let besideU = besideEdges(u, q, nx, ny, nz);
        if (besideU == MISSES) { continue; }
        let besideW = besideEdges(w, q - u, nx, ny, nz);
        if (besideW == MISSES) { continue; }
        let besideV = besideEdges(-v, q, nx, ny, nz);
        if (besideV == MISSES) { continue; }
        let reaches = all(low <= corner + (STEPS - 1)) && all(high >= corner + 1) && !longAbove(plane, shrunkReach);
        if (!reaches || min(min(besideU, besideW), besideV) != TOUCHES) {
          leaveOpen(part.x);
          return;
        }
        atomicOr(&bits[word], mask);
      }
    }
  }
}
`;

/**
 * The paper's rule: rasterization along the dominant axis, texelization into one of three sheets.
 *
 * With corners off by one step at most, differences of corners are off by two. So a normal's component u_i v_j − u_j v_i is off
 * by 2 (|u_i| + |u_j| + |v_i| + |v_j|) + 8, and the side e_i d_j − e_j d_i of a centre, which is exact, by 2 (|d_i| + |d_j|) +
 * |e_i| + |e_j| + 4. Depth: the point of the given triangle that belongs to a point of this one is at most a step away along each
 * axis, and the plane rises by no more than one along its dominant axis, so at the centre it is 3 steps away at most;
 * single precision adds two products of up to 2^19 that are off by 8 · 2^-23 each, a sum and a floor: less than 3 steps.
 */
export const VOXELIZE_SHEETS_WGSL = /* wgsl */ `
override THREADS: u32;

/** The sheet along x has the form of the result. */
@group(0) @binding(6) var<storage, read_write> sheetX: array<atomic<u32>>;
/** The sheets along y and along z, one behind the other. */
@group(0) @binding(7) var<storage, read_write> sheets: array<atomic<u32>>;

/** Steps that a depth may be off. */
const DEPTH_DOUBT: i32 = 8;
const UNKNOWN: u32 = 3u;

fn setInSheet(axis: u32, voxel: vec3i) {
  let x = u32(voxel.x);
  let y = u32(voxel.y);
  let z = u32(voxel.z - i32(parameters.firstLayer));
  let across = parameters.rowWords * 32u;
  if (axis == 0u) {
    atomicOr(&sheetX[(z * parameters.layerRows + y) * parameters.rowWords + (x >> 5u)], 1u << (x & 31u));
  } else if (axis == 1u) {
    atomicOr(&sheets[(z * across + x) * parameters.sheetYWords + (y >> 5u)], 1u << (y & 31u));
  } else {
    atomicOr(&sheets[parameters.sheetZ + (y * across + x) * parameters.sheetZWords + (z >> 5u)], 1u << (z & 31u));
  }
}

/** Side of the point p of the line from a to b, as seen along the axis whose two others are i and j; 0 when not certain. */
fn sideOf(a: vec3i, b: vec3i, p: vec3i, i: u32, j: u32) -> i32 {
  let e = b - a;
  let d = p - a;
  let value = longSubtract(longProduct(e[i], d[j]), longProduct(e[j], d[i]));
  let doubt = 2 * (abs(d[i]) + abs(d[j])) + abs(e[i]) + abs(e[j]) + 4;
  return select(0, longSign(value), longAbove(longAbs(value), longOf(doubt)));
}

/** What component k of the normal of a triangle with edges u and v may be off. */
fn normalDoubt(u: vec3i, v: vec3i, k: u32) -> vec2u {
  let i = (k + 1u) % 3u;
  let j = (k + 2u) % 3u;
  return longOf(2 * (abs(u[i]) + abs(u[j]) + abs(v[i]) + abs(v[j])) + 8);
}

/** The axis along which the normal is certainly longest, or UNKNOWN. */
fn dominantAxis(normal: array<vec2u, 3>, u: vec3i, v: vec3i) -> u32 {
  var least: array<vec2u, 3>;
  var most: array<vec2u, 3>;
  for (var k = 0u; k < 3u; k++) {
    let size = longAbs(normal[k]);
    let doubt = normalDoubt(u, v, k);
    most[k] = longAdd(size, doubt);
    least[k] = vec2u(0u);
    if (longAbove(size, doubt)) { least[k] = longSubtract(size, doubt); }
  }
  for (var k = 0u; k < 3u; k++) {
    if (longAbove(least[k], most[(k + 1u) % 3u]) && longAbove(least[k], most[(k + 2u) % 3u])) { return k; }
  }
  return UNKNOWN;
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= counters[parameters.partsCounter]) { return; }
  let part = parts[index];
  let corners = cornersOf(part);
  let a = corners[0];
  let b = corners[1];
  let c = corners[2];
  // Columns whose centres may lie within the box of the triangle.
  let first = max(((min(min(a, b), c) - HALF - 2) >> vec3u(STEP_BITS)) + 1, gridFirst());
  let last = min((max(max(a, b), c) - HALF + 1) >> vec3u(STEP_BITS), gridEnd() - 1);
  let has = first <= last;
  // Two axes of three must have centres.
  if (!((has.x && has.y) || (has.y && has.z) || (has.z && has.x))) { return; }
  let u = b - a;
  let v = c - a;
  var normal = array(normalAlong(u, v, 0u), normalAlong(u, v, 1u), normalAlong(u, v, 2u));
  let axis = dominantAxis(normal, u, v);
  if (axis == UNKNOWN) {
    leaveOpen(part.x);
    return;
  }
  let orientation = longSign(normal[axis]);
  let i = (axis + 1u) % 3u;
  let j = (axis + 2u) % 3u;
  if (first[i] > last[i] || first[j] > last[j]) { return; }
  let slopeI = longToFloat(normal[i]) / longToFloat(normal[axis]);
  let slopeJ = longToFloat(normal[j]) / longToFloat(normal[axis]);
  for (var column = first[j]; column <= last[j]; column++) {
    for (var row = first[i]; row <= last[i]; row++) {
      var p = a;
      p[i] = row * STEPS + HALF;
      p[j] = column * STEPS + HALF;
      let sides = vec3i(sideOf(a, b, p, i, j), sideOf(b, c, p, i, j), sideOf(c, a, p, i, j)) * orientation;
      if (any(sides < vec3i(0))) { continue; }
      let rise = -(slopeI * f32(p[i] - a[i]) + slopeJ * f32(p[j] - a[j]));
      let height = a[axis] + i32(floor(rise));
      let depth = (height - DEPTH_DOUBT) >> STEP_BITS;
      if (any(sides == vec3i(0)) || depth != (height + DEPTH_DOUBT) >> STEP_BITS) {
        leaveOpen(part.x);
        return;
      }
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
@group(0) @binding(1) var<storage, read> sheets: array<u32>;
@group(0) @binding(2) var<storage, read_write> bits: array<u32>;

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
    let fromY = sheets[(z * across + x + k) * parameters.sheetYWords + (y >> 5u)] >> (y & 31u);
    let fromZ = sheets[parameters.sheetZ + (y * across + x + k) * parameters.sheetZWords + (z >> 5u)] >> (z & 31u);
    found |= ((fromY | fromZ) & 1u) << k;
  }
  bits[word] = found;
}
`;
