/** A box, and many of them, each with its own rotation, so crowded that most meet a neighbour: a large assembly of small parts. */
import { FineRandom } from '../../scenes/support/random.ts';
import type { BenchMesh } from './mesh.ts';
import { moveInto, turnAbout } from './rigid.ts';

const SEED = 16_960;
/** Volume of space for each box of side 1: some 1.1 clashes for each. */
const SPACE = 4.6;

/** Of side 1, from `shift` along each axis. */
export function box(shift: number): BenchMesh {
  const positions = Float32Array.from({ length: 24 }, (_, i) => shift + ((Math.floor(i / 3) >> (i % 3)) & 1));
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices = Uint32Array.from({ length: 36 }, (_, i) => quads[4 * Math.floor(i / 6) + [0, 1, 2, 0, 2, 3][i % 6]]);
  return { name: `box ${shift}`, positions, indices };
}

export function crowdedBoxes(count: number): BenchMesh[] {
  const random = new FineRandom(SEED);
  const { positions: corners, indices } = box(-0.5);
  const side = Math.cbrt(SPACE * count);
  return random.times(count, (): BenchMesh => {
    const axis = random.times(3, () => random.next() - 0.5);
    const quaternion = turnAbout(axis, random.next() * 6.28);
    const [x, y, z] = random.times(3, () => Math.fround(random.next() * side));
    const positions = new Float32Array(corners.length);
    moveInto(corners, { quaternion, translation: [x, y, z] }, positions);
    return { name: 'box', positions, indices };
  });
}
