/** Which objects of a scene can meet one that has changed, by their boxes. */
import type { Participant } from '../../backend/wasm/scene-job.ts';

/**
 * One byte per object of the list: 1 for those that have changed, and for those whose box overlaps the box of one of these.
 * `changed` are indices into the list.
 */
export function nearChanged(list: readonly Participant[], changed: readonly number[]): Uint8Array {
  const isNear = new Uint8Array(list.length);
  // Among so many, hardly an object is far from all.
  if (2 * changed.length > list.length) return isNear.fill(1);
  const boxes = changed.map((index) => list[index].object.box).sort((a, b) => a[0] - b[0]);
  // The farthest that any of the boxes up to each reaches.
  const reach = new Float64Array(boxes.length);
  for (let i = 0, farthest = -Infinity; i < boxes.length; i++) reach[i] = farthest = Math.max(farthest, boxes[i][3]);
  for (let i = 0; i < list.length; i++) {
    const { box } = list[i].object;
    for (let k = countUpTo(boxes, box[3]) - 1; k >= 0 && reach[k] >= box[0]; k--) {
      if (!overlap(box, boxes[k])) continue;
      isNear[i] = 1;
      break;
    }
  }
  for (const index of changed) isNear[index] = 1;
  return isNear;
}

/** How many boxes begin at x or before. */
function countUpTo(boxes: readonly (readonly number[])[], x: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (boxes[middle][0] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

function overlap(a: readonly number[], b: readonly number[]): boolean {
  return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}
