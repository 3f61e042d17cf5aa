/** Finds clashes with the command line's ids and names. */
import type { Clash, Clashes, ObjectPair, Proximities } from '../../../src/index.ts';
import {
  type KnownObjects,
  knowObjects,
  listClashes,
  measureObjects,
  type ReportClash,
} from '../../../src/report/clash-list.ts';
import { withoutIgnored } from '../../../src/report/ignore-list.ts';
import { resolveTolerance } from '../../../src/report/lengths.ts';
import type { FileObject } from '../../../src/report/objects.ts';
import { type Strictness, strictnessOf } from '../../../src/report/strictness.ts';
import { cadMeasures } from '../../../src/report/tessellation.ts';
import type { ClashesQuery } from '../query.ts';
import { type AskOptions, placesOfIds, renumbered } from './asked.ts';
import { clashSettings } from './clash-settings.ts';
import { placedPositions } from './placed.ts';
import type { World, WorldObject } from './world.ts';

export interface FoundClashes {
  /** Objects are numbered by their places in the list. */
  readonly raw: Clashes;
  readonly list: readonly ReportClash[];
  readonly known: KnownObjects;
  readonly tolerance: { readonly value: number; readonly given: string };
  readonly strict: Strictness;
  /** The name of the rules that were used. */
  readonly rules?: string;
  /** Remarks about how they were searched for. */
  readonly notes: readonly string[];
  /** Objects that are nearer than the clearance, where one was asked for. */
  readonly near?: Proximities;
  /** The engine's result for a clash; undefined for objects that are only near. */
  clashOf(clash: ReportClash): Clash | undefined;
}

/** An object as the report's code expects it. */
export function fileObject({ file, name, facts, positions, indices, weld }: WorldObject): FileObject {
  const filled = facts?.healed?.filled ?? 0;
  // As the file has them: triangles that were added to close it come last.
  const counts = { vertices: positions.length / 3, triangles: indices.length / 3 - filled };
  return { file, name, ...facts, ...counts, mesh: { name, positions, indices, weld } };
}

/** Keyed by the list of objects: the names given at first are kept, even when objects move. */
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

async function findNear(world: World, { clearance, ignore }: Asking, options: AskOptions) {
  if (!clearance) return undefined;
  const near = await world.scene.within(clearance.distance, { objects: true, ignore, ...options });
  const place = placesOfIds(world);
  return { ...near, objectPairs: renumbered(near.objectPairs, 3, [0, 1], place) };
}

/** Strictness with the ids of the engine where it asks the engine. */
interface Asking extends Pick<Strictness, 'clearance'> {
  readonly ignore: ObjectPair[];
  readonly tolerance: number | ((a: number, b: number) => number);
}

function askingOf(world: World, strict: Strictness, tolerance: number): Asking {
  const place = placesOfIds(world);
  const isUneven = strict.applied !== undefined || world.objects.some(({ facts }) => facts?.deflection);
  return {
    clearance: strict.clearance,
    ignore: strict.ignore.map(([a, b]): ObjectPair => [world.objects[a].id, world.objects[b].id]),
    tolerance: isUneven ? (a, b) => strict.toleranceOf(place(a), place(b)) : tolerance,
  };
}

/** How strictly pairs are tested, by the command line's code. Throws an OptionError where that is not clear. */
function strictnessFor(world: World, query: ClashesQuery) {
  const files = world.modelFiles ?? [];
  const settings = clashSettings(query, files);
  const objects = world.objects.map(fileObject);
  const tolerance = settings.tolerance
    ? resolveTolerance(settings.tolerance, files, settings.unit)
    : { value: world.tolerance, given: world.toleranceGiven ?? 'auto' };
  const rules = settings.rules?.rules.path;
  return { tolerance, settings, rules, strict: strictnessOf(settings, files, objects, tolerance.value) };
}

export async function findClashes(world: World, query: ClashesQuery, options: AskOptions): Promise<FoundClashes> {
  const { tolerance, settings, rules, strict } = strictnessFor(world, query);
  // A single object can only meet itself.
  const self = query.self || world.objects.length === 1;
  const asking = askingOf(world, strict, tolerance.value);
  const measures = cadMeasures(world.objects.map(({ facts }) => facts ?? {}));
  const wanted = { self, tolerance: asking.tolerance, ignore: asking.ignore, curve: true, ...measures };
  const raw = byPlace(await world.scene.clashes({ ...wanted, ...options }), world);
  const near = await findNear(world, asking, options);
  const known = know(world);
  // A clash of the list has the point of the engine's, the very same.
  const byPoint = new Map<object, Clash>(raw.clashes.map((clash) => [clash.point, clash]));
  const { left, unused } = withoutIgnored(listClashes(raw, near, known, strict.choice), settings.ignore.ids);
  return {
    raw,
    list: left,
    known,
    tolerance,
    strict,
    ...(rules !== undefined && { rules }),
    notes: [...strict.notes, ...unused].map(plainNote),
    ...(near && { near }),
    clashOf: ({ point }) => byPoint.get(point),
  };
}

/** The page has no options to speak of. */
const plainNote = (note: string) => note.replace(/^--ignore/, 'the ignore list');
