/** Sections of binary files begin at multiples of eight bytes, so that typed arrays can lie on them. */
export function padded(byteCount: number): number {
  return Math.ceil(byteCount / 8) * 8;
}

/** The bytes of an array, filled up with zeros. */
export function paddedBytes(array: Uint32Array | Uint8Array | Float32Array | Float64Array): Uint8Array {
  const own = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  if (own.length % 8 === 0) return own;
  const whole = new Uint8Array(padded(own.length));
  whole.set(own);
  return whole;
}
