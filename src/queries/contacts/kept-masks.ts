/**
 * Which triangle of a mesh stands for a vertex or an edge: the lowest of those that have it and have area. The kernels find that for
 * everything they list (impacts/kernels/feature-masks.ts, which also has the bits); of an object of which only some clusters are
 * gathered, the other triangles must be known, so it is kept with the mesh.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';

const EMPTY = 0xffffffff;
const NEXT = [1, 2, 0] as const;

/** Edges that were seen: a hash table of their two ends. */
class EdgeSet {
  readonly #ends: Uint32Array;
  readonly #mask: number;

  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.#mask = size - 1;
    this.#ends = new Uint32Array(2 * size).fill(EMPTY);
  }

  /** Whether it was not there before. */
  add(p: number, q: number): boolean {
    const [low, high] = p < q ? [p, q] : [q, p];
    const ends = this.#ends;
    let slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    for (; ends[2 * slot] !== EMPTY; slot = (slot + 1) & this.#mask) {
      if (ends[2 * slot] === low && ends[2 * slot + 1] === high) return false;
    }
    ends[2 * slot] = low;
    ends[2 * slot + 1] = high;
    return true;
  }
}

/** One byte per triangle, of a mesh with three `indices` per triangle; `degenerate` ones, ascending, stand for nothing. */
export function masksOf(indices: Uint32Array, vertexCount: number, degenerate: Uint32Array): Uint8Array {
  const masks = new Uint8Array(indices.length / 3);
  const isSeen = new Uint8Array(vertexCount);
  const edges = new EdgeSet(indices.length);
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
