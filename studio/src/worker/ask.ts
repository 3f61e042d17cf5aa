/** Puts any question to a world. */
import type { Query, QueryKind } from '../query.ts';
import { askCollide } from './ask-collide.ts';
import { askInside } from './ask-inside.ts';
import { askVoxels } from './ask-voxels.ts';
import type { Asked, AskOptions } from './asked.ts';
import type { World } from './world.ts';

type Ask<Kind extends QueryKind> = (
  world: World,
  query: Extract<Query, { kind: Kind }>,
  options: AskOptions,
) => Promise<Asked>;

const ASK: { readonly [Kind in QueryKind]: Ask<Kind> } = { collide: askCollide, inside: askInside, voxels: askVoxels };

export function ask(world: World, query: Query, options: AskOptions): Promise<Asked> {
  return (ASK[query.kind] as Ask<QueryKind>)(world, query as never, options);
}
