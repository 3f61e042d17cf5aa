/**
 * The rival, three-mesh-bvh, in the fastest form found: trees split at the centre, an order of triangles beside the
 * index, and `bvhcast` that hands over ranges of triangles, so that the test is our own and nothing is copied.
 */
import { BufferAttribute, BufferGeometry } from 'three';
import { CENTER, MeshBVH } from 'three-mesh-bvh';
import type { BenchMesh } from '../mesh.ts';

/** Fastest numbers of triangles in a leaf, found by trying. */
export const LEAF_SELF = 5;
export const LEAF_PAIR = 10;

export interface RivalTree {
  readonly bvh: MeshBVH;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Triangle numbers in the order of the tree's leaves. */
  readonly order: Uint32Array | Uint16Array;
}

export function buildTree(
  { positions, indices }: Pick<BenchMesh, 'positions' | 'indices'>,
  targetLeafSize: number,
): RivalTree {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  const bvh = new MeshBVH(geometry, {
    strategy: CENTER,
    targetLeafSize,
    indirect: true,
    verbose: false,
    setBoundingBox: false,
  });
  // Private in the types; resolveTriangleIndex() reads the same array through a call per triangle.
  const order = (bvh as unknown as { _indirectBuffer: Uint32Array | Uint16Array })._indirectBuffer;
  return { bvh, positions, indices, order };
}
