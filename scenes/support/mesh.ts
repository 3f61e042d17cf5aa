/** Meshes while a scene is made: flat arrays, single precision, always indexed. */

export interface Mesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export type Point = readonly [number, number, number];

export function triangleCount({ indices }: Mesh): number {
  return indices.length / 3;
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
    this.#indices.push(a, b, c, a, c, d);
  }

  build(): Mesh {
    return { positions: Float32Array.from(this.#positions), indices: Uint32Array.from(this.#indices) };
  }
}

/** Several meshes as one, triangles in the order given. */
export function joinMeshes(meshes: readonly Mesh[]): Mesh {
  const positions = new Float32Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let [positionsAt, indicesAt] = [0, 0];
  for (const mesh of meshes) {
    const firstVertex = positionsAt / 3;
    positions.set(mesh.positions, positionsAt);
    for (const vertex of mesh.indices) indices[indicesAt++] = firstVertex + vertex;
    positionsAt += mesh.positions.length;
  }
  return { positions, indices };
}

/** A copy with every vertex sent through a function. */
export function mapVertices({ positions, indices }: Mesh, to: (x: number, y: number, z: number) => Point): Mesh {
  const mapped = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    mapped.set(to(positions[at], positions[at + 1], positions[at + 2]), at);
  }
  return { positions: mapped, indices };
}

export function moved(mesh: Mesh, dx: number, dy: number, dz: number): Mesh {
  return mapVertices(mesh, (x, y, z) => [x + dx, y + dy, z + dz]);
}

export interface Box {
  readonly low: number[];
  readonly high: number[];
}

export function boundsOf({ positions }: Mesh): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    low[at % 3] = Math.min(low[at % 3], positions[at]);
    high[at % 3] = Math.max(high[at % 3], positions[at]);
  }
  return { low, high };
}

/** Scaled to a height (y), standing on y = 0, its middle above the origin. */
export function standing(mesh: Mesh, height: number): Mesh {
  const { low, high } = boundsOf(mesh);
  const scale = height / (high[1] - low[1]);
  const [middleX, middleZ] = [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2];
  return mapVertices(mesh, (x, y, z) => [(x - middleX) * scale, (y - low[1]) * scale, (z - middleZ) * scale]);
}

/** Scaled to a height and centred on the origin. */
export function centred(mesh: Mesh, height: number): Mesh {
  return moved(standing(mesh, height), 0, -height / 2, 0);
}

/** Without the vertices that no triangle uses. */
export function compacted({ positions, indices }: Mesh): Mesh {
  const places = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const renumbered = indices.map((vertex) => {
    if (places[vertex] < 0) places[vertex] = kept.push(vertex) - 1;
    return places[vertex];
  });
  const compact = new Float32Array(3 * kept.length);
  kept.forEach((vertex, place) => {
    compact.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * place);
  });
  return { positions: compact, indices: renumbered };
}
