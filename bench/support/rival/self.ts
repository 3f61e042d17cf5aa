/** The rival's self-intersections: pairs that share a vertex are skipped, because its test cannot tell how they meet. */
import { Matrix4 } from 'three';
import type { BenchMesh } from '../mesh.ts';
import { buildTree, LEAF_SELF, type RivalTree } from './tree.ts';
import { trianglesMeet } from './triangle-test.ts';

const IDENTITY = new Matrix4();

/** Two numbers per pair, the smaller first. */
export function selfPairs({ bvh, positions, indices, order }: RivalTree): number[] {
  const pairs: number[] = [];
  const testRanges = (start1: number, end1: number, start2: number, end2: number, sameLeaf: boolean) => {
    for (let x = start1; x < end1; x++) {
      const a = order[x];
      const a0 = indices[3 * a];
      const a1 = indices[3 * a + 1];
      const a2 = indices[3 * a + 2];
      for (let y = sameLeaf ? x + 1 : start2; y < end2; y++) {
        const b = order[y];
        const b0 = indices[3 * b];
        const b1 = indices[3 * b + 1];
        const b2 = indices[3 * b + 2];
        if (a0 === b0 || a0 === b1 || a0 === b2 || a1 === b0 || a1 === b1 || a1 === b2) continue;
        if (a2 === b0 || a2 === b1 || a2 === b2) continue;
        if (!trianglesMeet(positions, 3 * a0, 3 * a1, 3 * a2, positions, 3 * b0, 3 * b1, 3 * b2)) continue;
        if (a < b) pairs.push(a, b);
        else pairs.push(b, a);
      }
    }
  };
  bvh.bvhcast(bvh, IDENTITY, {
    intersectsRanges(start1, count1, start2, count2, _depth1, leaf1, _depth2, leaf2) {
      // Each pair of leaves is visited from both sides; once is enough.
      if (leaf1 <= leaf2) testRanges(start1, start1 + count1, start2, start2 + count2, leaf1 === leaf2);
      return false;
    },
  });
  return pairs;
}

export function buildAndFindSelfPairs(mesh: BenchMesh): number[] {
  return selfPairs(buildTree(mesh, LEAF_SELF));
}

/** A tree that is kept while the mesh deforms: its boxes are refitted in each frame, its structure stays. */
export class RivalDeforming {
  readonly #tree: RivalTree;

  constructor({ positions, indices }: BenchMesh) {
    this.#tree = buildTree({ positions: positions.slice(), indices }, LEAF_SELF);
  }

  frame(positions: Float32Array): number[] {
    this.#tree.positions.set(positions);
    this.#tree.bvh.refit();
    return selfPairs(this.#tree);
  }
}
