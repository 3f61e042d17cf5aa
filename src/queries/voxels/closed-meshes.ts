/** Filling needs an inside: refuses meshes that are not closed, and lists their open edges. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { MeshError } from '../../errors.ts';
import { describeOpenEdges, type OpenEdges } from '../../mesh/open-edges.ts';
import { opennessOf } from '../open-mesh.ts';

export function cannotFill(call: string, label: string, edges: OpenEdges): MeshError {
  return new MeshError(
    'open-mesh',
    `${call}: ${label} cannot be filled because it is not closed: ${describeOpenEdges(edges)}. Close it and orient all triangles consistently, or voxelize its surface without solid.`,
    { ...edges },
  );
}

export function checkClosed(call: string, runtime: WasmRuntime, object: SceneObject): void {
  const edges = opennessOf(runtime, object);
  if (edges) throw cannotFill(call, object.label, edges);
}
