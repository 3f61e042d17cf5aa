/**
 * Draws FAR's box that was made (box.ts) into the depth buffer of a pane, or asks whether something hides it there; four pixels
 * at a time, in closed form: the ray through a pixel's centre enters the box at the last of three faces and leaves it at the
 * first of three others, and misses it when it leaves before it enters.
 *
 * The buffer holds the bits of numbers that are not negative, which have their order.
 */
import { box, boxLeast, boxMost, boxSlack, HALVES, SLOPES_ACROSS, SLOPES_DOWN } from './box';
import { firstColumn, firstRow, lastColumn, lastRow } from './entry';
import { COLUMN_BYTES, countPixels, Draw, isBeyond } from './raster';

/** Depths of four pixels on the near face of a pair when drawing, on the far one when asking. */
// @inline
function faceDepths(face: usize, dx: f32, dy: f32, depth: f32): v128 {
  const slope = load<f32>(face, SLOPES_ACROSS);
  const at = depth + slope * dx + load<f32>(face, SLOPES_DOWN) * dy;
  return f32x4.add(f32x4.splat(at), f32x4.mul(f32x4.splat(slope), f32x4(0, 1, 2, 3)));
}

/** Draws the box in the pixels of an entry of the pane that begins with left, top; or asks whether it is hidden. */
export function rasterBox<M>(buffer: usize, entry: usize, left: i32, top: i32): bool {
  const isDrawn = sizeof<M>() == sizeof<Draw>();
  const x0 = firstColumn(entry);
  const x1 = lastColumn(entry);
  const y0 = firstRow(entry);
  const first = x0 & ~3;
  const height = (<usize>(lastRow(entry) - y0 + 1)) << 4;
  countPixels(((x1 >> 2) - (x0 >> 2) + 1) * <i32>(height >> 2));
  const h0 = load<f32>(box, HALVES);
  const h1 = load<f32>(box, HALVES + 4);
  const h2 = load<f32>(box, HALVES + 8);
  const side: f32 = isDrawn ? -1 : 1;
  const t0 = f32x4.splat(-2 * side * h0);
  const t1 = f32x4.splat(-2 * side * h1);
  const t2 = f32x4.splat(-2 * side * h2);
  const s0 = v128.load32_splat(box + SLOPES_DOWN);
  const s1 = v128.load32_splat(box + SLOPES_DOWN + 4);
  const s2 = v128.load32_splat(box + SLOPES_DOWN + 8);
  const depth = load<f32>(box, 8);
  const slack = boxSlack();
  const limit = i32x4.splat(reinterpret<i32>(max<f32>(0, isDrawn ? boxLeast(2) - slack : boxMost(2) + slack)));
  const dy = <f32>(y0 + top) + 0.5 - load<f32>(box, 4);
  let dx = <f32>(first + left) + 0.5 - load<f32>(box);
  let seen = i32x4.splat(-1);
  let column = buffer + <usize>(first >> 2) * COLUMN_BYTES + ((<usize>y0) << 4);
  for (let x = first; x <= x1; x += 4, dx += 4, column += COLUMN_BYTES) {
    let z0 = faceDepths(box, dx, dy, depth + side * h0);
    let z1 = faceDepths(box + 4, dx, dy, depth + side * h1);
    let z2 = faceDepths(box + 8, dx, dy, depth + side * h2);
    const beyond = isBeyond(left + x);
    for (let p = column, end = column + height; p < end; p += 16) {
      const e0 = f32x4.add(z0, t0);
      const e1 = f32x4.add(z1, t1);
      const e2 = f32x4.add(z2, t2);
      let z: v128;
      let outside: v128;
      if (isDrawn) {
        z = f32x4.pmax(f32x4.pmax(z0, z1), z2);
        outside = f32x4.lt(f32x4.pmin(f32x4.pmin(e0, e1), e2), z);
        z = i32x4.max_s(f32x4.floor(z), limit);
      } else {
        z = f32x4.pmin(f32x4.pmin(z0, z1), z2);
        outside = f32x4.gt(f32x4.pmax(f32x4.pmax(e0, e1), e2), z);
        z = i32x4.min_s(f32x4.floor(z), limit);
      }
      // All ones: more than any depth to what is drawn, less to what is asked.
      z = v128.or(z, v128.or(outside, beyond));
      const old = v128.load(p);
      if (isDrawn) v128.store(p, i32x4.min_u(old, z));
      else seen = v128.and(seen, i32x4.gt_s(old, z));
      z0 = f32x4.add(z0, s0);
      z1 = f32x4.add(z1, s1);
      z2 = f32x4.add(z2, s2);
    }
    if (!isDrawn && !i32x4.all_true(seen)) return true;
  }
  return false;
}
