/** A fit in words: `⌀20.02 in ⌀20, 10 mm long`. */
import { coordinate } from '../text.ts';
import { unitSymbol } from '../units.ts';
import type { Fit } from './fits.ts';

/** Diameters are told apart by hundredths of a millimetre. */
const DIGITS = 6;
const KIND_WORDS = { press: 'press fit', thread: 'thread', coaxial: 'coaxial cylinders' } as const;

export function fitText({ kind, thread, shaftDiameter, boreDiameter, length }: Fit, unit: string | undefined): string {
  const symbol = unit ? ` ${unitSymbol(unit)}` : '';
  const number = (value: number) => coordinate(value, DIGITS);
  const name = thread === undefined ? KIND_WORDS[kind] : `${KIND_WORDS[kind]} ${thread}`;
  return `${name}, ⌀${number(shaftDiameter)} in ⌀${number(boreDiameter)}, ${number(length)}${symbol} long`;
}
