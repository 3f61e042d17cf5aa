import { describe, expect, it } from 'vitest';
import { unionBox } from '../../src/image/image-map.ts';
import { chooseUnitMap, mapToUnit } from '../../src/image/unit-map.ts';
import { toIntegers } from '../oracle/exact-coordinates.ts';
import { Random } from '../support/random.ts';

function unitImage(positions: Float64Array) {
  const points = Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)]);
  const box = unionBox(points.map((p) => [...p, ...p]));
  return mapToUnit(
    positions,
    chooseUnitMap(
      box,
      positions.every((x) => Math.fround(x) === x),
    ),
  );
}

/** Coordinates around a place, at some scale, in single or double precision. */
function coordinates(random: Random): Float64Array {
  const single = random.chance(0.5);
  const place = random.pick([0, 0, 1, -4e6, 2 ** 60]);
  const scale = 2 ** random.integer(-200, 120);
  const value = () => place + random.real(-1, 1) * scale * 2 ** -random.integer(0, 40);
  return Float64Array.from({ length: 30 }, () => (single ? Math.fround(value()) : value()));
}

/** Is |coordinate − (x − centre) · scale| at most the bound? In whole numbers, so exactly. */
function isWithin(coordinate: number, x: number, centre: number, scale: number, bound: number): boolean {
  // Scaled back instead of scaling: coordinate / scale and bound / scale are exact.
  const [[c, p, middle, b]] = toIntegers([[coordinate / scale, x, centre, bound / scale]]);
  const off = c - (p - middle);
  return (off < 0n ? -off : off) <= b;
}

describe('image coordinates of magnitude 1', () => {
  it('are as near to the exact ones as they say, on 400 scenes', () => {
    const random = new Random(1);
    for (let scene = 0; scene < 400; scene++) {
      const positions = coordinates(random);
      const { coordinates: found, rounding, map } = unitImage(positions);
      for (let i = 0; i < positions.length; i++) {
        const coordinate = found[4 * Math.floor(i / 3) + (i % 3)];
        expect(Math.abs(coordinate)).toBeLessThanOrEqual(1);
        const within = isWithin(coordinate, positions[i], map.centre[i % 3], map.scale, Math.fround(rounding));
        expect(within, `scene ${scene}, coordinate ${i}: ${positions[i]}`).toBe(true);
      }
    }
  });

  it('are exact for single-precision scenes, wherever they lie', () => {
    const positions = Float64Array.of(4e6, 4e6 + 1, 4e6 + 2, -3, 0, 0.5, 1, 2, 4e6 + 0.25);
    const { coordinates: found, rounding, map } = unitImage(positions);
    expect(rounding).toBe(0);
    expect(found[1] / map.scale).toBe(4e6 + 1);
  });

  it('are not taken for exact when small numbers get lost', () => {
    expect(unitImage(Float64Array.of(1, 0, 0, 2 ** -149, 0, 0, -1, 1, 1)).rounding).toBe(2 ** -100);
    expect(unitImage(Float64Array.of(2 ** 250, 0, 0, 2 ** -1074, 0, 0, -(2 ** 250), 1, 1)).rounding).toBeGreaterThan(0);
  });

  it('do without a scale where all points are one', () => {
    expect([...unitImage(Float64Array.of(0, 0, 0, 0, 0, 0)).coordinates]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(unitImage(Float64Array.of(0.1, 0.1, 0.1)).map).toEqual({ centre: [0.1, 0.1, 0.1], scale: 1 });
  });
});
