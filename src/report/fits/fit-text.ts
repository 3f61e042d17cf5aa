/** A fit in words: `⌀20.02 in ⌀20, 10 mm long`. */
import { coordinate } from '../text.ts';
import { shownUnit, unitRatio, unitSymbol } from '../units.ts';
import type { Fit } from './fits.ts';

/** Diameters are told apart by hundredths of a millimetre. */
const DIGITS = 6;
const KIND_WORDS = { press: 'press fit', thread: 'thread', coaxial: 'coaxial cylinders' } as const;

/** `shown` is a unit that was chosen. */
export function fitText(fit: Fit, unit: string | undefined, shown?: string): string {
  const { kind, thread, shaftDiameter, boreDiameter, length } = fit;
  const shownAs = shownUnit(unit, shown);
  const symbol = shownAs ? ` ${unitSymbol(shownAs)}` : '';
  const number = (value: number) => coordinate(value * unitRatio(unit, shown), DIGITS);
  const name = thread === undefined ? KIND_WORDS[kind] : `${KIND_WORDS[kind]} ${thread}`;
  return `${name}, ⌀${number(shaftDiameter)} in ⌀${number(boreDiameter)}, ${number(length)}${symbol} long`;
}
