/** Finds clashes with the command line's ids and names. */
import type { Clash, Clashes, Proximities } from '../../../src/index.ts';
import {
  type KnownObjects,
  knowObjects,
  listClashes,
  measureObjects,
  type ReportClash,
} from '../../../src/report/clash-list.ts';

import type { FileObject } from '../../../src/report/objects.ts';
import type { ClashesQuery } from '../query.ts';
import { type AskOptions, placesOfIds, renumbered } from './asked.ts';
import { placedPositions } from './placed.ts';
import type { World, WorldObject } from './world.ts';

export interface FoundClashes {
  /** Objects are numbered by their places in the list. */
  readonly raw: Clashes;
  readonly list: readonly ReportClash[];
  readonly known: KnownObjects;
  readonly tolerance: number;
  /** Objects that are nearer than the clearance, where one was asked for. */
  readonly near?: Proximities;
  /** What the engine says of a clash; undefined for objects that are only near. */
  clashOf(told: ReportClash): Clash | undefined;
}

/** What the report's code takes an object to be. */
export function fileObject({ file, name, facts, positions, indices, weld }: WorldObject): FileObject {
  const filled = facts?.healed?.filled ?? 0;
  // As the file has them: triangles that were added to close it come last.
  const counts = { vertices: positions.length / 3, triangles: indices.length / 3 - filled };
  return { file, name, ...facts, ...counts, mesh: { name, positions, indices, weld } };
}

/** By list of objects: what they are called when they are first looked at stays, also when they move. */
const names = new WeakMap<World['objects'], KnownObjects>();

function know({ objects }: World): KnownObjects {
  const files = objects.map(fileObject);
  const first = names.get(objects);
  const positions = objects.map(placedPositions);
  if (first) return { ...first, ...measureObjects(files, positions) };
  const known = knowObjects(files, positions);
  names.set(objects, known);
  return known;
}

function byPlace(raw: Clashes, world: World): Clashes {
  const place = placesOfIds(world);
  return {
    ...raw,
    clashes: raw.clashes.map((clash) => ({
      ...clash,
      a: place(clash.a),
      b: place(clash.b),
      ...(clash.inner !== undefined && { inner: place(clash.inner) }),
    })),
    collisions: {
      ...raw.collisions,
      trianglePairs: renumbered(raw.collisions.trianglePairs, 4, [0, 2], place),
      objectPairs: renumbered(raw.collisions.objectPairs, 3, [0, 1], place),
      degenerateTriangles: renumbered(raw.collisions.degenerateTriangles, 2, [0], place),
    },
  };
}

async function findNear(world: World, clearance: number, options: AskOptions) {
  if (!(clearance > 0)) return undefined;
  const near = await world.scene.within(clearance, { objects: true, ...options });
  const place = placesOfIds(world);
  return { ...near, objectPairs: renumbered(near.objectPairs, 3, [0, 1], place) };
}

export async function findClashes(
  world: World,
  { self: wantsSelf, tolerance: wanted, clearance }: ClashesQuery,
  options: AskOptions,
): Promise<FoundClashes> {
  // A single object can only meet itself.
  const self = wantsSelf || world.objects.length === 1;
  const tolerance = wanted > 0 ? wanted : world.tolerance;
  const deflectionOf = (place: number) => world.objects[place].facts?.deflection ?? 0;
  const place = placesOfIds(world);
  const strict = world.objects.some(({ facts }) => facts?.deflection)
    ? (a: number, b: number) => tolerance + deflectionOf(place(a)) + deflectionOf(place(b))
    : tolerance;
  const raw = byPlace(await world.scene.clashes({ self, tolerance: strict, curve: true, ...options }), world);
  const near = await findNear(world, clearance, options);
  const known = know(world);
  // A clash of the list has the point of the engine's, the very same.
  const byPoint = new Map<object, Clash>(raw.clashes.map((clash) => [clash.point, clash]));
  const isTessellated = (a: number, b: number) => deflectionOf(a) + deflectionOf(b) > 0;
  const toleranceOf = (a: number, b: number) => tolerance + deflectionOf(a) + deflectionOf(b);
  const list = listClashes(raw, near, known, { toleranceOf, isTessellated });
  return { raw, list, known, tolerance, ...(near && { near }), clashOf: ({ point }) => byPoint.get(point) };
}
