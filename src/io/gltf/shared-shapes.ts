/** Which parts of a glTF are one mesh in several places: nodes that share a mesh, and instances of a node. */
import { type Matrix, multiplyMatrices } from '../matrix.ts';
import type { PartInstance } from '../model.ts';
import type { Pose, PosedPart } from './pose.ts';
import type { GltfShape } from './shape.ts';

/** Whether a pose leaves the stored shape unchanged except for its placement. */
function isStored({ shape, skin, node }: PosedPart, pose: Pose): boolean {
  return !skin && shape.targets.every((offsets, target) => !offsets || !pose.weights[node]?.[target]);
}

/** As `place` takes it: the last row in the file has no effect. */
export function placeOf(part: PosedPart, worlds: readonly Matrix[]): Float64Array {
  const world = part.instance ? multiplyMatrices(worlds[part.node], part.instance) : worlds[part.node];
  const matrix = Float64Array.from(world);
  for (const [column, value] of [0, 0, 0, 1].entries()) matrix[4 * column + 3] = value;
  return matrix;
}

/** For each part: the mesh it shares with another part and its placement, or undefined. */
export function sharedShapes(
  parts: readonly PosedPart[],
  pose: Pose,
  worlds: readonly Matrix[],
): (PartInstance | undefined)[] {
  const uses = new Map<GltfShape, number>();
  const stored = parts.map((part) => isStored(part, pose));
  for (const [i, { shape }] of parts.entries()) if (stored[i]) uses.set(shape, (uses.get(shape) ?? 0) + 1);
  return parts.map((part, i) =>
    stored[i] && uses.get(part.shape)! > 1
      ? { positions: part.shape.positions, matrix: placeOf(part, worlds) }
      : undefined,
  );
}
