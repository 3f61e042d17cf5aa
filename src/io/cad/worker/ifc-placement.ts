/** Where IfcLocalPlacement puts things: the chain of placements up to the origin of the file, in its unit. */
import { type IfcLines, numbersOf, referenceOf } from './ifc-api.ts';

/** Origin and axes in coordinates of the file. */
export interface Placement {
  readonly origin: readonly number[];
  readonly axes: readonly (readonly number[])[];
}

/** A chain longer than this is a cycle in a damaged file. */
const DEPTH_MOST = 64;

const UNPLACED: Placement = {
  origin: [0, 0, 0],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
};

const unit = (v: readonly number[]) => v.map((value) => value / (Math.hypot(...v) || 1));
const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, axis) => sum + value * q[axis], 0);
const cross = ([a, b, c]: readonly number[], [d, e, f]: readonly number[]) => [
  b * f - c * e,
  c * d - a * f,
  a * e - b * d,
];

const spatial = (values: readonly number[], otherwise: readonly number[]) =>
  values.length >= 2 ? [values[0], values[1], values[2] ?? 0] : otherwise;

/** A point of the placed coordinates in those of the file. */
export function placedPoint({ origin, axes }: Placement, point: readonly number[]): number[] {
  return origin.map((value, k) => value + axes.reduce((sum, axis, i) => sum + axis[k] * (point[i] ?? 0), 0));
}

function relativePlacement(lines: IfcLines, id: number | undefined): Placement {
  const line = lines.line(id);
  const vector = (name: string, attribute: string) => numbersOf(lines.line(referenceOf(line, name)), attribute);
  const origin = spatial(vector('Location', 'Coordinates'), UNPLACED.origin);
  const z = unit(spatial(vector('Axis', 'DirectionRatios'), UNPLACED.axes[2]));
  const towards = spatial(vector('RefDirection', 'DirectionRatios'), UNPLACED.axes[0]);
  const across = towards.map((value, axis) => value - dot(towards, z) * z[axis]);
  const x = Math.hypot(...across) > 1e-9 ? unit(across) : UNPLACED.axes[0];
  return { origin, axes: [x, cross(z, x), z] };
}

export function placementOf(lines: IfcLines, id: number | undefined, depth = 0): Placement {
  const line = lines.line(id);
  if (!line || depth > DEPTH_MOST) return UNPLACED;
  const above = placementOf(lines, referenceOf(line, 'PlacementRelTo'), depth + 1);
  const own = relativePlacement(lines, referenceOf(line, 'RelativePlacement'));
  const turned = (v: readonly number[]) => placedPoint({ ...above, origin: [0, 0, 0] }, v);
  return { origin: placedPoint(above, own.origin), axes: own.axes.map(turned) };
}
