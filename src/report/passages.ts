/** What meets between two frames of an animation (`--continuous`): every vertex is taken to move on a straight line. */
import type { Positions } from '../mesh/mesh-input.ts';
import type { CollideOptions } from '../queries/collide/collide.ts';
import type { Scene } from '../scene.ts';

export interface Passage {
  /** Vertices and faces, and edges, that meet on the way from the frame before. */
  readonly impacts: number;
  /** When the first of them do, in seconds of the animation; none when nothing meets. */
  readonly firstImpact?: number;
}

/** Asks for the way of the objects to where they are next, which takes them from `time` to `nextTime`. */
export async function passageOf(
  scene: Scene,
  { self, between, ignore }: CollideOptions,
  next: ReadonlyMap<number, Positions>,
  time: number,
  nextTime: number,
): Promise<Passage> {
  for (const [object, positions] of next) scene.aim(object, positions);
  const { times } = await scene.impacts({ self, between, ...(ignore && { ignore }), points: false });
  if (times.length === 0) return { impacts: 0 };
  const first = times.reduce((p, q) => Math.min(p, q));
  return { impacts: times.length, firstImpact: time + first * (nextTime - time) };
}
