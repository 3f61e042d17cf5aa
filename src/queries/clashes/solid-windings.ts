/**
 * Whether an object is a solid in the plain sense: its surface does not meet itself, and winds once round what is inside
 * and not at all round what is outside.
 */
import { FaceProjector } from './face-projection.ts';
import { Points } from './points.ts';
import type { Surface } from './surface.ts';
import { type Winding, windingsAt } from './winding.ts';

export interface SolidWindings {
  /** The winding number of what is inside: 1, or −1 of a solid that is inside out. */
  readonly inside: 1 | -1;
}

const known = new WeakMap<Surface, SolidWindings | null>();
const noted = new WeakMap<Surface, NotedWindings>();

export interface NotedWindings extends SolidWindings {
  /** Whether the surface as a whole is known to meet itself nowhere: it is as given, and no point of it was rounded. */
  readonly isExact: boolean;
}

/** Notes how often a surface, which as given meets itself nowhere, is known to wind round what is inside. */
export function noteSolid(surface: Surface, inside: 1 | -1, isExact: boolean): void {
  known.set(surface, { inside });
  noted.set(surface, { inside, isExact });
}

/** How a surface that was noted winds. */
export function notedWindings(surface: Surface): NotedWindings | undefined {
  return noted.get(surface);
}

/** Null when the surface winds otherwise. It must be closed and not meet itself; then each shell has two sides. */
export function solidWindings(surface: Surface): SolidWindings | null {
  const before = known.get(surface);
  if (before !== undefined) return before;
  const found = findWindings(surface);
  known.set(surface, found);
  return found;
}

/** The winding number of what is inside; 1 where it is not the same everywhere. */
export function insideSign(surface: Surface): 1 | -1 {
  return solidWindings(surface)?.inside ?? 1;
}

function findWindings(surface: Surface): SolidWindings | null {
  let inside = 0;
  for (const { winding, onCount, orientationOn } of windingsAtFaces(surface, surface.topology.shells.triangles)) {
    if (onCount !== 1) return null;
    for (const side of [winding, winding + orientationOn]) {
      if (side === 0) continue;
      if (Math.abs(side) > 1 || side === -inside) return null;
      inside = side;
    }
  }
  return inside === 0 ? null : { inside: inside > 0 ? 1 : -1 };
}

/** Whether a surface winds `inside` times just behind each of some triangles, and not at all just in front, or the other way round. */
export function windsAlike(surface: Surface, faces: Iterable<number>, inside: 1 | -1): boolean {
  return windingsAtFaces(surface, faces).every(({ winding, onCount, orientationOn }) => {
    const other = winding + orientationOn;
    return onCount === 1 && winding + other === inside && winding * other === 0;
  });
}

/** Winding numbers at the centre of each triangle, along the axis nearest to its normal. */
function windingsAtFaces(surface: Surface, faces: Iterable<number>): Winding[] {
  const points = new Points(surface, surface);
  const projector = new FaceProjector(surface);
  return Array.from(faces, (face) => {
    const corners = [0, 1, 2].map((k) => points.addVertex(0, surface.corners[3 * face + k]));
    const middle = points.addMiddle(corners[0], corners[1], corners[2]);
    return windingsAt(points, [middle], 0, projector.project(face).w)[0];
  });
}
