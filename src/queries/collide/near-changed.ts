/** Which objects of a scene can meet one that has changed, by their boxes. */
import { columnsOf, type Participant } from '../../backend/wasm/participants.ts';
import { STATE } from '../../memory/records.ts';

/**
 * One byte per object of the list: 1 for those that have changed, and for those whose box overlaps the box of one of these.
 * `changed` are indices into the list.
 */
export function nearChanged(list: readonly Participant[], changed: readonly number[]): Uint8Array {
  const isNear = new Uint8Array(list.length);
  // Among so many, hardly an object is far from all.
  if (2 * changed.length > list.length) return isNear.fill(1);
  const { f64 } = list[0].object.runtime.memory;
  const { states } = columnsOf(list);
  const boxes = changed.map((index) => list[index].object.box).sort((a, b) => a[0] - b[0]);
  // The farthest that any of the boxes up to each reaches.
  const reach = new Float64Array(boxes.length);
  for (let i = 0, farthest = -Infinity; i < boxes.length; i++) reach[i] = farthest = Math.max(farthest, boxes[i][3]);
  for (let i = 0; i < states.length; i++) {
    const at = (states[i] + STATE.at.box) >>> 3;
    for (let k = countUpTo(boxes, f64[at + 3]) - 1; k >= 0 && reach[k] >= f64[at]; k--) {
      if (!overlap(f64, at, boxes[k])) continue;
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

/** Whether the box of six numbers from `at` on overlaps another. */
function overlap(f64: Float64Array, at: number, b: readonly number[]): boolean {
  return (
    f64[at] <= b[3] &&
    b[0] <= f64[at + 3] &&
    f64[at + 1] <= b[4] &&
    b[1] <= f64[at + 4] &&
    f64[at + 2] <= b[5] &&
    b[2] <= f64[at + 5]
  );
}
