/** The exact corners of a member of the tile that is being walked. */

import { exactPoint, objectRecord } from '../../memory/kernels/objects';
import { corners } from './tile-members';

/** Copies the corners of a member, given by rank, to nine f64 at `out`. Returns its object's index. */
export function readMemberCorners(member: u32, out: usize): u32 {
  const record = corners + ((<usize>member) << 4);
  const object = load<u32>(record, 12) >>> 1;
  const at = objectRecord(object);
  const image = at.image;
  exactPoint(at, (load<u32>(record) - image) >>> 4, out);
  exactPoint(at, (load<u32>(record, 4) - image) >>> 4, out + 24);
  exactPoint(at, (load<u32>(record, 8) - image) >>> 4, out + 48);
  return object;
}
