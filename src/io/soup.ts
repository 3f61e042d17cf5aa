/** The indices of a soup: corner after corner, each its own vertex. */
export function soupIndices(cornerCount: number): Uint32Array {
  const indices = new Uint32Array(cornerCount);
  for (let corner = 0; corner < cornerCount; corner++) indices[corner] = corner;
  return indices;
}
