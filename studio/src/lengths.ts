/**
 * Lengths as the page shows them: in the unit that the user has chosen, which the browser remembers, else in the one that suits each.
 *
 * Numbers come in the unit of the coordinates. Where that is unknown, they are shown without one.
 */

import { asInFile, decimalsFor } from '../../src/report/clash-place.ts';
import { lengthText } from '../../src/report/depth-text.ts';
import { fitText } from '../../src/report/fits/fit-text.ts';
import type { Fit } from '../../src/report/fits/fits.ts';
import { shownUnit, UNIT_SIZES, unitRatio, unitSymbol } from '../../src/report/units.ts';
import { volumeText } from '../../src/report/volume-text.ts';

const KEY = 'collidescope-unit';
const DIGITS_MOST = 9;

/** What can be chosen, by name. */
export const SHOWN_UNITS: readonly string[] = ['millimeter', 'centimeter', 'meter', 'inch', 'foot'];

function stored(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    return SHOWN_UNITS.includes(kept) ? kept : undefined;
  } catch {
    return undefined; // storage may be off
  }
}

export class Lengths {
  /** Of the coordinates, where it is known. */
  own: string | undefined;
  #chosen = stored();

  /** Undefined: the one that suits each length. */
  get chosen(): string | undefined {
    return this.#chosen;
  }

  set chosen(unit: string | undefined) {
    this.#chosen = unit;
    try {
      if (unit === undefined) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, unit);
    } catch {
      // The choice then lasts until the page is closed.
    }
  }

  /** As it is written behind numbers that are all in one unit; empty where none is known. */
  get symbol(): string {
    const unit = shownUnit(this.own, this.#chosen);
    return unit ? unitSymbol(unit) : '';
  }

  readonly text = (value: number): string => lengthText(value, this.own, this.#chosen);

  volume(volume: Parameters<typeof volumeText>[0]): string {
    return volumeText(volume, this.own, this.#chosen);
  }

  fit(fit: Fit): string {
    return fitText(fit, this.own, this.#chosen);
  }

  /** A place in the axes of the file, rounded to the tolerance. */
  point(facts: Parameters<typeof asInFile>[0], tolerance: number, point: readonly number[]): string {
    const ratio = unitRatio(this.own, this.#chosen);
    const decimals = decimalsFor(tolerance * ratio);
    const shown = asInFile(facts, point).map((value) => {
      const short = Number((value * ratio).toPrecision(DIGITS_MOST));
      return String(decimals === undefined ? short : Number(short.toFixed(decimals)));
    });
    return shown.join('  ');
  }

  /** A length that was typed: a plain number is in the unit that was chosen, where coordinates have one to convert it to. */
  typed(text: string): string {
    const isPlain = /^[\d.]+(e[+-]?\d+)?$/i.test(text.trim());
    const canConvert = this.#chosen !== undefined && this.own !== undefined && this.own in UNIT_SIZES;
    return isPlain && canConvert ? `${text.trim()}${unitSymbol(this.#chosen!)}` : text.trim();
  }
}
