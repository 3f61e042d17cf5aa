/** Bounding boxes of objects. */
import type { Positions } from '../mesh/mesh-input.ts';
import type { FileObject } from './objects.ts';

export interface Box {
  readonly min: number[];
  readonly max: number[];
}

/** The box around all vertices that triangles use; undefined without triangles. */
export function boxOf({ mesh, box }: FileObject, positions: Positions = mesh.positions): Box | undefined {
  if (box) return box;
  if (mesh.indices.length === 0) return undefined;
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = min.map((value) => -value);
  for (const vertex of mesh.indices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { min, max };
}
