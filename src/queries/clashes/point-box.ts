/** The box around points, x y z each: low x y z, high x y z. Plain comparisons, which are faster than Math.min. */
export function boxOfPoints(points: Float64Array): Float64Array {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    if (x < lowX) lowX = x;
    if (x > highX) highX = x;
    if (y < lowY) lowY = y;
    if (y > highY) highY = y;
    if (z < lowZ) lowZ = z;
    if (z > highZ) highZ = z;
  }
  return new Float64Array([lowX, lowY, lowZ, highX, highY, highZ]);
}
