/** Four moving points, a vertex and a face or two edges, as hard to decide as can be thought of: seeded generators by name. */
import { type Random, stepDouble } from './random.ts';

/** x y z of four points at the start, then the same at the end. */
export type Motion = number[];

type Vector = readonly number[];
type Point = readonly [Vector, Vector];

const vector = (random: Random, size = 1): Vector => [
  random.real(-size, size),
  random.real(-size, size),
  random.real(-size, size),
];
const whole = (random: Random, most: number): Vector => [
  random.integer(-most, most),
  random.integer(-most, most),
  random.integer(-most, most),
];
const plus = (p: Vector, q: Vector, factor = 1): Vector => p.map((x, k) => x + factor * q[k]);
const toMotion = (points: readonly Point[]): Motion => [
  ...points.flatMap(([start]) => start),
  ...points.flatMap(([, end]) => end),
];

/** Points on small whole numbers: everything happens at once. */
function onGrid(random: Random, most: number): Motion {
  return toMotion(random.times(4, () => [whole(random, most), whole(random, most)]));
}

/** A place in a face, or on an edge, with coordinates in quarters: often on its border. */
function placeIn(random: Random, corners: readonly Vector[]): Vector {
  const first = random.integer(0, 4);
  const second = corners.length > 2 ? random.integer(0, 4 - first) : 4 - first;
  const weights = [first / 4, second / 4, (4 - first - second) / 4];
  return corners.map((corner, i): Vector => corner.map((x) => x * weights[i])).reduce((p, q) => plus(p, q));
}

/** Points made to meet at a place at a certain time, then moved by a few units in the last place. */
function meetingAt(random: Random, isFace: boolean, time: number): Motion {
  const points: Point[] = random.times(4, () => [whole(random, 8), whole(random, 8)]);
  const at = ([start, end]: Point) =>
    plus(
      start.map((x) => x * (1 - time)),
      end,
      time,
    );
  const target = placeIn(random, points.slice(isFace ? 1 : 2).map(at));
  // The first point goes there: straight, from a place on the other side of it.
  const other = isFace ? undefined : at(points[1]);
  const speed = whole(random, 8);
  const meets = other && random.chance(0.5) ? plus(target, plus(target, other, -1), random.pick([0, 1, 0.5])) : target;
  points[0] = [plus(meets, speed, -time), plus(meets, speed, 1 - time)];
  const steps = random.pick([0, 0, 0, 1, -1, 2]);
  return toMotion(points).map((x) => (random.chance(0.2) ? stepDouble(x, steps) : x));
}

/** All in a plane z = ax + by, from start to end. */
function inPlane(random: Random): Motion {
  const [a, b] = [random.integer(-2, 2), random.integer(-2, 2)];
  const point = (): Vector => {
    const [x, y] = [random.integer(-3, 3), random.integer(-3, 3)];
    return [x, y, a * x + b * y];
  };
  return toMotion(random.times(4, () => [point(), point()]));
}

function onLine(random: Random): Motion {
  const along = whole(random, 2);
  return toMotion(random.times(4, () => [place(random, along), place(random, along)]));
}

function place(random: Random, along: Vector): Vector {
  const by = random.integer(-4, 4);
  return along.map((x) => x * by);
}

/** Two edges, or a vertex and a side of a face, that are almost parallel. */
function nearlyParallel(random: Random): Motion {
  const small = 2 ** -random.integer(10, 60);
  const [origin, along] = [vector(random), vector(random)];
  const beside = plus(origin, vector(random), small);
  const points: Point[] = [
    [origin, plus(origin, vector(random), small)],
    [plus(origin, along), plus(plus(origin, along), vector(random), small)],
    [beside, plus(beside, vector(random), -small)],
    [plus(beside, plus(along, vector(random), small)), plus(beside, along)],
  ];
  return toMotion(points);
}

/** Corners that coincide at one end or at both. */
function withoutExtent(random: Random): Motion {
  const motion = onGrid(random, 2);
  const [from, to] = [random.integer(0, 3), random.integer(0, 3)];
  for (let k = 0; k < 3; k++) {
    motion[3 * to + k] = motion[3 * from + k];
    if (random.chance(0.7)) motion[12 + 3 * to + k] = motion[12 + 3 * from + k];
  }
  return motion;
}

/** The same way for all, or no way at all. */
function rigid(random: Random): Motion {
  const motion = random.chance(0.5) ? onGrid(random, 2) : meetingAt(random, random.chance(0.5), 0);
  const way = random.chance(0.3) ? [0, 0, 0] : whole(random, 3);
  for (let i = 0; i < 12; i++) motion[12 + i] = motion[i] + way[i % 3];
  return motion;
}

/** Small features far from the origin, or of a size that squares cannot hold. */
function scaled(random: Random, isFace: boolean): Motion {
  const motion = random.chance(0.5) ? onGrid(random, 3) : meetingAt(random, isFace, random.pick([0, 0.5, 1]));
  const scale = 2 ** random.pick([-240, -80, 80, 240]);
  if (random.chance(0.5)) return motion.map((x) => x * scale);
  const far = vector(random, 2 ** 20);
  return motion.map((x, i) => far[i % 3] + x * 2 ** -random.integer(10, 34));
}

/** One coordinate much smaller than the others. */
function mixedScales(random: Random): Motion {
  const scale = 2 ** -random.integer(60, 240);
  const axis = random.integer(0, 2);
  return onGrid(random, 3).map((x, i) => (i % 3 === axis || random.chance(0.1) ? x * scale : x));
}

/**
 * A face, or an edge, that tilts through level, and a vertex or an edge that slides over it: the height is
 * above − a(2t − 1)², so that they touch once, twice, or miss each other by the smallest of numbers.
 */
function grazing(random: Random, isFace: boolean): Motion {
  const [tilt, slide] = [random.integer(1, 4), random.real(0.5, 3)];
  const above = random.pick([0, 1, -1]) * 2 ** -random.integer(4, 60);
  const tilting = (x: number, y: number): Point => [
    [x, y, -y * tilt],
    [x, y, y * tilt],
  ];
  const sliding = (x: number): Point => [
    [x, -slide, above],
    [x, slide, above],
  ];
  if (isFace) return toMotion([sliding(random.real(-0.1, 0.1)), tilting(-4, -4), tilting(4, -4), tilting(0, 6)]);
  return toMotion([sliding(-4), sliding(4), tilting(0, -4), tilting(0, 4)]);
}

/**
 * All move along one axis, each at its own speed, and lie in few places across it: in one plane all the way, vertex on vertex, edge beside
 * edge. Coordinates across may be rounded, those along may be any.
 */
function alongAxis(random: Random): Motion {
  const axis = random.integer(0, 2);
  const factor = random.pick([1, 1 / 3, 0.1, 2 ** -40]);
  const along = () => (random.chance(0.5) ? random.integer(-3, 3) * factor : random.real(-2, 2));
  const most = random.pick([0, 1, 1, 2]);
  // Half of them are level, or on one line.
  const level = random.pick([-1, 0, 1, 2]);
  const points = random.times(4, (): Point => {
    const start = whole(random, most).map((x, k) => (k === level ? 0 : x) * factor);
    const end = [...start];
    start[axis] = along();
    end[axis] = random.chance(0.2) ? start[axis] : along();
    return [start, end];
  });
  // Often one goes where another is, so that they meet at an end of the motion.
  if (random.chance(0.2)) (points[0][1] as number[])[axis] = points[random.integer(1, 3)][1][axis];
  return toMotion(points);
}

export const NASTY_MOTIONS: Record<string, (random: Random, isFace: boolean) => Motion> = {
  'real numbers': (random) => toMotion(random.times(4, () => [vector(random), vector(random)])),
  'along an axis': (random) => alongAxis(random),
  'a grid of three': (random) => onGrid(random, 1),
  'a grid of seven': (random) => onGrid(random, 3),
  'meeting at the start': (random, isFace) => meetingAt(random, isFace, 0),
  'meeting at the end': (random, isFace) => meetingAt(random, isFace, 1),
  'meeting on the way': (random, isFace) => meetingAt(random, isFace, random.pick([0.5, 0.25, 0.125, 0.75])),
  'in a plane': inPlane,
  'on a line': onLine,
  'nearly parallel': nearlyParallel,
  'without extent': withoutExtent,
  rigid,
  scaled,
  'mixed scales': mixedScales,
  grazing,
};
