/**
 * Which of the pairs whose boxes overlap collide. Image coordinates tell most of those apart that do not; the others are decided
 * exactly, by the signs of determinants.
 */
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { KIND_TOUCHING, SURVIVOR_APART } from '../../../memory/constants';
import { job } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { addHit } from '../../../tile-lists/kernels/hits';
import { readMemberCorners } from '../../../tile-lists/kernels/member-corners';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { areExact, corners, largestCoordinate, triangles } from '../../../tile-lists/kernels/tile-members';
import { holdReach, holdTriangle, isBesidePlane } from './image-planes';

const first = reserveScratch(72);
const second = reserveScratch(72);

/** Whether culling has shown that two members do not collide: both were fully visible in the same pass. */
// @inline
function keptApart(survivors: usize, a: u32, b: u32): bool {
  const set = load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>a) << 2)));
  return set >= <u8>SURVIVOR_APART && set == load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>b) << 2)));
}

/** Pairs that culling had settled, or that nobody asked for. */
let skipped: u32 = 0;

/** Leaves out pairs that nobody asked for. Returns how many are left. */
function dropUnasked(pairs: usize, count: u32): u32 {
  const survivors = job.survivors;
  const ignoring = ignoresPairs();
  skipped = 0;
  if (survivors == 0 && !ignoring) return count;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (survivors != 0 && keptApart(survivors, a, b)) {
      skipped++;
      continue;
    }
    const objectA = load<u32>(corners + ((<usize>a) << 4), 12) >>> 1;
    const objectB = load<u32>(corners + ((<usize>b) << 4), 12) >>> 1;
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) {
      skipped += u32(objectA == objectB);
      continue;
    }
    store<u64>(pairs + ((<usize>kept) << 3), load<u64>(pairs + ((<usize>i) << 3)));
    kept++;
  }
  return kept;
}

/** Leaves out pairs of which image coordinates show that they are apart. Returns how many are left. */
function dropApart(pairs: usize, count: u32): u32 {
  if (!holdReach(largestCoordinate, areExact)) return count;
  let kept: u32 = 0;
  let current: u32 = u32.MAX_VALUE;
  let lowA = f32x4.splat(0);
  let highA = lowA;
  for (let i: u32 = 0; i < count; i++) {
    const pair = load<u64>(pairs + ((<usize>i) << 3));
    const member = corners + ((<usize>(pair >> 32)) << 4);
    const a = v128.load(<usize>load<u32>(member));
    const b = v128.load(<usize>load<u32>(member, 4));
    const c = v128.load(<usize>load<u32>(member, 8));
    if (<u32>pair != current) {
      current = <u32>pair;
      const held = corners + ((<usize>current) << 4);
      const p = v128.load(<usize>load<u32>(held));
      const q = v128.load(<usize>load<u32>(held, 4));
      const r = v128.load(<usize>load<u32>(held, 8));
      lowA = f32x4.pmin(f32x4.pmin(p, q), r);
      highA = f32x4.pmax(f32x4.pmax(p, q), r);
      holdTriangle(p, q, r, f32x4.sub(highA, lowA));
    }
    const low = f32x4.pmin(f32x4.pmin(a, b), c);
    const high = f32x4.pmax(f32x4.pmax(a, b), c);
    // Boxes overlapped in steps of the tile, which are wider.
    const boxesApart = i32x4.bitmask(v128.or(f32x4.gt(low, highA), f32x4.gt(lowA, high))) & 7;
    store<u64>(pairs + ((<usize>kept) << 3), pair);
    kept += u32((boxesApart | i32(isBesidePlane(a, b, c, f32x4.sub(high, low)))) == 0);
  }
  return kept;
}

/** Adds the pairs that collide to the hits. Returns how many were skipped: culling had settled them, or nobody asked for them. */
export function decideCollidingPairs(pairs: usize, count: u32): u32 {
  const penetrating = job.penetrating != 0;
  const left = dropApart(pairs, dropUnasked(pairs, count));
  let current: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < left; i++) {
    if ((i & 1023) == 1023 && stopped()) break;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (a != current) {
      readMemberCorners(a, first);
      current = a;
    }
    readMemberCorners(b, second);
    const kind = pairKind(first, second);
    if (kind < 0 || (penetrating && kind == KIND_TOUCHING)) continue;
    addHit(load<u32>(triangles + ((<usize>a) << 2)), load<u32>(triangles + ((<usize>b) << 2)), kind);
  }
  return skipped;
}
