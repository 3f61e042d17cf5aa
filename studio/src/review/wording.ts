/** What the review says of a clash, in words and numbers. */
import type { ClashKind, NoDepthReason } from '../../../src/index.ts';
import { coordinate } from '../../../src/report/text.ts';
import { UNIT_SIZES, unitSymbol } from '../../../src/report/units.ts';
import type { ReviewClash } from '../protocol.ts';

/** A shape for each kind, so that colour is never the only sign. */
export const KIND_SIGNS: Readonly<Record<ClashKind, string>> = {
  penetrating: '◆',
  contained: '◉',
  duplicate: '▣',
  near: '↔',
  touching: '○',
};

const DIGITS = 3;

const NO_DEPTH: Readonly<Record<NoDepthReason, string>> = {
  open: 'no depth',
  self: 'itself',
  duplicate: 'same solid',
  touching: 'touching',
  near: 'near',
  'not-asked': 'no depth',
};

/** Metric units that lengths are told in, the largest first; other units stay as they are. */
const METRIC = ['meter', 'millimeter', 'micron'];

/** The largest metric unit in which the length is one or more. */
function readableUnit(value: number, unit: string): string {
  if (unit !== 'centimeter' && !METRIC.includes(unit)) return unit;
  const size = Math.abs(value) * UNIT_SIZES[unit];
  return METRIC.find((candidate) => size >= UNIT_SIZES[candidate]) ?? (size > 0 ? 'micron' : unit);
}

/** With the unit, where it is known: `6.61 mm` of a model in metres. */
export function length(value: number, unit: string | undefined): string {
  if (!unit || !(unit in UNIT_SIZES)) return unit ? `${coordinate(value, DIGITS)} ${unit}` : coordinate(value, DIGITS);
  const shown = readableUnit(value, unit);
  return `${coordinate((value * UNIT_SIZES[unit]) / UNIT_SIZES[shown], DIGITS)} ${unitSymbol(shown)}`;
}

/** At most so many characters: the beginning and the end, because names of parts often differ only in the last digits. */
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(-end).join('')}`;
}

/** Two names in the room of `most` characters; what a short one leaves is for the other. */
export function shortenedPair(a: string, b: string, most: number): string {
  const half = Math.floor(most / 2);
  const roomFor = (other: string) => Math.max(half, most - other.length);
  return `${shortened(a, roomFor(b))} – ${shortened(b, roomFor(a))}`;
}

/** Its depth, or how far apart; else why there is none. */
export function measureOf({ depth, distance, reason }: ReviewClash, unit: string | undefined): string {
  if (depth) return length(depth.most, unit);
  if (distance !== null) return `${length(distance, unit)} apart`;
  return NO_DEPTH[reason ?? 'not-asked'];
}

/** What the mark in the view says. */
export function markOf(clash: ReviewClash, unit: string | undefined): string {
  if (clash.depth || clash.distance !== null) return measureOf(clash, unit);
  return clash.kind === 'penetrating' ? 'surfaces cross' : clash.kind;
}

/** What is wrong, in a sentence; names are those of its two objects. */
export function sentenceOf(clash: ReviewClash, [a, b]: readonly string[], unit: string | undefined): string {
  const { kind, depth, distance, inner } = clash;
  if (clash.a === clash.b) return `${a} ${kind === 'touching' ? 'touches' : 'crosses'} itself.`;
  switch (kind) {
    case 'penetrating':
      return depth
        ? `${a} and ${b} reach ${length(depth.most, unit)} into each other.`
        : `The surfaces of ${a} and ${b} cross. One of them is open and has no inside, so there is no depth.`;
    case 'contained':
      return inner === clash.a ? `${a} lies inside ${b}.` : `${b} lies inside ${a}.`;
    case 'duplicate':
      return `${a} and ${b} are the same solid in the same place.`;
    case 'near':
      return `${a} and ${b} do not meet, and are ${length(distance ?? 0, unit)} apart.`;
    case 'touching':
      return depth
        ? `${a} and ${b} touch; they overlap by ${length(depth.most, unit)}, no more than the tolerance.`
        : `${a} and ${b} touch.`;
  }
}
