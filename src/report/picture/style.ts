/** How clashes look, in pictures, in the report and in the studio: two calm colours, grey for the rest, red for the contact alone. */
import type { Colour } from './canvas.ts';

/** Of the first and the second object. Blue and orange differ for the colour-blind too. */
export const FIRST: Colour = [86, 138, 190];
export const SECOND: Colour = [232, 170, 88];
export const GHOST: Colour = [150, 156, 166];
export const CONTACT: Colour = [196, 22, 58];
/** The same on a dark ground, which only the studio has. */
export const ON_DARK: Readonly<Record<'first' | 'second' | 'ghost' | 'contact', Colour>> = {
  first: [111, 159, 216],
  second: [217, 164, 65],
  ghost: [169, 184, 196],
  contact: [255, 111, 163],
};
export const INK: Colour = [34, 40, 50];
export const PAPER: Colour = [255, 255, 255];
export const SKY: Colour = [246, 248, 250];
export const GROUND: Colour = [224, 229, 235];

/** How much the object behind shows through the one in front. */
export const SEEN_THROUGH = 0.2;
/** The same where one lies wholly inside the other, which would else not be seen. */
export const SEEN_INSIDE = 0.5;
export const GHOST_BEFORE = 0.1;
export const GHOST_BEHIND = 0.34;
/** How much darker edges are. */
export const EDGE = 0.6;
export const GHOST_EDGE = 0.2;

/** Where the light comes from, as the camera sees it: right, up, towards the eye; of length 1. */
export const LIGHT = [0.36, 0.62, 0.697] as const;
export const AMBIENT = 0.62;
export const SKYLIGHT = 0.12;
export const DIRECT = 0.38;

/** Of a surface made by a section, which has no form. */
export const CUT_BRIGHTNESS = 0.84;

/** Neighbouring pixels whose normals have a cosine below this lie across a crease. */
export const CREASE_COSINE = 0.78;
/** Neighbouring depths that differ by more than this many pixels' widths, beyond what the slope explains, lie across an edge. */
export const STEP_PIXELS = 9;

/** `#rrggbb`; `brightness`: of a surface in this colour. */
export function hexOf(colour: Colour, brightness = 1): string {
  const digits = (value: number) =>
    Math.round(value * brightness)
      .toString(16)
      .padStart(2, '0');
  return `#${colour.map(digits).join('')}`;
}

/** How bright a surface is, by its normal as the camera sees it. */
export function brightness(x: number, y: number, z: number): number {
  const direct = Math.max(0, x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2]);
  return AMBIENT + SKYLIGHT * y + DIRECT * direct;
}
