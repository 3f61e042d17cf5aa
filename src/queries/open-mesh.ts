/** What queries about volumes do with meshes that are open: refuse them with the count of the edges that are to blame. */
import { MeshError } from '../errors.ts';
import { FORMAT_F32 } from '../kernels/layout.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { countOpenEdges, describeOpenEdges, edgesCancel, type OpenEdges } from '../mesh/open-edges.ts';
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

function cornersOf({ memory }: WasmRuntime, { indices, triangleCount }: SceneObject): Uint32Array {
  return memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
}

/** The edges that do not cancel, vertices of equal coordinates taken for one; `ends` gets six coordinates of each. */
export function openEdgesOf(runtime: WasmRuntime, object: SceneObject, ends?: number[]): OpenEdges {
  const corners = cornersOf(runtime, object);
  const positions = restPositions(runtime, object);
  if (!ends) return countOpenEdges(positions, corners);
  const { matrix } = object;
  const pushPlaced = (vertex: number) => {
    const xyz = positions.subarray(3 * vertex, 3 * vertex + 3);
    if (!matrix) ends.push(...xyz);
    else {
      for (let row = 0; row < 3; row++) {
        ends.push(matrix[row] * xyz[0] + matrix[4 + row] * xyz[1] + matrix[8 + row] * xyz[2] + matrix[12 + row]);
      }
    }
  };
  return countOpenEdges(positions, corners, (from, to) => {
    pushPlaced(from);
    pushPlaced(to);
  });
}

/**
 * The edges that make an object open; undefined when it is closed. What vertex numbers say is remembered for good, what
 * coordinates say until the object moves.
 */
export function opennessOf(runtime: WasmRuntime, object: SceneObject): OpenEdges | undefined {
  object.edgesCancel ??= edgesCancel(cornersOf(runtime, object), object.vertexCount);
  if (object.edgesCancel) return undefined;
  object.openEdges ??= openEdgesOf(runtime, object);
  return object.openEdges.open > 0 ? object.openEdges : undefined;
}

/** `label` names the object: 'object 3 ("pipe")'. */
export function openMeshError(call: string, label: string, edges: OpenEdges, consequence: string): MeshError {
  return new MeshError(
    'open-mesh',
    `${call}: ${label} is not closed: ${describeOpenEdges(edges)}. Close it, or pass allowOpen: true; ${consequence}`,
    { ...edges },
  );
}
