/** Which objects meet themselves: asked of all of them in one query, and remembered until they change. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideWasm } from '../collide/wasm.ts';

const known = new WeakMap<SceneObject, { readonly version: number; readonly meetsItself: boolean }>();

/** The ids of the given objects that meet themselves, if only in a point. */
export async function objectsMeetingThemselves(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  signal: AbortSignal | undefined,
): Promise<Set<number>> {
  const unknown = new Map([...objects].filter(([, object]) => known.get(object)?.version !== object.version));
  if (unknown.size > 0) {
    const options = { ...checkCollideOptions({ self: true, between: false }), signal };
    const { objectPairs } = await collideWasm(runtime, unknown, options);
    const met = new Set<number>();
    for (let at = 0; at < objectPairs.length; at += 3) met.add(objectPairs[at]);
    for (const [id, object] of unknown) known.set(object, { version: object.version, meetsItself: met.has(id) });
  }
  return new Set([...objects].flatMap(([id, object]) => (known.get(object)?.meetsItself ? [id] : [])));
}
