/**
 * Pixels about which a mesh that is not closed says nothing certain: those whose rays enter more often than they leave,
 * or the other way round, and those that an open edge passes through.
 */
import { sidesOf, type View } from './view.ts';

/** Pixels by which an edge is widened on each side to allow for rounding. */
const SLACK = 1e-6;

/** Marks every pixel that the segment passes through; coordinates are in pixels. */
function markSegment(marks: Uint8Array, resolution: number, u0: number, v0: number, u1: number, v1: number): void {
  const inRange = (pixel: number) => Math.max(0, Math.min(resolution - 1, Math.floor(pixel)));
  const isBeside = (p: number, q: number) => Math.max(p, q) < -SLACK || Math.min(p, q) > resolution + SLACK;
  if (isBeside(u0, u1) || isBeside(v0, v1)) return;
  const rowLow = inRange(Math.min(v0, v1) - SLACK);
  const rowHigh = inRange(Math.max(v0, v1) + SLACK);
  for (let row = rowLow; row <= rowHigh; row++) {
    // The part of the segment between the row's lower and upper side.
    const at = (v: number) => (v1 === v0 ? Number.NaN : Math.max(0, Math.min(1, (v - v0) / (v1 - v0))));
    const [s, t] = v1 === v0 ? [0, 1] : [at(row - SLACK), at(row + 1 + SLACK)];
    const [p, q] = [u0 + s * (u1 - u0), u0 + t * (u1 - u0)];
    const first = inRange(Math.min(p, q) - SLACK);
    const last = inRange(Math.max(p, q) + SLACK);
    for (let column = first; column <= last; column++) marks[row * resolution + column] = 1;
  }
}

/** Counts them. `unclosed` has a byte per pixel, `ends` six coordinates per open edge. */
export function countUnknown(view: View, resolution: number, unclosed: Uint8Array, ends: readonly number[]): number {
  const marks = unclosed.slice();
  const sides = sidesOf(view.box);
  const inPixels = (place: number, at: number) => {
    const k = view.order[place];
    return ((ends[at + k] - view.box[k]) / sides[k]) * resolution;
  };
  for (let at = 0; at < ends.length; at += 6) {
    markSegment(marks, resolution, inPixels(0, at), inPixels(1, at), inPixels(0, at + 3), inPixels(1, at + 3));
  }
  return marks.reduce((sum, mark) => sum + mark, 0);
}
