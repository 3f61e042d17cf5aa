/**
 * Which triangle of a mesh stands for a vertex or an edge: the lowest of those that have it and have area. The kernels find that for
 * everything they list (impacts/kernels/feature-masks.ts, which also has the bits); of an object of which only some clusters are
 * gathered, the other triangles must be known, so it is kept with the mesh.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';

const NEXT = [1, 2, 0] as const;

/** Edges that were seen, each listed with the end that has fewer corners: so even hubs of many edges have short lists. */
class EdgeSet {
  readonly #corners: Uint32Array;
  /** Where the list of each vertex begins, and how many it has. */
  readonly #starts: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #others: Uint32Array;

  constructor(indices: Uint32Array, vertexCount: number) {
    this.#corners = new Uint32Array(vertexCount);
    this.#starts = new Uint32Array(vertexCount);
    this.#counts = new Uint32Array(vertexCount);
    this.#others = new Uint32Array(2 * indices.length);
    for (const vertex of indices) this.#corners[vertex]++;
    // A corner has two edges.
    for (let vertex = 1; vertex < vertexCount; vertex++)
      this.#starts[vertex] = this.#starts[vertex - 1] + 2 * this.#corners[vertex - 1];
  }

  /** Whether it was not there before. */
  add(p: number, q: number): boolean {
    const corners = this.#corners;
    const isAtP = corners[p] < corners[q] || (corners[p] === corners[q] && p < q);
    const [at, other] = isAtP ? [p, q] : [q, p];
    const others = this.#others;
    const end = this.#starts[at] + this.#counts[at];
    for (let i = this.#starts[at]; i < end; i++) if (others[i] === other) return false;
    others[end] = other;
    this.#counts[at]++;
    return true;
  }
}

/** One byte per triangle, of a mesh with three `indices` per triangle; `degenerate` ones, ascending, stand for nothing. */
export function masksOf(indices: Uint32Array, vertexCount: number, degenerate: Uint32Array): Uint8Array {
  const masks = new Uint8Array(indices.length / 3);
  const isSeen = new Uint8Array(vertexCount);
  const edges = new EdgeSet(indices, vertexCount);
  let nextDegenerate = 0;
  for (let triangle = 0; triangle < masks.length; triangle++) {
    if (degenerate[nextDegenerate] === triangle) {
      nextDegenerate++;
      continue;
    }
    let mask = 0;
    for (let k = 0; k < 3; k++) {
      const vertex = indices[3 * triangle + k];
      if (isSeen[vertex] === 0) mask |= 1 << k;
      isSeen[vertex] = 1;
      if (edges.add(vertex, indices[3 * triangle + NEXT[k]])) mask |= 8 << k;
    }
    masks[triangle] = mask;
  }
  return masks;
}

/** Keeps the masks of an object's mesh, whose degenerate triangles are known, until its vertices are written. */
export function keepMasks({ memory }: WasmRuntime, object: SceneObject): void {
  const { kept, indices, triangleCount, vertexCount, label } = object;
  if (kept.masks !== undefined) return;
  const at = indices >>> 2;
  const masks = masksOf(memory.u32.slice(at, at + 3 * triangleCount), vertexCount, kept.degenerate!);
  const block = memory.allocate(triangleCount, label);
  new Uint8Array(memory.buffer, block, triangleCount).set(masks);
  kept.masks = block;
}
