/** Lengths in the worker's sentences, in the unit that the page shows. */
import { lengthText } from '../../../src/report/depth-text.ts';
import { shownUnit, unitRatio, unitSymbol } from '../../../src/report/units.ts';
import type { World } from './world.ts';

let chosen: string | undefined;

/** Undefined chooses a unit to suit each length. Returns whether the choice changed. */
export function showUnit(unit: string | undefined): boolean {
  const isOther = unit !== chosen;
  chosen = unit;
  return isOther;
}

export const chosenUnit = (): string | undefined => chosen;

export function shownLength({ unit }: World, value: number): string {
  return lengthText(value, unit, chosen);
}

/** What lengths of a column are multiplied by, and the unit behind its title; empty where none is known. */
export function columnUnit({ unit }: World): { readonly ratio: number; readonly symbol: string } {
  const shown = shownUnit(unit, chosen);
  return { ratio: unitRatio(unit, chosen), symbol: shown ? unitSymbol(shown) : '' };
}
