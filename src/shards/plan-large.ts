/** Plans the search of one large model: pieces to spill, space tiles to search, pairs of objects to measure. */
import { overlappingBoxes } from '../queries/clashes/contained.ts';
import type { ObjectPair } from '../queries/options.ts';
import type { MeasuredModel } from './measure-model.ts';
import type { PairsShard, Plan, PlanHead, PlannedPiece, Shard } from './plan.ts';
import type { PlannedObject } from './planned-model.ts';
import { cutSpace } from './space-tiles.ts';
import { PIECE_TRIANGLES } from './streamed-file.ts';

/** Triangles of a tile where nobody says how many tiles: about 600 MB in a worker, with memory to spare. */
export const TILE_TRIANGLES = 1_500_000;

export interface LargePlanChoice {
  /** How many space tiles; left out: by the number of triangles. */
  readonly tiles?: number;
  /** Triangles of whole objects that one shard of pairs may hold. */
  readonly trianglesPerPairs?: number;
  /** Pairs of objects that are not looked at. */
  readonly ignore?: readonly ObjectPair[];
}

/** Pieces that are spilled together: one range, or files of up to as many triangles. */
function groupPieces(pieces: MeasuredModel['pieces']): PlannedPiece[][] {
  const groups: PlannedPiece[][] = [];
  let remaining = 0;
  for (const { triangles, ...piece } of pieces) {
    if (piece.range || groups.length === 0 || triangles > remaining) {
      groups.push([]);
      remaining = piece.range ? 0 : PIECE_TRIANGLES;
    }
    groups.at(-1)!.push(piece);
    remaining -= triangles;
  }
  return groups;
}

/** Pairs of objects whose boxes overlap, in shards whose objects have no more than this many triangles together. */
export function groupPairs(
  objects: readonly PlannedObject[],
  ignore: readonly ObjectPair[],
  most: number,
): PairsShard[] {
  const present = objects.flatMap(({ box }, i) => (box ? [i] : []));
  const boxes = present.map((i) => [...objects[i].box!.min, ...objects[i].box!.max]);
  const left = new Set(ignore.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`));
  const pairs = overlappingBoxes(boxes)
    .map(([i, j]) => [present[i], present[j]] as const)
    .filter(([a, b]) => !left.has(`${a} ${b}`));
  const shards: (readonly [number, number])[][] = [];
  let held = new Set<number>();
  let triangles = 0;
  for (const pair of pairs) {
    const more = pair.filter((object) => !held.has(object)).reduce((sum, object) => sum + objects[object].triangles, 0);
    if (shards.length === 0 || triangles + more > most) {
      shards.push([]);
      held = new Set();
      triangles = 0;
    }
    shards.at(-1)!.push(pair);
    for (const object of pair) {
      if (!held.has(object)) triangles += objects[object].triangles;
      held.add(object);
    }
  }
  return shards.map((own) => ({ stage: 'pairs', pairs: own }));
}

export function planLarge(head: PlanHead, model: MeasuredModel, choice: LargePlanChoice = {}): Plan {
  const { tiles = Math.max(1, Math.ceil(model.triangleCount / TILE_TRIANGLES)), ignore = [] } = choice;
  const space = cutSpace(model.sample, tiles);
  const pairs =
    head.command === 'clash' ? groupPairs(model.objects, ignore, choice.trianglesPerPairs ?? TILE_TRIANGLES) : [];
  const shards: Shard[] = [
    ...groupPieces(model.pieces).map((pieces) => ({ stage: 'spill' as const, pieces })),
    ...Array.from({ length: space.tileCount }, (_, tile) => ({ stage: 'tile' as const, tile })),
    ...pairs,
  ];
  return { ...head, files: model.files, objects: model.objects, space, shards };
}
