/** Meshes that the page makes for itself, the same in every browser but for the last bits of sines. */
import type { MeshInput } from '../../src/index.ts';

export interface BallOptions {
  readonly shift?: readonly [number, number, number];
  /** How far the surface is pushed about, in radii; from 0.3 on it folds over itself. */
  readonly push?: number;
  /** Turns the pattern. */
  readonly phase?: number;
}

/** A ball of about this many triangles, its surface deformed by waves. */
export function wavyBall(
  triangles: number,
  { shift = [0, 0, 0], push = 0.05, phase = 0 }: BallOptions = {},
): MeshInput {
  const rows = Math.max(4, Math.round(Math.sqrt(triangles / 4)));
  const columns = 2 * rows;
  const positions = new Float32Array(3 * (rows + 1) * columns);
  for (let row = 0; row <= rows; row++) {
    const u = (Math.PI * (row + 0.01)) / (rows + 0.02);
    for (let column = 0; column < columns; column++) {
      const v = (2 * Math.PI * column) / columns;
      const [x, y, z] = [Math.sin(u) * Math.cos(v), Math.sin(u) * Math.sin(v), Math.cos(u)];
      const at = 3 * (row * columns + column);
      positions[at] = x + push * Math.sin(7 * y + 3 * z + phase) + shift[0];
      positions[at + 1] = y + push * Math.sin(8 * z + 5 * x - phase) + shift[1];
      positions[at + 2] = z + push * Math.sin(9 * x + 4 * y + 2 * phase) + shift[2];
    }
  }
  const indices = new Uint32Array(6 * rows * columns);
  let to = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const a = row * columns + column;
      const b = row * columns + ((column + 1) % columns);
      for (const index of [a, a + columns, b, b, a + columns, b + columns]) indices[to++] = index;
    }
  }
  return { positions, indices, weld: false };
}
