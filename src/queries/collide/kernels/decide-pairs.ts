/** Which of the pairs whose boxes overlap collide: decided exactly, by the signs of determinants. */
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { KIND_TOUCHING, SURVIVOR_APART } from '../../../memory/constants';
import { job } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { addHit } from '../../../tile-lists/kernels/hits';
import { readMemberCorners } from '../../../tile-lists/kernels/member-corners';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { triangles } from '../../../tile-lists/kernels/tile-members';

const first = reserveScratch(72);
const second = reserveScratch(72);

/** Whether culling has shown that two members do not collide: both were fully visible in the same pass. */
// @inline
function keptApart(survivors: usize, a: u32, b: u32): bool {
  const set = load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>a) << 2)));
  return set >= <u8>SURVIVOR_APART && set == load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>b) << 2)));
}

/** Adds the pairs that collide to the hits. Returns how many were skipped: culling had settled them, or nobody asked for them. */
export function decideCollidingPairs(pairs: usize, count: u32): u32 {
  const ignoring = ignoresPairs();
  const penetrating = job.penetrating != 0;
  const survivors = job.survivors;
  let skipped: u32 = 0;
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 1023) == 1023 && stopped()) break;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (survivors != 0 && keptApart(survivors, a, b)) {
      skipped++;
      continue;
    }
    if (a != current) {
      objectA = readMemberCorners(a, first);
      current = a;
    }
    const objectB = readMemberCorners(b, second);
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) {
      skipped += u32(objectA == objectB);
      continue;
    }
    const kind = pairKind(first, second);
    if (kind < 0 || (penetrating && kind == KIND_TOUCHING)) continue;
    addHit(load<u32>(triangles + ((<usize>a) << 2)), load<u32>(triangles + ((<usize>b) << 2)), kind);
  }
  return skipped;
}
