/** Filling needs an inside: refuses meshes that are not closed, and says how far they are from it. */
import { MeshError } from '../../errors.ts';
import { describeOpenEdges, type OpenEdges } from '../../mesh/open-edges.ts';
import type { WasmRuntime } from '../../wasm/runtime.ts';
import type { SceneObject } from '../../wasm/scene-object.ts';
import { openEdgesOf } from '../open-mesh.ts';

/** Found once for each mesh that was added or replaced; moving its vertices apart does not open it. */
const known = new WeakMap<SceneObject, OpenEdges>();

export function cannotFill(call: string, label: string, edges: OpenEdges): MeshError {
  return new MeshError(
    'open-mesh',
    `${call}: ${label} cannot be filled, for it is not closed: ${describeOpenEdges(edges)}. Close it and give all triangles the same sense of rotation, or voxelize its surface without solid.`,
    { ...edges },
  );
}

export function checkClosed(call: string, runtime: WasmRuntime, object: SceneObject): void {
  const edges = known.get(object) ?? openEdgesOf(runtime, object);
  known.set(object, edges);
  if (edges.open > 0) throw cannotFill(call, object.label, edges);
}
