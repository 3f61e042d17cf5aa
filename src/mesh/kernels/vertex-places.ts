/** Where the vertices of a surface are: how far they reach, how small their coordinates are, and which triangles a box may meet. */
import { triangleAt } from './surface';

/**
 * Stores the box around vertices, low x y z and high x y z, and the least size of a coordinate that is not 0 (infinity when there is
 * none): seven f64. Vertices are three f64 each, or four f32.
 */
export function measureVertices(vertices: usize, isSingle: bool, count: u32, out: usize): void {
  let lowX: f64 = Infinity;
  let lowY: f64 = Infinity;
  let lowZ: f64 = Infinity;
  let highX: f64 = -Infinity;
  let highY: f64 = -Infinity;
  let highZ: f64 = -Infinity;
  let least: f64 = Infinity;
  const stride: usize = isSingle ? 16 : 24;
  const end = vertices + <usize>count * stride;
  for (let at = vertices; at < end; at += stride) {
    const x = isSingle ? <f64>load<f32>(at) : load<f64>(at);
    const y = isSingle ? <f64>load<f32>(at, 4) : load<f64>(at, 8);
    const z = isSingle ? <f64>load<f32>(at, 8) : load<f64>(at, 16);
    // Of 0 and −0, the first.
    lowX = select<f64>(x, lowX, x < lowX);
    lowY = select<f64>(y, lowY, y < lowY);
    lowZ = select<f64>(z, lowZ, z < lowZ);
    highX = select<f64>(x, highX, x > highX);
    highY = select<f64>(y, highY, y > highY);
    highZ = select<f64>(z, highZ, z > highZ);
    least = lesser(lesser(lesser(least, x), y), z);
  }
  store<f64>(out, lowX);
  store<f64>(out, lowY, 8);
  store<f64>(out, lowZ, 16);
  store<f64>(out, highX, 24);
  store<f64>(out, highY, 32);
  store<f64>(out, highZ, 40);
  store<f64>(out, least, 48);
}

/** The size of a value, if it is not 0 and less than `least`. */
// @inline
function lesser(least: f64, value: f64): f64 {
  const size = abs<f64>(value);
  return select<f64>(size, least, size < least && size > 0);
}

/**
 * Lists the triangles that do not lie beyond one side of a box, low x y z and high x y z as f64. Vertices are three f64 each, or four
 * f32. `sides` has capacity for a byte for each vertex, `out` for all triangles. Returns how many were listed.
 */
export function trianglesInBox(
  vertices: usize,
  isSingle: bool,
  vertexCount: u32,
  corners: usize,
  triangles: usize,
  count: u32,
  box: usize,
  sides: usize,
  out: usize,
): u32 {
  noteSides(vertices, isSingle, vertexCount, box, sides);
  let found = out;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    const at = corners + <usize>triangle * 12;
    const p = load<u8>(sides + <usize>load<u32>(at));
    const q = load<u8>(sides + <usize>load<u32>(at, 4));
    const r = load<u8>(sides + <usize>load<u32>(at, 8));
    store<u32>(found, triangle);
    // Without a branch, for many triangles are near one side.
    found += select<usize>(4, 0, (p & q & r) == 0);
  }
  return <u32>((found - out) >> 2);
}

/** A bit for each side of the box that a vertex lies beyond. */
function noteSides(vertices: usize, isSingle: bool, count: u32, box: usize, sides: usize): void {
  const low = v128.load(box);
  const high = v128.load(box, 24);
  const lowZ = load<f64>(box, 16);
  const highZ = load<f64>(box, 40);
  const stride: usize = isSingle ? 16 : 24;
  let at = vertices;
  for (let i: u32 = 0; i < count; i++, at += stride) {
    const xy = isSingle ? f64x2.promote_low_f32x4(v128.load64_zero(at)) : v128.load(at);
    const z = isSingle ? <f64>load<f32>(at, 8) : load<f64>(at, 16);
    const beyond = i64x2.bitmask(f64x2.lt(xy, low)) | (i64x2.bitmask(f64x2.gt(xy, high)) << 2);
    const along = select<i32>(16, 0, z < lowZ) | select<i32>(32, 0, z > highZ);
    store<u8>(sides + <usize>i, beyond | along);
  }
}
