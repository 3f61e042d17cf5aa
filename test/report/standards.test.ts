/**
 * Limits of fits and threads against the formulas that their standards are made by: the tolerance unit of ISO 286-1, the basic
 * profile of ISO 68-1, inches and threads per inch of ASME B1.1.
 */
import { describe, expect, it } from 'vitest';
import { isPressed, PRESS_LIMITS, THREADS, threadOf } from '../../src/report/fits/standards.ts';

/** Ranges that grades have one value for; deviations of large letters divide them further. */
const MAIN = [3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500];
const mean = (from: number, to: number) => Math.sqrt(from * to);
/** In micrometres: i = 0.45 ∛D + 0.001 D. */
const unit = (d: number) => 0.45 * Math.cbrt(d) + 0.001 * d;
const mainRange = (upTo: number): [number, number] => {
  const at = MAIN.findIndex((end) => upTo <= end);
  return [at === 0 ? 1 : MAIN[at - 1], MAIN[at]];
};

describe('the limits of press fits', () => {
  it('are IT6 = 10 i, and the deviation of u = IT7 + D, as rounded in the standard', () => {
    for (const [i, [upTo, deviation, grade]] of PRESS_LIMITS.entries()) {
      const i0 = unit(mean(...mainRange(upTo)));
      // Rounded to whole micrometres, in the smallest range upwards, and adjusted in the largest.
      expect(Math.abs(grade - 10 * i0), `IT6 up to ${upTo}`).toBeLessThanOrEqual(Math.max(0.75, 0.03 * grade));
      const d = mean(i === 0 ? 1 : PRESS_LIMITS[i - 1][0], upTo);
      const expected = 16 * i0 + d;
      // To whole micrometres, then to 2, 5 and 10.
      const step = expected < 100 ? 1.5 : expected < 200 ? 2 : 5;
      // Below, the standard has values that no formula gives.
      if (upTo > 18) expect(Math.abs(deviation - expected), `u up to ${upTo}`).toBeLessThanOrEqual(step);
    }
  });

  it.each([
    // From published tables of u6: largest shaft over nominal.
    [3, 0.024],
    [10, 0.037],
    [30, 0.061],
    [50, 0.086],
    [100, 0.146],
    [200, 0.265],
    [500, 0.58],
  ])('of %d mm end at %d mm', (bore, most) => {
    expect(isPressed(bore + most, bore)).toBe(true);
    expect(isPressed(bore + most + 0.002, bore)).toBe(false);
  });

  it('hold at the beginning of a range too, and for nothing above 500 mm', () => {
    expect(isPressed(31 + 0.076, 31)).toBe(true);
    expect(isPressed(501.1, 501)).toBe(false);
  });
});

describe('threads', () => {
  const metric = THREADS.filter(([name]) => name.startsWith('M'));

  it('have diameters and pitches that their names state', () => {
    for (const [name, diameter] of metric) expect(Number(name.slice(1))).toBe(diameter);
    for (const [name, diameter, pitch] of THREADS.filter(([each]) => !each.startsWith('M'))) {
      const [size, perInch] = name.split('-');
      const [over, under = '1'] = size.split('/');
      // Numbered sizes: 0.060 in and 0.013 for each number.
      const inches = size.startsWith('#') ? 0.06 + 0.013 * Number(size.slice(1)) : Number(over) / Number(under);
      expect(diameter, name).toBeCloseTo(25.4 * inches, 3);
      expect(pitch, name).toBeCloseTo(25.4 / Number(perInch), 4);
    }
  });

  it('are known by the pitch, minor and core diameters of ISO 724, the pitch being that of minor diameters published there', () => {
    // D1 of ISO 724, coarse threads.
    const minor: Readonly<Record<string, number>> = {
      M2: 1.567,
      M3: 2.459,
      M4: 3.242,
      M5: 4.134,
      M6: 4.917,
      M8: 6.647,
      M10: 8.376,
      M12: 10.106,
      M16: 13.835,
      M20: 17.294,
      M24: 20.752,
    };
    const height = Math.sqrt(3) / 2;
    for (const [name, diameter, pitch] of metric) {
      if (minor[name]) expect(diameter - (5 / 4) * height * pitch, name).toBeCloseTo(minor[name], 3);
      for (const less of [(3 / 4) * height, 1, (5 / 4) * height, (17 / 12) * height]) {
        expect(threadOf(diameter, diameter - less * pitch), `${name}, ${less} pitches`).toBe(name);
      }
      expect(threadOf(diameter, diameter - 0.5 * pitch)).not.toBe(name);
      expect(threadOf(diameter, diameter - 1.3 * pitch)).not.toBe(name);
    }
  });
});
