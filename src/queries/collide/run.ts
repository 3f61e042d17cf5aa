/**
 * `collide`, from the top: on the GPU where there is one and the scene is large enough, or lies there already, else on wasm; there in
 * three steps, plan (what is known, and what must be searched), search, and join. What happens when the GPU fails:
 * src/backend/choose.ts.
 */
import { answerOn, type EngineGpu } from '../../backend/choose.ts';
import type { Gpu } from '../../backend/gpu/gpu.ts';
import { withReason } from '../../backend/left-to-wasm.ts';
import { surveyOf } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { mapOfAll, numbered, type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync, type Task } from '../../backend/wasm/task.ts';
import { OptionError } from '../../errors.ts';
import type { EngineContext } from '../context.ts';
import { findPlacedDegenerate } from '../keep/placed-degenerate.ts';
import { collideCulled } from '../on-demand.ts';
import { pairsToIgnore } from '../pair-selection.ts';
import { bringToCpu, residentPositions } from '../resident.ts';
import type { Collisions, GpuCollisions } from './collide.ts';
import type { SceneObjects } from './gpu/collide-gpu.ts';
import { collideOn } from './gpu/opened.ts';
import { joinKept, mergePairs } from './join.ts';
import type { Keeper, KnownPairs } from './keeper.ts';
import { chooseClusters, makeAhead, makeClusters, NO_CHOICE, noteSelection, type Selection } from './keeper.ts';
import type { CheckedCollideOptions } from './options.ts';
import {
  allDegenerate,
  findOwn,
  isSingular,
  joinDegenerate,
  type KnownDegenerate,
  NO_PAIRS,
  NONE_DEGENERATE,
  type OwnAnswers,
  ownDegenerate,
  running,
} from './own-pairs.ts';
import { collideListed, collideWasm, emptyCollisions, type KeptUse } from './wasm.ts';

/** `kept` is what the scene keeps between queries; without it, all pairs are those of the objects where they are placed. */
export async function collide(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept?: Keeper,
): Promise<Collisions> {
  // A GPU finds pairs within all objects or none; `betweenPlaced` adds those of some.
  const isForWasm = hasPartsOfSelf(options) && !kept;
  const gpu = gpus?.isPossible && !isForWasm ? await chooseGpu(gpus, objects) : undefined;
  const outcome = await answerOn({ runtime, gpus }, gpu, {
    webgpu: async (gpu) => {
      const onGpu = await collideOn(gpu);
      const ignore = pairsToIgnore(objects, options);
      const run = (asked: CheckedCollideOptions) =>
        onGpu.collide(runtime, objects, { ...asked, ignore, pairs: undefined });
      return kept ? betweenPlaced(runtime, objects, options, run) : run(options);
    },
    wasm: async () => {
      // Without a GPU to take positions from, all of them are on the CPU.
      if (gpus?.taker) await bringToCpu(objects.values());
      return kept ? runAsync(collideOnWasm(runtime, objects, options, kept)) : collideWasm(runtime, objects, options);
    },
  });
  const { answer, restartedAfter, leftToWasm } = outcome;
  if (isForWasm) return withReason({ gpus }, answer, 'some-within');
  if (restartedAfter === undefined && leftToWasm === undefined) return answer;
  const stats = { ...answer.stats, ...(restartedAfter && { restartedAfter }), ...(leftToWasm && { leftToWasm }) };
  return { ...answer, stats };
}

/** The same after visibility culling. */
export function collideAfterCulling(
  context: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions & { readonly cull: NonNullable<CheckedCollideOptions['cull']> },
): Promise<Collisions> {
  return betweenPlaced(context.runtime, objects, options, (changed) =>
    collideCulled(context, objects, { ...changed, cull: options.cull }),
  );
}

/** `collide` with its answer left on the caller's device. */
export async function collideInPlace(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<GpuCollisions> {
  const gpu = gpus?.taker && gpus.current;
  if (hasPartsOfSelf(options)) {
    throw new OptionError(
      'option-conflict',
      'collide: output "gpu" finds pairs within all objects or within none. Leave [a, a] out of pairs, or use output "cpu".',
      { option: 'output' },
    );
  }
  const ignore = pairsToIgnore(objects, options);
  if (gpu) return (await collideOn(gpu)).leave(runtime, objects, { ...options, ignore, pairs: undefined });
  throw new OptionError(
    'needs-device',
    'collide: output "gpu" leaves the answer in buffers of your device. Use createEngine({ backend: \'webgpu\', device }).',
    { option: 'output' },
  );
}

/** Whether pairs are asked for within some objects and not within others. */
const hasPartsOfSelf = ({ self, selfOf }: CheckedCollideOptions): boolean => self && selfOf !== undefined;

async function chooseGpu(gpus: EngineGpu, objects: SceneObjects): Promise<Gpu | undefined> {
  if (gpus.taker && [...objects.values()].some(residentPositions)) return gpus.current;
  return gpus.forTriangles('collide', totalTriangles(participants(objects)));
}

// On the kernels, with everything that is kept between queries.
//
// Pairs within a placed object are decided once, in its own coordinates, and kept; so are those of an object that is unchanged since
// an earlier query, and pairs between unchanged objects. Between other objects only the clusters that can meet another object are
// searched, if most of the scene is unchanged. The answer is the same as without anything kept.

/** Up to this limit of pairs, a query searches some of the clusters first. */
const TRIAL_LIMIT = 4;

/** Adds what is known of single objects to an answer: self pairs and degenerate triangles. */
function complete(
  found: Collisions,
  list: readonly Participant[],
  own: OwnAnswers,
  degenerate: KnownDegenerate,
  options: CheckedCollideOptions,
): Collisions {
  if (own.pairs.size === 0 && degenerate.size === 0) return found;
  const merged = mergePairs(found, own.inOrder, options);
  return {
    ...merged,
    degenerateTriangles: joinDegenerate(found.degenerateTriangles, list, degenerate),
    stats: found.stats,
  };
}

/**
 * For a backend without own coordinates: it answers alone when no object is placed; otherwise it searches between objects only, and
 * self pairs are found on the kernels.
 */
export async function betweenPlaced(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  run: (options: CheckedCollideOptions) => Promise<Collisions>,
): Promise<Collisions> {
  const list = participants(objects);
  // Self pairs of only some objects are found on the kernels, too: backends search all objects or none.
  const partlySelf = options.self && options.selfOf !== undefined;
  if (!partlySelf && !list.some(({ object }) => object.isPlacedInvertibly)) return run(options);
  await bringToCpu(objects.values());
  const own = options.self
    ? await runAsync(findOwn(runtime, list, options, (object) => !isSingular(object)))
    : NO_PAIRS;
  const remaining = options.limit - own.count;
  if (remaining > 0 && (options.between || !options.self)) {
    return complete(await run({ ...options, self: false, limit: remaining }), list, own, new Map(), options);
  }
  const degenerate = await runAsync(allDegenerate(runtime, list, own, options));
  return complete(emptyCollisions(runtime, options, 0), list, own, degenerate, options);
}

/** What a query knows before it searches, and what it has to search. */
interface Plan {
  /** All objects that take part. */
  readonly list: readonly Participant[];
  readonly own: OwnAnswers;
  /** Pairs between unchanged objects. */
  readonly known: KnownPairs | undefined;
  readonly degenerate: KnownDegenerate;
  /** Objects to search: those of which not everything is known. */
  readonly searched: readonly Participant[];
  /** Those that are searched by their clusters. */
  readonly clustered: Selection;
  /** Objects whose clusters are made after the search, for later queries. */
  readonly ahead: readonly SceneObject[];
  /** Pairs to find at most; at 0, what is known is enough. */
  readonly limit: number;
  /** What the search is asked for; undefined where nothing is left to find. */
  readonly asked: CheckedCollideOptions | undefined;
  readonly use: KeptUse;
}

/** Degenerate triangles of those objects of a list that have clusters. */
function* degenerateOfClustered(
  runtime: WasmRuntime,
  list: readonly Participant[],
  clustered: Selection,
  options: CheckedCollideOptions,
): Task<KnownDegenerate> {
  if (clustered === 'all' && (list.length === 0 || surveyOf(list).thin === 0)) return NONE_DEGENERATE;
  const objects = list.map(({ object }) => object);
  const selected = clustered === 'all' ? objects : objects.filter((object) => clustered.has(object));
  return selected.length === 0 ? NONE_DEGENERATE : yield* findPlacedDegenerate(runtime, selected, running(options));
}

/** Objects whose self pairs are asked for and not known. */
function selfToFind({ self, selfOf }: CheckedCollideOptions, own: OwnAnswers): KeptUse['selfOf'] {
  if (!self) return undefined;
  return (object, id) => !own.pairs.has(object) && (selfOf?.(object, id) ?? true);
}

const isOwn = (object: SceneObject): boolean =>
  object.isPlacedInvertibly || (!object.isPlaced && (object.kept.hasStayed || object.kept.pairs !== undefined));

/** Plans by stamps what is known; self pairs and clusters that can be kept from now on are made. */
function* plan(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  kept: Keeper,
): Task<Plan> {
  const own = options.self ? yield* findOwn(runtime, list, options, isOwn) : NO_PAIRS;
  const hasSelfInJob = selfToFind(options, own);
  const known = usesKept(options) ? kept.recall(list, options, hasSelfInJob) : undefined;
  const limit = options.limit - own.count - (known?.count ?? 0);
  const searched = known ? numbered(known.toSearch) : list;
  const changed = known ? searched.filter(({ id }) => known.unchanged[id] !== 1) : list;
  const selfInJob = hasSelfInJob !== undefined && list.some(({ object, id }) => hasSelfInJob(object, id));
  const runs = limit > 0 && searched.length > 0 && (options.between || selfInJob || !options.self);
  const { use, ahead } = selfInJob || !options.between || !runs ? NO_CHOICE : chooseClusters(searched);
  const clustered = yield* makeClusters(runtime, searched, use, options);
  const degenerate = runs
    ? options.between
      ? yield* degenerateOfClustered(runtime, changed, clustered, options)
      : ownDegenerate(own)
    : yield* allDegenerate(runtime, changed, own, options);
  const keptUse: KeptUse = {
    selects: clustered === 'all' || clustered.size > 0 ? clustered : undefined,
    selfOf: selfInJob && (own.pairs.size > 0 || options.selfOf) ? hasSelfInJob : undefined,
    unchanged: known?.unchanged,
    map: known && mapOfAll(runtime, list),
  };
  const asked = runs ? { ...options, self: selfInJob, limit } : undefined;
  return { list, own, known, degenerate, searched, clustered, ahead, limit, asked, use: keptUse };
}

/** What a query about all objects finds is kept; one about some pairs leaves it untouched. */
const usesKept = ({ between, pairs }: CheckedCollideOptions): boolean => between && !pairs;

/** For small limits, searches some of the clusters that can meet first: usually they hold enough pairs. */
function* search(
  runtime: WasmRuntime,
  { searched, clustered, ahead, asked, use }: Plan,
  options: CheckedCollideOptions,
): Task<Collisions> {
  if (!asked) return emptyCollisions(runtime, options, 0);
  const isTried = asked.limit <= TRIAL_LIMIT && clustered === 'all';
  const trial = isTried
    ? yield* collideListed(runtime, searched, asked, undefined, { ...use, isTrial: true })
    : undefined;
  const found = trial?.limited ? trial : yield* collideListed(runtime, searched, asked, undefined, use);
  const pays = noteSelection(searched, clustered, found.stats);
  if (pays) yield* makeAhead(runtime, ahead, found.stats);
  return found;
}

/** The whole answer: what was known and what was found. Keeps it for the next query. */
function join(
  { list, own, known, degenerate, searched, clustered, limit }: Plan,
  found: Collisions,
  options: CheckedCollideOptions,
  kept: Keeper,
): Collisions {
  const { tally } = list[0].object.kept;
  tally.queries++;
  const degenerateTriangles = joinDegenerate(found.degenerateTriangles, searched, degenerate);
  const complete = { ...found, degenerateTriangles };
  const between = known ? joinKept(known.lists, known.unchanged, complete, options.segments) : complete;
  if (usesKept(options) && limit > 0) kept.note(list, options, between);
  const keptStats = {
    clusters: clustered === 'all' ? searched.length : clustered.size,
    self: own.keptBefore,
    bytes: tally.clusterBytes,
    pairs: known?.count ?? 0,
    pairBytes: kept.bytes,
  };
  const stats = { ...found.stats, objects: list.length, triangles: totalTriangles(list), kept: keptStats };
  return { ...mergePairs(between, own.inOrder, options), stats };
}

/** `collide` on the kernels, as a task. */
export function* collideOnWasm(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept: Keeper,
): Task<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const planned = yield* plan(runtime, list, options, kept);
  const found = yield* search(runtime, planned, options);
  const { stats, ...answer } = join(planned, found, options, kept);
  return { ...answer, stats: { ...stats, milliseconds: { ...stats.milliseconds, total: performance.now() - began } } };
}
