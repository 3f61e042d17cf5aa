/**
 * Sums of tetrahedra: six times the volume, with a bound on what rounding does to it.
 *
 * All have the centre c of the common box as a corner, and the reference point r of a triangle as another: a term is that of c, r and
 * a directed piece P Q of the border of what counts of the triangle. Over a closed border, terms add up to the same whatever r is, as
 * long as it lies in the triangle's plane; so r may be chosen such that nothing is far away.
 */
import { CommonSumRecord, commonJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';

const EPSILON: f64 = 1.1102230246251565e-16;
/** Rounding of a term, in units of its size: two of each difference, products, sums. */
const TERM_BOUND: f64 = 10 * EPSILON;
/** What underflow may add to a term, whose factors are below 2^200. */
const UNDERFLOW: f64 = 1e-250;

/** A point, what each of its coordinates may be off by, and how far it may be off the plane that it stands for. */
// @unmanaged
export class RoundedPoint {
  x: f64;
  y: f64;
  z: f64;
  errorX: f64;
  errorY: f64;
  errorZ: f64;
  offPlane: f64;
}
export const ROUNDED_POINT: usize = offsetof<RoundedPoint>();

export function newRoundedPoint(): RoundedPoint {
  return changetype<RoundedPoint>(reserveScratch(ROUNDED_POINT));
}

// @unmanaged
class SumState {
  sum: f64;
  carry: f64;
  bound: f64;
  momentX: f64;
  momentY: f64;
  momentZ: f64;
  least: i32;
  most: i32;
  ties: u32;
}
const state = changetype<SumState>(reserveScratch(offsetof<SumState>()));
const certain = reserveScratch(48);
const possible = reserveScratch(48);

function emptyBox(box: usize): void {
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(box + k, Infinity);
    store<f64>(box + k, -Infinity, 24);
  }
}

export function openSum(): void {
  memory.fill(changetype<usize>(state), 0, offsetof<SumState>());
  emptyBox(certain);
  emptyBox(possible);
}

export function closeSum(record: CommonSumRecord): void {
  record.sum = state.sum;
  record.carry = state.carry;
  record.bound = state.bound;
  store<f64>(record.moments, state.momentX);
  store<f64>(record.moments, state.momentY, 8);
  store<f64>(record.moments, state.momentZ, 16);
  memory.copy(record.certain, certain, 48);
  memory.copy(record.possible, possible, 48);
  record.least = state.least;
  record.most = state.most;
  record.ties = state.ties;
}

// @inline
function growBox(box: usize, x: f64, y: f64, z: f64): void {
  store<f64>(box, min(load<f64>(box), x));
  store<f64>(box, min(load<f64>(box, 8), y), 8);
  store<f64>(box, min(load<f64>(box, 16), z), 16);
  store<f64>(box, max(load<f64>(box, 24), x), 24);
  store<f64>(box, max(load<f64>(box, 32), y), 32);
  store<f64>(box, max(load<f64>(box, 40), z), 40);
}

/** Notes a corner of what is common. */
export function noteCorner(x: f64, y: f64, z: f64, isCertain: bool): void {
  growBox(possible, x, y, z);
  if (isCertain) growBox(certain, x, y, z);
}

/** Notes a winding number. */
// @inline
export function noteWinding(winding: i32): void {
  state.least = min(state.least, winding);
  state.most = max(state.most, winding);
}

/** Notes a pair of triangles of which some sign was zero. */
export function noteTie(): void {
  state.ties++;
}

/** `weight` times the term of c, r, p and q, where p and q may be off. */
export function addTerm(weight: f64, r: RoundedPoint, p: RoundedPoint, q: RoundedPoint): void {
  addExactTerm(weight, r, p, q);
  const c = commonJob.centre;
  const gx = abs(r.x - load<f64>(c));
  const gy = abs(r.y - load<f64>(c, 8));
  const gz = abs(r.z - load<f64>(c, 16));
  const ux = abs(p.x - r.x);
  const uy = abs(p.y - r.y);
  const uz = abs(p.z - r.z);
  const vx = abs(q.x - r.x);
  const vy = abs(q.y - r.y);
  const vz = abs(q.z - r.z);
  // They count as far as the others are away.
  const inexact =
    gx * (p.errorY * vz + p.errorZ * vy + q.errorY * uz + q.errorZ * uy) +
    gy * (p.errorZ * vx + p.errorX * vz + q.errorZ * ux + q.errorX * uz) +
    gz * (p.errorX * vy + p.errorY * vx + q.errorX * uy + q.errorY * ux);
  state.bound += abs(weight) * inexact;
}

/** The same for points p and q without error. */
export function addExactTerm(weight: f64, r: RoundedPoint, p: RoundedPoint, q: RoundedPoint): void {
  const c = commonJob.centre;
  const gx = r.x - load<f64>(c);
  const gy = r.y - load<f64>(c, 8);
  const gz = r.z - load<f64>(c, 16);
  const ux = p.x - r.x;
  const uy = p.y - r.y;
  const uz = p.z - r.z;
  const vx = q.x - r.x;
  const vy = q.y - r.y;
  const vz = q.z - r.z;
  const x1 = uy * vz;
  const x2 = uz * vy;
  const y1 = uz * vx;
  const y2 = ux * vz;
  const z1 = ux * vy;
  const z2 = uy * vx;
  const term = weight * (gx * (x1 - x2) + gy * (y1 - y2) + gz * (z1 - z2));
  const next = state.sum + term;
  state.carry += abs(state.sum) >= abs(term) ? state.sum - next + term : term - next + state.sum;
  state.sum = next;
  // Centre, r, p and q; relative to the centre, r is g, and p and q are g + u and g + v.
  state.momentX += term * (3 * gx + ux + vx);
  state.momentY += term * (3 * gy + uy + vy);
  state.momentZ += term * (3 * gz + uz + vz);
  const sx = abs(x1) + abs(x2);
  const sy = abs(y1) + abs(y2);
  const sz = abs(z1) + abs(z2);
  const rounding = TERM_BOUND * (abs(gx) * sx + abs(gy) * sy + abs(gz) * sz);
  // An r that is off its plane counts as far as the piece's triangle is large.
  const inexact = r.offPlane * (sx + sy + sz);
  state.bound += abs(weight) * (rounding + inexact + UNDERFLOW);
}
