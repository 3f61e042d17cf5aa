/**
 * Whether an object is a solid in the plain sense: its surface does not meet itself, and winds once round what is inside
 * and not at all round what is outside.
 */
import { FaceFlattener } from './flatten.ts';
import { Points } from './points.ts';
import type { Surface } from './surface.ts';
import { windingAt } from './winding.ts';

export interface SolidWindings {
  /** The winding number of what is inside: 1, or −1 of a solid that is inside out. */
  readonly inside: 1 | -1;
}

const known = new WeakMap<Surface, SolidWindings | null>();

/** Null when the surface winds otherwise. It must be closed and not meet itself; then each shell has two sides. */
export function solidWindings(surface: Surface): SolidWindings | null {
  const before = known.get(surface);
  if (before !== undefined) return before;
  const found = findWindings(surface);
  known.set(surface, found);
  return found;
}

function findWindings(surface: Surface): SolidWindings | null {
  const points = new Points(surface, surface);
  const flattener = new FaceFlattener(surface);
  let inside = 0;
  for (const face of surface.topology.shells.triangles) {
    const corners = [0, 1, 2].map((k) => points.addVertex(0, surface.corners[3 * face + k]));
    const middle = points.addMiddle(corners[0], corners[1], corners[2]);
    const { w, turn } = flattener.flatten(face);
    const { winding, on } = windingAt(points, middle, 0, w, face);
    if (on >= 0) return null;
    for (const side of [winding, winding + turn]) {
      if (side === 0) continue;
      if (Math.abs(side) > 1 || side === -inside) return null;
      inside = side;
    }
  }
  return inside === 0 ? null : { inside: inside > 0 ? 1 : -1 };
}
