/** Refuses open meshes in queries that need closed ones, and counts the edges to blame. */

import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import { MeshError } from '../errors.ts';
import { FORMAT_F32 } from '../memory/constants.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { countOpenEdges, describeOpenEdges, type OpenEdges } from '../mesh/open-edges.ts';

/** Vertices as the caller gave them, read back from the engine's memory. */
export function restPositions({ memory }: WasmRuntime, { rest, format, vertexCount }: SceneObject): Positions {
  if (format !== FORMAT_F32) return memory.f64.slice(rest >>> 3, (rest >>> 3) + 3 * vertexCount);
  const positions = new Float32Array(3 * vertexCount);
  const { f32 } = memory;
  for (let vertex = 0, at = rest >>> 2; vertex < vertexCount; vertex++, at += 4) {
    positions.set(f32.subarray(at, at + 3), 3 * vertex);
  }
  return positions;
}

export function cornersOf({ memory }: WasmRuntime, { indices, triangleCount }: SceneObject): Uint32Array {
  return memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
}

/** Where the vertices are: as given, or as placed. */
export function placedPositions(runtime: WasmRuntime, object: SceneObject): Positions {
  const rest = restPositions(runtime, object);
  const { matrix } = object;
  if (!matrix) return rest;
  const placed = new Float64Array(rest.length);
  for (let at = 0; at < rest.length; at += 3) {
    for (let row = 0; row < 3; row++) {
      placed[at + row] =
        matrix[row] * rest[at] + matrix[4 + row] * rest[at + 1] + matrix[8 + row] * rest[at + 2] + matrix[12 + row];
    }
  }
  return placed;
}

/** The edges that do not cancel, vertices of equal coordinates taken for one; `ends` gets six coordinates of each. */
export function openEdgesOf(runtime: WasmRuntime, object: SceneObject, ends?: number[]): OpenEdges {
  const corners = cornersOf(runtime, object);
  const rest = restPositions(runtime, object);
  if (!ends) return countOpenEdges(rest, corners);
  const placed = placedPositions(runtime, object);
  return countOpenEdges(rest, corners, (from, to) => {
    ends.push(...placed.subarray(3 * from, 3 * from + 3), ...placed.subarray(3 * to, 3 * to + 3));
  });
}

/**
 * The edges that make an object open; undefined when it is closed. What vertex numbers say is remembered for good, what
 * coordinates say until the object moves.
 */
export function opennessOf(runtime: WasmRuntime, object: SceneObject): OpenEdges | undefined {
  object.edgesCancel ??= runtime.kernels.edgesCancel(object.indices, object.triangleCount) !== 0;
  if (object.edgesCancel) return undefined;
  object.openEdges ??= openEdgesOf(runtime, object);
  return object.openEdges.open > 0 ? object.openEdges : undefined;
}

export function isClosed(runtime: WasmRuntime, object: SceneObject): boolean {
  return opennessOf(runtime, object) === undefined;
}

/** `label` names the object: 'object 3 ("pipe")'. */
export function openMeshError(call: string, label: string, edges: OpenEdges, consequence: string): MeshError {
  return new MeshError(
    'open-mesh',
    `${call}: ${label} is not closed: ${describeOpenEdges(edges)}. Close it, or pass allowOpen: true; ${consequence}`,
    { ...edges },
  );
}
