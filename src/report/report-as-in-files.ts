/** A report as it is handed over: with all coordinates as the files have them. */
import { asInFile } from './clash-place.ts';
import type { Report } from './report.ts';

type Turn = (point: readonly number[]) => number[];
interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** The ends of each axis change places where it is reversed. */
function turnedBounds({ min, max }: Bounds, turn: Turn): Bounds {
  const ends = [turn(min), turn(max)];
  return {
    min: ends[0].map((value, axis) => Math.min(value, ends[1][axis])),
    max: ends[0].map((value, axis) => Math.max(value, ends[1][axis])),
  };
}

function turned<T extends { readonly point: readonly number[]; readonly bounds: Bounds }>(found: T, turn: Turn): T {
  return { ...found, point: turn(found.point), bounds: turnedBounds(found.bounds, turn) };
}

const turnedEnds = <T extends { readonly from: readonly number[]; readonly to: readonly number[] }>(
  ends: T,
  turn: Turn,
): T => ({
  ...ends,
  from: turn(ends.from),
  to: turn(ends.to),
});

export function reportAsInFiles(report: Report): Report {
  const { isTurned, unitsText: _, ...rest } = report;
  if (!isTurned) return rest;
  const turn: Turn = (point) => asInFile(report, point);
  const { clashes, regions, clearance, places } = report;
  return {
    ...rest,
    up: 'z',
    places: places.map((place) => turnedEnds(place, turn)),
    ...(clashes && {
      clashes: clashes.map((clash) => ({ ...turned(clash, turn), normal: clash.normal && turn(clash.normal) })),
    }),
    ...(regions && { regions: regions.map((region) => turned(region, turn)) }),
    ...(clearance && {
      clearance: { ...clearance, objectPairs: clearance.objectPairs.map((pair) => turnedEnds(pair, turn)) },
    }),
  };
}
