/** Rigid motions: a unit quaternion and a translation, in single precision, applied in double precision. */
import type { BenchMesh } from './mesh.ts';
import { boundsOf } from './mesh.ts';

export interface Rigid {
  /** x, y, z, w. */
  readonly quaternion: readonly [number, number, number, number];
  readonly translation: readonly [number, number, number];
}

export function turnAbout(axis: readonly number[], angle: number): Rigid['quaternion'] {
  const scale = Math.sin(angle / 2) / Math.hypot(...axis);
  const [x, y, z] = axis.map((component) => Math.fround(component * scale));
  return [x, y, z, Math.fround(Math.cos(angle / 2))];
}

/** Nine numbers, row by row. */
export function rotationRows([x, y, z, w]: Rigid['quaternion']): number[] {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** Writes the 4 × 4 matrix, column by column. */
export function writeMatrix({ quaternion, translation }: Rigid, matrix: Float64Array): void {
  const rows = rotationRows(quaternion);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) matrix[4 * column + row] = rows[3 * row + column];
    matrix[12 + row] = translation[row];
  }
  matrix[15] = 1;
}

/** Moved positions, written to `moved` and rounded to its precision. */
export function moveInto(positions: Float32Array, rigid: Rigid, moved: Float32Array | Float64Array, at = 0): void {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rotationRows(rigid.quaternion);
  const [tx, ty, tz] = rigid.translation;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    moved[at + i] = xx * x + xy * y + xz * z + tx;
    moved[at + i + 1] = yx * x + yy * y + yz * z + ty;
    moved[at + i + 2] = zx * x + zy * y + zz * z + tz;
  }
}

/** A copy turned about the middle of its box and shifted by parts of the box's diagonal, so that both overlap. */
export function overlappingCopy(
  mesh: BenchMesh,
  axis: readonly number[],
  angle: number,
  shift: readonly number[],
): BenchMesh {
  const { low, high } = boundsOf(mesh);
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const diagonal = Math.hypot(...low.map((value, k) => high[k] - value));
  const quaternion = turnAbout(axis, angle);
  const rows = rotationRows(quaternion);
  const [x, y, z] = middle.map((value, k) => {
    const turned = rows[3 * k] * middle[0] + rows[3 * k + 1] * middle[1] + rows[3 * k + 2] * middle[2];
    return Math.fround(value - turned + shift[k] * diagonal);
  });
  const positions = new Float32Array(mesh.positions.length);
  moveInto(mesh.positions, { quaternion, translation: [x, y, z] }, positions);
  return { name: `${mesh.name}, moved`, positions, indices: mesh.indices };
}
