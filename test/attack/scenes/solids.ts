/** What CAD makes: solids that stand flush on each other, fit into each other, or nearly do. */
import type { Random } from '../../support/random.ts';
import { box, joined, type Point, prism, ring, type Shape, shifted, snapped } from './shape.ts';
import { nearbyDouble } from './ulps.ts';

/** Boxes on a grid of decimal steps, so that flush faces are flush only when they are rounded alike. */
export function stackedBoxes(random: Random): Shape[] {
  const step = random.pick([1, 0.1, 0.3, 2.54, 1 / 3]);
  return random.times(random.integer(2, 5), () => {
    const low = random.times(3, () => random.integer(0, 3));
    const high = low.map((value) => value + random.integer(1, 3));
    const at = (corner: Point) => corner.map((value) => value * step);
    return box(at(low), at(high));
  });
}

/** Two toothed wheels that mesh, and a plate under them. */
export function gears(random: Random): Shape[] {
  const teeth = random.integer(2, 4);
  const radius = (corner: number) => ([0, 1].includes(corner % 4) ? 5 : 4);
  const wheel = prism(ring(4 * teeth, radius), 0, 2);
  const distance = random.pick([8, 9, 9, 10]);
  const other = shifted(prism(ring(4 * teeth, radius, Math.PI / teeth), 0, random.pick([2, 3])), [distance, 0, 0]);
  const plate = box([-6, -6, -1], [distance + 6, 6, random.pick([0, 0, 1])]);
  const wheels = [wheel, other, plate];
  return random.chance(0.5) ? wheels.map((shape) => snapped(shape, random.pick([1 / 64, 0.01, 1]))) : wheels;
}

/** Drafted bosses on a plate: flush with it, sunk into it, or a step of the last digit above or below. */
export function taperedBosses(random: Random): Shape[] {
  const plate = box([0, 0, 0], [12, 8, 1]);
  const bosses = random.times(random.integer(1, 3), (index) => {
    const [x, y] = [2 + 4 * index, random.integer(2, 5)];
    const half = random.pick([0.5, 1, 2]);
    const draft = random.pick([0, 0.01, 0.052, 0.25, half]);
    const height = random.pick([1, 2, 40]);
    const square = (size: number): Point[] => [
      [x - size, y - size],
      [x + size, y - size],
      [x + size, y + size],
      [x - size, y + size],
    ];
    const bottom = random.pick([1, 1, nearbyDouble(1, 1), nearbyDouble(1, -1), 0.5, 0]);
    return prism(square(half), bottom, bottom + height, square(half - draft));
  });
  return random.chance(0.5) ? [plate, ...bosses] : [plate, joined(bosses)];
}

/** Prisms over polygons with corners that are fractions, standing side by side, corner to corner, or one in the other. */
export function gridPrisms(random: Random): Shape[] {
  const whole = random.pick([1, 3, 7, 10, 64]);
  const polygon = (): Point[] => {
    const [x, y] = [random.integer(-3, 3), random.integer(-3, 3)];
    const [w, h] = [random.integer(1, 4), random.integer(1, 4)];
    return random.pick([
      [
        [x, y],
        [x + w, y],
        [x, y + h],
      ],
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
      [
        [x, y],
        [x + w, y - h],
        [x + 2 * w, y],
        [x + w, y + h],
      ],
      [
        [x, y],
        [x + w, y],
        [x + w + h, y + h],
        [x + w, y + 2 * h],
        [x, y + 2 * h],
        [x - h, y + h],
      ],
    ]);
  };
  return random.times(random.integer(2, 4), () => {
    const bottom = random.integer(-2, 2);
    const corners = polygon().map((corner) => corner.map((value) => value / whole));
    return prism(corners, bottom / whole, (bottom + random.integer(1, 3)) / whole);
  });
}

/** A cube cut into tetrahedra, as finite elements are: neighbours share faces, edges and corners, in one object or many. */
export function elements(random: Random): Shape[] {
  const corner = (k: number): Point => [k & 1, (k >> 1) & 1, k >> 2];
  const cuts = [
    [0, 1, 3, 7],
    [0, 3, 2, 7],
    [0, 2, 6, 7],
    [0, 6, 4, 7],
    [0, 4, 5, 7],
    [0, 5, 1, 7],
  ];
  const solids = cuts.flatMap((cut) => {
    const [a, b, c, d] = cut.map(corner);
    const solid: Shape = {
      points: [a, b, c, d],
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [1, 2, 3],
        [2, 0, 3],
      ],
    };
    return random.chance(0.4) ? [solid, shifted(solid, [random.integer(0, 1), random.integer(0, 1), 0])] : [solid];
  });
  return random.chance(0.5) ? [joined(solids)] : random.shuffle(solids).slice(0, 6);
}

/** Tubes: walls of thickness 1, inserted in each other with and without play. */
export function sleeves(random: Random): Shape[] {
  const corners = random.integer(3, 6);
  const tube = (inner: number, outer: number, low: number, high: number): Shape => {
    const round = (r: number, z: number): Point[] => ring(corners, () => r).map(([x, y]) => [x, y, z]);
    const points = [round(inner, low), round(outer, low), round(outer, high), round(inner, high)].flat();
    const faces: number[][] = [];
    for (let loop = 0; loop < 4; loop++) {
      for (let k = 0; k < corners; k++) {
        const [a, b] = [loop * corners + k, loop * corners + ((k + 1) % corners)];
        const [c, d] = [a, b].map((corner) => (corner + corners) % (4 * corners));
        faces.push([a, b, c], [b, d, c]);
      }
    }
    return { points, faces };
  };
  const play = random.pick([0, 0, 2 ** -50, 1e-9, 0.01, -0.01]);
  return [tube(1, 2, 0, 4), tube(2 + play, 3, random.pick([0, 1, 4, 3.5]), 6)];
}
