/** Scenes of connected surfaces: fans around a vertex in every state of order, height fields, strips, closed solids. */

import type { Random } from './random.ts';
import {
  asObjects,
  joined,
  latticePoint,
  looseTriangles,
  realPoint,
  type SceneMaker,
  type Shape,
  sum,
  type Vector,
} from './scene-shape.ts';

type FanForm = 'closed' | 'open' | 'spiral' | 'folded' | 'shuffled';
const FAN_FORMS: readonly FanForm[] = ['closed', 'open', 'spiral', 'folded', 'shuffled'];

/** Angles of the rim vertices, in turns. */
function rimTurns(random: Random, form: FanForm, count: number): number[] {
  const jitter = random.pick([0, 0.3, 0.9]);
  const even = random.times(count, (index) => (index + jitter * random.next()) / count);
  switch (form) {
    case 'closed':
      return even;
    case 'open':
      return even.map((turn) => turn * random.pick([0.25, 0.5, 0.75, 1]));
    case 'spiral':
      return even.map((turn) => turn * random.pick([1.1, 2, 2.5]));
    case 'folded':
      return even.map((turn, index) => (index % 3 === 2 ? turn - random.pick([1, 1.5, 2.5]) / count : turn));
    case 'shuffled':
      return random.shuffle(even);
  }
}

/** Triangles around an apex (vertex 0): a disc, cone or zigzag, on whole coordinates or not. */
function fan(random: Random): Shape {
  const form = random.pick(FAN_FORMS);
  const rimCount = random.integer(3, 14);
  const onLattice = random.chance(0.5);
  const [radius, slope, zigzag] = [random.pick([2, 4, 8]), random.pick([0, 0, 0.5, 1, 3]), random.pick([0, 0, 1, 4])];
  const rim = rimTurns(random, form, rimCount).map((turn, index): Vector => {
    const reach = radius * random.pick([1, 1, 0.5, 2]);
    const angle = 2 * Math.PI * turn;
    const place: Vector = [reach * Math.cos(angle), reach * Math.sin(angle), reach * slope + (index % 2) * zigzag];
    return onLattice ? (place.map(Math.round) as unknown as Vector) : place;
  });
  const closed = form === 'closed' || random.chance(0.3);
  const triangles = random.times(
    closed ? rimCount : rimCount - 1,
    (index): Vector => [0, 1 + index, 1 + ((index + 1) % rimCount)],
  );
  return { vertices: [[0, 0, 0], ...rim], triangles };
}

/** A fan with trouble: turned or doubled triangles, edges of three triangles, missing ones. */
function troubled(random: Random, { vertices, triangles }: Shape): Shape {
  const trouble = random.pick(['none', 'reversed', 'doubled', 'nonManifold', 'holes']);
  const last = vertices.length - 1;
  const more: Vector[] = [];
  if (trouble === 'doubled') more.push(...triangles.filter(() => random.chance(0.3)));
  if (trouble === 'nonManifold') {
    more.push(
      ...random.times(random.integer(1, 4), (): Vector => [0, random.integer(1, last), random.integer(1, last)]),
    );
  }
  const kept = trouble === 'holes' ? triangles.filter(() => random.chance(0.7)) : triangles;
  const all = [...(kept.length > 0 ? kept : triangles), ...more];
  const turn = ([a, b, c]: Vector): Vector => (random.chance(0.3) ? [a, c, b] : [a, b, c]);
  return { vertices, triangles: trouble === 'reversed' ? all.map(turn) : all };
}

const fans: SceneMaker = (random) => {
  const shapes = random.times(random.pick([1, 1, 2]), () => troubled(random, fan(random)));
  return random.chance(0.8) ? [joined(shapes)] : shapes;
};

/** Two or three fans that share their apex by number: a vertex where sheets of surface meet. */
const fansOnOneVertex: SceneMaker = (random) => {
  const sheets = random.times(random.integer(2, 3), () => {
    const { vertices, triangles } = fan(random);
    const lift = random.pick([-1, 0, 1]);
    return { vertices: vertices.map(([x, y, z]): Vector => [x, lift * z, z + lift * y]), triangles };
  });
  const { vertices, triangles } = joined(sheets);
  const apexes = new Set(vertices.flatMap((vertex, index) => (vertex.every((value) => value === 0) ? [index] : [])));
  const toFirst = triangles.map((corners) => corners.map((v) => (apexes.has(v) ? 0 : v)) as unknown as Vector);
  return [{ vertices, triangles: toFirst }];
};

/** A sheet of quads, with heights and sideways shifts: smooth, creased, folded over, or crumpled into a lattice. */
function sheet(random: Random): Shape {
  const [across, down] = [random.integer(1, 5), random.integer(1, 4)];
  const [height, shift] = [random.pick([0, 1, 2, 6]), random.pick([0, 0, 0.4, 1, 2])];
  const value = random.chance(0.5) ? (most: number) => random.integer(0, most) : (most: number) => random.real(0, most);
  const vertices = random.times((across + 1) * (down + 1), (index): Vector => {
    const [x, y] = [index % (across + 1), Math.floor(index / (across + 1))];
    return [2 * x + value(shift), 2 * y + value(shift), value(height)];
  });
  const triangles = random.times(across * down, (cell) => {
    const a = Math.floor(cell / across) * (across + 1) + (cell % across);
    const [b, c, d] = [a + 1, a + across + 1, a + across + 2];
    return random.chance(0.5)
      ? [
          [a, b, d],
          [a, d, c],
        ]
      : [
          [a, b, c],
          [b, d, c],
        ];
  });
  return { vertices, triangles: triangles.flat() as unknown as Vector[] };
}

const sheets: SceneMaker = (random) => {
  const made = random.times(random.pick([1, 1, 2]), () => sheet(random));
  return random.chance(0.5) ? [joined(made)] : made;
};

/** A strip that runs back over itself: neighbours folded flat, then everything else of the fan as well. */
const foldedStrip: SceneMaker = (random) => {
  const count = random.integer(4, 20);
  let x = 0;
  let z = 0;
  const vertices = random.times(count, (index): Vector => {
    x += random.pick([2, 2, 1, -1, -2, 0]);
    z += random.pick([0, 0, 0, 1, -1]);
    return [x, (index % 2) * 3, z];
  });
  return [{ vertices, triangles: random.times(count - 2, (index): Vector => [index, index + 1, index + 2]) }];
};

/** Tetrahedra, octahedra and bipyramids, some turned inside out, crossing or touching each other. */
const solids: SceneMaker = (random) => {
  const solid = (): Shape => {
    const rimCount = random.integer(3, 8);
    const onLattice = random.chance(0.6);
    const point = () => (onLattice ? latticePoint(random, 6) : realPoint(random, 0, 6));
    const vertices = random.times(rimCount + 2, point);
    const triangles = random.times(rimCount, (index): Vector[] => {
      const [a, b] = [2 + index, 2 + ((index + 1) % rimCount)];
      return [
        [0, a, b],
        [1, b, a],
      ];
    });
    return { vertices, triangles: triangles.flat() };
  };
  const made = random.times(random.integer(1, 3), solid);
  return random.chance(0.5) ? [joined(made)] : made;
};

/** A few vertices, every triangle among them that chance picks: no order at all around any of them. */
const anyTopology: SceneMaker = (random) => {
  const onLattice = random.chance(0.3);
  const vertices = random.times(random.integer(4, 8), () =>
    onLattice ? latticePoint(random, 5) : realPoint(random, -1, 1),
  );
  const triangles = random.times(
    random.integer(3, 24),
    () => random.shuffle(vertices.map((_, index) => index)).slice(0, 3) as unknown as Vector,
  );
  return asObjects(random, { vertices, triangles }, random.pick([1, 1, 1, 2]));
};

/** Loose triangles with one common corner, given by coordinates only: welding makes them a fan. */
const looseFan: SceneMaker = (random) => {
  const apex = latticePoint(random, 4);
  const rim = random.times(random.integer(3, 7), () => sum(latticePoint(random, 4), [-1, -1, -1]));
  const triangles = random.times(random.integer(2, 16), () => [apex, random.pick(rim), random.pick(rim)]);
  return asObjects(random, looseTriangles(triangles), random.pick([1, 1, 2]));
};

export const SURFACE_SCENES: Readonly<Record<string, SceneMaker>> = {
  fans,
  fansOnOneVertex,
  sheets,
  foldedStrip,
  solids,
  anyTopology,
  looseFan,
};
