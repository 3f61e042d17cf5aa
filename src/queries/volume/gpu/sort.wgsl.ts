/** Layers put in order on the GPU: gathered from images, or appended, then counted by pixel, filled in, and sorted by depth. */

/** How shaders begin that have a thread for each thing: its number. */
export const MAIN = /* wgsl */ `
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
`;

/** One layer of a generator that draws: depths row by row, 1 where there is none. */
export const GATHER_WGSL = /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: GatherParameters;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> layer: array<f32>;
@group(0) @binding(3) var<storage, read_write> loose: array<vec2u>;
${MAIN}
  if (index >= parameters.size * parameters.size) { return; }
  let depth = layer[(index / parameters.size) * parameters.stride + index % parameters.size];
  if (depth >= 1.0) { return; }
  let at = appendEntries(parameters.looseCounter, 1u);
  if (at >= arrayLength(&loose)) { return; }
  loose[at] = vec2u(index | select(0u, 0x80000000u, parameters.enters != 0u), bitcast<u32>(depth));
}
`;

/** A loose layer: its pixel, with the top bit set where the ray enters; its depth, and once it is counted its part of the depth. */
export const BIN_WGSL = /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: SortParameters;
@group(0) @binding(1) var<storage, read> counters: array<u32>;
/** How many layers each pixel has, then where they begin, in the end where they end. */
@group(0) @binding(2) var<storage, read_write> places: array<atomic<u32>>;

/** In the place of the pixel: not within the volume of interest. */
const NOWHERE: u32 = 0xffffffffu;

fn pixelOf(layer: vec2u) -> u32 {
  return layer.x & 0x7fffffffu;
}
`;

/**
 * Layers before the volume of interest tell how often the surface winds round the ray there; those behind it tell nothing. What is
 * decided here is noted, because another shader may round otherwise.
 */
export const COUNT_WGSL = /* wgsl */ `
@group(0) @binding(3) var<storage, read_write> loose: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> windings: array<atomic<i32>>;
${MAIN}
  if (index >= counters[parameters.looseCounter]) { return; }
  let layer = loose[index];
  // From 0 at the front of the volume of interest to 1 at its back.
  let part = (bitcast<f32>(layer.y) - parameters.front) * parameters.perDepth;
  let isBefore = part < -parameters.slack;
  if (isBefore || part > 1.0 + parameters.slack) {
    if (isBefore) { atomicAdd(&windings[pixelOf(layer)], select(-1, 1, layer.x >= 0x80000000u)); }
    loose[index] = vec2u(NOWHERE, 0u);
    return;
  }
  atomicAdd(&places[pixelOf(layer)], 1u);
  loose[index] = vec2u(layer.x, bitcast<u32>(clamp(part, 0.0, 1.0)));
}
`;

export const FILL_WGSL = /* wgsl */ `
@group(0) @binding(3) var<storage, read> loose: array<vec2u>;
/** A part of the volume's depth as bits, and 1 where the ray enters. */
@group(0) @binding(4) var<storage, read_write> layers: array<vec2u>;
${MAIN}
  if (index >= counters[parameters.looseCounter]) { return; }
  let layer = loose[index];
  if (layer.x == NOWHERE) { return; }
  let at = atomicAdd(&places[pixelOf(layer)], 1u);
  if (at < arrayLength(&layers)) { layers[at] = vec2u(layer.y, layer.x >> 31u); }
}
`;

/** By depth, of which the order is that of its bits; where depths are equal, entering comes first. Gaps shrink by 2.25, as in the kernels (keys.ts). */
export const SORT_WGSL = /* wgsl */ `
override THREADS: u32;
@group(0) @binding(0) var<uniform> parameters: SortParameters;
@group(0) @binding(1) var<storage, read> ends: array<u32>;
@group(0) @binding(2) var<storage, read_write> layers: array<vec2u>;

fn comesBefore(a: vec2u, b: vec2u) -> bool {
  return a.x < b.x || (a.x == b.x && a.y > b.y);
}

fn sortByGap(begin: u32, end: u32, gap: u32) {
  for (var i = begin + gap; i < end; i++) {
    let layer = layers[i];
    var j = i;
    for (; j >= begin + gap && comesBefore(layer, layers[j - gap]); j -= gap) { layers[j] = layers[j - gap]; }
    layers[j] = layer;
  }
}
${MAIN}
  if (index >= parameters.pixels) { return; }
  var begin = 0u;
  if (index > 0u) { begin = ends[index - 1u]; }
  // What did not fit is made again.
  let end = min(ends[index], arrayLength(&layers));
  if (end <= begin + 1u) { return; }
  var gap = 1u;
  while (gap < (end - begin) / 8u) { gap = gap * 9u / 4u + 1u; }
  while (gap > 1u) {
    sortByGap(begin, end, gap);
    gap = gap * 4u / 9u;
  }
  sortByGap(begin, end, 1u);
}
`;
