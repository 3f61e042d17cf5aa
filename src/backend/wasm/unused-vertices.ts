/**
 * Vertices that no triangle uses. They must not count: a stray one far away would enlarge the scene's box.
 *
 * The engine keeps their numbers and gives each the coordinates of a used vertex.
 */
import type { WasmRuntime } from './runtime.ts';

export interface IndexBlock {
  /** Address of the indices, all of which are in range. */
  readonly indices: number;
  readonly indexCount: number;
  readonly vertexCount: number;
}

/** For each vertex 1 if a triangle uses it, else 0; undefined when all are used or, without triangles, none is. */
export function findUsed(
  { memory, kernels }: WasmRuntime,
  { indices, indexCount, vertexCount }: IndexBlock,
  purpose: string,
): Uint8Array | undefined {
  if (indexCount === 0) return undefined;
  // Behind the blocks lies memory that only queries use; none runs now.
  const marks = memory.blocks.top;
  memory.ensure(marks + vertexCount, purpose);
  if (kernels.markUsed(indices, indexCount, marks, vertexCount) === vertexCount) return undefined;
  return new Uint8Array(memory.u32.buffer, marks, vertexCount).slice();
}

/** `sources[v]` is the vertex that v takes its coordinates from: for unused ones this becomes the source of a used one. */
export function leaveOutUnused(sources: Uint32Array, isUsed: Uint8Array): void {
  const spare = sources[isUsed.indexOf(1)];
  for (let vertex = 0; vertex < sources.length; vertex++) if (isUsed[vertex] === 0) sources[vertex] = spare;
}
