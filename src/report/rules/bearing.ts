/**
 * Whether an element bears in a wall: a beam or a slab rests in it with its end, and the wall carries it from below. A wall that
 * says of itself that it bears no load carries nothing.
 *
 * Judged by boxes along the walls of either, however the building is turned in plan: most are drawn of upright faces at right angles.
 */
import { boxOf } from '../box.ts';
import type { FileObject } from '../objects.ts';

interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** From and to along a direction. */
type Range = readonly [number, number];

/** Elements of buildings are read with y up. */
const UP = 1;
/** How far an end may be from where the overlap ends, for rounding: of the size of things, in the unit of the files. */
const ROUNDING = 1e-4;
/** Faces that lean more are not upright. */
const UPRIGHT_MOST = 0.02;
/** The part of the upright faces that must agree on a direction; a round wall has none. */
const AGREED_LEAST = 0.9;
const TURN_LEAST = 1e-6;
const LEAST_ROUNDING = 1e-9;

/** The angle in plan of a mesh's upright faces, modulo a right angle; 0 where they do not agree on one. */
function angleInPlan({ mesh: { positions, indices } }: FileObject): number {
  let [cosine, sine, area] = [0, 0, 0];
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [p, q, r] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
    const [ax, ay, az] = [0, 1, 2].map((k) => positions[q + k] - positions[p + k]);
    const [bx, by, bz] = [0, 1, 2].map((k) => positions[r + k] - positions[p + k]);
    const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const size = Math.hypot(x, y, z);
    if (!(size > 0) || Math.abs(y) > UPRIGHT_MOST * size) continue;
    // Four times the angle is the same for all directions at right angles.
    const angle = 4 * Math.atan2(z, x);
    cosine += size * Math.cos(angle);
    sine += size * Math.sin(angle);
    area += size;
  }
  if (!(Math.hypot(cosine, sine) >= AGREED_LEAST * area) || area === 0) return 0;
  const turn = Math.atan2(sine, cosine) / 4;
  return Math.abs(turn) < TURN_LEAST ? 0 : turn;
}

/** How far a mesh reaches along a horizontal direction. */
function rangeOf({ mesh: { positions, indices } }: FileObject, x: number, z: number): Range {
  let [from, to] = [Infinity, -Infinity];
  for (const vertex of indices) {
    const value = x * positions[3 * vertex] + z * positions[3 * vertex + 2];
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return [from, to];
}

function boxRange({ min, max }: Bounds, x: number, z: number): Range {
  const ends = [min, max].flatMap((p) => [min, max].map((q) => x * p[0] + z * q[2]));
  return [Math.min(...ends), Math.max(...ends)];
}

/** Properties of the element or its type, as in `Pset_WallCommon.LoadBearing`. */
function bearsNoLoad({ properties = {} }: FileObject): boolean {
  return Object.entries(properties).some(([name, value]) => /(^|\.)LoadBearing$/i.test(name) && value === false);
}

/**
 * Seen from above, their overlap ends where `a` ends, reaches at least `least` along it, no farther than `b` is thick, and is less
 * than half of `a`: a beam that runs along in a wall does not bear in it.
 */
export function bearsIn(objects: readonly FileObject[], a: number, b: number, shared: Bounds, least: number): boolean {
  const [own, wall] = [objects[a], objects[b]];
  if (own.class === undefined || wall.class === undefined || bearsNoLoad(wall)) return false;
  const [ownBox, wallBox] = [boxOf(own), boxOf(wall)];
  if (!ownBox || !wallBox) return false;
  const slack = ROUNDING * Math.max(...[0, 1, 2].map((axis) => ownBox.max[axis] - ownBox.min[axis]));
  if (wallBox.min[UP] > shared.min[UP] - slack) return false;
  // Of objects whose triangles are elsewhere only boxes are known.
  const areBoxes = own.box !== undefined || wall.box !== undefined;
  const turns = areBoxes ? [0] : [...new Set([angleInPlan(wall), angleInPlan(own)])];
  return turns.some((turn) =>
    [turn, turn + Math.PI / 2].some((angle) => {
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      const reach = (object: FileObject, box: Bounds) => (turn === 0 ? boxRange(box, x, z) : rangeOf(object, x, z));
      const [ownRange, wallRange] = [reach(own, ownBox), reach(wall, wallBox)];
      const overlap = boxRange(shared, x, z);
      // A rotated box reaches farther than its contents, so the overlap is limited to what both ranges share.
      const known = turn === 0 ? overlap : common(common(ownRange, wallRange), overlap);
      return isEndIn(ownRange, wallRange, known, slack, least);
    }),
  );
}

const common = (p: Range, q: Range): Range => [Math.max(p[0], q[0]), Math.min(p[1], q[1])];

/** Along a direction: the overlap is an end of `own`, and no longer than `wall`. */
function isEndIn(own: Range, wall: Range, shared: Range, slack: number, least: number): boolean {
  const [from, to] = shared;
  const length = to - from;
  const isEnd = from - own[0] <= slack || own[1] - to <= slack;
  const isBounded = length <= wall[1] - wall[0] + slack && 2 * length < own[1] - own[0];
  return isEnd && isBounded && length >= least * (1 - LEAST_ROUNDING);
}
