/** Tries to break the certificates of vertex fans: nasty fans under adversarial arithmetics, against exact meetings. */
import { describe, expect, it } from 'vitest';
import { toIntegers } from '../../../../oracle/exact-coordinates.ts';
import { exactTriangle, meeting, type Point } from '../../../../oracle/triangle-meeting.ts';
import { SINGLE } from '../../../../src/exact/gpu/arithmetic.ts';
import { normalSigns, type Vector } from '../../../../src/exact/gpu/certain-signs.ts';
import { type Fan, isCertified } from '../../../../src/queries/collide/gpu/certified-fan.ts';
import { adversaries } from '../../../exact/gpu/adversarial-arithmetic.ts';
import { Random, stepSingle } from '../../../support/random.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_FAN_SEEDS ?? 1500);

interface NastyFan {
  /** The vertex, then the ends of the spokes in order. */
  readonly points: readonly number[][];
  readonly isClosed: boolean;
}

/** Spokes around a vertex: flat, steep, folded, wound twice, nearly so, or on lines. */
function nastyFan(random: Random): NastyFan {
  const count = random.integer(2, 9);
  const isClosed = count > 2 && random.chance(0.7);
  const turns = random.pick([1, 1, 1, 1, 2, 1 + 2 ** -12, -1]);
  const steepness = random.pick([0, 0, 2 ** -20, 0.01, 1, 20]);
  const wobble = random.pick([0, 0, 0.1, 0.9, 2]);
  const onGrid = random.chance(0.3);
  const tilt = random.pick([
    [0, 0],
    [1, 0],
    [random.real(-1, 1), random.real(-1, 1)],
  ]);
  const apex = random.times(3, () => random.pick([0, 0.25, random.real(-0.5, 0.5)]));
  const whole = isClosed ? count : count + random.pick([0, 1, 3]);
  const ends = Array.from({ length: isClosed ? count : count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * turns * (i + wobble * random.real(-0.5, 0.5))) / whole;
    const radius = random.pick([0.4, 0.4, 2 ** -random.integer(2, 12)]);
    let [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    if (onGrid) [x, y] = [Math.round(4 * x) / 8, Math.round(4 * y) / 8];
    const z = tilt[0] * x + tilt[1] * y + steepness * radius * random.real(-0.2, 1);
    return [x, y, z].map((value, k) =>
      stepSingle(Math.fround(apex[k] + Math.max(-0.5, Math.min(0.5, value))), random.pick([0, 0, 1, -1])),
    );
  });
  return { points: [apex.map(Math.fround), ...ends], isClosed };
}

const vector = (point: readonly number[]): Vector => [point[0], point[1], point[2]];

/** Do two triangles of the fan share more than they should? */
function collides(points: readonly number[][], triangles: readonly (readonly number[])[]): boolean {
  const exact = toIntegers(points.map((point) => Float64Array.from(point))).map((point) => point as unknown as Point);
  const built = triangles.map(([a, b]) => exactTriangle(exact[0], exact[a], exact[b]));
  for (let i = 0; i < triangles.length; i++) {
    for (let j = i + 1; j < triangles.length; j++) {
      const [p, q] = [built[i], built[j]];
      if (!p || !q) continue;
      const isShared = triangles[i].some((corner) => triangles[j].includes(corner));
      if (meeting(p, q).dimension > (isShared ? 1 : 0)) return true;
    }
  }
  return false;
}

describe('certified fans', () => {
  it('have no two triangles that collide, in any arithmetic', () => {
    let [certified, colliding, flat] = [0, 0, 0];
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = new Random(seed);
      const { points, isClosed } = nastyFan(random);
      const ends = points.length - 1;
      const triangles = Array.from({ length: isClosed ? ends : ends - 1 }, (_, i) => [1 + i, 1 + ((i + 1) % ends)]);
      const rounding = random.pick([2 ** -100, 2 ** -25, 2 ** -16]);
      // What is tested is off from what is exact by as much as it may be.
      const image = points.map((point) => vector(point.map((x) => x + random.pick([0, 1, -1]) * rounding * 0.999)));
      const meets = collides(points, triangles);
      colliding += Number(meets);
      for (const { name, arithmetic } of adversaries(random)) {
        const spokes = triangles.map(([a, b]) => [image[a], image[b]] as const);
        const signs = spokes.map(([a, b]) => normalSigns(image[0], a, b, rounding, arithmetic));
        const fan: Fan = { apex: image[0], spokes, isClosed, commonSigns: signs.reduce((all, bits) => all & bits, 63) };
        if (!isCertified(fan, rounding, arithmetic)) continue;
        certified++;
        if (points.every((point) => point[2] === points[0][2])) flat++;
        if (meets) expect.fail(`seed ${seed}, arithmetic ${name}: ${JSON.stringify({ points, isClosed })}`);
      }
    }
    expect(certified).toBeGreaterThan(3 * SEEDS);
    expect(colliding).toBeGreaterThan(SEEDS / 10);
    expect(flat).toBeGreaterThan(SEEDS / 10);
  });

  it('are found where spokes lie on axes, on lines and in one plane', () => {
    const ring: Vector[] = [
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
      [-1, 1, 0],
      [-1, 0, 0],
      [-1, -1, 0],
      [0, -1, 0],
      [1, -1, 0],
    ];
    const at = (points: readonly Vector[], tilt: (p: Vector) => Vector) => {
      const spokes = points.map((p, i) => [tilt(p), tilt(points[(i + 1) % points.length])] as const);
      const signs = spokes.map(([a, b]) => normalSigns([0, 0, 0], a, b, 2 ** -25, SINGLE));
      const commonSigns = signs.reduce((all, bits) => all & bits, 63);
      return isCertified({ apex: [0, 0, 0], spokes, isClosed: true, commonSigns }, 2 ** -25, SINGLE);
    };
    expect(at(ring, (p) => p)).toBe(true);
    expect(at(ring, ([x, y]) => [x, y, x - y])).toBe(true);
    // A steep cone: no axis sees all its sides, their mean does.
    expect(at(ring, ([x, y]) => [x / 4, (x + y) / 4, Math.max(Math.abs(x), Math.abs(y)) / 2 - x / 3])).toBe(true);
    expect(at([...ring, ...ring], (p) => p)).toBe(false);
  });
});
