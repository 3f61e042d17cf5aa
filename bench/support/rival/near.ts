/**
 * The rival's pairs nearer than a distance, by its own means: a tree of the second mesh, asked for what is near each triangle
 * of the first, and the library's distance of two triangles with nearest points.
 */
import { Box3, Vector3 } from 'three';
import { ExtendedTriangle } from 'three-mesh-bvh';
import type { BenchMesh } from '../mesh.ts';
import { buildTree, LEAF_PAIR } from './tree.ts';

export interface RivalNearPair {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

interface Measured {
  distanceToTriangle(other: ExtendedTriangle, onThis: Vector3, onOther: Vector3): number;
}

function setTriangle(triangle: ExtendedTriangle, { positions, indices }: BenchMesh, index: number): void {
  for (const [k, corner] of [triangle.a, triangle.b, triangle.c].entries()) {
    corner.fromArray(positions, 3 * indices[3 * index + k]);
  }
  triangle.needsUpdate = true;
}

function shareVertex(indices: Uint32Array, a: number, b: number): boolean {
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    for (let j = 3 * b; j < 3 * b + 3; j++) if (indices[i] === indices[j]) return true;
  }
  return false;
}

/** Between two meshes or, when both are the same, within one. */
export function buildAndFindNear(meshA: BenchMesh, meshB: BenchMesh, distance: number): RivalNearPair[] {
  const isSelf = meshA === meshB;
  const { bvh } = buildTree(meshB, LEAF_PAIR);
  const pairs: RivalNearPair[] = [];
  const triangle = new ExtendedTriangle();
  // The types leave out where the nearest points go.
  const measured = triangle as unknown as Measured;
  const box = new Box3();
  const [p, q] = [new Vector3(), new Vector3()];
  for (let a = 0; a < meshA.indices.length / 3; a++) {
    setTriangle(triangle, meshA, a);
    box.setFromPoints([triangle.a, triangle.b, triangle.c]).expandByScalar(distance);
    bvh.shapecast({
      intersectsBounds: (bounds) => bounds.intersectsBox(box),
      intersectsTriangle: (other, b) => {
        if (isSelf && (b <= a || shareVertex(meshA.indices, a, b))) return false;
        const found = measured.distanceToTriangle(other, p, q);
        if (found < distance) pairs.push({ a, b, distance: found });
        return false;
      },
    });
  }
  return pairs;
}
