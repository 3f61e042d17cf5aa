/**
 * The paper's three queries (§4) by lookup in images on the GPU. Depths are parts of the volume of interest, from 0 at its front to 1 at
 * its back. What is true between the rays is not known.
 */
import { MAIN } from './sort.wgsl.ts';

/** Pixels that a thread adds up. Twin: in lookup.ts. */
const PIXELS_WGSL = /* wgsl */ `
override THREADS: u32;
const PIXELS: u32 = 16u;

@group(0) @binding(0) var<uniform> parameters: LookupParameters;
/** Where the layers of each pixel end; a part of the depth as bits, and 1 where the ray enters; windings at the front. */
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read> layers: array<vec2u>;
@group(0) @binding(3) var<storage, read> windings: array<i32>;

fn beginOf(pixel: u32) -> u32 {
  if (pixel == 0u) { return 0u; }
  return ends[pixel - 1u];
}
`;

/** What two images have in common: x its length, y the number of its segments, added up over the pixels of a thread. */
export const OVERLAP_WGSL = /* wgsl */ `
${PIXELS_WGSL}
@group(0) @binding(4) var<storage, read> otherEnds: array<u32>;
@group(0) @binding(5) var<storage, read> otherLayers: array<vec2u>;
@group(0) @binding(6) var<storage, read> otherWindings: array<i32>;
@group(0) @binding(7) var<storage, read_write> sums: array<vec2f>;

fn overlapOf(pixel: u32) -> vec2f {
  var at = beginOf(pixel);
  var other = 0u;
  if (pixel > 0u) { other = otherEnds[pixel - 1u]; }
  let end = ends[pixel];
  let otherEnd = otherEnds[pixel];
  var winding = windings[pixel];
  var otherWinding = otherWindings[pixel];
  if ((at == end && winding == 0) || (other == otherEnd && otherWinding == 0)) { return vec2f(0.0); }
  var sum = vec2f(0.0);
  var begin = 0.0;
  loop {
    let isOver = at == end && other == otherEnd;
    var depth = 1.0;
    var isFirst = false;
    if (!isOver) {
      isFirst = other == otherEnd || (at < end && layers[at].x <= otherLayers[other].x);
      if (isFirst) { depth = bitcast<f32>(layers[at].x); } else { depth = bitcast<f32>(otherLayers[other].x); }
    }
    if (winding != 0 && otherWinding != 0 && depth > begin) { sum += vec2f(depth - begin, 1.0); }
    if (isOver) { return sum; }
    if (isFirst) {
      winding += select(-1, 1, layers[at].y != 0u);
      at++;
    } else {
      otherWinding += select(-1, 1, otherLayers[other].y != 0u);
      other++;
    }
    begin = depth;
  }
}
${MAIN}
  let first = PIXELS * index;
  if (first >= parameters.pixels) { return; }
  var sum = vec2f(0.0);
  for (var pixel = first; pixel < min(first + PIXELS, parameters.pixels); pixel++) { sum += overlapOf(pixel); }
  sums[index] = sum;
}
`;

/**
 * Where an object overlaps itself: x the length that rays are inside, less that inside it turned inside out; y what counts more than
 * once, z the same should it be inside out as a whole.
 */
export const SELF_OVERLAP_WGSL = /* wgsl */ `
${PIXELS_WGSL}
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;

fn timesOf(winding: i32) -> f32 {
  return f32(select(-winding, winding - 1, winding > 0));
}
${MAIN}
  let first = PIXELS * index;
  if (first >= parameters.pixels) { return; }
  var sum = vec4f(0.0);
  for (var pixel = first; pixel < min(first + PIXELS, parameters.pixels); pixel++) {
    var winding = windings[pixel];
    var begin = 0.0;
    let end = ends[pixel];
    for (var at = beginOf(pixel); at <= end; at++) {
      var depth = 1.0;
      if (at < end) { depth = bitcast<f32>(layers[at].x); }
      sum += (depth - begin) * vec4f(f32(winding), timesOf(winding), timesOf(-winding), 0.0);
      if (at < end) { winding += select(-1, 1, layers[at].y != 0u); }
      begin = depth;
    }
  }
  sums[index] = sum;
}
`;

/** Points across, down and in depth, as parts of the volume; one bit for each that is inside. A thread looks at 32. */
export const INSIDE_WGSL = /* wgsl */ `
${PIXELS_WGSL}
@group(0) @binding(4) var<storage, read> points: array<f32>;
@group(0) @binding(5) var<storage, read_write> found: array<u32>;

fn isInside(point: u32) -> bool {
  let p = vec3f(points[3u * point], points[3u * point + 1u], points[3u * point + 2u]);
  if (!(all(p >= vec3f(0.0)) && all(p.xy < vec2f(1.0)) && p.z <= 1.0)) { return false; }
  let size = f32(parameters.across);
  let last = parameters.across - 1u;
  let pixel = min(u32(p.y * size), last) * parameters.across + min(u32(p.x * size), last);
  var winding = windings[pixel];
  for (var at = beginOf(pixel); at < ends[pixel] && bitcast<f32>(layers[at].x) <= p.z; at++) {
    winding += select(-1, 1, layers[at].y != 0u);
  }
  return winding != 0;
}
${MAIN}
  if (32u * index >= parameters.points) { return; }
  var bits = 0u;
  for (var k = 0u; k < min(32u, parameters.points - 32u * index); k++) {
    bits |= select(0u, 1u << k, isInside(32u * index + k));
  }
  found[index] = bits;
}
`;
