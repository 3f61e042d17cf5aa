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

/**
 * The times strictly between 0 and 1, and 1 if the pose jumps there: what holds at the last moment is then in no interval before it. Steps jump
 * at every key, other keyframes where two have the same time.
 */
export function breaksOfKeys(times: Float64Array, isStep: boolean): number[] {
  const inner = [...times].filter((time, i) => time > 0 && time < 1 && time !== times[i - 1]);
  const jumpsAtEnd = times.at(-1) === 1 && (isStep || times.at(-2) === 1);
  return jumpsAtEnd ? [...inner, 1] : inner;
}
