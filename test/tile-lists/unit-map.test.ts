import { describe, expect, it } from 'vitest';
import { toIntegers } from '../../oracle/exact-coordinates.ts';
import { unionBox } from '../../src/tile-lists/image-map.ts';
import { chooseUnitView, type UnitView, unitBox, unitCoordinate } from '../../src/tile-lists/unit-map.ts';
import { Random } from '../support/random.ts';

function boxOf(positions: Float64Array) {
  const points = Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)]);
  return unionBox(points.map((p) => [...p, ...p]));
}

const areSingle = (positions: Float64Array) => positions.every((x) => Math.fround(x) === x);

const viewOf = (positions: Float64Array, last?: UnitView) =>
  chooseUnitView(boxOf(positions), areSingle(positions), last);

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

function expectWithin(positions: Float64Array, view: UnitView, about: string): void {
  const { map, scale, rounding } = view;
  for (const [i, x] of positions.entries()) {
    const coordinate = unitCoordinate(x, i % 3, view);
    expect(Math.abs(coordinate)).toBeLessThanOrEqual(1);
    const within = isWithin(coordinate, x, map.centre[i % 3], map.scale * scale, Math.fround(rounding));
    expect(within, `${about}, coordinate ${i}: ${x}`).toBe(true);
  }
}

describe('image coordinates of magnitude 1', () => {
  it('are as near to the exact ones as they say, on 400 scenes', () => {
    const random = new Random(1);
    for (let scene = 0; scene < 400; scene++) {
      const positions = coordinates(random);
      expectWithin(positions, viewOf(positions), `scene ${scene}`);
    }
  });

  it('are only scaled, by the shaders, for single-precision scenes, wherever they lie', () => {
    const positions = Float64Array.of(4e6, 4e6 + 1, 4e6 + 2, -3, 0, 0.5, 1, 2, 4e6 + 0.25);
    const view = viewOf(positions);
    expect(view.map).toEqual({ centre: [0, 0, 0], scale: 1 });
    expect(unitCoordinate(4e6 + 1, 1, view) / view.scale).toBe(4e6 + 1);
    expect(view.rounding).toBe(2 ** -100);
  });

  it('are made in double precision where shaders would take too much for 0, or cannot scale', () => {
    for (const size of [2 ** -80, 2 ** 110]) {
      const positions = Float64Array.of(size, 0, 0, 2 ** -149, 0, 0, -size, size, size);
      const view = viewOf(positions);
      expect(view.scale).toBe(1);
      expectWithin(positions, view, `size ${size}`);
    }
  });

  it('keep the map of the last query while the scene fits it', () => {
    const at = (x: number) => Float64Array.of(x, 0.1, 0, x + 0.7, 1, 0, x, 0, 1.1);
    const first = viewOf(at(10));
    expect(viewOf(at(10.1), first)).toBe(first);
    const far = viewOf(at(50), first);
    expect(far).not.toBe(first);
    expectWithin(at(50), far, 'far');
    const small = at(10).map((x) => 10 + (x - 10) / 100) as Float64Array;
    expect(viewOf(small, first)).not.toBe(first);
  });

  it('are in the box of their object', () => {
    const random = new Random(2);
    for (let scene = 0; scene < 100; scene++) {
      const positions = coordinates(random);
      const view = viewOf(positions);
      const box = unitBox(boxOf(positions), view);
      for (const [i, x] of positions.entries()) {
        const coordinate = unitCoordinate(x, i % 3, view);
        expect(coordinate >= box[i % 3] && coordinate <= box[(i % 3) + 3]).toBe(true);
      }
    }
  });

  it('do without a scale where all points are one', () => {
    expect(viewOf(Float64Array.of(0, 0, 0, 0, 0, 0))).toMatchObject({ scale: 1 });
    expect(viewOf(Float64Array.of(0.1, 0.1, 0.1)).map).toEqual({ centre: [0.1, 0.1, 0.1], scale: 1 });
  });
});
