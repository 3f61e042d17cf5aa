/** What standards say about interferences of cylinders, in millimetres. */

/**
 * A little more than the tightest common press fit, H7/u6: 24 µm at 3 mm, 37 at 10, 86 at 50, 146 at 100, 265 at 200.
 * Source: ISO 286-2, tables of H7 and u6.
 */
const PRESS_BASE = 0.025;
const PRESS_PART = 0.0014;

export function isPressed(shaft: number, bore: number): boolean {
  return shaft - bore <= PRESS_BASE + PRESS_PART * bore;
}

/** Name, nominal diameter and pitch. Sources: ISO 261 (coarse threads), ASME B1.1 (UNC). */
const THREADS: readonly (readonly [name: string, diameter: number, pitch: number])[] = [
  ['M1.6', 1.6, 0.35],
  ['M2', 2, 0.4],
  ['M2.5', 2.5, 0.45],
  ['M3', 3, 0.5],
  ['M4', 4, 0.7],
  ['M5', 5, 0.8],
  ['M6', 6, 1],
  ['M8', 8, 1.25],
  ['M10', 10, 1.5],
  ['M12', 12, 1.75],
  ['M14', 14, 2],
  ['M16', 16, 2],
  ['M20', 20, 2.5],
  ['M24', 24, 3],
  ['M30', 30, 3.5],
  ['M36', 36, 4],
  ['M42', 42, 4.5],
  ['M48', 48, 5],
  ['#4-40', 2.845, 0.635],
  ['#6-32', 3.505, 0.79375],
  ['#8-32', 4.166, 0.79375],
  ['#10-24', 4.826, 1.05833],
  ['1/4-20', 6.35, 1.27],
  ['5/16-18', 7.9375, 1.41111],
  ['3/8-16', 9.525, 1.5875],
  ['1/2-13', 12.7, 1.95385],
  ['5/8-11', 15.875, 2.30909],
  ['3/4-10', 19.05, 2.54],
  ['1-8', 25.4, 3.175],
];
const DIAMETER_OFF = 0.01;
/** Holes are drawn with the pitch diameter (0.65 pitches less than nominal), the tap drill (1) or the core of the screw (1.23). */
const PITCHES_LEAST = 0.6;
const PITCHES_MOST = 1.25;

/** The thread that a screw and a hole are drawn for as plain cylinders. */
export function threadOf(shaft: number, bore: number): string | undefined {
  return THREADS.find(([, diameter, pitch]) => {
    const pitches = (shaft - bore) / pitch;
    return Math.abs(shaft - diameter) <= DIAMETER_OFF * diameter && pitches >= PITCHES_LEAST && pitches <= PITCHES_MOST;
  })?.[0];
}
