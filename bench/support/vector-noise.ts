/**
 * Smooth vector noise: random vectors on a lattice of whole numbers, blended by a quintic step.
 *
 * It repeats every 256 units. The same seed gives the same field on every machine.
 */
import { FineRandom } from '../../scenes/support/random.ts';

export type VectorNoise = (x: number, y: number, z: number) => readonly [number, number, number];

const PERIOD = 256;

/** 0 … 255 in random order, twice, so that sums of two entries need no wrapping. */
function doubledPermutation(random: FineRandom): Uint16Array {
  const order = Array.from({ length: PERIOD }, (_, index) => index);
  for (let last = PERIOD - 1; last > 0; last--) {
    const other = Math.floor(random.next() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return Uint16Array.from([...order, ...order]);
}

function smoothStep(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

export function vectorNoise(seed: number): VectorNoise {
  const random = new FineRandom(seed);
  const permutation = doubledPermutation(random);
  const vectors = Float64Array.from({ length: 3 * PERIOD }, () => 2 * random.next() - 1);
  const latticeVector = (x: number, y: number, z: number) =>
    3 * permutation[permutation[permutation[x & 255] + (y & 255)] + (z & 255)];
  return (x, y, z) => {
    const [cellX, cellY, cellZ] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [u, v, w] = [smoothStep(x - cellX), smoothStep(y - cellY), smoothStep(z - cellZ)];
    const value: [number, number, number] = [0, 0, 0];
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const weight = (i ? u : 1 - u) * (j ? v : 1 - v) * (k ? w : 1 - w);
      const at = latticeVector(cellX + i, cellY + j, cellZ + k);
      for (let axis = 0; axis < 3; axis++) value[axis] += weight * vectors[at + axis];
    }
    return value;
  };
}
