/** Shapes as meshes: precision, indices or none, split and spare vertices, welding, both zeros. */
import type { MeshInput } from '../../../src/index.ts';
import type { Random } from '../../support/random.ts';
import { mapPoints, type Shape } from './shape.ts';

/** The largest magnitude that a mesh may have here: below 2^250 and, in single precision, finite. */
const MOST_DOUBLE = 2 ** 249;
const MOST_SINGLE = 2 ** 127;

export type Precision = 'single' | 'double';

/** A vertex of its own for every corner. */
function split(shape: Shape): Shape {
  return {
    points: shape.faces.flatMap((face) => face.map((corner) => shape.points[corner])),
    faces: shape.faces.map((_, index) => [3 * index, 3 * index + 1, 3 * index + 2]),
  };
}

/** Vertices that no face uses, some of them far away, before and after the others. */
function withSpareVertices(random: Random, shape: Shape): Shape {
  const far = random.pick([0, 1, 1e4, 1e10, 1e30]);
  const spare = () => random.times(random.integer(0, 2), () => random.times(3, () => far * random.integer(-1, 1)));
  const before = spare();
  return {
    points: [...before, ...shape.points, ...spare()],
    faces: shape.faces.map((face) => face.map((corner) => corner + before.length)),
  };
}

/** The same vertices numbered in another order. */
function renumbered(random: Random, shape: Shape): Shape {
  const order = random.shuffle(shape.points.map((_, index) => index));
  const places = new Map(order.map((old, index) => [old, index]));
  return {
    points: order.map((old) => shape.points[old]),
    faces: shape.faces.map((face) => face.map((corner) => places.get(corner)!)),
  };
}

function positionsOf(shape: Shape, precision: Precision): MeshInput['positions'] {
  const most = precision === 'single' ? MOST_SINGLE : MOST_DOUBLE;
  const values = shape.points.flat().map((value) => Math.min(Math.max(value, -most), most));
  return precision === 'single' ? Float32Array.from(values) : Float64Array.from(values);
}

export function dressed(random: Random, shape: Shape, precision: Precision): MeshInput {
  let worn = shape;
  if (random.chance(0.15)) worn = { ...worn, faces: random.shuffle(worn.faces) };
  if (random.chance(0.2)) worn = renumbered(random, worn);
  if (random.chance(0.1)) worn = mapPoints(worn, (point) => point.map((value) => (value === 0 ? -0 : value)));
  const form = random.pick(['indexed', 'indexed', 'welded', 'split', 'splitWelded', 'soup', 'looseSoup']);
  if (form === 'soup') return { positions: positionsOf(split(worn), precision) };
  if (form === 'looseSoup') return { positions: positionsOf(split(worn), precision), weld: false };
  if (form === 'split' || form === 'splitWelded') worn = split(worn);
  if (random.chance(0.15)) worn = withSpareVertices(random, worn);
  const small = random.chance(0.3);
  return {
    positions: positionsOf(worn, precision),
    indices: (small ? Uint16Array : Uint32Array).from(worn.faces.flat()),
    ...(form === 'indexed' ? {} : { weld: form !== 'split' }),
  };
}
