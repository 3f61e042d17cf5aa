/**
 * Shaders of the hardware generator. Sampled triangles are left to the rasterizer. What loses nothing is drawn as the rectangle of its
 * pixels, and a fragment shader finds its near or far depth there (depthsOver() of the coverage).
 */
import { DEPTH_UNIT_BITS } from './box-pieces.wgsl.ts';

/** Bits of depth that are exact in single precision. */
const EXACT_BITS = 24;
/** The far plane lies 2^-12 behind the scene: what lies in it must not seem to be hidden by an empty buffer. */
const BEHIND_BITS = 12;

/** Triangles by their corners, as they were placed: in 1/256 of a pixel, and 2^-29 of the frame's depth. */
export const DRAW_SAMPLES_WGSL = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(2) var<storage, read> ranks: array<vec2u>;
@group(0) @binding(3) var<storage, read> projected: array<vec4i>;

@vertex
fn main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
  var triangle = index / 3u;
  if (parameters.isPlain == 0u) { triangle = ranks[triangle].x; }
  let place = vec3f(projected[triangles[triangle][index % 3u]].xyz);
  let middle = 128.0 * f32(parameters.resolution);
  let depth = place.z * ${2 ** -DEPTH_UNIT_BITS * (1 - 2 ** -BEHIND_BITS)};
  return vec4f(place.x / middle - 1.0, 1.0 - place.y / middle, clamp(depth, 0.0, 1.0), 1.0);
}
`;

/** `bitsMost`: of the depth that depthsOver() tells apart. Needs it. */
export const drawPiecesWgsl = (bitsMost: number) => /* wgsl */ `
const NOTHING = 0x7fffffff;
// Whether far depths are asked for; near ones are drawn.
override IS_ASKED: bool;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> pieces: array<Piece>;

struct Corner {
  @builtin(position) place: vec4f,
  @location(0) @interpolate(flat) piece: u32,
}

// Corners 0 1 2, 2 1 3 of the rectangle. Its sides lie half a pixel from every centre, so it does not matter how drivers round them.
@vertex
fn showPiece(@builtin(vertex_index) index: u32) -> Corner {
  let piece = index / 6u;
  let at = array<u32, 6>(0u, 1u, 2u, 2u, 1u, 3u)[index % 6u];
  let first = pieces[piece].first;
  let last = pieces[piece].last;
  let x = select(first & 0xffffu, (last & 0xffffu) + 1u, (at & 1u) != 0u);
  let y = select(first >> 16u, (last >> 16u) + 1u, (at & 2u) != 0u);
  let place = vec2f(vec2u(x, y)) * (2.0 / f32(parameters.resolution));
  return Corner(vec4f(place.x - 1.0, 1.0 - place.y, 0.5, 1.0), piece);
}

// Whole numbers of 24 bits, so that nothing is rounded before the depth buffer does it; that keeps order.
@fragment
fn depthOf(corner: Corner) -> @builtin(frag_depth) f32 {
  let pixel = vec2u(corner.place.xy);
  let depths = depthsOver(corner.piece, pixel, pixel);
  if (depths.x == NOTHING) { discard; }
  let bits = min(${bitsMost}u, parameters.depthBits);
  let most = 1 << bits;
  let step = clamp(select(depths.x, depths.y, IS_ASKED), 0, most);
  let exact = select(step << (${EXACT_BITS}u - min(bits, ${EXACT_BITS}u)), step >> (max(bits, ${EXACT_BITS}u) - ${EXACT_BITS}u), bits > ${EXACT_BITS}u);
  return f32(exact - (exact >> ${BEHIND_BITS}u)) * ${2 ** -EXACT_BITS};
}
`;

/** Before a pass: what is asked for and drawn of each element. \`corners\` of a triangle that are drawn. */
export const writeArgumentsWgsl = (corners: number) => /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> sets: array<u32>;
// The first rank of each element, and one more; unless each is a triangle.
@group(0) @binding(3) var<storage, read> firstRanks: array<u32>;
@group(0) @binding(4) var<storage, read_write> drawings: array<vec4u>;

fn drawing(first: u32, count: u32, isNeeded: bool) -> vec4u {
  return vec4u(select(0u, ${corners}u * count, isNeeded), 1u, ${corners}u * first, 0u);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let element = workgroupIndex(id, grid) * THREADS + thread;
  if (element >= parameters.elementCount) { return; }
  var first = element;
  var count = 1u;
  if (parameters.isPlain == 0u) {
    first = firstRanks[element];
    count = firstRanks[element + 1u] - first;
  }
  let isOpen = state[AT_IS_OVER] == 0u && state[AT_IS_SHORT] == 0u && state[AT_IS_SET_UP] != 0u;
  let isSecond = (state[AT_PASS] & 1u) != 0u;
  let asked = select(parameters.askedFirst, parameters.askedSecond, isSecond);
  let drawn = select(parameters.drawnFirst, parameters.drawnSecond, isSecond);
  let isAsked = isOpen && ((asked >> sets[element]) & 1u) != 0u;
  let isDrawn = isOpen && ((drawn >> sets[element]) & 1u) != 0u;
  // What is tested against itself has to be drawn first, and then stays in the buffer: that may hide others, which is safe.
  let isSelfTested = parameters.withinObjects != 0u && !isSecond && count > 1u;
  drawings[2u * element] = drawing(first, count, isAsked);
  drawings[2u * element + 1u] = drawing(first, count, isDrawn || (isSelfTested && isAsked));
}
`;

/** After a pass: an element is hidden where a sample passed the turned test. */
export const READ_ANSWERS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> asked: AskedParameters;
@group(0) @binding(1) var<storage, read> answers: array<vec2u>;
// Elements in the order of drawing, unless all were asked for.
@group(0) @binding(2) var<storage, read> shown: array<u32>;
@group(0) @binding(3) var<storage, read_write> hidden: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let query = workgroupIndex(id, grid) * THREADS + thread;
  if (query >= asked.count || all(answers[query] == vec2u(0u))) { return; }
  let place = select(query, asked.count - 1u - query, asked.isBackward != 0u);
  var element = place;
  if (asked.isAll == 0u) { element = shown[place]; }
  hidden[element] = 1u;
}
`;
