/**
 * Ten thousand bolts of 5 000 triangles through a plate. Each goes through the plate, and the rim of its head into that of its
 * neighbour in the row: 19 900 pairs of objects.
 */
import { type BenchMesh, named } from './mesh.ts';

const SIDE = 100;
const ROW_PITCH = 1.2;
const MOVING = 100;

export interface BoltsScene {
  readonly plate: BenchMesh;
  readonly bolt: BenchMesh;
  readonly count: number;
  /** Of the plate, then of all bolts. */
  readonly places: Float64Array;
  /** Bolts that move, and where to in each frame. */
  readonly moving: readonly number[];
  readonly frames: readonly Float64Array[];
}

/** A shaft with a thin rim, closed by a fan at each end. */
export function bolt(rings: number, around: number): BenchMesh {
  const points = [0, 0, 1, 0, 0, -1];
  for (let i = 1; i <= rings; i++) {
    const u = i / (rings + 1);
    const radius = i === 8 || i === 9 ? 0.503 : 0.3 * (1 + 0.02 * Math.sin(40 * u));
    for (let j = 0; j < around; j++) {
      const turn = (2 * Math.PI * j) / around;
      points.push(radius * Math.cos(turn), radius * Math.sin(turn), 1 - 2 * u);
    }
  }
  const at = (i: number, j: number) => 2 + (i - 1) * around + (j % around);
  const indices: number[] = [];
  for (let j = 0; j < around; j++) {
    indices.push(0, at(1, j), at(1, j + 1), 1, at(rings, j + 1), at(rings, j));
    for (let i = 1; i < rings; i++) {
      indices.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  }
  return named('bolt', { positions: Float32Array.from(points), indices: Uint32Array.from(indices) });
}

function plate(cells: number): BenchMesh {
  const points: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= cells; i++) {
    for (let j = 0; j <= cells; j++) points.push((SIDE * i) / cells - 0.5, (ROW_PITCH * SIDE * j) / cells - 0.5, 0);
  }
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const a = i * (cells + 1) + j;
      indices.push(a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2);
    }
  }
  return named('plate', { positions: Float32Array.from(points), indices: Uint32Array.from(indices) });
}

/** Rotated about its axis, and shifted slightly up or down. */
function placeOf(index: number, frame: number): number[] {
  const turn = 0.1 * frame + 0.7 * index;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [index % SIDE, ROW_PITCH * Math.floor(index / SIDE)];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, 0.004 * Math.sin(index + frame), 1];
}

export function boltsScene(frameCount: number): BoltsScene {
  const count = SIDE * SIDE;
  const stays = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const moving = Array.from({ length: MOVING }, (_, i) => (97 * i) % count);
  return {
    plate: plate(200),
    bolt: bolt(50, 50),
    count,
    places: Float64Array.from([stays, ...Array.from({ length: count }, (_, i) => placeOf(i, 0))].flat()),
    moving: moving.map((index) => index + 1),
    frames: Array.from({ length: frameCount }, (_, frame) =>
      Float64Array.from(moving.flatMap((index) => placeOf(index, frame + 1))),
    ),
  };
}
