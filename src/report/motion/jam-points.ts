/** Where the parts of each jam meet at its witness. */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Scene } from '../../scene.ts';
import type { FoundMotion } from './mechanism-rows.ts';
import type { Jam, MotionRow } from './motion-rows.ts';

/** Makes a scene of two of the objects, with these positions. */
export type MakePair = (a: number, b: number, positions: readonly Positions[]) => Scene;

async function pointOf(
  make: MakePair,
  { a, b, witness }: Omit<Jam, 'point'>,
  found: FoundMotion,
): Promise<Jam['point']> {
  using scene = make(a, b, found.positionsAt(witness));
  const { pointA } = await scene.closest(0, 1);
  return pointA ? [...pointA] : null;
}

export async function withPoints(make: MakePair, found: FoundMotion): Promise<MotionRow> {
  const jams: Jam[] = [];
  for (const jam of found.row.jams) jams.push({ ...jam, point: await pointOf(make, jam, found) });
  return { ...found.row, jams };
}
