/**
 * FAR's boxes (§4.1) on the GPU: the tightest rectangle around a triangle with a side along its longest edge, grown by a ball, as three
 * slabs that the ray through a pixel's centre enters and leaves. Twin of src/queries/cull/kernels/box.ts, though not to the last bit:
 * single precision is all it needs, because a slab holds the grown triangle whatever its direction (docs/cull.md, "FAR's boxes on
 * WebGPU").
 *
 * Across and down in 1/256 of a pixel, depth in 2^-29 of the frame's: whole numbers, so that differences are exact.
 */
/** log2 of the units of depth in the frame. */
export const DEPTH_UNIT_BITS = 29;
/** Bits of depth that are told apart: no more than single precision has. */
export const BOX_BITS_MOST = 24;

export const BOX_PIECE_WGSL = /* wgsl */ `
struct Piece {
  // The rectangle of its pixels: x and, from the 17th bit on, y.
  first: u32,
  last: u32,
  element: u32,
  object: u32,
  // Its first corner, which all else is said from.
  corner: vec3i,
  unused: u32,
  // Of each slab: depth per place across and down, and where the near and the far face lie at the corner.
  slabs: array<vec4f, 3>,
}
`;

const BINDINGS = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
`;

/**
 * Makes the piece of every rank that is left, and counts the squares that it may show in. `shape` has what the coverages differ in:
 * `shapeOf`, from what leads from the first corner to the others; how far it `reaches` from the first corner, low and high, in places;
 * and `finish`, which completes the piece.
 */
export const makePiecesWgsl = (shape: string) => /* wgsl */ `
${BINDINGS}
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> views: array<u32>;
@group(0) @binding(3) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(4) var<storage, read> ranks: array<vec2u>;
@group(0) @binding(5) var<storage, read> projected: array<vec4i>;
@group(0) @binding(6) var<storage, read> sets: array<u32>;
@group(0) @binding(7) var<storage, read_write> entryStarts: array<u32>;
@group(0) @binding(8) var<storage, read_write> pieces: array<Piece>;

// A unit in the last place, of what single precision rounds to.
const ULP = 1.1920928955078125e-7;
// Faces that rise by more than 64 depth ranges per pixel are turned: 2^-27 of a place across per unit of depth.
const FLATTEST = 7.450580596923828e-9;

// Of the view: what a unit across, down and in depth measures in radii; or by how many of each triangles grow.
var<private> sizes: vec3f;

// Points between two numbers of a covector.
struct Slab { low: f32, high: f32, across: vec3f }

// Turns a covector that is too steep.
fn flattened(across: vec3f) -> vec3f {
  let flattest = (abs(across.x) + abs(across.y)) * FLATTEST;
  if (abs(across.z) >= flattest) { return across; }
  return vec3f(across.xy, select(-flattest, flattest, across.z >= 0.0));
}

// Between which numbers a covector lies on the triangle, with as much more on either side, and all that rounding can do.
fn slabOf(across: vec3f, more: f32, toB: vec3f, toC: vec3f) -> Slab {
  let b = dot(across, toB);
  let c = dot(across, toC);
  let size = abs(across);
  let largest = dot(size, abs(toB)) + dot(size, abs(toC));
  let reach = more + 32.0 * ULP * largest;
  return Slab(min(0.0, min(b, c)) - reach, max(0.0, max(b, c)) + reach, across);
}

// As the ray through a pixel meets it; beside is how far pixels' centres lie from the corner at most.
fn facesOf(slab: Slab, beside: vec2f) -> vec4f {
  let perDepth = 1.0 / slab.across.z;
  let slopes = -slab.across.xy * perDepth;
  let one = slab.low * perDepth;
  let other = slab.high * perDepth;
  let largest = max(abs(one), abs(other)) + dot(abs(slopes), beside);
  let more = 32.0 * ULP * largest + 1.0;
  return vec4f(slopes, min(one, other) - more, max(one, other) + more);
}

${shape}

fn pixelOf(place: f32) -> i32 { return i32(clamp(place, -1.0, 20000.0)); }

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let first = (workgroupIndex(id, grid) * THREADS + thread) * RANKS_PER_THREAD;
  let end = min(first + RANKS_PER_THREAD, parameters.rankCount);
  if (first == 0u) { atomicStore(&state[AT_PIECES], parameters.rankCount); }
  let view = (atomicLoad(&state[AT_VISIT]) % parameters.viewCount) * VIEW_WORDS + VIEW_SIZES;
  sizes = bitcast<vec3f>(vec3u(views[view], views[view + 1u], views[view + 2u]));
  var sums: array<u32, SQUARE_SIZES>;
  for (var rank = first; rank < end; rank++) {
    entryStarts[rank] = 0u;
    var shown = vec2u(rank, rank);
    if (parameters.isPlain == 0u) { shown = ranks[rank]; }
    if (sets[shown.y] == BFV) { continue; }
    let triangle = triangles[shown.x];
    let a = projected[triangle.x].xyz;
    let toB = projected[triangle.y].xyz - a;
    let toC = projected[triangle.z].xyz - a;
    var made = shapeOf(toB, toC);
    let reach = reachOf(&made, vec3f(toB), vec3f(toC));
    // Pixels whose centres may lie within, and one more on either side.
    let corner = vec2f(a.xy);
    let last = i32(parameters.resolution) - 1;
    let x0 = max(0, pixelOf((corner.x + reach.x) / 256.0) - 1);
    let y0 = max(0, pixelOf((corner.y + reach.y) / 256.0) - 1);
    let x1 = min(last, pixelOf((corner.x + reach.z) / 256.0) + 1);
    let y1 = min(last, pixelOf((corner.y + reach.w) / 256.0) + 1);
    if (x0 > x1 || y0 > y1) {
      pieces[rank].first = 1u;
      pieces[rank].last = 0u;
      continue;
    }
    let beside = vec2f(max(abs(vec2i(x0, y0) * 256 + 128 - a.xy), abs(vec2i(x1, y1) * 256 + 128 - a.xy)));
    var piece: Piece;
    piece.first = u32(x0) | (u32(y0) << 16u);
    piece.last = u32(x1) | (u32(y1) << 16u);
    piece.element = shown.y;
    piece.object = triangle.w;
    piece.corner = a;
    finish(&piece, &made, toB, toC, beside);
    pieces[rank] = piece;
    for (var size = 0u; size < SQUARE_SIZES; size++) {
      let bits = SMALLEST_SQUARE_BITS + size;
      let squares = u32(((x1 >> bits) - (x0 >> bits) + 1) * ((y1 >> bits) - (y0 >> bits) + 1));
      sums[size] += squares;
      if (bits == parameters.bits) { entryStarts[rank] = squares; }
    }
  }
  for (var size = 0u; size < SQUARE_SIZES; size++) {
    if (sums[size] == 0u) { continue; }
    let before = atomicAdd(&state[AT_ENTRIES_3 + size], sums[size]);
    if (before + sums[size] < before) { atomicStore(&state[AT_TOO_MANY_3 + size], 1u); }
  }
}
`;

export const MAKE_BOXES_WGSL = makePiecesWgsl(/* wgsl */ `
const LINE = 1e-6;

struct Made { directions: array<vec3f, 3>, slabs: array<Slab, 3> }

fn unitOf(vector: vec3f, instead: vec3f) -> vec3f {
  let square = dot(vector, vector);
  if (!(square > 0.0)) { return instead; }
  return vector / sqrt(square);
}

// Directions of the box: along the longest edge, and across it in the triangle's plane. How exact they are does not matter.
fn directionsOf(toB: vec3f, toC: vec3f) -> array<vec3f, 3> {
  let ab = toB * sizes;
  let ac = toC * sizes;
  let bc = ac - ab;
  let lengths = vec3f(dot(ab, ab), dot(bc, bc), dot(ac, ac));
  var edge = ab;
  var other = ac;
  if (lengths.y > lengths.x && lengths.y >= lengths.z) {
    edge = bc;
    other = -ab;
  } else if (lengths.z > lengths.x) {
    edge = -ac;
    other = bc;
  }
  let along = unitOf(edge, vec3f(1.0, 0.0, 0.0));
  var up = other - along * dot(other, along);
  if (dot(up, up) <= LINE * LINE * dot(edge, edge)) {
    // The corners lie on a line, or nearly: any direction across it will do.
    up = select(vec3f(0.0, 0.0, 1.0), vec3f(1.0, 0.0, 0.0), abs(along.z) > 0.9);
    up -= along * dot(up, along);
  }
  up = unitOf(up, vec3f(0.0, 1.0, 0.0));
  return array<vec3f, 3>(along, up, cross(along, up));
}

fn shapeOf(toB: vec3i, toC: vec3i) -> Made {
  var made: Made;
  made.directions = directionsOf(vec3f(toB), vec3f(toC));
  for (var k = 0u; k < 3u; k++) {
    let direction = made.directions[k];
    let across = flattened(direction * sizes);
    let size = abs(across);
    let ball = vec3f(direction.xy, across.z / sizes.z);
    // Corners were moved to whole units.
    let moved = size.x + size.y + 1.01 * size.z;
    let more = sqrt(dot(ball, ball)) * (1.0 + 32.0 * ULP) + moved;
    made.slabs[k] = slabOf(across, more, vec3f(toB), vec3f(toC));
  }
  return made;
}

// As far as the box does, and at least as far as the grown triangle.
fn reachOf(made: ptr<function, Made>, toB: vec3f, toC: vec3f) -> vec4f {
  var middle = vec2f(0.0);
  var reach = vec2f(0.0);
  for (var k = 0u; k < 3u; k++) {
    let direction = (*made).directions[k].xy;
    let slab = (*made).slabs[k];
    middle += direction * (0.5 * (slab.low + slab.high));
    reach += abs(direction) * (0.5 * (slab.high - slab.low));
  }
  let grown = 1.0 / sizes.xy + 1.0;
  let low = min(min(vec2f(0.0), min(toB.xy, toC.xy)) - grown, (middle - reach) / sizes.xy);
  let high = max(max(vec2f(0.0), max(toB.xy, toC.xy)) + grown, (middle + reach) / sizes.xy);
  return vec4f(low, high);
}

fn finish(piece: ptr<function, Piece>, made: ptr<function, Made>, toB: vec3i, toC: vec3i, beside: vec2f) {
  for (var k = 0u; k < 3u; k++) { (*piece).slabs[k] = facesOf((*made).slabs[k], beside); }
}
`);

/** Lists the boxes: by the rectangles that were counted, so that both agree. */
export const LIST_BOXES_WGSL = /* wgsl */ `
${BINDINGS}
@group(0) @binding(1) var<storage, read> pieces: array<Piece>;
@group(0) @binding(2) var<storage, read> entryStarts: array<u32>;
@group(0) @binding(3) var<storage, read_write> entries: array<vec2u>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let rank = workgroupIndex(id, grid) * THREADS + thread;
  if (rank >= parameters.rankCount) { return; }
  var at = entryStarts[rank];
  // What is pruned, or shows nowhere, has none.
  if (entryStarts[rank + 1u] == at) { return; }
  let first = pieces[rank].first;
  let last = pieces[rank].last;
  let bits = parameters.bits;
  for (var y = first >> (16u + bits); y <= last >> (16u + bits); y++) {
    for (var x = (first & 0xffffu) >> bits; x <= (last & 0xffffu) >> bits; x++) {
      entries[at] = vec2u(y * parameters.squares + x, rank);
      at++;
    }
  }
}
`;

/** Over one pixel. */
export const DEPTHS_IN_PIXEL_WGSL = /* wgsl */ `
fn objectOf(piece: u32) -> u32 { return pieces[piece].object; }

fn depthsIn(piece: u32, x: u32, y: u32) -> vec2i { return depthsOver(piece, vec2u(x, y), vec2u(x, y)); }
`;

/**
 * The near and far depth of a box over the centres of pixels from..to, in steps: the least near and the most far one, or somewhat beyond;
 * NOTHING where no ray meets it.
 */
export const BOX_DEPTHS_WGSL = /* wgsl */ `
// Twice the depth of the frame.
const FARTHEST = 1073741824.0;

fn depthsOver(piece: u32, begin: vec2u, end: vec2u) -> vec2i {
  let first = pieces[piece].first;
  let last = pieces[piece].last;
  let low = max(begin, vec2u(first & 0xffffu, first >> 16u));
  let high = min(end, vec2u(last & 0xffffu, last >> 16u));
  if (any(low > high)) { return vec2i(NOTHING, -NOTHING); }
  let corner = pieces[piece].corner;
  // The middle of the centres, from the corner, and how far they lie from it.
  let beside = vec2f(vec2i((low + high) * 128u + 128u) - corner.xy);
  let half = vec2f((high - low) * 128u);
  var near = -FARTHEST;
  var far = FARTHEST;
  for (var k = 0u; k < 3u; k++) {
    let slab = pieces[piece].slabs[k];
    let depth = slab.x * beside.x + slab.y * beside.y;
    let spread = dot(abs(slab.xy), half);
    near = max(near, depth - spread + slab.z);
    far = min(far, depth + spread + slab.w);
  }
  if (near > far) { return vec2i(NOTHING, -NOTHING); }
  let steps = vec2i(floor(clamp(vec2f(near, far), vec2f(-FARTHEST), vec2f(FARTHEST)))) + corner.z;
  return steps >> vec2u(${DEPTH_UNIT_BITS}u - min(${BOX_BITS_MOST}u, parameters.depthBits));
}
`;
