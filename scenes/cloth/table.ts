/** The round table and the floor: their mesh, and how particles are kept off them. */

import { joinMeshes, type Mesh } from '../support/mesh.ts';
import { box, turnedSolid } from '../support/shapes.ts';

const RADIUS = 0.45;
const TOP = 0.6;
const THICKNESS = 0.06;
const FRICTION = 0.35;

export const FLOOR = 0;

export function tableMesh(around: number): Mesh {
  return turnedSolid(around, [
    [0.25, 0.001],
    [0.25, 0.03],
    [0.04, 0.06],
    [0.04, TOP - THICKNESS],
    [RADIUS, TOP - THICKNESS],
    [RADIUS, TOP],
  ]);
}

export function floorMesh(): Mesh {
  return joinMeshes([box([0, FLOOR - 0.05, 0], [4, 0.1, 4])]);
}

/** Moves a particle along (nx, ny, nz) by `depth` and takes away part of what it slid since the last small step. */
function push(
  positions: Float64Array,
  before: Float64Array,
  at: number,
  nx: number,
  ny: number,
  nz: number,
  depth: number,
): void {
  const [dx, dy, dz] = [
    positions[at] - before[at],
    positions[at + 1] - before[at + 1],
    positions[at + 2] - before[at + 2],
  ];
  const along = dx * nx + dy * ny + dz * nz;
  const [sx, sy, sz] = [dx - along * nx, dy - along * ny, dz - along * nz];
  const slid = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const hold = slid > 0 ? Math.min(1, (FRICTION * depth) / slid) : 0;
  positions[at] += depth * nx - hold * sx;
  positions[at + 1] += depth * ny - hold * sy;
  positions[at + 2] += depth * nz - hold * sz;
}

/** Keeps every particle at least `gap` from table top and floor. */
export function keepOff(positions: Float64Array, before: Float64Array, gap: number): void {
  for (let at = 0; at < positions.length; at += 3) {
    const y = positions[at + 1];
    if (y < FLOOR + gap) push(positions, before, at, 0, 1, 0, FLOOR + gap - y);
    else if (y < TOP + gap && y > TOP - THICKNESS - gap) keepOffTop(positions, before, at, gap);
  }
}

function keepOffTop(positions: Float64Array, before: Float64Array, at: number, gap: number): void {
  const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
  const square = x * x + z * z;
  if (square > (RADIUS + gap) * (RADIUS + gap)) return;
  const away = Math.sqrt(square);
  const [ux, uz] = away > 0 ? [x / away, z / away] : [1, 0];
  const out = away - RADIUS;
  const middle = TOP - THICKNESS / 2;
  const above = Math.abs(y - middle) - THICKNESS / 2;
  const up = y < middle ? -1 : 1;
  if (out <= 0 && above <= 0) {
    // Inside: the nearer way out.
    if (above > out) push(positions, before, at, 0, up, 0, gap - above);
    else push(positions, before, at, ux, 0, uz, gap - out);
    return;
  }
  const [dOut, dUp] = [Math.max(0, out), Math.max(0, above)];
  const distance = Math.sqrt(dOut * dOut + dUp * dUp);
  if (distance >= gap) return;
  const scale = 1 / distance;
  push(positions, before, at, ux * dOut * scale, up * dUp * scale, uz * dOut * scale, gap - distance);
}
