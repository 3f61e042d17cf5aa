/**
 * Sampled triangles as whole numbers, for the rasterizer (panes.wgsl.ts), which only multiplies and adds them: cut at panes as on wasm
 * and made by the same operations in double precision (double.wgsl.ts), so that both engines find the same depth in the same pixels,
 * to the last bit. Twin of src/queries/cull/kernels/bound.ts and sample-setup.ts; test/queries/cull/gpu/panes.test.ts holds the
 * engines against each other.
 *
 * First each rank says how many pieces it is cut into, and in how many squares of the image they may show; when both have been summed
 * up, every piece is made by a thread of its own, and listed.
 */

import { doubleWgsl } from './double.wgsl.ts';

/** Words of a piece. */
export const PIECE_WORDS = 20;

/** A rank and what it shows. Needs `triangles`, `ranks` and `projected`. */
const SHOWN_WGSL = /* wgsl */ `
const PANE_BITS = 7u;

struct Rect { x0: i32, y0: i32, x1: i32, y1: i32 }

// x: a triangle; y: its element.
fn rankAt(rank: u32) -> vec2u {
  if (parameters.isPlain != 0u) { return vec2u(rank, rank); }
  return ranks[rank];
}

fn placeOf(vertex: u32) -> vec2i { return bitcast<vec2i>(projected[vertex].xy); }

// Pixels whose centres lie within.
fn rectOf(a: vec2i, b: vec2i, c: vec2i) -> Rect {
  let last = i32(parameters.resolution) - 1;
  let low = max(vec2i(0), (min(a, min(b, c)) + 127) >> vec2u(8u));
  let high = min(vec2i(last), (max(a, max(b, c)) - 128) >> vec2u(8u));
  return Rect(low.x, low.y, high.x, high.y);
}

// Twice the area that three corners enclose, with its sign.
fn twiceArea(a: vec2i, b: vec2i, c: vec2i) -> vec2u {
  let ab = b - a;
  let ac = c - a;
  return subtractLong(productOfIntegers(ab.x, ac.y), productOfIntegers(ac.x, ab.y));
}

fn squaresIn(rect: Rect, bits: u32) -> u32 {
  let across = (rect.x1 >> bits) - (rect.x0 >> bits) + 1;
  let down = (rect.y1 >> bits) - (rect.y0 >> bits) + 1;
  return u32(across * down);
}
`;

export const COUNT_PIECES_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> ranks: array<vec2u>;
@group(0) @binding(4) var<storage, read> projected: array<vec4u>;
@group(0) @binding(5) var<storage, read> sets: array<u32>;
@group(0) @binding(6) var<storage, read_write> pieceStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> entryStarts: array<u32>;
${SHOWN_WGSL}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let first = (workgroupIndex(id, grid) * THREADS + thread) * RANKS_PER_THREAD;
  let end = min(first + RANKS_PER_THREAD, parameters.rankCount);
  var sums: array<u32, SQUARE_SIZES>;
  for (var rank = first; rank < end; rank++) {
    pieceStarts[rank] = 0u;
    entryStarts[rank] = 0u;
    let shown = rankAt(rank);
    if (sets[shown.y] == BFV) { continue; }
    let corners = triangles[shown.x].xyz;
    let a = placeOf(corners.x);
    let b = placeOf(corners.y);
    let c = placeOf(corners.z);
    let rect = rectOf(a, b, c);
    if (rect.x0 > rect.x1 || rect.y0 > rect.y1 || isZeroLong(twiceArea(a, b, c))) { continue; }
    pieceStarts[rank] = squaresIn(rect, PANE_BITS);
    entryStarts[rank] = squaresIn(rect, parameters.bits);
    for (var size = 0u; size < SQUARE_SIZES; size++) { sums[size] += squaresIn(rect, SMALLEST_SQUARE_BITS + size); }
  }
  for (var size = 0u; size < SQUARE_SIZES; size++) {
    if (sums[size] == 0u) { continue; }
    let before = atomicAdd(&state[AT_ENTRIES_3 + size], sums[size]);
    if (before + sums[size] < before) { atomicStore(&state[AT_TOO_MANY_3 + size], 1u); }
  }
}
`;

export const MAKE_PIECES_WGSL = /* wgsl */ `
override THREADS: u32;
const PLACES = 256;
const HEIGHT_MOST = 0x40000000;
// 2^-16, by which depths are raised, so that one that is a whole step does not round to the one before.
const RAISED = ${doubleWgsl(2 ** -16)};
// The same less 2^31: with 32 bits, steps from the middle on are negative, so that all are in the order of signed numbers.
const RAISED_WIDE = ${doubleWgsl(2 ** -16 - 2 ** 31)};
const STEEPEST = ${doubleWgsl(2 ** 21)};
const DEEPEST = ${doubleWgsl(2 ** 31 - 1)};

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> ranks: array<vec2u>;
@group(0) @binding(4) var<storage, read> projected: array<vec4u>;
@group(0) @binding(5) var<storage, read> pieceStarts: array<u32>;
@group(0) @binding(6) var<storage, read> entryStarts: array<u32>;
@group(0) @binding(7) var<storage, read_write> pieces: array<Piece>;
@group(0) @binding(8) var<storage, read_write> entries: array<vec2u>;
${SHOWN_WGSL}

fn rankOfPiece(piece: u32) -> u32 {
  var low = 0u;
  var high = parameters.rankCount;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (pieceStarts[middle] <= piece) { low = middle; }
    else { high = middle; }
  }
  return low;
}

// Height of a centre over an edge on whose left the triangle lies, in pixels times places, rounded down.
fn heightOver(p: vec2i, q: vec2i, centre: vec2i) -> i32 {
  let along = q - p;
  let beside = centre - p;
  // A centre on an edge is in when dy < 0, or dy = 0 and dx < 0.
  let isOwn = along.y < 0 || (along.y == 0 && along.x < 0);
  var height = subtractLong(productOfIntegers(along.x, beside.y), productOfIntegers(along.y, beside.x));
  height = subtractLong(height, vec2u(select(1u, 0u, isOwn), 0u));
  let upper = bitcast<i32>(height.y) >> 8u;
  if (upper > 0) { return HEIGHT_MOST; }
  if (upper < -1) { return -HEIGHT_MOST; }
  let pixels = bitcast<i32>((height.x >> 8u) | (height.y << 24u));
  return clamp(pixels, -HEIGHT_MOST, HEIGHT_MOST);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= atomicLoad(&state[AT_PIECES])) { return; }
  let rank = rankOfPiece(index);
  let shown = rankAt(rank);
  let triangle = triangles[shown.x];
  let whole = rectOf(placeOf(triangle.x), placeOf(triangle.y), placeOf(triangle.z));
  let panes = (whole.x1 >> PANE_BITS) - (whole.x0 >> PANE_BITS) + 1;
  let pane = i32(index - pieceStarts[rank]);
  let left = ((whole.x0 >> PANE_BITS) + pane % panes) << PANE_BITS;
  let top = ((whole.y0 >> PANE_BITS) + pane / panes) << PANE_BITS;
  let rect = Rect(max(whole.x0, left), max(whole.y0, top), min(whole.x1, left + 127), min(whole.y1, top + 127));
  pieces[index] = pieceOf(triangle, shown.y, rect);
  // Squares do not cross panes, so those of the panes before come first.
  let bits = parameters.bits;
  let across = (whole.x1 >> bits) - (whole.x0 >> bits) + 1;
  let rows = (rect.y1 >> bits) - (rect.y0 >> bits) + 1;
  let before = ((rect.y0 >> bits) - (whole.y0 >> bits)) * across + ((rect.x0 >> bits) - (whole.x0 >> bits)) * rows;
  var at = entryStarts[rank] + u32(before);
  for (var y = rect.y0 >> bits; y <= rect.y1 >> bits; y++) {
    for (var x = rect.x0 >> bits; x <= rect.x1 >> bits; x++) {
      entries[at] = vec2u(u32(y) * parameters.squares + u32(x), index);
      at++;
    }
  }
}

fn pieceOf(triangle: vec4u, element: u32, rect: Rect) -> Piece {
  let a = placeOf(triangle.x);
  let twice = twiceArea(a, placeOf(triangle.y), placeOf(triangle.z));
  // The way round with the triangle on the left.
  let isTurned = isNegativeLong(twice);
  let second = select(triangle.y, triangle.z, isTurned);
  let third = select(triangle.z, triangle.y, isTurned);
  let b = placeOf(second);
  let c = placeOf(third);
  let centre = vec2i(rect.x0 & ~3, rect.y0) * PLACES + PLACES / 2;
  var piece: Piece;
  piece.first = u32(rect.x0) | (u32(rect.y0) << 16u);
  piece.last = u32(rect.x1) | (u32(rect.y1) << 16u);
  piece.element = element;
  piece.object = triangle.w;
  var corners = array<vec2i, 4>(a, b, c, a);
  for (var k = 0u; k < 3u; k++) { piece.heights[k] = heightOver(corners[k], corners[k + 1u], centre); }
  piece.across = vec3i(a.y - b.y, b.y - c.y, c.y - a.y);
  piece.down = vec3i(b.x - a.x, c.x - b.x, a.x - c.x);
  let deep = projected[triangle.x].zw;
  let toB = subtractDouble(projected[second].zw, deep);
  let toC = subtractDouble(projected[third].zw, deep);
  let area = doubleOfLong(absoluteLong(twice));
  // Depth per place across and down, and in the first pixel.
  let ofC = vec2i(a.y - b.y, b.x - a.x);
  let ofB = vec2i(c.y - a.y, a.x - c.x);
  var slopes: array<vec2u, 2>;
  var depth = deep;
  for (var k = 0u; k < 2u; k++) {
    let rise = addDouble(timesDouble(toC, doubleOfInteger(ofC[k])), timesDouble(toB, doubleOfInteger(ofB[k])));
    slopes[k] = divideDouble(rise, area);
    depth = addDouble(depth, timesDouble(slopes[k], doubleOfInteger(centre[k] - a[k])));
  }
  depth = addDouble(depth, select(RAISED, RAISED_WIDE, parameters.depthBits == 32u));
  let isFlat = isLessLong(absoluteDouble(slopes[0]), STEEPEST) && isLessLong(absoluteDouble(slopes[1]), STEEPEST);
  if (!isFlat || !isLessLong(absoluteDouble(depth), DEEPEST)) {
    // Too steep for steps: depths are made pixel by pixel (steep.wgsl.ts).
    let pixels = u32((rect.x1 - rect.x0 + 1) * (rect.y1 - rect.y0 + 1));
    piece.object |= STEEP;
    piece.depth = vec2u(atomicAdd(&state[AT_STEEP], pixels), triangle.x);
    piece.depthAcross = vec2u(second, third);
    return piece;
  }
  piece.depth = longOfDouble(depth, 32);
  piece.depthAcross = longOfDouble(slopes[0], 40);
  let down = longOfDouble(slopes[1], 40);
  piece.depthDownLow = down.x;
  piece.depthDownHigh = down.y;
  return piece;
}
`;

/** What a rank is cut into. */
export const PIECE_WGSL = /* wgsl */ `
// A mark beside the object: the depths of its pixels lie in a table. In place of depths: where, and its vertices.
const STEEP = 0x80000000u;

struct Piece {
  // The rectangle of its pixels: x and, from the 17th bit on, y.
  first: u32,
  last: u32,
  element: u32,
  object: u32,
  // Over the three edges in the first pixel, its x rounded down to a multiple of four; and by how much they change.
  heights: vec3i,
  depthDownLow: u32,
  across: vec3i,
  depthDownHigh: u32,
  down: vec3i,
  unused: u32,
  // In 2^-32 of a step.
  depth: vec2u,
  depthAcross: vec2u,
}
`;
