/** The box around vertices that triangles use. */
import type { SceneObject } from './objects.ts';

export interface Bounds {
  readonly min: number[];
  readonly max: number[];
}

/** Undefined when there are no triangles. */
export function boundsOf({ mesh: { positions, indices } }: SceneObject): Bounds | undefined {
  if (indices.length === 0) return undefined;
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const max = min.map((value) => -value);
  for (const vertex of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * vertex + axis];
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { min, max };
}
