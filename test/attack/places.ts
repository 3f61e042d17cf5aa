/** Holds an answer of `inside` against exact winding numbers, at points where it is hard. */
import type { MeshInput } from '../../src/index.ts';
import type { Random } from '../support/random.ts';
import { isOn, windingNumber } from './oracle/distance.ts';
import type { WholeTriangle } from './oracle/meeting.ts';
import { binary, type Vector, wholePoints } from './oracle/whole.ts';
import { nearbyDouble, nearbySingle } from './scenes/ulps.ts';

function cornersOf({ positions, indices }: MeshInput): number[] {
  if (!indices) return Array.from(positions);
  return Array.from(indices).flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
}

/** On corners, sides and faces, a last digit beside them, level with corners, and far away. */
export function hardPoints(random: Random, mesh: MeshInput, count: number): Float32Array | Float64Array {
  const corners = cornersOf(mesh);
  const corner = () => {
    const at = 3 * random.integer(0, corners.length / 3 - 1);
    return [corners[at], corners[at + 1], corners[at + 2]];
  };
  const triangle = () => {
    const at = 9 * random.integer(0, corners.length / 9 - 1);
    return [0, 3, 6].map((k) => corners.slice(at + k, at + k + 3));
  };
  const blend = (points: number[][], weights: number[]) =>
    [0, 1, 2].map((axis) => points.reduce((sum, point, k) => sum + weights[k] * point[axis], 0));
  // Points stay within the range of a mesh, a thousand times as far out as it is.
  const isSingle = random.chance(0.4) && corners.every((value) => Math.abs(value) < 2 ** 110);
  const beside = (point: number[]) =>
    point.map((value) => (isSingle ? nearbySingle : nearbyDouble)(value, random.integer(-1, 1)));
  const values = random.times(count, () => {
    const point = random.pick([
      corner,
      () => blend(triangle(), [0.5, 0.5, 0]),
      () => blend(triangle(), [0.5, 0.25, 0.25]),
      () => [corner()[0], corner()[1], corner()[2]],
      () => blend([corner(), corner()], [0.5, 0.5]),
      () => blend([corner(), corner(), corner()], [0.3, 0.3, 0.4]),
      () => corner().map((value) => within(value * random.pick([1, -1, 1e3]))),
    ])();
    return random.chance(0.3) ? beside(point) : point;
  });
  return isSingle ? Float32Array.from(values.flat()) : Float64Array.from(values.flat());
}

function within(value: number): number {
  return Math.min(Math.max(value, -(2 ** 249)), 2 ** 249);
}

/** 2 on the surface, 1 where it winds round the point, 0 elsewhere. */
export function exactPlaces(random: Random, mesh: MeshInput, points: ArrayLike<number>): number[] {
  const corners = cornersOf(mesh);
  const { points: all } = wholePoints([...corners, ...Array.from(points)].map(binary));
  const triangles: WholeTriangle[] = [];
  for (let k = 0; k < corners.length / 3; k += 3) triangles.push([all[k], all[k + 1], all[k + 2]]);
  // Beyond every point, whatever the direction: above the sum of all magnitudes.
  const reach = all.flat().reduce((sum, value) => sum + (value < 0n ? -value : value), 1n);
  const toss = () => BigInt(random.integer(-1e6, 1e6));
  return all.slice(corners.length / 3).map((p) => {
    if (triangles.some((triangle) => isInBox(p, triangle) && isOn(p, triangle))) return 2;
    return windingNumber(p, triangles, reach, toss) === 0 ? 0 : 1;
  });
}

function isInBox(p: Vector, [a, b, c]: WholeTriangle): boolean {
  return p.every(
    (value, k) => !(value < a[k] && value < b[k] && value < c[k]) && !(value > a[k] && value > b[k] && value > c[k]),
  );
}
