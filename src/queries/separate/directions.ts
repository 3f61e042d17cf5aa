/** Directions worth trying: where the surfaces meet, what the clashes say, from centre to centre, the axes, and the caller's. */
import type { Triple } from '../../mesh/bounds.ts';
import type { Clashes } from '../clashes/clashes.ts';
import { dot, minus, type Shape, scaled, unitVector } from './shape.ts';

/** Normals of faces that meet: as many as have the largest area. */
const NORMALS_MOST = 12;
/** Cosine from which on two directions are one. */
const SAME = 1 - 1e-9;

const AXIS_DIRECTIONS: readonly Triple[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** Distinct unit vectors. `shapes` are A's and B's, `a` is the id of the first. */
export function directionsToTry(
  shapes: readonly [Shape, Shape],
  a: number,
  { clashes, collisions }: Clashes,
  given: readonly Triple[],
): Triple[] {
  const both = (direction: Triple): Triple[] => [direction, scaled(direction, -1)];
  const list = [...given, ...AXIS_DIRECTIONS];
  const add = (direction: Triple | undefined) => {
    if (direction) list.push(...both(direction));
  };
  for (const { normal, deepest } of clashes) {
    add(normal ? unitVector([...normal]) : undefined);
    add(deepest ? unitVector(minus(deepest.a, deepest.b)) : undefined);
  }
  add(unitVector(minus(middleOf(shapes[0]), middleOf(shapes[1]))));
  for (const normal of meetingNormals(shapes, a, collisions.trianglePairs)) add(normal);
  const distinct: Triple[] = [];
  for (const direction of list) if (distinct.every((known) => dot(known, direction) < SAME)) distinct.push(direction);
  return distinct;
}

function middleOf(shape: Shape): Triple {
  const middle = (axis: Triple) => (shape.reach(axis) - shape.reach(scaled(axis, -1))) / 2;
  return [middle([1, 0, 0]), middle([0, 1, 0]), middle([0, 0, 1])];
}

/** Normals of faces that meet, with the areas of those of the same direction added up. */
function meetingNormals(shapes: readonly [Shape, Shape], a: number, pairs: Uint32Array): Triple[] {
  const sums = new Map<string, Triple>();
  const seen = new Set<string>();
  for (let at = 0; at < pairs.length; at += 2) {
    const [object, triangle] = [pairs[at], pairs[at + 1]];
    const shape = object === a ? 0 : 1;
    const name = `${shape} ${triangle}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const area = shapes[shape].areaVector(triangle);
    const unit = unitVector(area);
    if (!unit) continue;
    const key = unit.map((value) => Math.round(value * 8)).join();
    const sum = sums.get(key) ?? [0, 0, 0];
    sums.set(key, [sum[0] + area[0], sum[1] + area[1], sum[2] + area[2]]);
  }
  return [...sums.values()]
    .sort((p, q) => dot(q, q) - dot(p, p))
    .slice(0, NORMALS_MOST)
    .flatMap((sum) => {
      const normal = unitVector(sum);
      return normal ? [normal] : [];
    });
}
