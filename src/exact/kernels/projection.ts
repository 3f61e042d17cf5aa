/**
 * Are two triangles apart when seen along an axis? Floating point only: a yes is certain, a no is inconclusive.
 *
 * Two triangles whose projections do not meet do not meet. For nearly coplanar triangles, which the planes cannot
 * separate, this settles most pairs without exact arithmetic.
 */
import { ORIENT_2D_BOUND, underflow } from './predicates';

const POINT: usize = 24;

/** The certain orientation of a, b, c seen along an axis: −1 or 1, or 0 for "zero or uncertain". */
// @inline
function certainOrientation(a: usize, b: usize, c: usize, u: usize, v: usize): i32 {
  const cu = load<f64>(c + u);
  const cv = load<f64>(c + v);
  const left = (load<f64>(a + u) - cu) * (load<f64>(b + v) - cv);
  const right = (load<f64>(a + v) - cv) * (load<f64>(b + u) - cu);
  const det = left - right;
  const bound = ORIENT_2D_BOUND * (abs(left) + abs(right)) + underflow;
  return i32(det > bound) - i32(det < -bound);
}

/** Does an edge of `a` certainly have all of `b` strictly outside, in the plane of u and v? */
function edgeSeparates(a: usize, b: usize, u: usize, v: usize): bool {
  const inside = certainOrientation(a, a + POINT, a + 2 * POINT, u, v);
  if (inside == 0) return false;
  for (let i: usize = 0; i < 3; i++) {
    const p = a + i * POINT;
    const q = a + (i == 2 ? 0 : i + 1) * POINT;
    if (certainOrientation(p, q, b, u, v) != -inside) continue;
    if (certainOrientation(p, q, b + POINT, u, v) != -inside) continue;
    if (certainOrientation(p, q, b + 2 * POINT, u, v) == -inside) return true;
  }
  return false;
}

/** Are two triangles certainly apart when seen along the largest component of a normal? */
export function apartInProjection(a: usize, b: usize, nx: f64, ny: f64, nz: f64): bool {
  const x = abs(nx);
  const y = abs(ny);
  const z = abs(nz);
  const u: usize = x >= y && x >= z ? 8 : y >= z ? 16 : 0;
  const v: usize = u == 8 ? 16 : u == 16 ? 0 : 8;
  return edgeSeparates(a, b, u, v) || edgeSeparates(b, a, u, v);
}
