/** Runs any query on a world. */
import type { Query, QueryKind } from '../query.ts';
import { askClashes } from './ask-clashes.ts';
import { askCollide } from './ask-collide.ts';
import { askCull } from './ask-cull.ts';
import { askImpacts } from './ask-impacts.ts';
import { askInside } from './ask-inside.ts';
import { askVolume } from './ask-volume.ts';
import { askVoxels } from './ask-voxels.ts';
import { askWithin } from './ask-within.ts';
import type { Asked, AskOptions } from './asked.ts';
import type { World } from './world.ts';

type Ask<Kind extends QueryKind> = (
  world: World,
  query: Extract<Query, { kind: Kind }>,
  options: AskOptions,
  playing: boolean,
) => Promise<Asked>;

const ASK: { readonly [Kind in QueryKind]: Ask<Kind> } = {
  clashes: askClashes,
  impacts: askImpacts,
  collide: askCollide,
  within: askWithin,
  volume: askVolume,
  inside: askInside,
  voxels: askVoxels,
  cull: askCull,
};

/** Skips, while a scene plays, what only a still image shows. */
export function ask(world: World, query: Query, options: AskOptions, playing: boolean): Promise<Asked> {
  return (ASK[query.kind] as Ask<QueryKind>)(world, query as never, options, playing);
}
