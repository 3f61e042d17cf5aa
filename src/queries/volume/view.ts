/** The view of a layered depth image: the volume of interest, and which coordinates are across, down and depth. */
import { AXES, type Axis } from '../../mesh/bounds.ts';

export { AXES, type Axis };

/** low x y z, high x y z. */
export type Box = readonly number[];

export interface View {
  readonly axis: Axis;
  /** Numbers of the coordinates across, down and in depth: a rotation of 0, 1, 2. */
  readonly order: readonly [number, number, number];
  readonly box: Box;
}

export function viewAlong(axis: Axis, box: Box): View {
  const depth = AXES.indexOf(axis);
  return { axis, order: [(depth + 1) % 3, (depth + 2) % 3, depth], box };
}

/** What two boxes have in common; undefined when that has no volume. */
export function commonBox(a: Box, b: Box): Box | undefined {
  const common = a.map((value, k) => (k < 3 ? Math.max(value, b[k]) : Math.min(value, b[k])));
  return hasVolume(common) ? common : undefined;
}

export function hasVolume(box: Box): boolean {
  return box.length === 6 && [0, 1, 2].every((k) => box[k + 3] > box[k]);
}

export function sidesOf(box: Box): number[] {
  return [0, 1, 2].map((k) => box[k + 3] - box[k]);
}

/** The axis along which a box is shortest: the fewest layers, and the finest pixels are across the longest sides. */
export function shortestAxis(box: Box): Axis {
  const sides = sidesOf(box);
  return AXES[sides.lastIndexOf(Math.min(...sides))];
}
