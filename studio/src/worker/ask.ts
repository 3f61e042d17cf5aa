/** Puts any question to a world. */
import type { Query } from '../query.ts';
import { askCollide } from './ask-collide.ts';
import type { Asked, AskOptions } from './asked.ts';
import type { World } from './world.ts';

export function ask(world: World, query: Query, options: AskOptions): Promise<Asked> {
  return askCollide(world, query, options);
}
