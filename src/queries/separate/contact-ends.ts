/**
 * Where contact of two surfaces can end when one goes along a direction.
 *
 * Two triangles, one of which goes along d, meet during one interval (a line cuts their Minkowski difference, which is convex, in a
 * segment). They block where the line runs through the inside of the difference; where it only grazes, they slide on each other. Seen
 * along d the two overlap then in an area, or only in a line or point. The results are candidates, in floating point: whether
 * the surfaces are free there is decided elsewhere.
 */
import type { Triple } from '../../mesh/bounds.ts';
import { Coverage } from './coverage.ts';
import { PlaneGrid } from './plane-grid.ts';
import { cross, dot, type Shape, unitVector } from './shape.ts';

/** Tolerance relative to the extent: places nearer than this count as one. */
const NEAR = 1e-12;

/** A triangle seen along a direction: three times across, down, along; and its box. */
type Seen = Float64Array;
const LOW = 9;
const HIGH = 12;
const SEEN = 15;

/** Distances from 0 to `most` at which contact along `direction` may end, ascending. */
export function contactEnds(a: Shape, b: Shape, direction: Triple, most: number): number[] {
  const [seenA, seenB] = [seenAlong(a, direction), seenAlong(b, direction)];
  const blocks: [number, number][] = [];
  const slides: number[] = [];
  const covered = new Coverage(most);
  const grid = new PlaneGrid(seenB, SEEN, LOW, HIGH);
  for (let p = 0; p < seenA.length; p += SEEN) {
    grid.visit(seenA, p, NEAR, (q) => {
      // The range along the direction in which they can meet.
      const first = seenB[q + LOW + 2] - seenA[p + HIGH + 2];
      const last = seenB[q + HIGH + 2] - seenA[p + LOW + 2];
      if (last < 0 || first > most || covered.has(first - NEAR, last + NEAR)) return;
      const overlap = overlapSeen(seenA, p, seenB, q);
      if (overlap < -NEAR) return;
      const [from, to] = meeting(seenA, p, seenB, q);
      if (!(to > 0)) return;
      if (overlap > NEAR && to - from > NEAR) {
        blocks.push([from, to]);
        covered.add(from + NEAR, to - NEAR);
      } else slides.push(to);
    });
  }
  return endsOf(blocks, slides, most);
}

/** Ends of joined blocks, and of slides that no block covers. */
function endsOf(blocks: [number, number][], slides: readonly number[], most: number): number[] {
  blocks.sort(([p], [q]) => p - q);
  const joined: [number, number][] = [];
  for (const [from, to] of blocks) {
    const last = joined.at(-1);
    if (last && from < last[1] - NEAR) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  const ends = joined.map(([, to]) => to);
  let at = 0;
  for (const slide of slides.toSorted((p, q) => p - q)) {
    while (at < joined.length && joined[at][1] <= slide) at++;
    if (at === joined.length || slide <= joined[at][0] + NEAR) ends.push(slide);
  }
  ends.sort((p, q) => p - q);
  return ends.filter((end, i) => end <= most && (i === 0 || end - ends[i - 1] > NEAR));
}

function seenAlong(shape: Shape, direction: Triple): Seen {
  const [x, y, z] = direction.map(Math.abs);
  const other: Triple = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const across = unitVector(cross(direction, other))!;
  const axes = [across, cross(direction, across), direction];
  const seen = new Float64Array(SEEN * shape.triangleCount);
  for (let t = 0, at = 0; t < shape.triangleCount; t++, at += SEEN) {
    seen.fill(Number.POSITIVE_INFINITY, at + LOW, at + HIGH);
    seen.fill(Number.NEGATIVE_INFINITY, at + HIGH, at + SEEN);
    for (let k = 0; k < 3; k++) {
      const corner = shape.corner(t, k);
      for (let axis = 0; axis < 3; axis++) {
        const value = dot(axes[axis], corner);
        seen[at + 3 * k + axis] = value;
        seen[at + LOW + axis] = Math.min(seen[at + LOW + axis], value);
        seen[at + HIGH + axis] = Math.max(seen[at + HIGH + axis], value);
      }
    }
  }
  return seen;
}

/** How far two triangles overlap as seen, at least in one direction across their edges; below 0 when they are apart. */
function overlapSeen(a: Seen, p: number, b: Seen, q: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let edge = 0; edge < 6; edge++) {
    const [of, at] = edge < 3 ? [a, p] : [b, q];
    const i = at + 3 * (edge % 3);
    const j = at + 3 * ((edge + 1) % 3);
    const length = Math.hypot(of[j] - of[i], of[j + 1] - of[i + 1]);
    if (length <= NEAR) continue;
    const nx = (of[j + 1] - of[i + 1]) / length;
    const ny = (of[i] - of[j]) / length;
    const highA = highest(a, p, nx, ny);
    const highB = highest(b, q, nx, ny);
    const lowA = -highest(a, p, -nx, -ny);
    const lowB = -highest(b, q, -nx, -ny);
    least = Math.min(least, highA - lowB, highB - lowA);
    if (least < -NEAR) return least;
  }
  // Both are seen as points.
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

function highest(of: Seen, at: number, nx: number, ny: number): number {
  const u = nx * of[at] + ny * of[at + 1];
  const v = nx * of[at + 3] + ny * of[at + 4];
  const w = nx * of[at + 6] + ny * of[at + 7];
  return Math.max(u, v, w);
}

/** From where to where along the direction they meet: at corners of what they have in common as seen. */
function meeting(a: Seen, p: number, b: Seen, q: number): [number, number] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const note = (along: number) => {
    from = Math.min(from, along);
    to = Math.max(to, along);
  };
  for (let k = 0; k < 3; k++) {
    onTriangle(b, q, a, p + 3 * k, (along) => note(along - a[p + 3 * k + 2]));
    onTriangle(a, p, b, q + 3 * k, (along) => note(b[q + 3 * k + 2] - along));
    for (let l = 0; l < 3; l++) edgesMeeting(a, p, k, b, q, l, note);
  }
  return [from, to];
}

/** Where along the direction a triangle is met by the line through a point; on its edges twice, which does no harm. */
function onTriangle(of: Seen, at: number, point: Seen, v: number, note: (along: number) => void): void {
  const [x, y] = [point[v], point[v + 1]];
  const weights = [0, 0, 0];
  let area = 0;
  let isInside = true;
  for (let k = 0; k < 3; k++) {
    const i = at + 3 * ((k + 1) % 3);
    const j = at + 3 * ((k + 2) % 3);
    const [ex, ey] = [of[j] - of[i], of[j + 1] - of[i + 1]];
    const length = Math.hypot(ex, ey);
    weights[k] = ex * (y - of[i + 1]) - ey * (x - of[i]);
    area += weights[k];
    const along = length > NEAR ? ((x - of[i]) * ex + (y - of[i + 1]) * ey) / length : 0;
    const isOn = length > NEAR ? Math.abs(weights[k]) <= NEAR * length : Math.hypot(x - of[i], y - of[i + 1]) <= NEAR;
    if (!isOn || along < -NEAR || along > length + NEAR) continue;
    if (length > NEAR) note(of[i + 2] + (along / length) * (of[j + 2] - of[i + 2]));
    else {
      note(of[i + 2]);
      note(of[j + 2]);
    }
  }
  if (Math.abs(area) <= NEAR * NEAR) return;
  for (let k = 0; k < 3; k++) isInside &&= weights[k] / area >= 0;
  if (isInside) note((weights[0] * of[at + 2] + weights[1] * of[at + 5] + weights[2] * of[at + 8]) / area);
}

function edgesMeeting(a: Seen, p: number, k: number, b: Seen, q: number, l: number, note: (along: number) => void) {
  const [i, j] = [p + 3 * k, p + 3 * ((k + 1) % 3)];
  const [m, n] = [q + 3 * l, q + 3 * ((l + 1) % 3)];
  const [ax, ay] = [a[j] - a[i], a[j + 1] - a[i + 1]];
  const [bx, by] = [b[n] - b[m], b[n + 1] - b[m + 1]];
  const determinant = ax * by - ay * bx;
  // Parallel as seen: their ends say it all.
  if (Math.abs(determinant) <= NEAR * Math.hypot(ax, ay) * Math.hypot(bx, by)) return;
  const [dx, dy] = [b[m] - a[i], b[m + 1] - a[i + 1]];
  const s = (dx * by - dy * bx) / determinant;
  const t = (dx * ay - dy * ax) / determinant;
  if (s < 0 || s > 1 || t < 0 || t > 1) return;
  note(b[m + 2] + t * (b[n + 2] - b[m + 2]) - (a[i + 2] + s * (a[j + 2] - a[i + 2])));
}
