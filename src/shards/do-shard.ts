/**
 * Does one shard of a plan for a large model and leaves its result in the store.
 *
 * Promise: the result is there when all of it is, and not before; doing a shard again gives the same, and harms nobody.
 */
import type { Engine } from '../engine.ts';
import type { CollideOptions } from '../queries/collide/collide.ts';
import type { ObjectPair } from '../queries/options.ts';
import type { FileObject } from '../report/objects.ts';
import { CheckedFile } from './checked-file.ts';
import { foundBytes } from './found-pairs.ts';
import { cornersOf } from './measure-model.ts';
import { measurePairs } from './measure-pairs.ts';
import type { ModelAccess } from './model-access.ts';
import type { NamedPlan, PairsShard, PlannedPiece, SpillShard, TileShard } from './plan.ts';
import { shardsByStage } from './plan.ts';
import { fileObjectOf } from './planned-model.ts';
import { damaged, openSealed, sealed } from './sealed.ts';
import { searchTile } from './search-tile.ts';
import { doneShards, nameOf, refuseMissing, type ShardDone } from './shard-results.ts';
import { SpaceTiles } from './space-tiles.ts';
import { type ObjectPiece, type Run, readRuns, spillBytes } from './spill.ts';
import { joinStored, objectBytes, readObjects, type StoredObject, soupOf } from './spilled-objects.ts';
import type { ShardStore, StoredBytes } from './store.ts';
import { openStreamed } from './streamed-file.ts';
import { joinRuns } from './tile-mesh.ts';

/** What the shards of a large model are to find. */
export interface LargeQuestion {
  readonly query: Pick<CollideOptions, 'self' | 'between' | 'contacts'>;
  readonly ignore: readonly ObjectPair[];
  readonly toleranceOf: (a: number, b: number) => number;
  /** Also what objects have in common, and the area in which faces lie on each other. */
  readonly volume: boolean;
  readonly area: boolean;
}

export interface ShardContext {
  readonly plan: NamedPlan;
  /** For messages. */
  readonly planPath: string;
  readonly store: ShardStore;
  readonly access: ModelAccess;
  readonly question: LargeQuestion;
  engine(): Promise<Engine>;
}

type Answered = Record<string, unknown> & { readonly stage: ShardDone['stage']; readonly triangles: number };

export function doLargeShard(context: ShardContext, number: number): Promise<Answered> {
  const shard = context.plan.shards[number];
  switch (shard.stage) {
    case 'spill':
      return spill(context, number, shard);
    case 'tile':
      return tile(context, number, shard);
    case 'pairs':
      return pairs(context, shard);
    case 'files':
      throw new Error('a shard of many models');
  }
}

async function spill({ plan, store, access }: ShardContext, number: number, shard: SpillShard): Promise<Answered> {
  const [pieces, objects]: [ObjectPiece[], StoredObject[]] = [[], []];
  for (const piece of shard.pieces) {
    const read = plan.files[piece.file].isStreamed
      ? [await readRange(plan, access, piece)]
      : await readWhole(plan, access, piece);
    for (const own of read) {
      pieces.push(own.piece);
      if (plan.command === 'clash') objects.push(own.stored);
    }
  }
  const tiles = new SpaceTiles(plan.space!);
  await store.write(nameOf.tiles(plan, number), sealed(spillBytes(pieces, tiles, plan.clearance ?? 0)));
  if (plan.command === 'clash') await store.write(nameOf.objects(plan, number), sealed(objectBytes(objects)));
  return { stage: 'spill', triangles: pieces.reduce((sum, { corners }) => sum + corners.length / 9, 0) };
}

interface ReadPiece {
  readonly piece: ObjectPiece;
  readonly stored: StoredObject;
}

async function readRange(plan: NamedPlan, access: ModelAccess, { file, range }: PlannedPiece): Promise<ReadPiece> {
  const planned = plan.files[file];
  const object = planned.firstObject;
  const checked = await CheckedFile.open(access.pathOf(planned.file), planned.file, planned);
  try {
    const streamed = await openStreamed(checked);
    const { triangleCount, ...start } = range!;
    const found = await streamed!.read(start, triangleCount);
    const piece = { ...found, object, withVertices: !plan.objects[object].weld };
    return { piece, stored: soupOf(piece) };
  } finally {
    await checked.close();
  }
}

async function readWhole(plan: NamedPlan, access: ModelAccess, { file }: PlannedPiece): Promise<ReadPiece[]> {
  const planned = plan.files[file];
  const read = access.objectsOf(await access.read(planned.file, planned));
  return read.map(({ mesh }, i) => {
    const object = planned.firstObject + i;
    const { positions, indices } = mesh;
    const corners = cornersOf(positions, indices);
    const piece = { object, firstTriangle: 0, corners, vertices: indices, withVertices: !plan.objects[object].weld };
    return { piece, stored: { object, mesh: { positions, indices } } };
  });
}

/** Numbers of the shards that spill, all of which must be done. */
async function spilled({ plan, planPath, store }: ShardContext, what: string): Promise<number[]> {
  const numbers = shardsByStage(plan).find(({ stage }) => stage === 'spill')?.numbers ?? [];
  refuseMissing(what, planPath, numbers, await doneShards(plan, store));
  return numbers;
}

/** A part that an earlier shard has left. */
async function openPart(store: ShardStore, name: string): Promise<StoredBytes> {
  const file = await openSealed(store, name);
  if (!file) throw damaged(store, name, 'it is gone');
  return file;
}

async function tile(context: ShardContext, number: number, shard: TileShard): Promise<Answered> {
  const { plan, store, question } = context;
  const runs: Run[] = [];
  for (const part of await spilled(context, `space tile ${shard.tile}`)) {
    const file = await openPart(store, nameOf.tiles(plan, part));
    try {
      runs.push(...(await readRuns(file, shard.tile)));
    } finally {
      await file.close();
    }
  }
  const engine = await context.engine();
  const { found, ...rest } = await searchTile(engine, joinRuns(runs), {
    tile: shard.tile,
    tiles: new SpaceTiles(plan.space!),
    query: question.query,
    ignore: question.ignore,
    clearance: plan.clearance ?? 0,
  });
  await store.write(nameOf.pairs(plan, number), sealed(foundBytes(found)));
  return { stage: 'tile', pairs: found.kinds.length, ...rest };
}

async function pairs(context: ShardContext, shard: PairsShard): Promise<Answered> {
  const { question } = context;
  const objects = await loadObjects(context, new Set(shard.pairs.flat()));
  const answer = await measurePairs(await context.engine(), objects, {
    pairs: shard.pairs,
    toleranceOf: question.toleranceOf,
    volume: question.volume,
    area: question.area,
  });
  return { stage: 'pairs', ...answer };
}

/** Whole objects, from what was spilled. */
async function loadObjects(context: ShardContext, wanted: ReadonlySet<number>): Promise<Map<number, FileObject>> {
  const { plan, store } = context;
  const pieces = new Map<number, StoredObject[]>();
  for (const part of await spilled(context, 'measuring pairs of objects')) {
    const own = (plan.shards[part] as SpillShard).pieces.map(({ file }) => plan.files[file]);
    const hasSome = own.some(({ firstObject, objectCount }) =>
      Array.from({ length: objectCount }, (_, i) => firstObject + i).some((object) => wanted.has(object)),
    );
    if (!hasSome) continue;
    const file = await openPart(store, nameOf.objects(plan, part));
    try {
      for (const stored of await readObjects(file, wanted)) {
        pieces.set(stored.object, [...(pieces.get(stored.object) ?? []), stored]);
      }
    } finally {
      await file.close();
    }
  }
  return new Map(
    [...wanted].map((object) => {
      const planned = plan.objects[object];
      return [object, fileObjectOf(planned, joinStored(pieces.get(object) ?? [], planned.weld))];
    }),
  );
}
