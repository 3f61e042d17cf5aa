/** Searches one space tile: pairs of triangles that it owns, degenerate triangles, objects that are near. */
import type { Engine } from '../engine.ts';
import type { CollideOptions } from '../queries/collide/collide.ts';
import type { ObjectPair } from '../queries/options.ts';
import { listClearances, type ObjectClearance } from '../report/clearances.ts';
import { type FoundPairs, gatherFound } from './found-pairs.ts';
import type { SpaceTiles } from './space-tiles.ts';
import { meshOf, type TileObject } from './tile-mesh.ts';
import { boxOfCorners } from './triangle-box.ts';

export interface TileQuestion {
  readonly tile: number;
  readonly tiles: SpaceTiles;
  readonly query: Pick<CollideOptions, 'self' | 'between' | 'contacts'>;
  /** Pairs of objects of the model that may touch. */
  readonly ignore: readonly ObjectPair[];
  /** 0 where nothing near is looked for. */
  readonly clearance: number;
}

export interface TileAnswer {
  readonly found: FoundPairs;
  /** Degenerate triangles, by object: object, count. */
  readonly degenerate: readonly (readonly [number, number])[];
  /** In numbers of the model; the nearest of each pair of objects in this tile. */
  readonly near: readonly ObjectClearance[];
  readonly triangles: number;
}

export async function searchTile(
  engine: Engine,
  objects: readonly TileObject[],
  question: TileQuestion,
  onProgress?: (done: number) => void,
): Promise<TileAnswer> {
  const scene = engine.createScene();
  try {
    for (const object of objects) scene.add(meshOf(object));
    const ignore = localIgnore(objects, question.ignore);
    const watched = onProgress && { onProgress };
    const collisions = await scene.collide({ ...question.query, ignore, ...watched });
    const { trianglePairs, kinds, degenerateTriangles } = collisions;
    const owns = ownershipOf(objects, question);
    const found = gatherFound(objects, trianglePairs, kinds, (pair) =>
      owns(trianglePairs.subarray(4 * pair, 4 * pair + 4)),
    );
    const near = question.clearance > 0 ? await scene.within(question.clearance, { objects: true, ignore }) : undefined;
    return {
      found,
      degenerate: ownDegenerate(objects, degenerateTriangles, owns),
      near: near ? listClearances(near, 0).map((row) => inModel(row, objects)) : [],
      triangles: objects.reduce((sum, { numbers }) => sum + numbers.length, 0),
    };
  } finally {
    scene.dispose();
  }
}

function localIgnore(objects: readonly TileObject[], ignore: readonly ObjectPair[]): ObjectPair[] {
  if (ignore.length === 0) return [];
  const places = new Map(objects.map(({ object }, i) => [object, i]));
  return ignore.flatMap(([a, b]): ObjectPair[] => {
    const [p, q] = [places.get(a), places.get(b)];
    return p === undefined || q === undefined ? [] : [[p, q]];
  });
}

/** Whether the tile has the low corner of the intersection of the boxes of two triangles: object, triangle, twice. */
function ownershipOf(objects: readonly TileObject[], { tile, tiles }: TileQuestion): (pair: Uint32Array) => boolean {
  const [boxA, boxB] = [new Float64Array(6), new Float64Array(6)];
  return ([a, triangleA, b, triangleB]) => {
    boxOfCorners(objects[a].corners, 9 * triangleA, boxA);
    boxOfCorners(objects[b].corners, 9 * triangleB, boxB);
    const low = (axis: number) => Math.max(boxA[axis], boxB[axis]);
    return tiles.ownerOf(low(0), low(1), low(2)) === tile;
  };
}

/** A degenerate triangle counts in the tile that would own a pair of it with itself. */
function ownDegenerate(
  objects: readonly TileObject[],
  degenerate: Uint32Array,
  owns: (pair: Uint32Array) => boolean,
): (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < degenerate.length; at += 2) {
    const [object, triangle] = degenerate.subarray(at, at + 2);
    if (!owns(Uint32Array.of(object, triangle, object, triangle))) continue;
    counts.set(objects[object].object, (counts.get(objects[object].object) ?? 0) + 1);
  }
  return [...counts.entries()].sort(([p], [q]) => p - q);
}

function inModel(row: ObjectClearance, objects: readonly TileObject[]): ObjectClearance {
  const { a, b, triangleA, triangleB } = row;
  return {
    ...row,
    a: objects[a].object,
    b: objects[b].object,
    triangleA: objects[a].numbers[triangleA],
    triangleB: objects[b].numbers[triangleB],
  };
}
