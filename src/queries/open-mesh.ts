/** What queries about volumes do with meshes that are open: refuse them with the count of the edges that are to blame. */
import { MeshError } from '../errors.ts';
import { FORMAT_F32 } from '../kernels/layout.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { countOpenEdges, describeOpenEdges, type OpenEdges } from '../mesh/open-edges.ts';
import type { WasmRuntime } from '../wasm/runtime.ts';
import type { SceneObject } from '../wasm/scene-object.ts';

/** Vertices as the caller gave them, read back from the engine's memory. */
function restPositions({ memory }: WasmRuntime, { rest, format, vertexCount }: SceneObject): Positions {
  if (format !== FORMAT_F32) return memory.f64.slice(rest >>> 3, (rest >>> 3) + 3 * vertexCount);
  const positions = new Float32Array(3 * vertexCount);
  const { f32 } = memory;
  for (let vertex = 0, at = rest >>> 2; vertex < vertexCount; vertex++, at += 4) {
    positions.set(f32.subarray(at, at + 3), 3 * vertex);
  }
  return positions;
}

/** The edges that do not cancel, vertices of equal coordinates taken for one. */
export function openEdgesOf(runtime: WasmRuntime, object: SceneObject): OpenEdges {
  const { indices, triangleCount } = object;
  const corners = runtime.memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
  return countOpenEdges(restPositions(runtime, object), corners);
}

/** `label` names the object: 'object 3 ("pipe")'. */
export function openMeshError(call: string, label: string, edges: OpenEdges, consequence: string): MeshError {
  return new MeshError(
    'open-mesh',
    `${call}: ${label} is not closed: ${describeOpenEdges(edges)}. Close it, or pass allowOpen: true; ${consequence}`,
    { ...edges },
  );
}
