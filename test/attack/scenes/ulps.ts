/** Neighbours of floating-point numbers, through zero as well. */

const words = new DataView(new ArrayBuffer(8));

/** The double so many steps up (down when negative). */
export function nearbyDouble(value: number, steps: number): number {
  words.setFloat64(0, value + 0);
  const word = words.getBigInt64(0);
  const place = (word < 0n ? -(word & 0x7fff_ffff_ffff_ffffn) : word) + BigInt(steps);
  words.setBigInt64(0, place < 0n ? -place | -0x8000_0000_0000_0000n : place);
  return words.getFloat64(0);
}

/** The same among single-precision numbers; the value is rounded first. */
export function nearbySingle(value: number, steps: number): number {
  words.setFloat32(0, value + 0);
  const word = words.getInt32(0);
  const place = (word < 0 ? -(word & 0x7fff_ffff) : word) + steps;
  words.setInt32(0, place < 0 ? -place | -0x8000_0000 : place);
  return words.getFloat32(0);
}
