/**
 * Conservative coverage on the GPU: every pixel that a triangle may touch, and between which depths it lies there. Its plane is a slab, its
 * edges bound it across and down, and its corners in depth; a pixel is cut to its rectangle. In single precision, moved outward by what rounding can do (docs/cull.md, "Conservative on WebGPU").
 */
import { DEPTH_UNIT_BITS, makePiecesWgsl } from './box-pieces.wgsl.ts';

export const TOUCHED_PIECE_WGSL = /* wgsl */ `
struct Piece {
  // As of boxes.
  first: u32,
  last: u32,
  element: u32,
  object: u32,
  corner: vec3i,
  // 1 or −1 for the way round, 0 where corners lie on a line.
  turn: i32,
  // Across and down from the first corner to the others.
  others: vec4i,
  // Of its plane: depth per place across and down, and where it begins and ends.
  slab: vec4f,
  // Least and most depth from the corner's, and by how much it grows across and down.
  depths: vec2i,
  grown: vec2f,
}
`;

export const MAKE_TOUCHED_WGSL = makePiecesWgsl(/* wgsl */ `
struct Made { slab: Slab }

fn shapeOf(toB: vec3i, toC: vec3i) -> Made {
  let b = vec3f(toB);
  let c = vec3f(toC);
  var across = flattened(cross(b, c));
  if (!(abs(across.z) > 0.0)) { across = vec3f(0.0, 0.0, 1.0); }
  let more = dot(abs(across), sizes) * (1.0 + 32.0 * ULP);
  return Made(slabOf(across, more, b, c));
}

fn reachOf(made: ptr<function, Made>, toB: vec3f, toC: vec3f) -> vec4f {
  let low = min(vec2f(0.0), min(toB.xy, toC.xy)) - sizes.xy;
  let high = max(vec2f(0.0), max(toB.xy, toC.xy)) + sizes.xy;
  return vec4f(low, high);
}

fn finish(piece: ptr<function, Piece>, made: ptr<function, Made>, toB: vec3i, toC: vec3i, beside: vec2f) {
  let area = subtractLong(productOfIntegers(toB.x, toC.y), productOfIntegers(toC.x, toB.y));
  (*piece).turn = select(select(1, -1, isNegativeLong(area)), 0, isZeroLong(area));
  (*piece).others = vec4i(toB.xy, toC.xy);
  // From centres of pixels to their sides.
  (*piece).slab = facesOf((*made).slab, beside + 128.0);
  let deeper = i32(ceil(min(sizes.z, ${2 ** DEPTH_UNIT_BITS}.0)));
  (*piece).depths = vec2i(min(0, min(toB.z, toC.z)) - deeper, max(0, max(toB.z, toC.z)) + deeper);
  (*piece).grown = sizes.xy;
}
`);

/** The near and far depth of a triangle over pixels from..to, in steps, or somewhat beyond; NOTHING where it touches none. */
export const TOUCHED_DEPTHS_WGSL = /* wgsl */ `
const ULP = 1.1920928955078125e-7;
// Twice the depth of the frame, and more than it measures across.
const FARTHEST = 1073741824.0;
const WIDEST = 16777216.0;

// Whether all lies on the outer side of the edge that leads along from a point; middle is said from there.
fn isOutside(along: vec2i, middle: vec2f, half: vec2f, turn: i32) -> bool {
  let inward = vec2f(vec2i(-along.y, along.x));
  let terms = inward * middle;
  let height = terms.x + terms.y;
  let more = dot(abs(inward), half);
  let most = more + 16.0 * ULP * (more + abs(terms.x) + abs(terms.y));
  return select(height * f32(turn) < -most, abs(height) > most, turn == 0);
}

fn depthsOver(piece: u32, begin: vec2u, end: vec2u) -> vec2i {
  let first = pieces[piece].first;
  let last = pieces[piece].last;
  let missed = vec2i(NOTHING, -NOTHING);
  if (any(end < vec2u(first & 0xffffu, first >> 16u)) || any(begin > vec2u(last & 0xffffu, last >> 16u))) {
    return missed;
  }
  let corner = pieces[piece].corner;
  let b = pieces[piece].others.xy;
  let c = pieces[piece].others.zw;
  let grown = pieces[piece].grown;
  let reach = vec2i(ceil(min(grown, vec2f(WIDEST))));
  // The pixels cut to the rectangle of the triangle, from the corner.
  let low = max(vec2i(begin * 256u) - corner.xy, min(vec2i(0), min(b, c)) - reach);
  let high = min(vec2i((end + 1u) * 256u) - corner.xy, max(vec2i(0), max(b, c)) + reach);
  if (any(low > high)) { return missed; }
  let middle = vec2f(low + high) * 0.5;
  let half = vec2f(high - low) * 0.5;
  let turn = pieces[piece].turn;
  if (isOutside(b, middle, half + grown, turn) || isOutside(c - b, middle - vec2f(b), half + grown, turn)) { return missed; }
  if (isOutside(-c, middle, half + grown, turn)) { return missed; }
  let slab = pieces[piece].slab;
  let depth = slab.x * middle.x + slab.y * middle.y;
  let spread = dot(abs(slab.xy), half);
  let bounds = vec2f(depth - spread + slab.z, depth + spread + slab.w);
  let plane = vec2i(floor(clamp(bounds, vec2f(-FARTHEST), vec2f(FARTHEST))));
  let near = max(plane.x, pieces[piece].depths.x);
  let far = min(plane.y, pieces[piece].depths.y);
  if (near > far) { return missed; }
  return (vec2i(near, far) + corner.z) >> vec2u(${DEPTH_UNIT_BITS}u - min(${DEPTH_UNIT_BITS}u, parameters.depthBits));
}
`;
