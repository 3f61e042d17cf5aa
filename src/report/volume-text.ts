/** The volume that two objects share, in reliable numbers: its error is never rounded away. */
import type { ClashVolume } from '../queries/clashes/clashes.ts';
import { coordinate } from './text.ts';
import { shownUnit, unitRatio, unitSymbol } from './units.ts';

const DIGITS = 3;
const DIGITS_OF_BOUND = 2;
const DIGITS_OF_ENDS = 6;

/** The value of one unit in the last of this many digits. */
const lastDigit = (value: number, digits: number) => 10 ** (Math.floor(Math.log10(value)) - digits + 1);

/** Rounded up or down to this many digits. */
function roundedTo(direction: 'up' | 'down', value: number, digits: number): number {
  const near = Number(value.toPrecision(digits));
  if (near === value || near > value === (direction === 'up')) return near;
  const step = direction === 'up' ? lastDigit(value, digits) : -lastDigit(value, digits);
  return Number((near + step).toPrecision(digits));
}

/** Three digits; where the bound is more than half of the last of them, with it: `12.3 ± 0.4`. */
function numberText({ volume, errorBound }: Pick<ClashVolume, 'volume' | 'errorBound'>): string {
  const text = coordinate(volume, DIGITS);
  const isPlain = errorBound === 0 || (volume > 0 && errorBound <= lastDigit(volume, DIGITS) / 2);
  return isPlain ? text : `${text} ± ${roundedTo('up', errorBound, DIGITS_OF_BOUND)}`;
}

export const cubic = (unit: string) => `${unitSymbol(unit)}³`;

/** Empty where there is none: it was not asked for, or an object is open and has no inside. `shown` is a unit that was chosen. */
export function volumeText(volume: ClashVolume | null | undefined, unit?: string, shown?: string): string {
  if (!volume) return '';
  const cube = unitRatio(unit, shown) ** 3;
  const text = numberText({ volume: volume.volume * cube, errorBound: volume.errorBound * cube });
  const shownAs = shownUnit(unit, shown);
  return shownAs ? `${text} ${cubic(shownAs)}` : text;
}

/** The ends between which the true volume lies, rounded away from each other. */
export function volumeEnds({ volume, errorBound }: ClashVolume): { readonly least: number; readonly most: number } {
  return {
    least: roundedTo('down', Math.max(0, volume - errorBound), DIGITS_OF_ENDS),
    most: roundedTo('up', volume + errorBound, DIGITS_OF_ENDS),
  };
}
