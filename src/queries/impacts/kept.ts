/**
 * What `impacts` uses of what is kept between queries: the clusters of objects whose vertices are unchanged as given, at rest or aimed by a
 * matrix. Only clusters that come near another object on their way are placed and searched, as in `contacts`; the answer is the same as
 * without them. Objects that deform or are asked about themselves are searched as a whole; so is what goes far compared with its size,
 * because most of its clusters would be near something on the way.
 */
import { surveyOf } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { IDENTITY } from '../../mesh/placement.ts';
import { chooseClusters, makeAhead, makeClusters, noteLackOfMemory, SELECTION } from '../collide/keeper.ts';
import { oneOfEach, running } from '../collide/own-pairs.ts';
import { keepMasks } from '../contacts/kept-masks.ts';
import { findDegenerateAt, findPlacedDegenerate } from '../keep/placed-degenerate.ts';
import { UNCHANGED_PART, UnchangedWatch } from '../keep/unchanged.ts';
import { isSmallFor } from '../within/kept.ts';
import type { ImpactsStats } from './impacts.ts';
import type { CheckedImpactsOptions } from './options.ts';

/** What a query uses, and what it makes for later ones. */
export interface KeptImpacts {
  /** Objects that are searched by their clusters. */
  readonly selects: ReadonlySet<SceneObject> | undefined;
  /** Their triangles that are degenerate at both ends. */
  readonly degenerate: ReadonlyMap<SceneObject, Uint32Array>;
  /** Objects whose clusters are made after the query. */
  readonly ahead: readonly SceneObject[];
}

/** Whether a search needs the adjacency of objects whose clusters are searched: where nothing else tells what triangles stand for. */
export const needsAdjacency = ({ selects }: KeptImpacts): boolean =>
  selects !== undefined && [...selects].some(({ kept }) => kept.masks === undefined);

const NOTHING: KeptImpacts = { selects: undefined, degenerate: new Map(), ahead: [] };
const NONE = new Uint32Array(0);

/** Paths of vertices up to this part of an object's diagonal are short for it. */
const SHORT_PART = 1 / 16;

/** What a triangle costs, placed at both ends and given its features, as multiple of what it costs in `collide`. */
const COST_BESIDE_COLLIDE = 4;

/** Below so many times the triangles from which on `collide` selects clusters, searching all is as fast: far objects are left out already. */
const TIMES_LEAST = 8;

const watch = new UnchangedWatch();

/** What is smaller has no boxes in single precision by which clusters could be told apart. */
const LEAST_EXTENT = 2 ** -100;

/** Whether an object stays, or goes not far by a matrix alone. */
function goesRigidly({ aimed, matrix, restBox: box }: SceneObject): boolean {
  if (!(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]) >= LEAST_EXTENT)) return false;
  if (!aimed) return true;
  if (!aimed.isPlaceOnly) return false;
  const m = matrix ?? IDENTITY;
  const n = aimed.matrix ?? IDENTITY;
  let farthest = 0;
  let diagonal = 0;
  for (let row = 0; row < 3; row++) {
    let middle = n[12 + row] - m[12 + row];
    let around = 0;
    let side = 0;
    for (let k = 0; k < 3; k++) {
      const [half, turn] = [(box[k + 3] - box[k]) / 2, n[row + 4 * k] - m[row + 4 * k]];
      middle += (turn * (box[k] + box[k + 3])) / 2;
      around += Math.abs(turn) * half;
      side += Math.abs(m[row + 4 * k]) * half * 2;
    }
    farthest += (Math.abs(middle) + around) ** 2;
    diagonal += side ** 2;
  }
  return farthest <= SHORT_PART ** 2 * diagonal;
}

const trianglesOf = (objects: Iterable<SceneObject>): number => {
  let sum = 0;
  for (const { triangleCount } of objects) sum += triangleCount;
  return sum;
};

/** Chooses objects whose clusters are used, and makes what they lack; undefined when too little is known to be unchanged. */
export function* openKept(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedImpactsOptions,
): Task<KeptImpacts | undefined> {
  const total = totalTriangles(list);
  if (total < TIMES_LEAST * SELECTION.leastTriangles || !options.between) return undefined;
  const isAsked = options.self ? (options.selfOf ?? (() => true)) : () => false;
  const able = list.filter(({ object, id }) => !isAsked(object, id) && goesRigidly(object));
  const isWorthIt = (objects: Iterable<SceneObject>) => trianglesOf(objects) >= UNCHANGED_PART * total;
  if (!watch.look(list) || watch.isResting(list[0].object.kept)) return undefined;
  if (!isSmallFor(list, options.gap) || !isWorthIt(able.map(({ object }) => object))) return undefined;
  const { use, ahead: lacking } = chooseClusters(list);
  const rigid = new Set(able.map(({ object }) => object));
  const ahead = lacking.filter((object) => watch.isUnchanged(object) && rigid.has(object));
  // With clusters of some only, the others would have to be searched as a whole: better wait until all have them.
  if (ahead.length > 0) return { ...NOTHING, ahead };
  const made = yield* makeClusters(runtime, list, use, options);
  const objects = [...rigid].filter((object) => made === 'all' || made.has(object));
  if (!isWorthIt(objects)) return NOTHING;
  const degenerate = yield* findDegenerate(runtime, list, objects, options);
  const usable = new Set(objects.filter((object) => keepsDegenerate(object, degenerate.get(object))));
  if (!isWorthIt(usable)) return NOTHING;
  try {
    for (const object of oneOfEach([...usable])) if (!standByAdjacency(object)) keepMasks(runtime, object);
  } catch (error) {
    noteLackOfMemory(error, [...usable]);
    return NOTHING;
  }
  return { selects: usable, degenerate: new Map([...degenerate].filter(([object]) => usable.has(object))), ahead };
}

/** Whether adjacency tells which triangles stand for features: of a mesh of one object, in which all have area. */
const standByAdjacency = ({ kept, isShared }: SceneObject): boolean =>
  !isShared && (kept.degenerate?.length ?? 0) === 0;

/** The triangles of objects with clusters that are degenerate at both ends. */
function* findDegenerate(
  runtime: WasmRuntime,
  list: readonly Participant[],
  objects: readonly SceneObject[],
  options: CheckedImpactsOptions,
): Task<ReadonlyMap<SceneObject, Uint32Array>> {
  const { unclustered, thin } = surveyOf(list);
  if (unclustered === 0 && thin === 0) return new Map();
  const atStart = yield* findPlacedDegenerate(runtime, objects, running(options));
  const aimed = [...atStart].flatMap(([object, triangles]) =>
    object.aimed && triangles.length > 0
      ? [{ object, triangles, matrix: object.aimed.matrix ?? Float64Array.from(IDENTITY) }]
      : [],
  );
  const atEnd = yield* findDegenerateAt(runtime, aimed, running(options));
  return new Map([...atStart, ...atEnd]);
}

/** Whether the same triangles are degenerate as given and all the way, so that kept masks hold. */
function keepsDegenerate({ kept }: SceneObject, found: Uint32Array | undefined): boolean {
  const given = kept.degenerate ?? NONE;
  const now = found ?? NONE;
  return given.length === now.length && given.every((triangle, i) => triangle === now[i]);
}

/** Notes whether it paid off to gather clusters, and continues to make them for later queries. */
export function* noteImpacts(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { selects, ahead }: KeptImpacts,
  { image, candidates, trianglesLookedAt }: ImpactsStats,
): Task<void> {
  if (selects && !watch.noteLookedAt(list, trianglesLookedAt)) return;
  yield* makeAhead(runtime, ahead, { triangles: COST_BESIDE_COLLIDE * totalTriangles(list), image, candidates });
}

/** By how much pairs may be reported too far away, as part of the gap and of the extent: see gap-search.ts, with reserve. */
const EARLY_PART = 2 ** -6;
const EARLY_EXTENT = 2 ** -38;

/** The distance below which features of objects can be reported. */
export function reportedBelow(list: readonly Participant[], gap: number): number {
  if (gap === 0) return 0;
  let size = 0;
  for (const { object } of list) {
    for (const x of object.box) size = Math.max(size, Math.abs(x));
    for (const x of object.aimed?.box ?? []) size = Math.max(size, Math.abs(x));
  }
  return gap * (1 + EARLY_PART) + 2 * size * EARLY_EXTENT;
}
