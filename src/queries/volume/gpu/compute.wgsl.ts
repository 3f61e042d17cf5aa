/** Corners of triangles in clip space, and one pass over them in which each adds a layer to every pixel whose centre it covers. */

/** A thread for each corner: from quarter steps of the grid over the view. Rows go down, clip space goes up. */
export const PROJECT_WGSL = /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: ProjectParameters;
@group(0) @binding(1) var<storage, read> quarters: array<vec4i>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> corners: array<f32>;

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) grid: vec3u) {
  let corner = workgroupIndex(id, grid) * THREADS + thread;
  if (corner >= parameters.corners) { return; }
  let place = quarters[indices[corner]];
  corners[3u * corner] = f32(place[parameters.across]) * parameters.perAcross - 1.0;
  corners[3u * corner + 1u] = 1.0 - f32(place[parameters.down]) * parameters.perDown;
  corners[3u * corner + 2u] = f32(place[parameters.depth]) * parameters.perDepth + parameters.depthLow;
}
`;

export const COVER_WGSL = /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: CoverParameters;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> corners: array<f32>;
@group(0) @binding(3) var<storage, read_write> loose: array<vec2u>;

// Pixels across and down, and depth; corners are in clip space.
fn cornerOf(corner: u32) -> vec3f {
  let half = 0.5 * f32(parameters.size);
  let at = 3u * corner;
  return vec3f((corners[at] + 1.0) * half, (1.0 - corners[at + 1u]) * half, corners[at + 2u]);
}

fn sideOf(s: vec2f, t: vec2f, p: vec2f) -> f32 {
  return (t.x - s.x) * (p.y - s.y) - (t.y - s.y) * (p.x - s.x);
}

// From the same end for both triangles of an edge, so that rounding moves it for both alike; 0 belongs to one side.
fn isLeftOf(s: vec2f, t: vec2f, p: vec2f) -> bool {
  if (t.x < s.x || (t.x == s.x && t.y < s.y)) { return sideOf(t, s, p) < 0.0; }
  return sideOf(s, t, p) >= 0.0;
}

fn addLayer(pixel: u32, isLeft: bool, depth: f32) {
  let place = appendEntries(parameters.looseCounter, 1u);
  if (place >= arrayLength(&loose)) { return; }
  loose[place] = vec2u(select(pixel | 0x80000000u, pixel, isLeft), bitcast<u32>(depth));
}

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) grid: vec3u) {
  let triangle = workgroupIndex(id, grid) * THREADS + thread;
  if (triangle >= parameters.triangleCount) { return; }
  let a = cornerOf(3u * triangle);
  let b = cornerOf(3u * triangle + 1u);
  let c = cornerOf(3u * triangle + 2u);
  let last = f32(parameters.size) - 1.0;
  let low = max(ceil(min(a.xy, min(b.xy, c.xy)) - 0.5), vec2f(0.0));
  let high = min(floor(max(a.xy, max(b.xy, c.xy)) - 0.5), vec2f(last));
  if (any(low > high)) { return; }
  for (var row = u32(low.y); row <= u32(high.y); row++) {
    for (var column = u32(low.x); column <= u32(high.x); column++) {
      let centre = vec2f(f32(column), f32(row)) + 0.5;
      let isLeft = isLeftOf(a.xy, b.xy, centre);
      if (isLeftOf(b.xy, c.xy, centre) != isLeft || isLeftOf(c.xy, a.xy, centre) != isLeft) { continue; }
      let weights = vec3f(sideOf(b.xy, c.xy, centre), sideOf(c.xy, a.xy, centre), sideOf(a.xy, b.xy, centre));
      let area = weights.x + weights.y + weights.z;
      if (area == 0.0) { continue; }
      let depth = dot(weights, vec3f(a.z, b.z, c.z)) / area;
      addLayer(row * parameters.size + column, isLeft, clamp(depth, min(a.z, min(b.z, c.z)), max(a.z, max(b.z, c.z))));
    }
  }
}
`;
