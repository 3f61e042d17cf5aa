/**
 * Two triangles that share a corner, and a plane through it that has one strictly on either side.
 *
 * Promise: `true` only when the exact triangles meet in the corner alone, in any arithmetic of docs/single-precision.md.
 * Settles the flat surroundings of a vertex, where edges of triangles on either side of it often lie on one line, so that
 * no edge separates them. Twin: opposed-sectors.wgsl.ts, with the same names.
 *
 * Reason: (p − corner) · direction > 0 for the other two corners of one and < 0 for those of the other. The direction may
 * be any; `heightRange` bounds the exact product with the direction as it came out.
 */
import type { Arithmetic } from '../../../exact/gpu/arithmetic.ts';
import {
  difference,
  heightRange,
  ROUNDING_SLACK,
  type TriangleCorners,
  UNDERFLOW,
  type Vector,
} from '../../../exact/gpu/certain-signs.ts';

/** About as long as 1, unless it is next to nothing; how exactly does not matter. */
export function shortened([x, y, z]: Vector): Vector {
  const length = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), 2 ** -100);
  return [Math.fround(x / length), Math.fround(y / length), Math.fround(z / length)];
}

/** Some direction between the two edges at the first corner. */
function sectorMiddle([p0, p1, p2]: TriangleCorners, f: Arithmetic): Vector {
  const u = shortened(difference(p1, p0, f));
  const v = shortened(difference(p2, p0, f));
  return [f.add(u[0], v[0]), f.add(u[1], v[1]), f.add(u[2], v[2])];
}

/** Both begin with the shared corner. */
export function sectorsOpposed(a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic): boolean {
  const direction = difference(sectorMiddle(a, f), sectorMiddle(b, f), f);
  const [x, y, z] = direction.map(Math.abs);
  const slack = f.multiply(2 * ROUNDING_SLACK, rounding);
  const offset = f.multiplyAdd(slack, f.add(f.add(x, y), z), UNDERFLOW);
  const a1 = heightRange(direction, a[0], a[1], offset, f);
  const a2 = heightRange(direction, a[0], a[2], offset, f);
  const b1 = heightRange(direction, a[0], b[1], offset, f);
  const b2 = heightRange(direction, a[0], b[2], offset, f);
  return Math.min(a1[0], a2[0]) > 0 && Math.max(b1[1], b2[1]) < 0;
}
