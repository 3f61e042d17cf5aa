/** A mesh of the benchmarks: flat arrays, single precision, always indexed. */
export interface BenchMesh {
  readonly name: string;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export function triangleCount({ indices }: BenchMesh): number {
  return indices.length / 3;
}

/** Smallest and largest x, y, z. */
export function boundsOf({ positions }: BenchMesh): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    low[at % 3] = Math.min(low[at % 3], positions[at]);
    high[at % 3] = Math.max(high[at % 3], positions[at]);
  }
  return { low, high };
}

/** Several meshes as one, triangles in the order given. */
export function joinMeshes(name: string, meshes: readonly BenchMesh[]): BenchMesh {
  const positions = new Float32Array(sum(meshes.map((mesh) => mesh.positions.length)));
  const indices = new Uint32Array(sum(meshes.map((mesh) => mesh.indices.length)));
  let [positionsAt, indicesAt] = [0, 0];
  for (const mesh of meshes) {
    const firstVertex = positionsAt / 3;
    positions.set(mesh.positions, positionsAt);
    for (const vertex of mesh.indices) indices[indicesAt++] = firstVertex + vertex;
    positionsAt += mesh.positions.length;
  }
  return { name, positions, indices };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Vertices and triangles collected one by one while a mesh is generated. */
export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #indices: number[] = [];

  vertex(x: number, y: number, z: number): number {
    return this.#positions.push(x, y, z) / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.#indices.push(a, b, c);
  }

  /** Two triangles, split from the first corner to the third. */
  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  build(name: string): BenchMesh {
    return { name, positions: Float32Array.from(this.#positions), indices: Uint32Array.from(this.#indices) };
  }
}
