/** The rival on one mesh twice, one of them moving: one tree, kept, cast against itself; in each frame corners are moved. */
import { Matrix4 } from 'three';
import type { BenchMesh } from '../mesh.ts';
import { moveInto, type Rigid, writeMatrix } from '../rigid.ts';
import { buildTree, LEAF_PAIR, type RivalTree } from './tree.ts';
import { trianglesMeet } from './triangle-test.ts';

export class RivalPair {
  readonly #tree: RivalTree;
  readonly #moved: Float32Array;
  readonly #matrix = new Matrix4();
  readonly #numbers = new Float64Array(16);

  constructor(mesh: BenchMesh) {
    this.#tree = buildTree(mesh, LEAF_PAIR);
    this.#moved = new Float32Array(this.#tree.positions.length);
  }

  /** The number of pairs. */
  frame(place: Rigid): number {
    const { bvh, order, indices, positions } = this.#tree;
    const moved = this.#moved;
    moveInto(positions as Float32Array, place, moved);
    writeMatrix(place, this.#numbers);
    this.#matrix.fromArray(Array.from(this.#numbers));
    let pairs = 0;
    bvh.bvhcast(bvh, this.#matrix, {
      intersectsRanges(start1, count1, start2, count2) {
        for (let x = start1; x < start1 + count1; x++) {
          const i = 3 * order[x];
          const [a0, a1, a2] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
          for (let y = start2; y < start2 + count2; y++) {
            const j = 3 * order[y];
            const [b0, b1, b2] = [3 * indices[j], 3 * indices[j + 1], 3 * indices[j + 2]];
            if (trianglesMeet(positions, a0, a1, a2, moved, b0, b1, b2)) pairs++;
          }
        }
        return false;
      },
    });
    return pairs;
  }
}
