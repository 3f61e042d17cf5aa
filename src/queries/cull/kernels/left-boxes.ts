/** Boxes of what a job that visits several views has left of each object, in image coordinates: what pairs of objects are found by. */

import { cullJob, job } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { indicesOfRank, objectOfRank, openRanks } from './ranks';

/** log2 of the bytes of a box: its low corner and its high one, f32x4 each. */
const BOX_BITS: usize = 5;

/** Finds them; those of objects of which nothing is left are turned inside out. Each rank is an element. */
export function boxWhatIsLeft(): void {
  const count = job.objectCount;
  const boxes = take((<u64>count) << BOX_BITS);
  cullJob.leftBoxes = boxes;
  for (let box = boxes, end = boxes + ((<usize>count) << BOX_BITS); box < end; box += (<usize>1) << BOX_BITS) {
    v128.store(box, f32x4.splat(Infinity));
    v128.store(box, f32x4.splat(-Infinity), 16);
  }
  openRanks();
  const ranks = cullJob.triangleCount;
  for (let rank: u32 = 0; rank < ranks; rank++) {
    const object = objectOfRank(rank);
    const image = objectRecord(object).image;
    const indices = indicesOfRank(rank);
    const a = v128.load(image + ((<usize>load<u32>(indices)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(indices, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(indices, 8)) << 4));
    const box = boxes + ((<usize>object) << BOX_BITS);
    v128.store(box, f32x4.pmin(v128.load(box), f32x4.pmin(f32x4.pmin(a, b), c)));
    v128.store(box, f32x4.pmax(v128.load(box, 16), f32x4.pmax(f32x4.pmax(a, b), c)), 16);
  }
}
