/** Closed tubes round closed curves: a ring and a trefoil knot. */
import type { MeshInput } from '../../src/index.ts';

type Vector = readonly [number, number, number];

const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** A tube round a curve that goes once round from 0 to 1. */
function tube(curve: (s: number) => Vector, radius: number, along: number, around: number): MeshInput {
  const positions: number[] = [];
  const indices: number[] = [];
  const number = (i: number, j: number) => (i % along) * around + (j % around);
  for (let i = 0; i < along; i++) {
    const [middle, next] = [curve(i / along), curve(((i + 1) % along) / along)];
    const tangent = unit([next[0] - middle[0], next[1] - middle[1], next[2] - middle[2]]);
    const first = unit(cross(tangent, Math.abs(tangent[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const second = cross(tangent, first);
    for (let j = 0; j < around; j++) {
      const angle = (2 * Math.PI * j) / around;
      const [cos, sin] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      for (const k of [0, 1, 2]) positions.push(middle[k] + cos * first[k] + sin * second[k]);
      indices.push(number(i, j), number(i + 1, j + 1), number(i + 1, j));
      indices.push(number(i, j), number(i, j + 1), number(i + 1, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A ring of radius 0.9, as thick as the knot. */
export const ringMesh = (along: number, around: number): MeshInput =>
  tube((s) => [0.9 * Math.cos(2 * Math.PI * s), 0.9 * Math.sin(2 * Math.PI * s), 0], 0.3, along, around);

/** A trefoil knot, 3 across and so thick that it meets itself. */
export const knotMesh = (along: number, around: number): MeshInput =>
  tube(
    (s) => {
      const angle = 4 * Math.PI * s;
      const radius = 1 + 0.5 * Math.cos(1.5 * angle);
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0.5 * Math.sin(1.5 * angle)];
    },
    0.3,
    along,
    around,
  );
