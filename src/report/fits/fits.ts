/**
 * Fits: a cylinder of one object in a bore of another, coaxial and thicker than it. Pins that are pressed in and threads that are drawn
 * as plain cylinders are recognised by their shape, whatever the parts are called.
 *
 * Promise: a clash has a fit only if the fit explains all of it: the cylinders are coaxial, the clash lies where they overlap, and it is
 * no deeper than their radii differ, plus what facets and vertices may be off.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { FileObject } from '../objects.ts';
import { add, dot, lengthOf, scale, subtract, type Vector } from '../picture/vector.ts';
import { type Cylinder, findCylinders } from './cylinders.ts';
import { isPressed, threadOf } from './standards.ts';

/** `coaxial`: neither, so it is probably a mistake in a diameter. */
export const FIT_KINDS = ['press', 'thread', 'coaxial'] as const;
export type FitKind = (typeof FIT_KINDS)[number];

export interface Fit {
  readonly kind: FitKind;
  /** Numbers of the objects. */
  readonly shaft: number;
  readonly bore: number;
  readonly shaftDiameter: number;
  readonly boreDiameter: number;
  /** Along the axis. */
  readonly length: number;
  /** How far depth and diameters may be off, because triangles stand for cylinders. */
  readonly tolerance: number;
  /** The thread that has these diameters, as in `M8`. */
  readonly thread?: string;
}

export interface FittingClash {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly depth: { readonly most: number } | null;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** `millimetres`: how long the unit of the coordinates is; undefined where nobody says. */
export type FitOf = (clash: FittingClash, millimetres: number | undefined) => Fit | undefined;

/** An object with more triangles is not a part with a bore, and searching for cylinders takes a while. */
const TRIANGLES_MOST = 200_000;
/** Depths are told to a hundredth of themselves; so the upper bound may exceed the difference of radii by this much. */
const DEPTH_PART = 0.02;
/** Vertices count as on a cylinder within this part of the longest side of their object, if no deflection says otherwise. */
const OFF_PART = 1e-6;

/** The cylinders of objects are looked for when they are first asked for. */
export function fitsOf(objects: readonly FileObject[], positions: readonly Positions[]): FitOf {
  const known = new Map<number, readonly Cylinder[]>();
  const cylindersOf = (object: number): readonly Cylinder[] => {
    const found = known.get(object) ?? findIn(objects[object], positions[object]);
    known.set(object, found);
    return found;
  };
  return (clash, millimetres) => {
    const { kind, depth, a, b } = clash;
    if (kind !== 'penetrating' || !depth || objects[a].class !== undefined || objects[b].class !== undefined)
      return undefined;
    const pairings = [
      { shaft: a, bore: b },
      { shaft: b, bore: a },
    ];
    const fits = pairings.flatMap(({ shaft, bore }) =>
      cylindersOf(shaft).flatMap((pin) =>
        cylindersOf(bore).flatMap((hole) => {
          const fit = fitOf(pin, hole, clash, depth.most);
          return fit ? [{ ...classified(fit, millimetres), shaft, bore }] : [];
        }),
      ),
    );
    return fits.reduce<Fit | undefined>((best, fit) => (best && best.length >= fit.length ? best : fit), undefined);
  };
}

function findIn({ mesh, shape, deflection = 0 }: FileObject, positions: Positions): readonly Cylinder[] {
  if (shape || mesh.indices.length > 3 * TRIANGLES_MOST) return [];
  let size = 0;
  for (const vertex of mesh.indices) {
    for (let axis = 0; axis < 3; axis++)
      size = Math.max(size, Math.abs(positions[3 * vertex + axis] - positions[3 * mesh.indices[0] + axis]));
  }
  return findCylinders(positions, mesh.indices, Math.max(deflection, OFF_PART * size));
}

type Measured = Omit<Fit, 'kind' | 'shaft' | 'bore' | 'thread'>;

function fitOf(pin: Cylinder, hole: Cylinder, clash: FittingClash, depth: number): Measured | undefined {
  if (pin.isBore || !hole.isBore || pin.radius <= hole.radius) return undefined;
  const tolerance = pin.off + pin.sag + hole.off + hole.sag;
  if (depth > (1 + DEPTH_PART) * (pin.radius - hole.radius) + tolerance) return undefined;
  // Where the hole begins and ends along the pin's axis.
  const ends = [hole.from, hole.to].map((at) => add(hole.point, scale(hole.axis, at)));
  const heights = ends.map((end) => dot(subtract(end, pin.point), pin.axis));
  const from = Math.max(pin.from, Math.min(...heights));
  const to = Math.min(pin.to, Math.max(...heights));
  if (!(from < to)) return undefined;
  const isCoaxial = ends.every((end, i) => {
    const beside = subtract(subtract(end, pin.point), scale(pin.axis, heights[i]));
    return lengthOf(beside) <= tolerance;
  });
  if (!isCoaxial || !surrounds(pin, from, to, clash.bounds, tolerance)) return undefined;
  return { shaftDiameter: 2 * pin.radius, boreDiameter: 2 * hole.radius, length: to - from, tolerance };
}

/** Whether a stretch of a cylinder, in its box, holds some bounds. */
function surrounds(
  { point, axis, radius }: Cylinder,
  from: number,
  to: number,
  { min, max }: FittingClash['bounds'],
  tolerance: number,
): boolean {
  const [start, end] = [from, to].map((at): Vector => add(point, scale(axis, at)));
  return [0, 1, 2].every((i) => {
    const reach = radius * Math.sqrt(Math.max(0, 1 - axis[i] * axis[i])) + tolerance;
    return min[i] >= Math.min(start[i], end[i]) - reach && max[i] <= Math.max(start[i], end[i]) + reach;
  });
}

function classified(fit: Measured, millimetres: number | undefined): Omit<Fit, 'shaft' | 'bore'> {
  if (millimetres === undefined) return { kind: 'coaxial', ...fit };
  const [shaft, bore] = [fit.shaftDiameter * millimetres, fit.boreDiameter * millimetres];
  if (isPressed(shaft, bore)) return { kind: 'press', ...fit };
  const thread = threadOf(shaft, bore);
  return thread === undefined ? { kind: 'coaxial', ...fit } : { kind: 'thread', ...fit, thread };
}
