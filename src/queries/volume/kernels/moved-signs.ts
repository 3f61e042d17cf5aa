/**
 * Signs of determinants of points of two objects, of which the second, b, is moved by (ε, ε², ε³), ε infinitely small.
 *
 * So no vertex lies on a face of the other object, and no two edges of different objects meet: a sign that is zero is replaced by
 * that of the first derivative that is not (Edelsbrunner & Mücke, "Simulation of Simplicity", 1990). The movement is the same
 * for all questions, so the answers fit together: they are those of two objects in general position, infinitely near the two.
 *
 * A point is the address of three f64, a triangle that of three points.
 */
import { expansionSign } from '../../../exact/kernels/expansion';
import { exactMinor, MINOR_LENGTH, setDifference } from '../../../exact/kernels/minors';
import {
  ORIENT_2D_BOUND,
  ORIENT_3D_BOUND,
  orient2dIn,
  orient3d,
  orient3dExact,
} from '../../../exact/kernels/predicates';
import { reserveScratch } from '../../../memory/kernels/scratch';

export const POINT: usize = 24;

/** The sign of the first component of the triangle's normal that is not zero; 0 for a degenerate triangle. */
export function firstSignOfNormal(t: usize): i32 {
  const x = orient2dIn(t, t + POINT, t + 2 * POINT, 8, 16);
  if (x != 0) return x;
  const y = orient2dIn(t, t + POINT, t + 2 * POINT, 16, 0);
  return y != 0 ? y : orient2dIn(t, t + POINT, t + 2 * POINT, 0, 8);
}

const minor = reserveScratch(MINOR_LENGTH * 8);

/** Component k of (q − p) × (e − s). */
function crossSign(p: usize, q: usize, s: usize, e: usize, i: usize, j: usize): i32 {
  const ui = load<f64>(q + i) - load<f64>(p + i);
  const uj = load<f64>(q + j) - load<f64>(p + j);
  const vi = load<f64>(e + i) - load<f64>(s + i);
  const vj = load<f64>(e + j) - load<f64>(s + j);
  const left = ui * vj;
  const right = uj * vi;
  const det = left - right;
  const size = abs(left) + abs(right);
  if (abs(det) > ORIENT_2D_BOUND * size) return i32(det > 0) - i32(det < 0);
  if (size == 0) return 0;
  setDifference(0, load<f64>(q + i), load<f64>(p + i));
  setDifference(1, load<f64>(q + j), load<f64>(p + j));
  setDifference(2, load<f64>(e + i), load<f64>(s + i));
  setDifference(3, load<f64>(e + j), load<f64>(s + j));
  return expansionSign(minor, exactMinor(0, 3, 1, 2, minor));
}

/** Whether the last `edgeSide` was zero before b was moved. */
export let edgesMeet: bool = false;

/**
 * On which side the edge p q of b passes the edge s e of a: the sign of det(e − s, p − s, q − s). Zero only for edges that are parallel;
 * where one of the two crosses the plane of a triangle that the other is an edge of, they are not.
 */
export function edgeSide(s: usize, e: usize, p: usize, q: usize): i32 {
  const side = orient3d(e, p, q, s);
  edgesMeet = side == 0;
  if (side != 0) return side;
  const x = crossSign(p, q, s, e, 8, 16);
  if (x != 0) return x;
  const y = crossSign(p, q, s, e, 16, 0);
  return y != 0 ? y : crossSign(p, q, s, e, 0, 8);
}

/** How the corners of a triangle lie above the plane of another. */
// @unmanaged
export class Height {
  /** In units of the normal's length, and what it may be off by. */
  value: f64;
  error: f64;
  /** The sign after b was moved, and whether it was zero before. */
  side: i32;
  isOn: bool;
}
export const HEIGHT: usize = offsetof<Height>();

/** Three heights at `out`; `moved` is 1 when the corners are moved, those of b, and −1 when the plane is. */
export function setHeights(plane: usize, corners: usize, moved: i32, out: usize): void {
  const px = load<f64>(plane);
  const py = load<f64>(plane, 8);
  const pz = load<f64>(plane, 16);
  const ux = load<f64>(plane, 24) - px;
  const uy = load<f64>(plane, 32) - py;
  const uz = load<f64>(plane, 40) - pz;
  const vx = load<f64>(plane, 48) - px;
  const vy = load<f64>(plane, 56) - py;
  const vz = load<f64>(plane, 64) - pz;
  const x1 = uy * vz;
  const x2 = uz * vy;
  const y1 = uz * vx;
  const y2 = ux * vz;
  const z1 = ux * vy;
  const z2 = uy * vx;
  const nx = x1 - x2;
  const ny = y1 - y2;
  const nz = z1 - z2;
  const sx = abs(x1) + abs(x2);
  const sy = abs(y1) + abs(y2);
  const sz = abs(z1) + abs(z2);
  for (let k: usize = 0; k < 3; k++) {
    const corner = corners + k * POINT;
    const height = changetype<Height>(out + k * HEIGHT);
    const dx = load<f64>(corner) - px;
    const dy = load<f64>(corner, 8) - py;
    const dz = load<f64>(corner, 16) - pz;
    const value = dx * nx + dy * ny + dz * nz;
    const error = ORIENT_3D_BOUND * (abs(dx) * sx + abs(dy) * sy + abs(dz) * sz);
    height.value = value;
    height.error = error;
    height.isOn = false;
    if (abs(value) > error) height.side = value > 0 ? 1 : -1;
    else {
      height.side = error == 0 ? 0 : orient3dExact(corner, plane + POINT, plane + 2 * POINT, plane);
      if (height.side == 0) {
        height.isOn = true;
        height.side = moved * firstSignOfNormal(plane);
      }
    }
  }
}

/** Whether all three lie on one side. */
// @inline
export function areOnOneSide(heights: usize): bool {
  const sum =
    changetype<Height>(heights).side +
    changetype<Height>(heights + HEIGHT).side +
    changetype<Height>(heights + 2 * HEIGHT).side;
  return abs(sum) == 3;
}

/** Which side of the edge s t, seen along z, the moved point p is on: 1 left, −1 right; 0 only for an edge along z. */
// @inline
function seenSide(s: usize, t: usize, p: usize, moved: i32): i32 {
  const side = orient2dIn(s, t, p, 0, 8);
  if (side != 0) return side;
  const across = load<f64>(s, 8) - load<f64>(t, 8);
  if (across != 0) return across > 0 ? moved : -moved;
  const down = load<f64>(t) - load<f64>(s);
  return down == 0 ? 0 : down > 0 ? moved : -moved;
}

/**
 * What a triangle adds to the winding number round p, by the ray from p along z. `moved` is 1 when p is moved, −1 when the triangle
 * is.
 */
export function windingOf(t: usize, p: usize, moved: i32): i32 {
  const orientation = seenSide(t, t + POINT, p, moved);
  if (orientation == 0) return 0;
  if (
    seenSide(t + POINT, t + 2 * POINT, p, moved) != orientation ||
    seenSide(t + 2 * POINT, t, p, moved) != orientation
  )
    return 0;
  let height = orient3d(p, t + POINT, t + 2 * POINT, t);
  if (height == 0) height = moved * firstSignOfNormal(t);
  return height == -orientation ? orientation : 0;
}
