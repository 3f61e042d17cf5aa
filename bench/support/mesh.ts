/** A mesh of the benchmarks: one of the scenes' with a name. */
import { type Mesh, joinMeshes as merged } from '../../scenes/support/mesh.ts';

export { boundsOf, MeshBuilder, triangleCount } from '../../scenes/support/mesh.ts';

export interface BenchMesh extends Mesh {
  readonly name: string;
}

export function named(name: string, { positions, indices }: Mesh): BenchMesh {
  return { name, positions, indices };
}

/** Several meshes as one, triangles in the order given. */
export function joinMeshes(name: string, meshes: readonly Mesh[]): BenchMesh {
  return named(name, merged(meshes));
}
