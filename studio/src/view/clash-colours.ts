/** The colours of a clash: those of the report, and their counterparts on a dark ground. `base.css` repeats them. */
import type { Colour } from '../../../src/report/picture/canvas.ts';
import { CONTACT, CUT_BRIGHTNESS, FIRST, hexOf, ON_DARK, SECOND } from '../../../src/report/picture/style.ts';

const coloursOf = (first: Colour, second: Colour, contact: Colour) => ({
  a: hexOf(first),
  b: hexOf(second),
  contact: hexOf(contact),
  /** Of what a section cuts open. */
  cutA: hexOf(first, CUT_BRIGHTNESS),
  cutB: hexOf(second, CUT_BRIGHTNESS),
});

export const CLASH_COLOURS = {
  light: coloursOf(FIRST, SECOND, CONTACT),
  dark: coloursOf(ON_DARK.first, ON_DARK.second, ON_DARK.contact),
} as const;
