/** Numbers of states of objects: another after every change, and no two alike, whichever objects they belong to. */

let last = 0;

export function nextStamp(): number {
  return ++last;
}

/** Takes so many numbers at once; returns the one before the first. */
export function takeStamps(count: number): number {
  last += count;
  return last - count;
}

/** The number of the latest change of any object: as long as it stays, nothing has changed. */
export function latestStamp(): number {
  return last;
}
