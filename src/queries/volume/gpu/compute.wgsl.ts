/** One pass over the triangles: each adds a layer to every pixel whose centre it covers. */
import { APPEND_WGSL } from '../../../backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { struct } from '../../../memory/struct.ts';

export const LAYERS_PARAMETERS = struct('Parameters', { triangleCount: 'u32', size: 'u32', layersCounter: 'u32' });

/** A layer: its pixel, with the top bit set where the ray enters; its depth as bits. */
export const LAYER_WORDS = 2;
export const LAYER_ENTERS = 0x80000000;

export const LAYERS_SHADER = new ShaderSource(
  'layers',
  [
    LAYERS_PARAMETERS.wgsl,
    APPEND_WGSL,
    LINEAR_INDEX_WGSL,
    /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> corners: array<f32>;
@group(0) @binding(3) var<storage, read_write> layers: array<vec2u>;

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
  let place = appendEntries(parameters.layersCounter, 1u);
  if (place >= arrayLength(&layers)) { return; }
  layers[place] = vec2u(select(pixel | 0x80000000u, pixel, isLeft), bitcast<u32>(depth));
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
`,
  ],
  ['uniform', 'write', 'read', 'write'],
  { THREADS: 64 },
);
