/** What standards say about interferences of cylinders, in millimetres. */

/**
 * The tightest common press fit, H7/u6: up to each diameter, so many micrometres at most. A bore of H7 has at least its nominal
 * diameter; a shaft of u6 exceeds it by at most the fundamental deviation of u (ISO 286-1, about IT7 + D) and IT6.
 */
export const PRESS_LIMITS: readonly (readonly [upTo: number, deviation: number, grade: number])[] = [
  [3, 18, 6],
  [6, 23, 8],
  [10, 28, 9],
  [18, 33, 11],
  [24, 41, 13],
  [30, 48, 13],
  [40, 60, 16],
  [50, 70, 16],
  [65, 87, 19],
  [80, 102, 19],
  [100, 124, 22],
  [120, 144, 22],
  [140, 170, 25],
  [160, 190, 25],
  [180, 210, 25],
  [200, 236, 29],
  [225, 258, 29],
  [250, 284, 29],
  [280, 315, 32],
  [315, 350, 32],
  [355, 390, 36],
  [400, 435, 36],
  [450, 490, 40],
  [500, 540, 40],
];
/** Diameters are drawn to a micrometre, or are those of polygons. */
const DRAWN_OFF = 0.001;

/** Bores above 500 mm are in none of these classes. */
export function isPressed(shaft: number, bore: number): boolean {
  const row = PRESS_LIMITS.find(([upTo]) => bore <= upTo + DRAWN_OFF);
  return row !== undefined && shaft - bore <= (row[1] + row[2]) / 1000 + DRAWN_OFF;
}

/** Name, nominal diameter and pitch. Sources: ISO 261 (coarse threads), ASME B1.1 (UNC: inches, threads per inch). */
export const THREADS: readonly (readonly [name: string, diameter: number, pitch: number])[] = [
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
  ['#4-40', 2.8448, 0.635],
  ['#6-32', 3.5052, 0.79375],
  ['#8-32', 4.1656, 0.79375],
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
/**
 * Holes are drawn with the pitch diameter, the tap drill (one pitch less than nominal), the minor diameter of the nut or the core of
 * the screw. By ISO 68-1 and ISO 724, with H = √3/2 pitches: 3/4 H = 0.650, 5/4 H = 1.083 and 17/12 H = 1.227 pitches less.
 */
const PITCHES_LEAST = 0.6;
const PITCHES_MOST = 1.25;

/** The thread that a screw and a hole are drawn for as plain cylinders. */
export function threadOf(shaft: number, bore: number): string | undefined {
  return THREADS.find(([, diameter, pitch]) => {
    const pitches = (shaft - bore) / pitch;
    return Math.abs(shaft - diameter) <= DIAMETER_OFF * diameter && pitches >= PITCHES_LEAST && pitches <= PITCHES_MOST;
  })?.[0];
}
