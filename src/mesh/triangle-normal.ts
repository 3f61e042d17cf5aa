/** The normal of a triangle, twice its area long; the corners' coordinates begin at p, q and r of `positions`. */
export function triangleNormal(
  positions: ArrayLike<number>,
  p: number,
  q: number,
  r: number,
): [x: number, y: number, z: number] {
  const ux = positions[q] - positions[p];
  const uy = positions[q + 1] - positions[p + 1];
  const uz = positions[q + 2] - positions[p + 2];
  const vx = positions[r] - positions[p];
  const vy = positions[r + 1] - positions[p + 1];
  const vz = positions[r + 2] - positions[p + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
