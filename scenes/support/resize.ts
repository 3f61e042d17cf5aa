/**
 * Brings a model to a number of triangles: Loop subdivision upwards, meshoptimizer's simplification downwards.
 *
 * Both are the same to the bit everywhere: the first is plain arithmetic, the second WebAssembly.
 */
import { MeshoptSimplifier } from 'meshoptimizer';
import { compacted, type Mesh, triangleCount } from './mesh.ts';

export async function resized(mesh: Mesh, triangles: number): Promise<Mesh> {
  let fine = mesh;
  while (triangleCount(fine) < triangles) fine = subdivided(fine);
  return triangleCount(fine) === triangles ? fine : simplified(fine, triangles);
}

export async function simplified({ positions, indices }: Mesh, triangles: number): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const [kept] = MeshoptSimplifier.simplify(indices, positions, 3, 3 * triangles, 1);
  return compacted({ positions, indices: kept });
}

/** The vertices opposite to each edge, and a new vertex's number for each. */
class Edges {
  readonly #numbers = new Map<number, number>();
  readonly ends: number[] = [];
  readonly opposites: number[][] = [];
  readonly #vertexCount: number;

  constructor({ positions, indices }: Mesh) {
    this.#vertexCount = positions.length / 3;
    for (let at = 0; at < indices.length; at += 3) {
      for (let corner = 0; corner < 3; corner++) {
        const number = this.#find(indices[at + corner], indices[at + ((corner + 1) % 3)]);
        this.opposites[number].push(indices[at + ((corner + 2) % 3)]);
      }
    }
  }

  #find(a: number, b: number): number {
    const key = Math.min(a, b) * this.#vertexCount + Math.max(a, b);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.opposites.length;
      this.#numbers.set(key, number);
      this.ends.push(a, b);
      this.opposites.push([]);
    }
    return number;
  }

  /** The number of the vertex in the middle of an edge. */
  middle(a: number, b: number): number {
    return this.#vertexCount + this.#find(a, b);
  }
}

/** One step of Loop's scheme: four triangles for each one. Borders stay where they are. */
export function subdivided(mesh: Mesh): Mesh {
  const { positions, indices } = mesh;
  const edges = new Edges(mesh);
  const finer = new Float32Array(positions.length + 3 * edges.opposites.length);
  finer.set(smoothedVertices(mesh, edges));
  edges.opposites.forEach((opposites, number) => {
    const [a, b] = [3 * edges.ends[2 * number], 3 * edges.ends[2 * number + 1]];
    for (let axis = 0; axis < 3; axis++) {
      const sum = positions[a + axis] + positions[b + axis];
      const inside = opposites.length === 2;
      const across = inside ? positions[3 * opposites[0] + axis] + positions[3 * opposites[1] + axis] : 0;
      finer[positions.length + 3 * number + axis] = inside ? (3 * sum + across) / 8 : sum / 2;
    }
  });
  const split = new Uint32Array(4 * indices.length);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = indices.subarray(at, at + 3);
    const [ab, bc, ca] = [edges.middle(a, b), edges.middle(b, c), edges.middle(c, a)];
    split.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 4 * at);
  }
  return { positions: finer, indices: split };
}

function smoothedVertices({ positions }: Mesh, edges: Edges): Float32Array {
  const sums = new Float64Array(positions.length);
  const counts = new Uint32Array(positions.length / 3);
  const border = new Uint8Array(positions.length / 3);
  edges.opposites.forEach((opposites, number) => {
    const ends = [edges.ends[2 * number], edges.ends[2 * number + 1]];
    for (const [end, other] of [ends, [ends[1], ends[0]]]) {
      counts[end]++;
      if (opposites.length !== 2) border[end] = 1;
      for (let axis = 0; axis < 3; axis++) sums[3 * end + axis] += positions[3 * other + axis];
    }
  });
  return positions.map((value, at) => {
    const vertex = Math.floor(at / 3);
    if (border[vertex] || counts[vertex] < 3) return value;
    const weight = counts[vertex] === 3 ? 3 / 16 : 3 / (8 * counts[vertex]);
    return (1 - counts[vertex] * weight) * value + weight * sums[at];
  });
}
