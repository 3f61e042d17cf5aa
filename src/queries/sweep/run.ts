/** Runs `sweep`: makes chains of the motions, finds out how objects are at rest, searches, and writes the answer. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { makeTrees, matrixOf } from '../closest/trees.ts';
import { asksAbout, maskedPairs } from '../pair-selection.ts';
import type { Chain } from './chain.ts';
import type { ElementaryMotion } from './elementary-motion.ts';
import { keyedMotion } from './keyed-motion.ts';
import type { CheckedMotion, CheckedSweepOptions } from './options.ts';
import { screwMotion, shortestScrew, unit } from './screw.ts';
import { type Interval, SweepSearch } from './search.ts';
import { SWEEP_STATE, type Sweep } from './sweep.ts';
import { type Mover, SweptPair } from './swept-pair.ts';
import { askSweep } from './wasm.ts';

/** The default accuracy, as a part of the diagonal of all objects. */
const ACCURACY_PART = 1e-5;

function elementary(motion: CheckedMotion, index: number, object: SceneObject): ElementaryMotion {
  const { path } = motion;
  if ('axis' in path) return screwMotion(unit(path.axis), path.pivot, path.angle, path.travel);
  if ('keys' in path) return keyedMotion(path.keys);
  return shortestScrew(object.placement ?? matrixOf(object), path.to, `sweep: motion ${index}`);
}

/** The chain of motions of each object that moves. */
function chainsOf(motions: readonly CheckedMotion[], objects: ReadonlyMap<number, SceneObject>): Map<number, Chain> {
  const own = new Map(motions.map((motion, i) => [motion.object, elementary(motion, i, objects.get(motion.object)!)]));
  const carriers = new Map(motions.map(({ object, carriedBy }) => [object, carriedBy]));
  const chains = new Map<number, Chain>();
  for (const { object } of motions) {
    const chain: ElementaryMotion[] = [];
    for (let at: number | undefined = object; at !== undefined; at = carriers.get(at)) {
      const motion = own.get(at);
      if (motion) chain.unshift(motion);
    }
    chains.set(object, chain);
  }
  return chains;
}

function diagonal(objects: readonly SceneObject[]): number {
  const low = [0, 1, 2].map((k) =>
    objects.reduce((least, { box }) => Math.min(least, box[k]), Number.POSITIVE_INFINITY),
  );
  const high = [3, 4, 5].map((k) =>
    objects.reduce((most, { box }) => Math.max(most, box[k]), Number.NEGATIVE_INFINITY),
  );
  return Math.hypot(...high.map((value, k) => value - low[k]));
}

/** How the objects of each pair are at t = 0, and so what each is to keep to. */
async function findRest(
  runtime: WasmRuntime,
  list: ReturnType<typeof participants>,
  pairs: readonly SweptPair[],
  options: CheckedSweepOptions & { readonly accuracy: number },
): Promise<void> {
  const job = { signal: options.signal, onProgress: undefined };
  const found = await askSweep(
    runtime,
    list,
    pairs.map((pair) => pair.meeting(0, Number.POSITIVE_INFINITY)),
    job,
  );
  for (const [i, pair] of pairs.entries()) {
    const { depth, crosses } = found[i];
    pair.rest = depth < 0 ? 0 : crosses ? 2 : 1;
    // Only contact at rest is forgiven: objects apart, but nearer than the gap, do not keep it.
    const atRest = pair.rest === 0 ? options.gap : -depth - options.accuracy;
    pair.gap = options.forgive === 'rest' ? atRest : options.gap - options.forgive;
    pair.forgiven = options.gap - pair.gap;
  }
}

/** Joins neighbours of one state, and gives a witness that lies between free or open ones an interval of its own. */
function joined(pair: SweptPair, intervals: readonly Interval[], until: number): Interval[] {
  const isWitness = (t: number) => t <= until && (pair.poses.get(t)?.meets ?? false);
  const sorted = [...intervals].sort((a, b) => a.from - b.from);
  const out: Interval[] = [];
  for (const interval of sorted) {
    const last = out.at(-1);
    const isJoint = last && last.state === interval.state;
    const isLost =
      last?.state !== SWEEP_STATE.meeting && interval.state !== SWEEP_STATE.meeting && isWitness(interval.from);
    if (isLost) out.push({ from: interval.from, to: interval.from, state: SWEEP_STATE.meeting });
    if (isJoint && !isLost) out[out.length - 1] = { ...last, to: interval.to };
    else out.push(interval);
  }
  const end = out.at(-1);
  if (end && end.state !== SWEEP_STATE.meeting && isWitness(1))
    out.push({ from: 1, to: 1, state: SWEEP_STATE.meeting });
  return out;
}

/** The pose nearest to the middle of an interval among those in which the pair meets. */
function witnessOf(pair: SweptPair, { from, to, state }: Interval): number {
  if (state !== SWEEP_STATE.meeting) return Number.NaN;
  const middle = (from + to) / 2;
  let best = Number.NaN;
  for (const [t, { meets }] of pair.poses) {
    if (!meets || t < from || t > to) continue;
    if (!(Math.abs(t - middle) >= Math.abs(best - middle))) best = t;
  }
  return best;
}

interface PairAnswer {
  readonly ids: readonly [number, number];
  readonly rest: number;
  readonly forgiven: number;
  readonly intervals: readonly (Interval & { readonly witness: number })[];
}

function answerOf(pairs: readonly PairAnswer[]): Omit<Sweep, 'evaluations' | 'stats'> {
  const sorted = [...pairs].sort((p, q) => p.ids[0] - q.ids[0] || p.ids[1] - q.ids[1]);
  const all = sorted.flatMap(({ intervals }) => intervals);
  const offsets = new Uint32Array(sorted.length + 1);
  for (const [i, { intervals }] of sorted.entries()) offsets[i + 1] = offsets[i] + intervals.length;
  const notFree = all.filter(({ state }) => state !== SWEEP_STATE.free).map(({ from }) => from);
  return {
    objectPairs: Uint32Array.from(sorted.flatMap(({ ids }) => ids)),
    offsets,
    states: Uint8Array.from(all, ({ state }) => state),
    ends: Float64Array.from(all.flatMap(({ from, to }) => [from, to])),
    witnesses: Float64Array.from(all, ({ witness }) => witness),
    rest: Uint8Array.from(sorted, ({ rest }) => rest),
    forgiven: Float64Array.from(sorted, ({ forgiven }) => forgiven),
    proven: notFree.reduce((least, from) => Math.min(least, from), 1),
  };
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function sweepWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  motions: readonly CheckedMotion[],
  options: CheckedSweepOptions,
): Promise<Sweep> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const chains = chainsOf(motions, objects);
  const asks = asksAbout(options);
  const masked = new Set(maskedPairs(objects).map((pair) => pair.join()));
  const named = new Set(options.pairs?.map(([a, b]) => [Math.min(a, b), Math.max(a, b)].join()));
  const ids = [...objects.keys()].sort((a, b) => a - b);
  const asked: [number, number][] = [];
  for (const [i, a] of ids.entries()) {
    for (const b of ids.slice(i + 1)) {
      const key = [a, b].join();
      if (!asks(a, b) || masked.has(key)) continue;
      if (chains.has(a) || chains.has(b) || named.has(key)) asked.push([a, b]);
    }
  }
  const involved = new Set(asked.flat());
  const list = participants([...objects].filter(([id]) => involved.has(id)));
  const movers = new Map(
    list.map((participant, place): [number, Mover] => [
      participant.id,
      { place, participant, chain: chains.get(participant.id) ?? [] },
    ]),
  );
  const accuracy =
    options.accuracy ?? (list.length > 0 ? ACCURACY_PART * diagonal(list.map(({ object }) => object)) : 0);
  const pairs: { ids: [number, number]; pair: SweptPair | undefined }[] = asked.map((both) => {
    const [a, b] = both.map((id) => movers.get(id));
    return { ids: both, pair: a && b ? new SweptPair(a, b) : undefined };
  });
  const present = pairs.flatMap(({ pair }) => pair ?? []);
  const search = new SweepSearch(runtime, list, { ...options, accuracy });
  if (present.length > 0) {
    const job = { signal: options.signal, onProgress: undefined };
    await makeTrees(
      runtime,
      'sweep',
      list.map(({ object }) => object),
      job,
    );
    await findRest(runtime, list, present, { ...options, accuracy });
    search.poses += present.length;
    await search.run(present);
  }
  // With `first`, poses after the first meeting were tested only by chance.
  const until = options.first ? search.firstWitness : 1;
  const answers = pairs.map(({ ids: both, pair }): PairAnswer => {
    if (!pair)
      return {
        ids: both,
        rest: 0,
        forgiven: 0,
        intervals: [{ from: 0, to: 1, state: SWEEP_STATE.free, witness: Number.NaN }],
      };
    const intervals = joined(pair, search.settled.get(pair)!, until).map((interval) => ({
      ...interval,
      witness: witnessOf(pair, interval),
    }));
    return { ids: both, rest: pair.rest, forgiven: pair.forgiven, intervals };
  });
  return {
    ...answerOf(answers),
    evaluations: search.evaluations,
    stats: {
      movers: chains.size,
      triangles: list.length > 0 ? totalTriangles(list) : 0,
      intervals: search.intervals,
      poses: search.poses,
      accuracy,
      limited: search.limited,
      milliseconds: { total: performance.now() - began },
    },
  };
}
