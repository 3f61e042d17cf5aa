/** Small meshes that tests build their scenes from. */
import type { MeshInput } from '../../src/index.ts';
import { Random } from './random.ts';

/** One triangle from nine coordinates. */
export function triangle(...coordinates: number[]): MeshInput {
  return { positions: Float64Array.from(coordinates), indices: Uint32Array.of(0, 1, 2) };
}

/** Two triangles that cross: one in the plane z = 0, one standing upright through it. */
export const lying = (): MeshInput => triangle(0, 0, 0, 4, 0, 0, 0, 4, 0);
export const standing = (): MeshInput => triangle(1, 1, -1, 1, 1, 1, 1, -3, 0);

/** Triangles of one size, scattered at random in the unit cube. */
export function scattered(count: number, size: number, seed: number): MeshInput {
  const random = new Random(seed);
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const middle = [random.next(), random.next(), random.next()];
    for (let k = 0; k < 9; k++) positions[9 * t + k] = middle[k % 3] + random.real(-size, size);
  }
  return { positions, weld: false };
}

/** A wavy sheet of 2 · side² triangles over [0, size]², with a height per vertex. */
export function sheet(side: number, size: number, height: (x: number, y: number) => number): MeshInput {
  const positions = new Float32Array(3 * (side + 1) ** 2);
  const indices = new Uint32Array(6 * side * side);
  let place = 0;
  for (let j = 0; j <= side; j++) {
    for (let i = 0; i <= side; i++) {
      const x = (i / side) * size;
      const y = (j / side) * size;
      positions.set([x, y, height(x, y)], place);
      place += 3;
    }
  }
  place = 0;
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const a = j * (side + 1) + i;
      const c = a + side + 2;
      indices.set([a, a + 1, c, a, c, a + side + 1], place);
      place += 6;
    }
  }
  return { positions, indices };
}
