/** Which segment of a list of ascending times a time lies in. */

/** The last key at or before a time; -1 before the first. At a key, the segment that begins there. */
export function segmentAt(times: Float64Array, t: number): number {
  let [low, high] = [-1, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The times strictly between 0 and 1, and 1 where the last step is there: its pose is in no interval before it. */
export function breaksOfKeys(times: Float64Array, isStep: boolean): number[] {
  return [...times].filter((time) => time > 0 && (time < 1 || isStep));
}
