/** Scenes full of exact contacts and near misses: lattices, stacks, duplicates, corners on sides and faces. */

import { BOX_TRIANGLES } from './closed-meshes.ts';
import { stepDouble, stepSingle } from './random.ts';
import {
  asObjects,
  between,
  joined,
  latticePoint,
  looseTriangles,
  realPoint,
  type SceneMaker,
  type Shape,
  sum,
  type Vector,
} from './scene-shape.ts';

/** Few places for many vertices: every coincidence there is, triangles without area among them. */
const lattice: SceneMaker = (random) => {
  const most = random.integer(1, 3);
  const vertices = random.times(random.integer(4, 14), () => latticePoint(random, most));
  const triangles = random.times(
    random.integer(2, 24),
    () => random.times(3, () => random.integer(0, vertices.length - 1)) as unknown as Vector,
  );
  return asObjects(random, { vertices, triangles });
};

const manyObjects: SceneMaker = (random) => {
  const most = random.integer(2, 6);
  const corner = () => latticePoint(random, most);
  return random.times(random.integer(8, 30), () =>
    looseTriangles(random.times(random.pick([1, 1, 1, 2]), () => random.times(3, corner))),
  );
};

/** Everything in one plane, or in a few parallel ones: overlaps, sides on sides, corners on sides. */
const coplanarStack: SceneMaker = (random) => {
  const [most, layers] = [random.integer(2, 8), random.pick([1, 1, 2, 3])];
  const tilt = random.pick([0, 0, 1, 2]);
  const corner = (height: number): Vector => {
    const [x, y] = [random.integer(0, most), random.integer(0, most)];
    return [x, y, height + tilt * x];
  };
  const triangles = random.times(random.integer(4, 24), () => {
    const height = random.integer(0, layers - 1);
    return random.times(3, () => corner(height));
  });
  return asObjects(random, looseTriangles(triangles));
};

/** Nearly in one plane: on it as well as rounding allows, so that floating point can hardly tell the sides. */
const roundedPlane: SceneMaker = (random) => {
  const [p, q, r] = realPoint(random, -2, 2);
  const single = random.chance(0.5);
  const corner = (): Vector => {
    const [x, y] = [random.real(-4, 4), random.real(-4, 4)].map((value) => (single ? Math.fround(value) : value));
    return [x, y, single ? Math.fround(p * x + q * y + r) : p * x + q * y + r];
  };
  const shared = random.times(random.integer(4, 10), corner);
  const place = () => (random.chance(0.6) ? random.pick(shared) : corner());
  return asObjects(random, looseTriangles(random.times(random.integer(3, 14), () => random.times(3, place))));
};

/** The same triangles again: same way, turned over, corners rotated; on the same vertices or on copies. */
const duplicates: SceneMaker = (random) => {
  const vertices: Vector[] = random.times(random.integer(3, 7), () => latticePoint(random, 4));
  const triangles: Vector[] = [];
  for (let count = random.integer(2, 5); count > 0; count--) {
    const [a, b, c] = random.shuffle(vertices.map((_, index) => index));
    for (let copies = random.integer(1, 4); copies > 0; copies--) {
      let corners = random.pick<Vector>([
        [a, b, c],
        [b, c, a],
        [c, b, a],
        [a, c, b],
      ]);
      if (random.chance(0.3)) {
        const first = vertices.length;
        vertices.push(...corners.map((vertex) => vertices[vertex]));
        corners = [first, first + 1, first + 2];
      }
      triangles.push(corners);
    }
  }
  return asObjects(random, { vertices, triangles });
};

/** Corners placed exactly on the corners, sides and faces of earlier triangles. */
const onFeatures: SceneMaker = (random) => {
  const triangles: Vector[][] = [random.times(3, () => sum([0, 0, 0], latticePoint(random, 3), 16))];
  const pointOf = ([a, b, c]: Vector[]): Vector => {
    const onSide = between(a, b, random.pick([0, 0.25, 0.5, 0.75, 1]));
    return random.chance(0.5) ? onSide : between(onSide, c, random.pick([0.25, 0.5, 0.75]));
  };
  const corner = (): Vector =>
    random.chance(0.6) ? pointOf(random.shuffle(random.pick(triangles))) : sum([0, 0, 0], latticePoint(random, 3), 16);
  for (let count = random.integer(1, 14); count > 0; count--) triangles.push(random.times(3, corner));
  return asObjects(random, looseTriangles(triangles));
};

/** Corners as near to a side or face as rounding puts them, or a few steps beside. */
const nearMisses: SceneMaker = (random) => {
  const single = random.chance(0.5);
  const round = (point: Vector): Vector => (single ? (point.map(Math.fround) as unknown as Vector) : point);
  const nudge = ([x, y, z]: Vector): Vector => {
    const step = single ? stepSingle : stepDouble;
    return [step(x, random.integer(-2, 2)), step(y, random.integer(-2, 2)), step(z, random.integer(-2, 2))];
  };
  const triangles: Vector[][] = [random.times(3, () => round(realPoint(random, -8, 8)))];
  const pointOf = ([a, b, c]: Vector[]): Vector => {
    const point = round(between(between(a, b, random.real(0, 1)), c, random.pick([0, 0, random.next()])));
    return random.chance(0.5) ? point : nudge(point);
  };
  for (let count = random.integer(1, 10); count > 0; count--) {
    const corner = () =>
      random.chance(0.5) ? pointOf(random.shuffle(random.pick(triangles))) : round(realPoint(random, -8, 8));
    triangles.push(random.times(3, corner));
  }
  return asObjects(random, looseTriangles(triangles));
};

/** Many triangles on one edge, like the pages of a book; some fold onto each other, some edges go on straight. */
const book: SceneMaker = (random) => {
  const [spineStart, spineEnd]: Vector[] = [
    [0, 0, 0],
    random.pick<Vector>([
      [4, 0, 0],
      [4, 4, 0],
      [1, 2, 3],
    ]),
  ];
  const vertices: Vector[] = [
    spineStart,
    spineEnd,
    between(spineStart, spineEnd, 0.5),
    between(spineStart, spineEnd, 2),
  ];
  const triangles: Vector[] = [];
  for (let page = random.integer(2, 12); page > 0; page--) {
    vertices.push(sum(latticePoint(random, 4), [-2, -2, -2]));
    const [a, b] = random.shuffle(
      random.pick([
        [0, 1],
        [0, 1],
        [0, 1],
        [0, 2],
        [1, 2],
        [1, 3],
        [0, 3],
      ]),
    );
    triangles.push([a, b, random.chance(0.9) ? vertices.length - 1 : random.integer(4, vertices.length - 1)]);
  }
  return asObjects(random, { vertices, triangles }, random.pick([1, 1, 1, 2]));
};

/** Triangles without area of all sorts, strewn among good ones that they touch. */
const degenerates: SceneMaker = (random) => {
  const good = random.times(random.integer(2, 6), () => random.times(3, () => latticePoint(random, 4)));
  const bad = random.times(random.integer(1, 8), (): Vector[] => {
    const [a, b] = random.shuffle(random.pick(good));
    return random.shuffle(
      random.pick<Vector[]>([
        [a, a, a],
        [a, b, a],
        [a, b, between(a, b, 0.5)],
        [a, b, between(a, b, 3)],
        [b, b, a],
      ]),
    );
  });
  const shape = looseTriangles(random.shuffle([...good, ...bad]));
  // Some of them by number: the same vertex named twice.
  const triangles = shape.triangles.map(([a, b, c]): Vector => (random.chance(0.1) ? [a, b, a] : [a, b, c]));
  return asObjects(random, { vertices: shape.vertices, triangles });
};

/** Parallel walls a hair apart: boxes that overlap everywhere, triangles that never meet, or only just. */
const parallelGaps: SceneMaker = (random) => {
  const gap = random.pick([0, 2 ** -20, 2 ** -10, 1]);
  const wall = (index: number): Shape => {
    const shift: Vector = [index * gap, 0, index * gap * random.pick([0, 1])];
    const corners: Vector[] = [
      [0, 0, 0],
      [8, 8, 0],
      [8, 8, 8],
      [0, 0, 8],
    ];
    return {
      vertices: corners.map((corner) => sum(corner, shift)),
      triangles: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    };
  };
  return random.shuffle(random.times(random.integer(2, 12), wall));
};

/** Boxes as in a building: faces in the same planes, side by side, inside each other, corner to corner. */
const boxes: SceneMaker = (random) =>
  random.times(random.integer(2, 4), () => {
    const least = latticePoint(random, 3);
    return boxShape(least, sum(sum(least, [1, 1, 1]), latticePoint(random, 2)));
  });

export function boxShape(least: Vector, greatest: Vector): Shape {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (bits): Vector => [
      (bits & 1 ? greatest : least)[0],
      (bits & 2 ? greatest : least)[1],
      (bits & 4 ? greatest : least)[2],
    ],
  );
  return { vertices, triangles: BOX_TRIANGLES };
}

/** Solids in one object: everything of `boxes`, as self-collisions. */
const boxesInOne: SceneMaker = (random) => [joined(boxes(random))];

/** No coincidence at all: what most real input looks like. */
const realNumbers: SceneMaker = (random) => {
  const size = random.pick([2, 4, 12]);
  const triangles = random.times(random.integer(2, 30), () => {
    const middle = realPoint(random, -4, 4);
    return random.times(3, () => sum(middle, realPoint(random, -size / 2, size / 2)));
  });
  return asObjects(random, looseTriangles(triangles));
};

export const CONTACT_SCENES: Readonly<Record<string, SceneMaker>> = {
  lattice,
  manyObjects,
  coplanarStack,
  roundedPlane,
  duplicates,
  onFeatures,
  nearMisses,
  book,
  degenerates,
  parallelGaps,
  boxes,
  boxesInOne,
  realNumbers,
};
