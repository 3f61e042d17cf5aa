/**
 * For a tile in which each member has very many candidates: leaves out those that lie on one side of the member's plane, before
 * any pair is decided one by one.
 *
 * Promise: a pair that is left out shares no point. Corners are taken relative to one of them: off by u = 2^-53 of themselves,
 * which are R at most. Edges have components up to E1 and E2, at most 2R, and are off by 4uR; a normal is off by 12·u·R·(E1 + E2)
 * per component, which are 2·E1·E2 at most; normal times corner, and normal times a corner of its own plane, by
 * 64·u·R²·(E1 + E2) each, and their difference by another 12 of it. The bound is 256·u·R²·(E1 + E2). Where that is so small
 * that underflow might matter, nothing is left out.
 */

import { job } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { reserveScratch } from '../../memory/kernels/scratch';
import { readMemberCorners } from './member-corners';

const BOUND: f64 = 2.842170943040401e-14; // 256 · 2^-53
const SMALLEST: f64 = 1e-200;
/** x, x, y, y, z, z of the first two corners, then x, y, z of the third and nothing. */
const MEMBER_BYTES: usize = 80;

let members: usize = 0;
let capacity: u32 = 0;
let reach: f64 = 0;
/** Whether candidates of the current tile are to be held against planes. */
export let holdsPlanes: bool = false;

/** Scratch memory belongs to a job. */
export function forgetPlanes(): void {
  capacity = 0;
  holdsPlanes = false;
}

const corners = reserveScratch(72);

// @inline
function relative(corner: usize, centre: f64, offset: usize): f64 {
  const value = load<f64>(corners + corner * 24 + offset) - centre;
  reach = max(reach, abs(value));
  return value;
}

/** Readies the filter for a tile of `count` members in order, or for one that is not crowded. */
export function openPlanes(count: u32, isCrowded: bool): void {
  holdsPlanes = isCrowded && job.wide == 0;
  if (!holdsPlanes) return;
  if (count > capacity) {
    capacity = count + (count >>> 2);
    members = take(<u64>capacity * MEMBER_BYTES);
  }
  readMemberCorners(0, corners);
  const x = load<f64>(corners);
  const y = load<f64>(corners, 8);
  const z = load<f64>(corners, 16);
  reach = 0;
  for (let rank: u32 = 0; rank < count; rank++) {
    readMemberCorners(rank, corners);
    const at = members + <usize>rank * MEMBER_BYTES;
    store<f64>(at, relative(0, x, 0));
    store<f64>(at, relative(1, x, 0), 8);
    store<f64>(at, relative(0, y, 8), 16);
    store<f64>(at, relative(1, y, 8), 24);
    store<f64>(at, relative(0, z, 16), 32);
    store<f64>(at, relative(1, z, 16), 40);
    store<f64>(at, relative(2, x, 0), 48);
    store<f64>(at, relative(2, y, 8), 56);
    store<f64>(at, relative(2, z, 16), 64);
  }
}

// The plane of the current member: its normal, the normal times a corner, and the bound.
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let height: f64 = 0;
let bound: f64 = 0;

/** Returns whether the plane of a member can tell anything. */
function holdPlane(member: u32): bool {
  const at = members + <usize>member * MEMBER_BYTES;
  const px = load<f64>(at);
  const py = load<f64>(at, 16);
  const pz = load<f64>(at, 32);
  const ux = load<f64>(at, 8) - px;
  const uy = load<f64>(at, 24) - py;
  const uz = load<f64>(at, 40) - pz;
  const vx = load<f64>(at, 48) - px;
  const vy = load<f64>(at, 56) - py;
  const vz = load<f64>(at, 64) - pz;
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  height = nx * px + ny * py + nz * pz;
  const edges = max(max(abs(ux), abs(uy)), abs(uz)) + max(max(abs(vx), abs(vy)), abs(vz));
  const size = reach * reach * edges;
  bound = BOUND * size;
  return size > SMALLEST && size < Infinity;
}

/** Leaves out pairs of members (ranks, two u32 each) of which one lies beside the plane of the other. Returns how many are left. */
export function dropSeparated(pairs: usize, count: u32): u32 {
  let kept: u32 = 0;
  let current: u32 = u32.MAX_VALUE;
  let decides: bool = false;
  for (let i: u32 = 0; i < count; i++) {
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (a != current) {
      current = a;
      decides = holdPlane(a);
    }
    const at = members + <usize>b * MEMBER_BYTES;
    const across = f64x2.add(
      f64x2.mul(v128.load(at), f64x2.splat(nx)),
      f64x2.add(f64x2.mul(v128.load(at, 16), f64x2.splat(ny)), f64x2.mul(v128.load(at, 32), f64x2.splat(nz))),
    );
    const two = f64x2.sub(across, f64x2.splat(height));
    const third = load<f64>(at, 48) * nx + load<f64>(at, 56) * ny + load<f64>(at, 64) * nz - height;
    const above = i64x2.all_true(f64x2.gt(two, f64x2.splat(bound))) && third > bound;
    const below = i64x2.all_true(f64x2.lt(two, f64x2.splat(-bound))) && third < -bound;
    store<u32>(pairs + ((<usize>kept) << 3), a);
    store<u32>(pairs + ((<usize>kept) << 3), b, 4);
    kept += u32(!(decides && (above || below)));
  }
  return kept;
}
