/**
 * Draws one of FAR's boxes that were made (box.ts) into the depth buffer of a pane, or asks whether something hides it there; four pixels
 * at a time, in closed form: the ray through a pixel's centre enters the box at the last of three faces and leaves it at the
 * first of three others, and misses it when it leaves before it enters.
 *
 * The buffer holds the bits of numbers that are not negative, which have their order.
 */
import { boxSlack, CENTRE, HALVES, NEXT, REACH, SLOPES_ACROSS, SLOPES_DOWN } from './box';
import { firstColumn, firstRow, lastColumn, lastRow } from './entry';
import { COLUMN_BYTES, countPixels, Draw, isBeyond } from './raster';
import { FAR_OFF, innermost, wholeRows } from './rows-of-column';

/** The outline: rows of the middles of its three slabs, half of their heights, and rows per column. */
let middles: v128 = f32x4.splat(0);
let halfRows: v128 = f32x4.splat(0);
let perColumn: v128 = f32x4.splat(0);

/** Rows from which leaving out those of each column that show nothing takes less than it saves. */
const TALL: i32 = 16;
/** Slabs steeper than this, in columns per row, bound no rows. */
const STEEP: f32 = 0.00390625; // 2^-8
/** What single precision does to rows, in parts of them, over the columns of a pane. */
const ROUNDING: f32 = 3.814697265625e-6; // 2^-18
const COLUMNS: f32 = 128;

// @inline
function readThree(at: usize): v128 {
  return f32x4(load<f32>(at), load<f32>(at, NEXT), load<f32>(at, 2 * NEXT), 0);
}

// @inline
function minusNext(a: v128): v128 {
  return f32x4.sub(a, v128.shuffle<f32>(a, a, 1, 2, 0, 3));
}

/**
 * Readies the outline of a box for four columns whose first pixel lies at dx, dy from its centre. A ray enters every face before it
 * leaves any: for two pairs of faces that is a slab of the image, and the outline is what the three slabs have in common.
 */
function openOutline(box: usize, dx: f32, dy: f32): void {
  const across = minusNext(readThree(box + SLOPES_ACROSS));
  const down = minusNext(readThree(box + SLOPES_DOWN));
  const halves = readThree(box + HALVES);
  const between = f32x4.add(halves, v128.shuffle<f32>(halves, halves, 1, 2, 0, 3));
  const isSteep = f32x4.le(f32x4.abs(down), f32x4.mul(f32x4.abs(across), f32x4.splat(STEEP)));
  const perDepth = f32x4.div(f32x4.splat(1), down);
  perColumn = v128.andnot(f32x4.mul(across, perDepth), isSteep);
  // At the middle of the four columns; half of them more on either side.
  middles = f32x4.sub(f32x4.splat(-dy), f32x4.mul(perColumn, f32x4.splat(dx + 1.5)));
  const slope = f32x4.abs(perColumn);
  const half = f32x4.add(f32x4.mul(between, f32x4.abs(perDepth)), f32x4.mul(slope, f32x4.splat(1.5)));
  const largest = f32x4.add(f32x4.abs(middles), f32x4.add(half, f32x4.mul(slope, f32x4.splat(COLUMNS))));
  const wide = f32x4.add(half, f32x4.mul(largest, f32x4.splat(ROUNDING)));
  halfRows = v128.bitselect(f32x4.splat(-FAR_OFF), wide, isSteep);
}

/** Rows of the next four columns: i32 the first and, with its sign turned, the last. */
// @inline
function nextRows(rows: i32): v128 {
  const middle = middles;
  middles = f32x4.sub(middle, f32x4.mul(perColumn, f32x4.splat(4)));
  return wholeRows(innermost(f32x4.sub(middle, halfRows), f32x4.sub(f32x4.neg(middle), halfRows)), rows);
}

/** Depths of four pixels on the near face of a pair when drawing, on the far one when asking. */
// @inline
function faceDepths(face: usize, dx: f32, dy: f32, depth: f32): v128 {
  const slope = load<f32>(face, SLOPES_ACROSS);
  const at = depth + slope * dx + load<f32>(face, SLOPES_DOWN) * dy;
  return f32x4.add(f32x4.splat(at), f32x4.mul(f32x4.splat(slope), f32x4(0, 1, 2, 3)));
}

/** Draws a box (box.ts, boxAt) in the pixels of an entry of the pane that begins with left, top; or asks whether it is hidden. */
export function rasterBox<M>(buffer: usize, box: usize, entry: usize, left: i32, top: i32): bool {
  const isDrawn = sizeof<M>() == sizeof<Draw>();
  const x0 = firstColumn(entry);
  const x1 = lastColumn(entry);
  const y0 = firstRow(entry);
  const first = x0 & ~3;
  const rows = lastRow(entry) - y0 + 1;
  const h0 = load<f32>(box, HALVES);
  const h1 = load<f32>(box, HALVES + NEXT);
  const h2 = load<f32>(box, HALVES + 2 * NEXT);
  const side: f32 = isDrawn ? -1 : 1;
  const t0 = f32x4.splat(-2 * side * h0);
  const t1 = f32x4.splat(-2 * side * h1);
  const t2 = f32x4.splat(-2 * side * h2);
  const s0 = v128.load32_splat(box + SLOPES_DOWN);
  const s1 = v128.load32_splat(box + SLOPES_DOWN + NEXT);
  const s2 = v128.load32_splat(box + SLOPES_DOWN + 2 * NEXT);
  const depth = load<f32>(box, CENTRE + 2 * NEXT);
  const reach = load<f32>(box, REACH + 2 * NEXT);
  const slack = boxSlack(depth, reach);
  const bound = max<f32>(0, isDrawn ? depth - reach - slack : depth + reach + slack);
  const dy = <f32>(y0 + top) + 0.5 - load<f32>(box, CENTRE + NEXT);
  let dx = <f32>(first + left) + 0.5 - load<f32>(box, CENTRE);
  let seen = i32x4.splat(-1);
  let column = buffer + <usize>(first >> 2) * COLUMN_BYTES + ((<usize>y0) << 4);
  const isTall = rows >= TALL;
  if (isTall) openOutline(box, dx, dy);
  for (let x = first; x <= x1; x += 4, dx += 4, column += COLUMN_BYTES) {
    let p = column;
    let end = column + ((<usize>rows) << 4);
    let down = dy;
    if (isTall) {
      const ends = nextRows(rows);
      const from = i32x4.extract_lane(ends, 0);
      const to = -i32x4.extract_lane(ends, 1);
      if (from > to) continue;
      p = column + ((<usize>from) << 4);
      end = column + ((<usize>(to + 1)) << 4);
      down = dy + <f32>from;
    }
    countPixels(<i32>(end - p) >> 2);
    let z0 = faceDepths(box, dx, down, depth + side * h0);
    let z1 = faceDepths(box + NEXT, dx, down, depth + side * h1);
    let z2 = faceDepths(box + 2 * NEXT, dx, down, depth + side * h2);
    // Beyond the image nothing is drawn, and what is asked is seen.
    const beyond = isBeyond(left + x);
    const limit = v128.or(i32x4.splat(reinterpret<i32>(bound)), isDrawn ? i32x4.shr_u(beyond, 1) : beyond);
    for (; p < end; p += 16) {
      const e0 = f32x4.add(z0, t0);
      const e1 = f32x4.add(z1, t1);
      const e2 = f32x4.add(z2, t2);
      let z: v128;
      // All ones outside: more than any depth to what is drawn, less to what is asked.
      if (isDrawn) {
        z = f32x4.pmax(f32x4.pmax(z0, z1), z2);
        const outside = f32x4.lt(f32x4.pmin(f32x4.pmin(e0, e1), e2), z);
        z = v128.or(i32x4.max_s(f32x4.floor(z), limit), outside);
        v128.store(p, i32x4.min_u(v128.load(p), z));
      } else {
        z = f32x4.pmin(f32x4.pmin(z0, z1), z2);
        const outside = f32x4.gt(f32x4.pmax(f32x4.pmax(e0, e1), e2), z);
        z = v128.or(i32x4.min_s(f32x4.floor(z), limit), outside);
        seen = v128.and(seen, i32x4.gt_s(v128.load(p), z));
      }
      z0 = f32x4.add(z0, s0);
      z1 = f32x4.add(z1, s1);
      z2 = f32x4.add(z2, s2);
    }
    if (!isDrawn && !i32x4.all_true(seen)) return true;
  }
  return false;
}
