/** Objects placed by matrices, and the coordinates that come out of it. */
import type { MeshInput } from '../../../src/index.ts';
import type { Random } from '../../support/random.ts';
import { binary, commonExponent, whole } from '../oracle/whole.ts';
import { mapPoints, type Shape } from './shape.ts';

/** Sixteen numbers, column by column. */
export type Matrix = readonly number[];

function matrixOf(rows: readonly (readonly number[])[], move: readonly number[]): Matrix {
  return [...[0, 1, 2].flatMap((column) => [...rows.map((row) => row[column]), 0]), ...move, 1];
}

/** Turns by right angles, mirrors and powers of two: nothing is rounded unless the move is far. */
function squareMatrix(random: Random): Matrix {
  const axes = random.shuffle([0, 1, 2]);
  const size = 2 ** random.pick([0, 0, 0, 1, -3, 10]);
  const rows = axes.map((axis) => [0, 1, 2].map((k) => (k === axis ? random.pick([size, -size]) : 0)));
  return matrixOf(
    rows,
    random.times(3, () => random.pick([0, 0, 1, -2, 0.5])),
  );
}

function shearMatrix(random: Random): Matrix {
  const [a, b, c] = random.times(3, () => random.integer(-2, 2));
  return matrixOf(
    [
      [1, a, b],
      [0, 1, c],
      [0, 0, random.pick([1, -1, 2])],
    ],
    random.times(3, () => random.integer(-1, 1)),
  );
}

/** As programs make them: by sine and cosine, so that a right angle is off by a last digit. */
function roundedMatrix(random: Random): Matrix {
  const angle = random.pick([Math.PI / 2, Math.PI, Math.PI / 6, Math.PI / 4, random.real(0, 7)]);
  const size = random.pick([1, 1, 1e-6, 1e6, 25.4, -1]);
  const [c, s] = [size * Math.cos(angle), size * Math.sin(angle)];
  const rows = random.pick([
    [
      [c, -s, 0],
      [s, c, 0],
      [0, 0, size],
    ],
    [
      [c, 0, s],
      [0, size, 0],
      [-s, 0, c],
    ],
    [
      [size, 0, 0],
      [0, c, -s],
      [0, s, c],
    ],
  ]);
  return matrixOf(
    rows,
    random.times(3, () => random.pick([0, 0, 1, 0.1])),
  );
}

export function randomMatrix(random: Random): Matrix {
  return random.pick([squareMatrix, squareMatrix, shearMatrix, roundedMatrix])(random);
}

/** Where the matrix puts a point, rounded as the sum is written: x, y, z, then the move. */
export function placedPoint(matrix: Matrix, x: number, y: number, z: number): number[] {
  return [0, 1, 2].map((r) => matrix[r] * x + matrix[4 + r] * y + matrix[8 + r] * z + matrix[12 + r]);
}

/** The mesh with the coordinates it has in the scene. Welding goes by those it was given with, so it is done before. */
export function placedMesh(mesh: MeshInput, matrix: Matrix | undefined): MeshInput {
  if (!matrix) return mesh;
  const { positions } = mesh;
  const placed = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    placed.set(placedPoint(matrix, positions[i], positions[i + 1], positions[i + 2]), i);
  }
  if (!(mesh.weld ?? mesh.indices === undefined)) return { ...mesh, positions: placed };
  return { positions: placed, indices: weldedIndices(mesh), weld: false };
}

/** For every corner the first vertex with its coordinates. */
export function weldedIndices({ positions, indices }: MeshInput): Uint32Array {
  const first = new Map<string, number>();
  const names = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const name = [0, 1, 2].map((k) => positions[3 * vertex + k] + 0).join();
    if (!first.has(name)) first.set(name, vertex);
    return first.get(name)!;
  });
  return Uint32Array.from(indices ?? names.keys(), (vertex) => names[vertex]);
}

/** Whether placing rounds no coordinate, so that it changes nothing within the object. */
export function isExact({ positions }: MeshInput, matrix: Matrix): boolean {
  for (let i = 0; i < positions.length; i += 3) {
    const point = [positions[i], positions[i + 1], positions[i + 2]];
    const placed = placedPoint(matrix, point[0], point[1], point[2]);
    for (let r = 0; r < 3; r++) {
      const factors = [matrix[r], matrix[4 + r], matrix[8 + r], matrix[12 + r]].map(binary);
      const values = [...point, 1].map(binary);
      const [unitOfFactors, unitOfValues] = [commonExponent(factors), commonExponent(values)];
      const sum = factors.reduce((s, f, k) => s + whole(f, unitOfFactors) * whole(values[k], unitOfValues), 0n);
      const found = binary(placed[r]);
      const unit = Math.min(unitOfFactors + unitOfValues, commonExponent([found]));
      if (sum << BigInt(unitOfFactors + unitOfValues - unit) !== whole(found, unit)) return false;
    }
  }
  return true;
}

/** A shape that the matrix brings back to where the given one is, up to rounding. */
export function unplaced(shape: Shape, matrix: Matrix): Shape {
  const m = (row: number, column: number) => matrix[4 * column + row];
  const minor = (r: number, c: number) => {
    const [r1, r2] = [(r + 1) % 3, (r + 2) % 3];
    const [c1, c2] = [(c + 1) % 3, (c + 2) % 3];
    return m(r1, c1) * m(r2, c2) - m(r1, c2) * m(r2, c1);
  };
  const determinant = m(0, 0) * minor(0, 0) + m(0, 1) * minor(0, 1) + m(0, 2) * minor(0, 2);
  return mapPoints(shape, (point) => {
    const left = point.map((value, axis) => value - matrix[12 + axis]);
    return [0, 1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + minor(c, r) * left[c], 0) / determinant);
  });
}

/** The largest number that placing a mesh adds up: segments within it are found where it was given, and then placed. */
export function reachOf({ positions }: MeshInput, matrix: Matrix | undefined): number {
  if (!matrix) return 0;
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    for (let r = 0; r < 3; r++) {
      for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(matrix[4 * k + r] * positions[i + k]));
    }
  }
  return most;
}
