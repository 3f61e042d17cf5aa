/**
 * `safeStep`: candidate ends are rounded to what would be stored, and checked by `impacts` from start to end, until nothing
 * meets; per vertex, distances bound how far each may go (vertex-bounds.ts).
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Keeper } from '../collide/keeper.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import { measureGiven } from '../contacts/measure-given.ts';
import { GAP_MAX } from '../impacts/options.ts';
import { Bodies } from './bodies.ts';
import { type Body, type End, IDENTITY } from './body.ts';
import { chosen, contactsAtStart } from './contacts-at-start.ts';
import { EndCheck, holdTriangles, needsEndCheck } from './end-check.ts';
import { newFourVertices, readFour } from './four-vertices.ts';
import { KnownCollisions } from './known-collisions.ts';
import type { CheckedSafeStepOptions } from './options.ts';
import type { SafeStep } from './safe-step.ts';
import { type ImpactRows, Trials } from './trials.ts';
import { boundedParts, LEAST_BEFORE, longestPath, partBefore, vertexBounds } from './vertex-bounds.ts';

/** Resolution of times with a gap: from 8 times of it on they are accurate enough, earlier ones are searched again from nearer. */
const GAP_TIME = 2 ** -7;
const ROUNDS = 64;
/** How often vertices that collide at the ends are held; then nothing moves. */
const HOLDS_MOST = 16;
/** Bound of the rounding of stored positions, relative to the largest coordinate. */
const ROUNDING = 2 ** -20;
/** Smaller fractions of a path are not worth taking. */
const LEAST_PART = 2 ** -30;
/**
 * Per vertex, features farther apart than this many edge lengths are not searched for, because there would be too many contacts;
 * vertices then go less far. Within an object features one edge apart are everywhere, so no vertex goes much farther anyway.
 */
const FARTHEST_EDGES = { within: 0.5, between: 4 };
/** An obstacle that allows more than this many times the fraction of the nearest one is not what stopped the step. */
const NEARLY = 1 + 2 ** -6;

/** How much of a motion to take when a pair comes too near at a time; what touches at the start holds. */
function partWithGap(time: number, apart: number): number {
  if (apart === 0) return 0;
  return time < 8 * GAP_TIME ? time + GAP_TIME : time;
}

/** An impact that stops bodies, and how far they may go before it. */
interface Obstacle {
  readonly row: number;
  readonly part: number;
  readonly movers: readonly Body[];
}

/** Features that stopped a step, each once. */
class Blockers {
  readonly #rows = new Map<string, { readonly kind: number; readonly features: Uint32Array }>();

  note({ kinds, features }: ImpactRows, i: number): void {
    const row = features.slice(6 * i, 6 * i + 6);
    this.#rows.set(`${kinds[i]} ${row.join()}`, { kind: kinds[i], features: row });
  }

  /** Sorted as contacts are. */
  get given() {
    const sorted = [...this.#rows.values()].sort((p, q) => {
      const k = p.features.findIndex((x, i) => x !== q.features[i]);
      return p.kind - q.kind || (k < 0 ? 0 : p.features[k] - q.features[k]);
    });
    const features = new Uint32Array(6 * sorted.length);
    for (const [i, row] of sorted.entries()) features.set(row.features, 6 * i);
    return { kinds: Uint8Array.from(sorted, ({ kind }) => kind), features };
  }
}

class StepFinder {
  readonly #runtime: WasmRuntime;
  readonly #options: CheckedSafeStepOptions;
  readonly #kept: Keeper;
  readonly bodies: Bodies;
  readonly #blockers = new Blockers();
  readonly #trials: Trials;
  #isMoving: (body: Body) => boolean = () => true;

  constructor(
    runtime: WasmRuntime,
    objects: ReadonlyMap<number, SceneObject>,
    options: CheckedSafeStepOptions,
    kept: Keeper,
  ) {
    this.#runtime = runtime;
    this.#kept = kept;
    this.#options = options;
    this.bodies = new Bodies(runtime, objects, options);
    this.#trials = new Trials(this.bodies, {
      // Ends are on the ways to where all are aimed, but for the rounding of what is stored.
      margin: ROUNDING * largestCoordinate(this.bodies),
      gap: Math.min(options.gap, GAP_MAX),
      isTogether: options.each === 'scene',
      lists: !this.bodies.aimed.some((body) => body.hasSlivers),
      unlisted: 0,
    });
  }

  /** How far apart the points that meet are at the start: not less than the distance of the features. */
  #apartAtStart(impacts: ImpactRows, i: number): number {
    const four = newFourVertices(this.bodies);
    readFour(this.bodies, impacts, i, four);
    const point = new Float64Array(3);
    const sum = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      four.bodies[k].writeWorld(four.bodies[k].start, four.vertices[k], point, 0);
      for (let axis = 0; axis < 3; axis++) sum[axis] += four.weights[k] * point[axis];
    }
    return Math.hypot(...sum);
  }

  /** Obstacles on the paths to these ends, up to a fraction: pairs that come nearer than the gap, or without one, that meet. */
  async #obstacles(
    ends: ReadonlyMap<Body, End>,
    part: number,
  ): Promise<{ impacts: ImpactRows; obstacles: Obstacle[] }> {
    const { gap, keep } = this.#options;
    const impacts = await this.#trials.impacts(ends, part);
    const obstacles: Obstacle[] = [];
    for (let row = 0; row < impacts.times.length; row++) {
      const movers = this.#moversOf(impacts, row);
      // Pairs that touch and do not move block nobody.
      if (movers.length === 0) continue;
      const apart = this.#apartAtStart(impacts, row);
      const time = impacts.times[row];
      obstacles.push({ row, movers, part: gap > 0 ? partWithGap(time, apart) : partBefore(time, apart, gap, keep) });
    }
    return { impacts, obstacles };
  }

  /** Collide on the ends, where impacts and distances leave something out. */
  async #endCheck(): Promise<EndCheck | undefined> {
    if (!needsEndCheck(this.bodies, this.#options)) return undefined;
    const check = new EndCheck(this.#runtime, this.bodies, this.#options, this.#kept);
    await check.begin();
    return check;
  }

  /**
   * Per vertex: holds vertices that meet on the way or collide at the ends, until none do. Distances bound the others whatever is held,
   * so that they need not be tested again.
   */
  async #holdVertices(parts: Map<Body, Float64Array>, ends: Map<Body, End>): Promise<void> {
    const { bodies } = this;
    const check = await this.#endCheck();
    if (!check) return;
    const known = new KnownCollisions(bodies, check.before);
    for (let round = 0; round < HOLDS_MOST; round++) {
      const pairs = await check.newPairs(ends);
      check.takeBack();
      const met = await this.#metOnPath(ends, known);
      if (pairs.length === 0 && met.length === 0) return;
      holdTriangles(bodies, pairs, parts);
      for (const { body, vertex } of met) parts.get(body)![vertex] = 0;
      for (const [body, own] of parts) if (!body.isDynamic && own.includes(0)) own.fill(0);
      for (const body of bodies.aimed) ends.set(body, body.between(parts.get(body)!));
    }
    for (const own of parts.values()) own.fill(0);
    for (const body of bodies.aimed) ends.set(body, body.start);
  }

  /** Aimed vertices of what meets on the way to these ends: distances leave out triangles that have no area at the start. */
  async #metOnPath(ends: ReadonlyMap<Body, End>, known: KnownCollisions): Promise<{ body: Body; vertex: number }[]> {
    const impacts = await this.bodies.impacts(ends);
    const four = newFourVertices(this.bodies);
    const met: { body: Body; vertex: number }[] = [];
    for (let i = 0; i < impacts.times.length; i++) {
      if (known.explain(impacts, i)) continue;
      readFour(this.bodies, impacts, i, four);
      for (const [k, body] of four.bodies.entries()) if (body.isAimed) met.push({ body, vertex: four.vertices[k] });
    }
    return met;
  }

  /** Parts of the way for the scene, or per object, that keep the gap, that impacts find free, and at whose ends nothing collides. */
  async parts(): Promise<{ parts: Map<Body, number>; ends: Map<Body, End> }> {
    const { aimed } = this.bodies;
    const parts = new Map(aimed.map((body) => [body, 1]));
    const check = await this.#endCheck();
    for (let round = 0; ; round++) {
      // Again after something was held: what followed it may run into it now.
      const ends = await this.#shorten(parts);
      if (!check || !aimed.some(this.#isMoving)) return { parts, ends };
      const pairs = await check.newPairs(ends);
      check.takeBack();
      if (pairs.length === 0) return { parts, ends };
      const holdsAll = this.#options.each === 'scene' || round >= HOLDS_MOST;
      for (const body of aimed) if (holdsAll || isAmong(pairs, body)) parts.set(body, 0);
    }
  }

  /** Makes parts of the way smaller until they keep the gap and impacts find them free. */
  async #shorten(parts: Map<Body, number>): Promise<Map<Body, End>> {
    const { each } = this.#options;
    const { aimed } = this.bodies;
    this.#isMoving = (body) => (parts.get(body) ?? 0) > 0;
    for (let round = 0; ; round++) {
      const ends = new Map(aimed.map((body) => [body, body.between(parts.get(body)!)]));
      if (!aimed.some(this.#isMoving)) return ends;
      const { impacts, obstacles } = await this.#obstacles(ends, parts.get(aimed[0])!);
      if (obstacles.length === 0) return ends;
      const held = (obstacle: Obstacle) => (each === 'object' ? obstacle.movers : aimed);
      const limits = new Map<Body, number>();
      for (const obstacle of obstacles) {
        for (const body of held(obstacle)) limits.set(body, Math.min(limits.get(body) ?? 1, obstacle.part));
      }
      for (const obstacle of obstacles) {
        const stops = held(obstacle).some((body) => obstacle.part <= limits.get(body)! * NEARLY);
        if (stops) this.#blockers.note(impacts, obstacle.row);
      }
      for (const [body, limit] of limits) {
        const part = parts.get(body)! * Math.min(limit, round < ROUNDS / 4 ? 1 - LEAST_BEFORE : 0.5);
        parts.set(body, part < LEAST_PART || round >= ROUNDS ? 0 : part);
      }
    }
  }

  #moversOf({ features }: ImpactRows, i: number): Body[] {
    const [a, b] = [this.bodies.all.get(features[6 * i])!, this.bodies.all.get(features[6 * i + 3])!];
    return (a === b ? [a] : [a, b]).filter(this.#isMoving);
  }

  /** How far features are looked for, per vertex. */
  get #reach(): number {
    const { gap, self } = this.#options;
    const { edgeLength, extent } = this.bodies;
    const needed = longestPath(this.bodies) / 0.44 + 2 * gap + extent * 2 ** -40;
    const farthest = Math.max(4 * gap, (self ? FARTHEST_EDGES.within : FARTHEST_EDGES.between) * edgeLength);
    return Math.max(Math.min(needed, farthest), Number.MIN_VALUE);
  }

  /** Parts of the way per vertex, bounded by distances. */
  async vertexParts(): Promise<{ parts: Map<Body, Float64Array>; ends: Map<Body, End>; blockers: FeatureContacts }> {
    const reach = this.#reach;
    const contacts = await contactsAtStart(this.#runtime, this.bodies, reach, this.#options);
    const bounds = vertexBounds(this.bodies, contacts, reach, this.#options);
    const parts = new Map<Body, Float64Array>();
    const ends = new Map<Body, End>();
    for (const body of this.bodies.aimed) {
      const bounded = boundedParts(body, bounds.get(body)!);
      parts.set(body, bounded.parts);
      ends.set(body, bounded.end);
    }
    await this.#holdVertices(parts, ends);
    const four = newFourVertices(this.bodies);
    const isHeld = (i: number) => {
      readFour(this.bodies, contacts, i, four);
      return four.bodies.some((body, k) => (parts.get(body)?.[four.vertices[k]] ?? 1) < 1);
    };
    return { parts, ends, blockers: chosen(contacts, isHeld) };
  }

  /** What stopped the step, with distances at the start. */
  async blockers(): Promise<FeatureContacts> {
    const { signal } = this.#options;
    const contacts = await measureGiven(this.#runtime, this.bodies.asked, this.#blockers.given, signal);
    return { ...contacts, degenerateTriangles: this.#trials.degenerateTriangles };
  }
}

/** Over all bodies, both where they are and where they are aimed. */
function largestCoordinate({ all }: Bodies): number {
  let largest = 0;
  for (const { object } of all.values()) {
    for (const box of [object.box, object.aimed?.box ?? []])
      for (const x of box) largest = Math.max(largest, Math.abs(x));
  }
  return largest;
}

/** Whether a body is one of those of triangle pairs. */
function isAmong(pairs: Uint32Array, { id }: Body): boolean {
  for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === id) return true;
  return false;
}

/** What to move and place each aimed body to. */
export function plannedEnds(
  bodies: Bodies,
  ends: ReadonlyMap<Body, End>,
): Pick<SafeStep, 'objects' | 'ends' | 'places'> {
  return {
    objects: Uint32Array.from(bodies.aimed, ({ id }) => id),
    ends: bodies.aimed.map((body) => (body.keepsShape ? undefined : body.givenPositions(ends.get(body)!))),
    places: bodies.aimed.map((body) => (body.isDynamic ? undefined : (ends.get(body)!.matrix ?? IDENTITY).slice())),
  };
}

/** Concatenated lists, and where each begins. */
function joined(lists: readonly Float64Array[]): Pick<SafeStep, 'steps' | 'offsets'> {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [i, list] of lists.entries()) offsets[i + 1] = offsets[i] + list.length;
  const steps = new Float64Array(offsets[lists.length]);
  for (const [i, list] of lists.entries()) steps.set(list, offsets[i]);
  return { steps, offsets };
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function findSafeStep(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedSafeStepOptions,
  kept: Keeper,
): Promise<SafeStep> {
  options.signal?.throwIfAborted();
  const finder = new StepFinder(runtime, objects, options, kept);
  const { aimed } = finder.bodies;
  if (options.each === 'vertex') {
    const { parts, ends, blockers } = await finder.vertexParts();
    // Welded vertices that no triangle uses go the whole path.
    const given = aimed.map((body) => body.givenNumbers(parts.get(body)!, 1, 1));
    options.onProgress?.(1);
    return { ...plannedEnds(finder.bodies, ends), ...joined(given), blockers };
  }
  const { parts, ends } = await finder.parts();
  const blockers = await finder.blockers();
  const steps = [...parts.values()];
  const isScene = options.each === 'scene';
  options.onProgress?.(1);
  return {
    ...plannedEnds(finder.bodies, ends),
    steps: Float64Array.from(isScene ? [steps[0] ?? 1] : steps),
    offsets: Uint32Array.from([...aimed, 0], (_, i) => (isScene ? 0 : i)),
    blockers,
  };
}
