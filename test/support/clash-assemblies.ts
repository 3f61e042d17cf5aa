/**
 * Assemblies of prisms whose clashes are known from how they are made: kinds, numbers and depths are written down by
 * hand for each, never computed by the code under test.
 */
import { box, type Flat, insideOut, joined, prism, ring, type Solid, type Vector } from './prisms.ts';
import type { Random } from './random.ts';

export type Kind = 'penetrating' | 'contained' | 'duplicate' | 'touching';

export interface KnownClash {
  readonly a: number;
  readonly b: number;
  readonly kind: Kind;
  /** The true depth, or bounds for it. */
  readonly depth?: number | readonly [number, number];
  readonly inner?: number;
}

export interface Assembly {
  readonly solids: readonly Solid[];
  readonly clashes: readonly KnownClash[];
}

/** Quarters from `least` to `most`. */
const quarter = (random: Random, least: number, most: number): number => random.integer(4 * least, 4 * most) / 4;

type Box = { readonly low: Vector; readonly high: Vector };

/** How far the faces of one box reach into another: a face inside is as deep as its best point is from all six sides. */
function reach(own: Box, other: Box): number {
  const room = (axis: number, x: number) => Math.min(x - other.low[axis], other.high[axis] - x);
  /** The most room along an axis over the common part of the two boxes. */
  const mostRoom = (axis: number) => {
    const low = Math.max(own.low[axis], other.low[axis]);
    const high = Math.min(own.high[axis], other.high[axis]);
    const middle = (other.low[axis] + other.high[axis]) / 2;
    return room(axis, Math.max(low, Math.min(high, middle)));
  };
  let most = 0;
  for (const axis of [0, 1, 2]) {
    for (const x of [own.low[axis], own.high[axis]]) {
      if (room(axis, x) <= 0) continue;
      const others = [0, 1, 2].filter((k) => k !== axis).map(mostRoom);
      most = Math.max(most, Math.min(room(axis, x), ...others));
    }
  }
  return most;
}

/** What two boxes do to each other; undefined when they are apart. */
export function boxClash(a: Box, b: Box): Omit<KnownClash, 'a' | 'b'> | undefined {
  const overlap = [0, 1, 2].map((k) => Math.min(a.high[k], b.high[k]) - Math.max(a.low[k], b.low[k]));
  if (overlap.some((length) => length < 0)) return undefined;
  if (overlap.some((length) => length === 0)) return { kind: 'touching' };
  const isIn = (own: Box, other: Box) =>
    [0, 1, 2].every((k) => own.low[k] >= other.low[k] && own.high[k] <= other.high[k]);
  if (isIn(a, b) && isIn(b, a)) return { kind: 'duplicate' };
  const depth = Math.max(reach(a, b), reach(b, a));
  if (isIn(a, b)) return { kind: 'contained', inner: 0, depth };
  if (isIn(b, a)) return { kind: 'contained', inner: 1, depth };
  return { kind: 'penetrating', depth };
}

function randomBox(random: Random): Box {
  const low = random.times(3, () => random.integer(0, 3)) as unknown as Vector;
  const high = low.map((x) => x + random.integer(1, 3)) as unknown as Vector;
  return { low, high };
}

function twoBoxes(random: Random): Assembly {
  const [a, b] = [randomBox(random), randomBox(random)];
  const known = boxClash(a, b);
  const clashes = known ? [{ a: 0, b: 1, ...known }] : [];
  return { solids: [box(a.low, a.high), box(b.low, b.high)], clashes };
}

function shiftedBoxes(random: Random): Assembly {
  const length = random.integer(2, 5);
  const shift = quarter(random, 1, length - 1);
  const a: Box = { low: [0, 0, 0], high: [length, 1, 1] };
  const b: Box = { low: [shift, 0, 0], high: [length + shift, 1, 1] };
  return { solids: [box(a.low, a.high), box(b.low, b.high)], clashes: [{ a: 0, b: 1, ...boxClash(a, b)! }] };
}

function cornerBox(random: Random): Assembly {
  const a: Box = { low: [0, 0, 0], high: [4, 4, 4] };
  const size = random.times(3, () => quarter(random, 1, 3)) as unknown as Vector;
  const b: Box = { low: [0, 0, 0], high: size };
  return { solids: [box(a.low, a.high), box(b.low, b.high)], clashes: [{ a: 0, b: 1, ...boxClash(a, b)! }] };
}

function equalBoxes(random: Random): Assembly {
  const { low, high } = randomBox(random);
  const turned = ([x, y, z]: Vector): Vector => [z, x, y];
  const back = box([low[1], low[2], low[0]], [high[1], high[2], high[0]]);
  // The same box made along another axis, so with other diagonals.
  const other: Solid = { vertices: back.vertices.map(turned), triangles: back.triangles };
  return {
    solids: [box(low, high), random.chance(0.5) ? box(low, high) : other],
    clashes: [{ a: 0, b: 1, kind: 'duplicate' }],
  };
}

/** A polygon of eight corners that looks the same after a quarter turn and in a mirror; corners at distance √5 · size. */
const octagon = (size: number): Flat[] =>
  (
    [
      [2, 1],
      [1, 2],
      [-1, 2],
      [-2, 1],
      [-2, -1],
      [-1, -2],
      [1, -2],
      [2, -1],
    ] as const
  ).map(([x, y]): Flat => [size * x, size * y]);

/** A shaft in a bore of the same corners: they touch all round, whatever sticks out. */
function fittingShaft(random: Random): Assembly {
  const bore = ring(octagon(1), octagon(2), 0, 2);
  const low = quarter(random, -1, 1);
  const high = quarter(random, 1.25, 3);
  return { solids: [bore, prism(octagon(1), low, high)], clashes: [{ a: 0, b: 1, kind: 'touching' }] };
}

/** A shaft that is too thick by a part of its size. It is deepest at its corners, √5 · excess outside the bore's. */
function pressFit(random: Random): Assembly {
  const excess = random.pick([1 / 4, 1 / 64, 2 ** -10, 2 ** -17]);
  const bore = ring(octagon(1), octagon(2), 0, 2);
  const shaft = prism(octagon(1 + excess), -1, 3);
  return { solids: [bore, shaft], clashes: [{ a: 0, b: 1, kind: 'penetrating', depth: Math.sqrt(5) * excess }] };
}

/** A comb of prongs of given lengths under a bar, 1 wide and 1 deep, with gaps of 1; the tips point down. */
function comb(lengths: readonly number[], top: number): Solid {
  const outline: Flat[] = [];
  lengths.forEach((length, i) => {
    outline.push([2 * i, top - length], [2 * i + 1, top - length]);
    if (i + 1 < lengths.length) outline.push([2 * i + 1, top], [2 * i + 2, top]);
  });
  const width = 2 * lengths.length - 1;
  const standing = prism([...outline, [width, top + 1], [0, top + 1]], 0, 1);
  // From the xy plane and along z to the xz plane and along −y, which turns nothing inside out.
  return { vertices: standing.vertices.map(([x, y, z]): Vector => [x, -z, y]), triangles: standing.triangles };
}

/** Prongs that end above a plate of thickness 2, on it or in it: each that reaches in is a clash of its own. */
function prongs(random: Random): Assembly {
  const lengths = random.times(random.integer(1, 5), () => random.pick([0.5, 1, 1.25, 1.5, 2, 3.5]));
  const width = 2 * lengths.length - 1;
  const plate = box([-1, -2, -2], [width + 1, 1, 0]);
  const clashes = lengths.flatMap((length): KnownClash[] => {
    const sunk = length - 1;
    if (sunk < 0) return [];
    if (sunk === 0) return [{ a: 0, b: 1, kind: 'touching' }];
    // The tip is `sunk` deep, its walls at most 1, where the plate is thickest; of the plate's face in the prong, 1/2.
    return [{ a: 0, b: 1, kind: 'penetrating', depth: Math.max(Math.min(sunk, 1), Math.min(0.5, sunk)) }];
  });
  return { solids: [plate, comb(lengths, 1)], clashes };
}

/** A plate and rods through it: one rod is one clash, wherever its two ends are. */
function pierced(random: Random): Assembly {
  const count = random.pick([1, 5]);
  const thickness = random.pick([0.5, 1, 2]);
  const plate = box([-1, -1, 0], [2 * count + 1, 3, thickness]);
  const rods = random.times(count, (i) => box([2 * i, 0, -2], [2 * i + 1, 1, thickness + 2]));
  // Along the walls of a rod up to half the thickness; of the plate's faces in the rod up to half its width.
  const depth = Math.max(thickness / 2, 0.5);
  if (random.chance(0.5)) {
    return { solids: [plate, ...rods], clashes: rods.map((_, i) => ({ a: 0, b: i + 1, kind: 'penetrating', depth })) };
  }
  return { solids: [plate, joined(...rods)], clashes: rods.map(() => ({ a: 0, b: 1, kind: 'penetrating', depth })) };
}

/** A box with a void, and a box in the void: apart, filling it, or too large for it. */
function inVoid(random: Random): Assembly {
  const hollow = joined(box([0, 0, 0], [8, 8, 8]), insideOut(box([2, 2, 2], [6, 6, 6])));
  const grow = random.pick([-1, -0.5, 0, 0.5, 1]);
  const part = box([2 - grow, 2 - grow, 2 - grow], [6 + grow, 6 + grow, 6 + grow]);
  if (grow < 0) return { solids: [hollow, part], clashes: [] };
  if (grow === 0) return { solids: [hollow, part], clashes: [{ a: 0, b: 1, kind: 'touching' }] };
  // Its surface lies in the wall, `grow` from the void and 2 − grow from the outside; its corners are √3 · grow from
  // those of the void, if the outside is not nearer. The void's surface lies in it.
  const outer = Math.min(grow * Math.sqrt(3), 2 - grow);
  return {
    solids: [hollow, part],
    clashes: [
      { a: 0, b: 1, kind: 'contained', inner: 1, depth: outer },
      { a: 0, b: 1, kind: 'contained', inner: 0, depth: grow },
    ],
  };
}

/** Boxes in boxes: each pair is one in the other, as deep as its nearest faces are apart. */
function nested(random: Random): Assembly {
  const count = random.integer(2, 4);
  const solids = random.times(count, (i) => box([i, i, i], [10 - i, 10 - i, 10 - i]));
  const clashes: KnownClash[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) clashes.push({ a, b, kind: 'contained', inner: b, depth: b - a });
  }
  return { solids, clashes };
}

/** Two of the above boxes, one or both of them inside out: what is inside is the same. */
function turnedInsideOut(random: Random): Assembly {
  const { solids, clashes } = random.pick([twoBoxes, shiftedBoxes, cornerBox, equalBoxes, fittingShaft])(random);
  return { solids: solids.map((solid) => (random.chance(0.6) ? insideOut(solid) : solid)), clashes };
}

/** A rack: a bar 1 thick with teeth 1 wide and 1 high on it, gaps of 1 between them, from `left` on and standing on z = 0. */
function rack(teeth: number, left: number): Solid {
  const outline: Flat[] = [[left, 0]];
  const right = left + 2 * teeth - 1;
  outline.push([right, 0]);
  for (let i = teeth - 1; i >= 0; i--) {
    const x = left + 2 * i;
    if (i < teeth - 1) outline.push([x + 1, 1]);
    outline.push([x + 1, 2], [x, 2]);
    if (i > 0) outline.push([x, 1]);
  }
  const flat = prism(outline, 0, 1);
  return { vertices: flat.vertices.map(([x, y, z]): Vector => [x, -z, y]), triangles: flat.triangles };
}

/** Two racks whose teeth stand in each other's gaps, without play at the sides: they touch there, and may meet in depth. */
function racks(random: Random): Assembly {
  const teeth = random.integer(1, 4);
  const sunk = random.pick([-0.25, 0, 0.125, 0.25, 0.5]);
  const below = rack(teeth, 0);
  const above = rack(teeth + 1, -1);
  // Upside down: the tips, at 2, come to 1 − sunk.
  const upper: Solid = {
    vertices: above.vertices.map(([x, y, z]): Vector => [x, y, 3 - sunk - z]),
    triangles: insideOut(above).triangles,
  };
  const solids = [below, upper];
  if (sunk < 0) return { solids, clashes: random.times(2 * teeth, () => ({ a: 0, b: 1, kind: 'touching' as const })) };
  if (sunk === 0) return { solids, clashes: [{ a: 0, b: 1, kind: 'touching' }] };
  return { solids, clashes: [{ a: 0, b: 1, kind: 'penetrating', depth: sunk }] };
}

const MAKERS = {
  twoBoxes,
  shiftedBoxes,
  cornerBox,
  equalBoxes,
  fittingShaft,
  pressFit,
  prongs,
  pierced,
  inVoid,
  nested,
  turnedInsideOut,
  racks,
};

export type AssemblyName = keyof typeof MAKERS;
export const assemblyNames = Object.keys(MAKERS) as AssemblyName[];

export function makeAssembly(name: AssemblyName, random: Random): Assembly {
  return MAKERS[name](random);
}
