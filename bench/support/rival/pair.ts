/** The rival's pairs between two meshes, both trees rebuilt each time. */
import { Matrix4 } from 'three';
import type { BenchMesh } from '../mesh.ts';
import { buildTree, LEAF_PAIR } from './tree.ts';
import { trianglesMeet } from './triangle-test.ts';

const IDENTITY = new Matrix4();

/** Two numbers per pair: triangle of A, triangle of B counted on from those of A. */
export function buildAndFindPairs(meshA: BenchMesh, meshB: BenchMesh): number[] {
  const [a, b] = [buildTree(meshA, LEAF_PAIR), buildTree(meshB, LEAF_PAIR)];
  const firstOfB = meshA.indices.length / 3;
  const pairs: number[] = [];
  a.bvh.bvhcast(b.bvh, IDENTITY, {
    intersectsRanges(start1, count1, start2, count2) {
      for (let x = start1; x < start1 + count1; x++) {
        const i = a.order[x];
        const a0 = 3 * a.indices[3 * i];
        const a1 = 3 * a.indices[3 * i + 1];
        const a2 = 3 * a.indices[3 * i + 2];
        for (let y = start2; y < start2 + count2; y++) {
          const j = b.order[y];
          const b0 = 3 * b.indices[3 * j];
          const b1 = 3 * b.indices[3 * j + 1];
          const b2 = 3 * b.indices[3 * j + 2];
          if (trianglesMeet(a.positions, a0, a1, a2, b.positions, b0, b1, b2)) pairs.push(i, firstOfB + j);
        }
      }
      return false;
    },
  });
  return pairs;
}
