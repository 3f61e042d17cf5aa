/**
 * Signs of determinants in whole numbers: slow, but correct for all finite doubles.
 *
 * Every finite double is a whole multiple of 2^-1074, so determinants of doubles can be computed without any rounding
 * in BigInt. The kernels use this only when coordinates are so small that their own exact arithmetic would underflow.
 */
const words = new DataView(new ArrayBuffer(8));

/** x · 2^1074. */
export function whole(x: number): bigint {
  words.setFloat64(0, x);
  const bits = words.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1);
  return x < 0 ? -size : size;
}

function sign(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** Positive when a, b, c turn counter-clockwise. */
export function wholeOrient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const x = whole(cx);
  const y = whole(cy);
  return sign((whole(ax) - x) * (whole(by) - y) - (whole(ay) - y) * (whole(bx) - x));
}

/** The sign of (a − d) · ((b − d) × (c − d)); three coordinates of each point in turn. */
export function wholeOrient3d(...coordinates: number[]): number {
  const n = coordinates.map(whole);
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = n.slice(0, 9).map((value, i) => value - n[9 + (i % 3)]);
  return sign(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
}
