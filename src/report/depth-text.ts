/** How deep or how near a clash is, in words. */
import type { ReportClash } from './clash-list.ts';
import { coordinate } from './text.ts';
import { unitSymbol } from './units.ts';

const DEPTH_DIGITS = 3;

type Measured = Pick<ReportClash, 'kind' | 'depth' | 'distance' | 'reason'>;

/**
 * How deep or how near, or why there is no depth. Of the interval, the end at which a point has been found; the true depth
 * is less than 1 % more.
 */
export function depthText({ kind, depth, distance, reason }: Measured): string {
  if (depth) return coordinate(depth.least > 0 ? depth.least : depth.most, DEPTH_DIGITS);
  if (distance !== null) return `${coordinate(distance, DEPTH_DIGITS)} apart`;
  return reason === 'open' && kind !== 'touching' ? 'open surface' : '–';
}

/** Lengths below this many metres are told in millimetres. */
const METRES_LEAST = 0.1;

/** A length for people: models in metres have clashes of millimetres. */
export function lengthText(value: number, unit: string | undefined): string {
  if (unit === 'meter' && value < METRES_LEAST) return `${coordinate(1000 * value, DEPTH_DIGITS)} mm`;
  return `${coordinate(value, DEPTH_DIGITS)}${unit ? ` ${unitSymbol(unit)}` : ''}`;
}

/** With the unit, where it is known: `3.2 mm deep`, `0.4 mm apart`; empty where nothing is measured. */
export function measureText({ depth, distance }: Measured, unit: string | undefined): string {
  const length = (value: number) => lengthText(value, unit);
  if (depth) return `${length(depth.least > 0 ? depth.least : depth.most)} deep`;
  return distance === null ? '' : `${length(distance)} apart`;
}
