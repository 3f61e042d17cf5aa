/**
 * Draws FAR's box that was read (shape.ts) into the depth buffer of a pane, or asks whether something hides it there; four
 * pixels at a time, in closed form: the ray through a pixel's centre enters the box at the last of three faces and leaves it
 * at the first of three others, and misses it when it leaves before it enters.
 *
 * In single precision, relative to the box's centre, in depth steps. Of each pair of faces the depths are off by 2^-23 of
 * their range over the box, times the rows they are stepped over: they are moved apart by more, so that no pixel is missed,
 * the near ones are not too deep and the far ones not too near.
 */
import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { AXES, centre, FLAT } from './box';
import { deepest, EMPTY } from './depth-steps';
import { countPixels } from './raster';

// As in raster.ts.
type Draw = u8;

/** Rounding of a number, and what is added to the number of rows that errors are summed up over. */
const ROUNDING: f64 = 2.384185791015625e-7; // 2^-22
const MORE_ROWS: f64 = 16;
const COLUMN_BYTES: usize = 2048;
/** Of depths with 32 bits, single precision tells 30. */
const BITS_LEFT_OUT: i32 = 2;

/** Of each pair of faces, f64 each: depth at the pixel's centre, per pixel across and down, and half of what lies between. */
const FACES_BYTES: usize = 32;
const faces = reserveScratch(3 * FACES_BYTES);

/** Whether the box has a depth to speak of, its centre's whole step, and the last step. */
let middle: i32 = 0;
let last: i32 = 0;
let shift: i32 = 0;
let flip: i32 = 0;

function openBox(x: i32, y0: i32, y1: i32, x1: i32): void {
  const pixelU = load<f64>(cullJob.pixel);
  const pixelV = load<f64>(cullJob.pixel + 8);
  const wide = cullJob.depthBits == 32;
  shift = wide ? BITS_LEFT_OUT : 0;
  flip = wide ? 0x80000000 : 0;
  let perUnit = load<f64>(cullJob.scale + 16);
  last = wide ? 0x3fffffff : <i32>deepest;
  if (perUnit == 0) {
    // A flat scene: all depths are the first step, but the faces still say what is covered.
    perUnit = 1 / cullJob.radius;
    last = 0;
  } else if (wide) perUnit /= 4;
  const depth = load<f64>(centre, 16) * perUnit;
  const whole = floor(depth);
  middle = <i32>whole;
  const u = (<f64>x + 0.5) * pixelU - load<f64>(centre);
  const v = (<f64>y0 + 0.5) * pixelV - load<f64>(centre, 8);
  const across = <f64>(x1 - x + 4) * pixelU;
  const down = <f64>(y1 - y0 + 1) * pixelV;
  const rows = <f64>(y1 - y0) + MORE_ROWS;
  for (let i: usize = 0; i < 3; i++) {
    const axis = centre + AXES + (i << 5);
    const rise = load<f64>(axis, 16);
    const steps = perUnit / (rise < 0 ? min(rise, -FLAT) : max(rise, FLAT));
    const slopeU = -load<f64>(axis) * steps;
    const slopeV = -load<f64>(axis, 8) * steps;
    const half = load<f64>(axis, 24) * abs(steps);
    const range = abs(slopeU) * (abs(u) + across) + abs(slopeV) * (abs(v) + down) + half + 1;
    const face = faces + i * FACES_BYTES;
    store<f64>(face, slopeU * u + slopeV * v + (depth - whole));
    store<f64>(face, slopeU * pixelU, 8);
    store<f64>(face, slopeV * pixelV, 16);
    store<f64>(face, half + range * rows * ROUNDING, 24);
  }
}

/** Depths of four pixels on the near (`side` −1) or far (1) face of a pair. */
// @inline
function faceDepths(face: usize, x: f64, side: f64): v128 {
  const across = load<f64>(face, 8);
  const at = <f32>(load<f64>(face) + across * x + side * load<f64>(face, 24));
  return f32x4.add(f32x4.splat(at), f32x4.mul(f32x4.splat(<f32>across), f32x4(0, 1, 2, 3)));
}

// @inline
function twice(face: usize): v128 {
  return f32x4.splat(<f32>(2 * load<f64>(face, 24)));
}

/** As rasterTriangle, for the box that was read. */
export function rasterBox<M>(buffer: usize, left: i32, top: i32, x0: i32, y0: i32, x1: i32, y1: i32): bool {
  const isDrawn = sizeof<M>() == sizeof<Draw>();
  const first = x0 & ~3;
  openBox(left + first, top + y0, top + y1, left + x1);
  countPixels(((x1 >> 2) - (x0 >> 2) + 1) * (y1 - y0 + 1) * 4);
  // Drawn are the near faces, asked the far ones; the opposite ones tell what is covered.
  const side: f64 = isDrawn ? -1 : 1;
  const s0 = f32x4.splat(<f32>load<f64>(faces, 16));
  const s1 = f32x4.splat(<f32>load<f64>(faces + FACES_BYTES, 16));
  const s2 = f32x4.splat(<f32>load<f64>(faces + 2 * FACES_BYTES, 16));
  const t0 = twice(faces);
  const t1 = twice(faces + FACES_BYTES);
  const t2 = twice(faces + 2 * FACES_BYTES);
  const base = i32x4.splat(middle);
  const deepestHere = i32x4.splat(last);
  const bitsOfSide = i32x4.splat(isDrawn ? 0 : (1 << shift) - 1);
  const turned = i32x4.splat(flip);
  const most = i32x4.splat(EMPTY - 1);
  const bits = shift;
  let seen = i32x4.splat(-1);
  let column = buffer + <usize>(first >> 2) * COLUMN_BYTES + ((<usize>y0) << 4);
  const height = (<usize>(y1 - y0 + 1)) << 4;
  for (let x = first; x <= x1; x += 4, column += COLUMN_BYTES) {
    const along = <f64>(x - first);
    let z0 = faceDepths(faces, along, side);
    let z1 = faceDepths(faces + FACES_BYTES, along, side);
    let z2 = faceDepths(faces + 2 * FACES_BYTES, along, side);
    const columns = i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3));
    const beside = v128.or(i32x4.lt_s(columns, i32x4.splat(x0)), i32x4.gt_s(columns, i32x4.splat(x1)));
    for (let p = column, end = column + height; p < end; p += 16) {
      let depth: v128;
      let outside: v128;
      if (isDrawn) {
        depth = f32x4.pmax(f32x4.pmax(z0, z1), z2);
        const leaves = f32x4.pmin(f32x4.pmin(f32x4.add(z0, t0), f32x4.add(z1, t1)), f32x4.add(z2, t2));
        outside = v128.or(beside, f32x4.lt(leaves, depth));
      } else {
        depth = f32x4.pmin(f32x4.pmin(z0, z1), z2);
        const enters = f32x4.pmax(f32x4.pmax(f32x4.sub(z0, t0), f32x4.sub(z1, t1)), f32x4.sub(z2, t2));
        outside = v128.or(beside, f32x4.gt(enters, depth));
      }
      z0 = f32x4.add(z0, s0);
      z1 = f32x4.add(z1, s1);
      z2 = f32x4.add(z2, s2);
      let step = i32x4.add(i32x4.trunc_sat_f32x4_s(f32x4.floor(depth)), base);
      step = i32x4.max_s(i32x4.min_s(step, deepestHere), i32x4.splat(0));
      step = v128.xor(v128.or(i32x4.shl(step, bits), bitsOfSide), turned);
      const old = v128.load(p);
      if (isDrawn) v128.store(p, i32x4.min_s(old, v128.bitselect(i32x4.splat(EMPTY), step, outside)));
      else seen = v128.and(seen, v128.or(i32x4.gt_s(old, i32x4.min_s(step, most)), outside));
    }
    if (!isDrawn && !i32x4.all_true(seen)) return true;
  }
  return false;
}
