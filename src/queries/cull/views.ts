/**
 * Directions to look along: an axis, the same from the other side, or any direction, as the option `views` names them.
 *
 * A view has three rows, across, down and depth: what a point's coordinates are multiplied by. They are at right angles to each
 * other and of length one, but for rounding.
 */

import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';

export interface View {
  /** As it was given: "x", "-x" or "1,1,0". */
  readonly name: string;
  /** The axis it looks along; none for another direction. */
  readonly axis: 0 | 1 | 2 | undefined;
  /** 1, or −1 for an axis that is looked along from its far end. */
  readonly sign: 1 | -1;
  /** Across, down, depth: three numbers each. */
  readonly rows: readonly (readonly number[])[];
}

const AXES = ['x', 'y', 'z'];
const VIEWS_MOST = 9;

type Vector = readonly number[];
const unit = (axis: number, sign = 1): Vector => [0, 1, 2].map((k) => (k === axis ? sign : 0));
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function normalized(vector: Vector): Vector {
  // Scaled first, so that squares neither vanish nor overflow.
  const largest = Math.max(...vector.map(Math.abs));
  const scaled = vector.map((value) => value / largest);
  const length = Math.sqrt(dot(scaled, scaled));
  return scaled.map((value) => value / length);
}

function axisView(name: string): View {
  const sign = name.startsWith('-') ? -1 : 1;
  const axis = AXES.indexOf(name.at(-1)!) as 0 | 1 | 2;
  return { name, axis, sign, rows: [unit((axis + 1) % 3), unit((axis + 2) % 3), unit(axis, sign)] };
}

function directionView(name: string): View | undefined {
  const numbers = name.split(',').map((text) => (text === '' ? Number.NaN : Number(text)));
  if (numbers.length !== 3 || !numbers.every(Number.isFinite) || numbers.every((value) => value === 0))
    return undefined;
  const depth = normalized(numbers);
  const sizes = depth.map(Math.abs);
  const across = normalized(cross(unit(sizes.indexOf(Math.min(...sizes))), depth));
  return { name, axis: undefined, sign: 1, rows: [across, cross(depth, across), depth] };
}

/** The views that a text names: axes joined ("xyz", "x-xz"), or axes and directions with spaces between ("x -y 1,1,0"). */
export function checkViews(call: string, views: unknown): readonly View[] | 'auto' {
  if (views === 'auto') return views;
  const found = typeof views === 'string' ? parseViews(views) : undefined;
  if (found && found.length > 0 && found.length <= VIEWS_MOST) return found as View[];
  throw new OptionError(
    'option-value',
    `${call}: views is ${describe(views)}; expected one to nine letters of x, y and z, such as "xyz" or "x-xz", directions such as "x -y 1,1,0", or "auto".`,
    { option: 'views' },
  );
}

function parseViews(text: string): View[] | undefined {
  const found: View[] = [];
  for (const word of text.trim().split(/\s+/)) {
    if (/^(-?[xyz])+$/.test(word)) found.push(...word.match(/-?[xyz]/g)!.map(axisView));
    else {
      const view = directionView(word);
      if (!view) return undefined;
      found.push(view);
    }
  }
  return found;
}

export const AXIS_VIEWS: readonly View[] = AXES.map(axisView);
