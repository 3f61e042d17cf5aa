/**
 * A pass over an image with a thread per pixel: each goes through the pieces of its square in the order of drawing, or against it,
 * asks and draws. A pixel knows nothing of another, so its depth stays in a register and nobody waits.
 *
 * Twin of src/queries/cull/kernels/pane-between.ts and pane-within.ts; with sampled coverage to the last bit: heights are whole
 * numbers of 32 bits, depths of 64, of which the upper half is the step.
 */
/** The depth of a sampled piece in a pixel, twice. */
export const SAMPLE_DEPTHS_WGSL = /* wgsl */ `
@group(0) @binding(7) var<storage, read> steepDepths: array<i32>;

fn objectOf(piece: u32) -> u32 { return pieces[piece].object & ~STEEP; }

fn depthsIn(piece: u32, x: u32, y: u32) -> vec2i { return vec2i(depthIn(piece, x, y)); }

// The step of a piece in a pixel; NOTHING where it does not cover its centre.
fn depthIn(piece: u32, x: u32, y: u32) -> i32 {
  let first = pieces[piece].first;
  let last = pieces[piece].last;
  let x0 = first & 0xffffu;
  let y0 = first >> 16u;
  if (x < x0 || y < y0 || x > (last & 0xffffu) || y > (last >> 16u)) { return NOTHING; }
  let dx = x - (x0 & 0xfffcu);
  let dy = y - y0;
  let heights = pieces[piece].heights + pieces[piece].across * i32(dx) + pieces[piece].down * i32(dy);
  if ((heights.x | heights.y | heights.z) < 0) { return NOTHING; }
  if ((pieces[piece].object & STEEP) != 0u) {
    return steepDepths[pieces[piece].depth.x + dy * ((last & 0xffffu) - x0 + 1u) + x - x0];
  }
  let down = vec2u(pieces[piece].depthDownLow, pieces[piece].depthDownHigh);
  let depth = addLong(pieces[piece].depth, addLong(timesLong(pieces[piece].depthAcross, dx), timesLong(down, dy)));
  return bitcast<i32>(depth.y);
}
`;

/**
 * The passes themselves. Needs depthsIn(): the near and the far step of a piece in a pixel, the near one NOTHING where it does not show; and
 * objectOf().
 */
export const PANES_WGSL = /* wgsl */ `
const NOTHING = 0x7fffffff;
const NONE = 0xffffffffu;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> pieces: array<Piece>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
@group(0) @binding(4) var<storage, read> entries: array<vec2u>;
@group(0) @binding(5) var<storage, read> sets: array<u32>;
@group(0) @binding(6) var<storage, read_write> hidden: array<atomic<u32>>;

override THREADS: u32;
var<private> asked: u32;
var<private> drawn: u32;

fn isDrawn(element: u32) -> bool { return ((drawn >> sets[element]) & 1u) != 0u; }
fn isAsked(element: u32) -> bool {
  return ((asked >> sets[element]) & 1u) != 0u && atomicLoad(&hidden[element]) == 0u;
}
fn hide(element: u32) { atomicStore(&hidden[element], 1u); }

// Elements hide those of other objects; equal depths hide. What is nearest of one object and of the others tells it in any order.
fn walkBetween(begin: i32, end: i32, step: i32, x: u32, y: u32) {
  var nearest = NOTHING;
  var others = NOTHING;
  var object = NONE;
  for (var i = begin; i != end; i += step) {
    let piece = entries[i].y;
    let depths = depthsIn(piece, x, y);
    if (depths.x == NOTHING) { continue; }
    let element = pieces[piece].element;
    let owner = objectOf(piece);
    if (depths.y >= select(nearest, others, owner == object) && isAsked(element)) { hide(element); }
    if (!isDrawn(element)) { continue; }
    if (owner == object) { nearest = min(nearest, depths.x); }
    else if (depths.x < nearest) {
      others = nearest;
      nearest = depths.x;
      object = owner;
    } else { others = min(others, depths.x); }
  }
}

// Elements one by one, in the first pass against themselves too; equal depths do not hide.
fn closeElement(element: u32, nearest: i32, least: i32, most: i32, isForward: bool) -> i32 {
  if (element == NONE) { return nearest; }
  let limit = select(nearest, min(nearest, least), isForward);
  if (most > limit && isAsked(element)) { hide(element); }
  return select(nearest, min(nearest, least), isDrawn(element));
}

fn walkWithin(begin: i32, end: i32, step: i32, x: u32, y: u32) {
  var nearest = NOTHING;
  var element = NONE;
  var least = NOTHING;
  var most = NOTHING;
  for (var i = begin; i != end; i += step) {
    let piece = entries[i].y;
    let depth = depthsIn(piece, x, y).x;
    if (depth == NOTHING) { continue; }
    let next = pieces[piece].element;
    if (next != element) {
      nearest = closeElement(element, nearest, least, most, step > 0);
      element = next;
      least = depth;
      most = depth;
      continue;
    }
    least = min(least, depth);
    most = max(most, depth);
  }
  _ = closeElement(element, nearest, least, most, step > 0);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  // Pixels in blocks of eight by eight, so that those that run together go through one list.
  let index = workgroupIndex(id, grid) * THREADS + thread;
  let block = index >> (2u * BLOCK_BITS);
  let x = ((block % parameters.blocks) << BLOCK_BITS) + (index & 7u);
  let y = ((block / parameters.blocks) << BLOCK_BITS) + ((index >> BLOCK_BITS) & 7u);
  if (x >= parameters.resolution || y >= parameters.resolution) { return; }
  let square = (y >> parameters.bits) * parameters.squares + (x >> parameters.bits);
  let start = i32(starts[square]);
  let end = i32(starts[square + 1u]);
  if (end - start < 2) { return; }
  let isBackward = (state[AT_PASS] & 1u) != 0u;
  asked = select(parameters.askedFirst, parameters.askedSecond, isBackward);
  drawn = select(parameters.drawnFirst, parameters.drawnSecond, isBackward);
  let begin = select(start, end - 1, isBackward);
  let stop = select(end, start - 1, isBackward);
  let step = select(1, -1, isBackward);
  if (parameters.withinObjects != 0u) { walkWithin(begin, stop, step, x, y); }
  else { walkBetween(begin, stop, step, x, y); }
}
`;
