/**
 * The paper's rule (paper.ts) in double precision, on grid coordinates, with a bound for what those are off: nearly all triangles need
 * no exact test.
 *
 * A grid coordinate is off by δ at most. Then a side of a triangle, seen from a centre that is R away from its ends at most along each
 * axis, is off by 4δR + 2δ², and a component of the normal by 8δ·extent + 8δ². The height over a centre inside the triangle is off by
 * 3δ: at the corners it is off by δ and by δ times each slope, slopes along the dominant axis are 1 at most, and between corners
 * nothing is off by more. All bounds below are larger, for rounding in double precision.
 */

import { endAlong, firstAlong, setInSheet } from './paper';

/** Bytes of the coordinates across, down and along, for each dominant axis: the view is right-handed. */
// @inline
function turned(corner: v128, axis: i32): v128 {
  if (axis == 2) return corner;
  return axis == 0 ? v128.shuffle<f32>(corner, corner, 1, 2, 0, 3) : v128.shuffle<f32>(corner, corner, 2, 0, 1, 3);
}

/** The axis along which the normal is surely longest; −1 where that is not sure. Components are those of z, x and y. */
// @inline
function sureAxis(z: f64, x: f64, y: f64, doubt: f64): i32 {
  if (z > max(x, y) + doubt) return 2;
  if (x > max(y, z) + doubt) return 0;
  return y > max(z, x) + doubt ? 1 : -1;
}

// @inline
function lane(vector: v128, index: u8): f64 {
  return <f64>(
    (index == 0
      ? f32x4.extract_lane(vector, 0)
      : index == 1
        ? f32x4.extract_lane(vector, 1)
        : f32x4.extract_lane(vector, 2))
  );
}

/** Double of the area that a centre has with a side of the triangle. */
// @inline
function areaWith(pu: f64, pv: f64, qu: f64, qv: f64): f64 {
  return pu * qv - pv * qu;
}

/**
 * Draws the triangle with these grid coordinates, which lie within `extent` of each other; `delta` bounds what they are off. False when
 * something of it is not sure: then all of it is to be decided exactly, and what has been set is right.
 */
export function drawSurely(a: v128, b: v128, c: v128, delta: f64, extent: f64): bool {
  const e = f32x4.sub(b, a);
  const f = f32x4.sub(c, a);
  const normal = f32x4.abs(
    f32x4.sub(f32x4.mul(e, v128.shuffle<f32>(f, f, 1, 2, 0, 3)), f32x4.mul(v128.shuffle<f32>(e, e, 1, 2, 0, 3), f)),
  );
  // Single precision adds 2^-22 of the squared extent to a component.
  const doubt = 32 * extent * (delta + 1e-7 * extent);
  const axis = sureAxis(lane(normal, 0), lane(normal, 1), lane(normal, 2), doubt);
  if (axis < 0) return false;
  const p = turned(a, axis);
  const q = turned(b, axis);
  const r = turned(c, axis);
  const au = lane(p, 0);
  const av = lane(p, 1);
  const bu = lane(q, 0);
  const bv = lane(q, 1);
  const cu = lane(r, 0);
  const cv = lane(r, 1);
  const along = (<usize>axis) << 3;
  const u: usize = axis == 2 ? 0 : along + 8;
  const v: usize = axis == 0 ? 16 : along - 8;
  const u0 = max(firstAlong(u), <i32>ceil(min(min(au, bu), cu) - 0.5 - delta));
  const u1 = min(endAlong(u) - 1, <i32>floor(max(max(au, bu), cu) - 0.5 + delta));
  const v0 = max(firstAlong(v), <i32>ceil(min(min(av, bv), cv) - 0.5 - delta));
  const v1 = min(endAlong(v) - 1, <i32>floor(max(max(av, bv), cv) - 0.5 + delta));
  if (u0 > u1 || v0 > v1) return true;
  const aw = lane(p, 2);
  const bw = lane(q, 2) - aw;
  const cw = lane(r, 2) - aw;
  const area = (bu - au) * (cv - av) - (bv - av) * (cu - au);
  const orientation: f64 = area > 0 ? 1 : -1;
  // Heights are interpolated between corners by the areas with the sides.
  const perArea = 1 / area;
  const first = firstAlong(along);
  const end = endAlong(along);
  const sideDoubt = 8 * (extent + 1) * (delta + 1e-15 * (extent + 1));
  const heightDoubt = 5 * delta + 1e-9 * extent;
  for (let j = v0; j <= v1; j++) {
    const pv = <f64>j + 0.5;
    for (let i = u0; i <= u1; i++) {
      const pu = <f64>i + 0.5;
      const ofC = areaWith(au - pu, av - pv, bu - pu, bv - pv) * orientation;
      const ofA = areaWith(bu - pu, bv - pv, cu - pu, cv - pv) * orientation;
      const ofB = areaWith(cu - pu, cv - pv, au - pu, av - pv) * orientation;
      const least = min(min(ofA, ofB), ofC);
      if (least < -sideDoubt) continue;
      if (!(least > sideDoubt)) return false;
      const height = aw + (ofB * bw + ofC * cw) * orientation * perArea;
      const k = floor(height - heightDoubt);
      if (k != floor(height + heightDoubt)) return false;
      if (k < <f64>first || k >= <f64>end) continue;
      const cell = <i32>k;
      if (axis == 2) setInSheet(along, i, j, cell);
      else if (axis == 0) setInSheet(along, cell, i, j);
      else setInSheet(along, j, cell, i);
    }
  }
  return true;
}
