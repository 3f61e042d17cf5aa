/** How deep or how near a clash is, in words. */
import type { ReportClash } from './clash-list.ts';
import { decimalsFor } from './clash-place.ts';
import { coordinate } from './text.ts';
import { shownUnit, UNIT_SIZES, unitRatio, unitSymbol } from './units.ts';

const DEPTH_DIGITS = 3;

type Measured = Pick<ReportClash, 'kind' | 'depth' | 'distance' | 'reason'>;

/** Of the interval, the end at which a point has been found; the true depth is less than 1 % more. */
export function statedDepth({ least, most }: NonNullable<ReportClash['depth']>): number {
  return least > 0 ? least : most;
}

/** A length to three digits, and no more decimals than are meaningful at the tolerance. */
function shortLength(value: number, tolerance: number | undefined): string {
  const text = coordinate(value, DEPTH_DIGITS);
  const decimals = decimalsFor(tolerance);
  const rounded = decimals === undefined ? text : String(Number(Number(text).toFixed(decimals)));
  return rounded === '0' ? text : rounded;
}

/** How deep or how near, or why there is no depth. Mere contacts are never given a depth. */
export function depthText({ kind, depth, distance, reason }: Measured, tolerance?: number): string {
  if (depth && kind !== 'touching') return shortLength(statedDepth(depth), tolerance);
  if (distance !== null) return `${shortLength(distance, tolerance)} apart`;
  return reason === 'open' && kind !== 'touching' ? 'open surface' : '–';
}

/** Metric units that lengths are told in, the largest first; other units stay as they are. */
const METRIC = ['meter', 'millimeter', 'micron'];

/** The largest metric unit in which the length is one or more, as it is written: 0.99999 mm is 1 mm, not 1000 µm. */
function readableUnit(value: number, unit: string): string {
  if (unit !== 'centimeter' && !METRIC.includes(unit)) return unit;
  const size = Number((Math.abs(value) * UNIT_SIZES[unit]).toPrecision(DEPTH_DIGITS));
  return METRIC.find((candidate) => size >= UNIT_SIZES[candidate]) ?? (size > 0 ? 'micron' : unit);
}

/** A length for people, with the unit where it is known: `6.61 mm` of a model in metres; `shown` is a unit that was chosen. */
export function lengthText(value: number, unit: string | undefined, shown?: string): string {
  if (!unit || !(unit in UNIT_SIZES)) return `${coordinate(value, DEPTH_DIGITS)}${unit ? ` ${unitSymbol(unit)}` : ''}`;
  const shownAs = shown === undefined ? readableUnit(value, unit) : shownUnit(unit, shown)!;
  return `${coordinate(value * unitRatio(unit, shownAs), DEPTH_DIGITS)} ${unitSymbol(shownAs)}`;
}

/** With the unit, where it is known: `3.2 mm deep`, `0.4 mm apart`; empty where nothing is measured. */
export function measureText({ kind, depth, distance }: Measured, unit: string | undefined): string {
  const length = (value: number) => lengthText(value, unit);
  if (depth && kind !== 'touching') return `${length(statedDepth(depth))} deep`;
  return distance === null ? '' : `${length(distance)} apart`;
}
