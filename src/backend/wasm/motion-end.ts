/**
 * The end of a motion: where the vertices of an aimed object will be. It is a separate object without triangles, which
 * belongs to the moving one and is removed when that is moved, placed, replaced or removed.
 *
 * End positions are placed like the object, unless it has been given an end place.
 */
import { OptionError } from '../../errors.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { WasmRuntime } from './runtime.ts';
import { SceneObject } from './scene-object.ts';

const NO_INDICES = new Uint32Array(0);

/** An end with these positions: of all vertices as they were given, or, `welded`, as they are after welding. */
export function makeEnd(runtime: WasmRuntime, object: SceneObject, positions: Positions, welded: boolean): SceneObject {
  return new SceneObject(runtime, {
    name: object.name,
    positions,
    indices: NO_INDICES,
    givenVertexCount: object.givenVertexCount,
    triangleCount: 0,
    isWelded: false,
    vertices: { count: object.vertexCount, sources: welded ? undefined : object.sources?.slice() },
  });
}

/** Replaces the end; keeps the former one if the new one cannot be placed. */
function setEnd(object: SceneObject, end: SceneObject, matrix: Float64Array | undefined): void {
  try {
    if (matrix) end.place(matrix);
  } catch (error) {
    end.free();
    throw error;
  }
  object.dropAim();
  object.aimed = end;
}

/** The object's vertices will be at these positions, numbered as they were given. */
export function aimPositions(runtime: WasmRuntime, object: SceneObject, positions: Positions): void {
  const matrix = object.aimed ? object.aimed.matrix : object.matrix;
  const end = makeEnd(runtime, object, positions, false);
  if (object.sources) end.givenEnd = positions.slice();
  setEnd(object, end, matrix);
}

/** The object will be placed by this matrix. */
export function aimPlace(runtime: WasmRuntime, object: SceneObject, matrix: Float64Array): void {
  const { aimed } = object;
  if (!aimed && object.elsewhere) {
    throw new OptionError(
      'aim-gpu',
      `aim: the positions of ${object.label} are in a GPU buffer; expected end positions beside a matrix. Give both: aim(object, positions), then aim(object, matrix).`,
    );
  }
  if (aimed) {
    aimed.place(matrix);
    return;
  }
  const end = makeEnd(runtime, object, object.positions, true);
  end.isPlaceOnly = true;
  setEnd(object, end, matrix);
}
