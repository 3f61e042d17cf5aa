/** Where the vertices of a surface are: how far they reach, and how small their coordinates are. */

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
