/**
 * `separate`: places to try along each direction, the nearest first, and the first one in which `clashes` finds the two apart.
 *
 * That the answer separates does not depend on how places are found: each is asked about as it will be stored.
 */

import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { yieldToEvents } from '../../backend/wasm/task.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { Clashes } from '../clashes/clashes.ts';
import { Surfaces } from '../clashes/surfaces.ts';
import type { EngineContext } from '../context.ts';
import { contactEnds } from './contact-ends.ts';
import { convexSolid, separateConvex } from './convex.ts';
import { directionsToTry } from './directions.ts';
import type { CheckedSeparateOptions } from './options.ts';
import type { Separation } from './separate.ts';
import { exitAlong, minus, Shape, scaled, type Units, unitsOf, unitVector } from './shape.ts';
import { Trials } from './trials.ts';

/** Places that are tried one after the other; after these, ever more are passed over. */
const TRIED_IN_ORDER = 40;
/** Steps along a direction until the gap is reached, before the end at which the two lie on either side of a plane is taken. */
const GAP_STEPS = 40;

/** A place to try: so far along a direction, in units of the coordinates. */
interface Candidate {
  readonly direction: Triple;
  readonly distance: number;
  /** Where the two lie on either side of a plane across the direction. */
  readonly exit: number;
}

export async function findSeparation(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  ids: readonly [number, number],
  options: CheckedSeparateOptions,
): Promise<Separation> {
  options.signal?.throwIfAborted();
  const trials = new Trials(context, objects, ids, options.signal);
  try {
    return await new Separator(context, trials, options).find();
  } finally {
    trials.free();
  }
}

class Separator {
  readonly #context: EngineContext;
  readonly #trials: Trials;
  readonly #options: CheckedSeparateOptions;
  readonly #grain: number;

  constructor(context: EngineContext, trials: Trials, options: CheckedSeparateOptions) {
    this.#context = context;
    this.#trials = trials;
    this.#options = options;
    this.#grain = trials.grain;
  }

  async find(): Promise<Separation> {
    const trials = this.#trials;
    const { gap, onProgress } = this.#options;
    const found = await trials.clashes(true);
    const isApart = found.clashes.every(({ kind }) => kind === 'touching');
    const near = isApart && gap > 0 ? await trials.closest(gap) : undefined;
    if (isApart && !(near && near.distance < gap)) return this.#answer([0, 0, 0], 0);
    const { a, b, units } = this.#shapes(found);
    const proven = provenDepth(found);
    const convex = isApart ? undefined : convexPair(a, b);
    const candidates: Candidate[] = [];
    if (convex) {
      const distance = convex.distance * units.unit;
      candidates.push({ direction: convex.direction, distance, exit: distance });
    }
    // The gap adds its full length: if a shorter move sufficed with the gap, that move less the gap would suffice without it.
    const least = near ? gap - near.distance : Math.max(proven, convex ? convex.least * units.unit : 0) + gap;
    if (!convex) {
      const shortest = near?.pointA && near.pointB ? unitVector(minus(near.pointA, near.pointB)) : undefined;
      const given = shortest ? [...this.#options.directions, shortest] : this.#options.directions;
      const directions = directionsToTry([a, b], trials.a, found, given);
      candidates.push(...(await this.#candidates(a, b, directions, units, isApart)));
    }
    onProgress?.(0.5);
    const move = await this.#first(candidates);
    return this.#answer(move, least);
  }

  async #answer(move: Triple, least: number): Promise<Separation> {
    this.#trials.place(move);
    const length = Math.hypot(...move);
    const meets = await this.#trials.meets();
    this.#options.onProgress?.(1);
    return { move, length, least: Math.min(least, length), meets };
  }

  #shapes({ collisions }: Clashes): { a: Shape; b: Shape; units: Units } {
    const { a, b, pair } = this.#trials;
    const surfaces = new Surfaces(this.#context.runtime, pair, collisions);
    const units = unitsOf(surfaces.of(a).box, surfaces.of(b).box);
    return { a: new Shape(surfaces.of(a), units), b: new Shape(surfaces.of(b), units), units };
  }

  /** The nearest first. */
  async #candidates(
    a: Shape,
    b: Shape,
    directions: readonly Triple[],
    { unit }: Units,
    isApart: boolean,
  ): Promise<Candidate[]> {
    const exits = directions.map((direction) => ({ direction, exit: exitAlong(a, b, direction) }));
    const most = Math.max(0, Math.min(...exits.map(({ exit }) => exit)));
    const candidates: Candidate[] = [];
    for (const { direction, exit } of exits) {
      const ends = contactEnds(a, b, direction, most);
      if (isApart) ends.unshift(0);
      for (const end of new Set([...ends, exit]))
        candidates.push({ direction, distance: end * unit, exit: exit * unit });
      await yieldToEvents();
      this.#options.signal?.throwIfAborted();
    }
    return candidates.sort((p, q) => p.distance - q.distance);
  }

  /** Where the first candidate leads that is free, if need be beyond all rounding. */
  async #first(candidates: readonly Candidate[]): Promise<Triple> {
    let step = 1;
    for (let i = 0; i < candidates.length; i += Math.floor(step)) {
      if (i >= TRIED_IN_ORDER) step *= 1.1;
      const move = await this.#free(candidates[i]);
      if (move) return move;
    }
    // The objects are on either side of a plane: only rounding can still block, and not for long.
    const [{ direction, exit }] = [...candidates].sort((p, q) => p.exit - q.exit);
    for (let more = 8 * this.#grain; ; more *= 4) {
      const move = scaled(direction, exit + this.#options.gap + more);
      if (await this.#isFree(move)) return move;
    }
  }

  /** The candidate, or a little beyond; undefined if it is not free there. */
  async #free({ direction, distance, exit }: Candidate): Promise<Triple | undefined> {
    const { gap } = this.#options;
    if (gap > 0) return this.#reachGap({ direction, distance, exit });
    const beyond = scaled(direction, distance + 16 * this.#grain);
    if (!(await this.#isFree(beyond))) return undefined;
    const exact = scaled(direction, distance);
    return (await this.#isFree(exact)) ? exact : beyond;
  }

  /** Goes on by what is missing, which is never too far. */
  async #reachGap({ direction, distance, exit }: Candidate): Promise<Triple | undefined> {
    const { gap } = this.#options;
    let along = distance;
    for (let i = 0; i < GAP_STEPS && along < exit + gap; i++) {
      const move = scaled(direction, along);
      this.#trials.place(move);
      const { distance: apart } = await this.#trials.closest(gap);
      if (apart >= gap) return (await this.#trials.isFree()) ? move : undefined;
      along += Math.max(gap - apart, 8 * this.#grain);
    }
    const move = scaled(direction, exit + gap + 16 * this.#grain);
    return (await this.#isFree(move)) ? move : undefined;
  }

  async #isFree(move: Triple): Promise<boolean> {
    const { gap } = this.#options;
    this.#trials.place(move);
    if (gap > 0 && (await this.#trials.closest(gap)).distance < gap) return false;
    return this.#trials.isFree();
  }
}

/** A point of one object inside the other stays inside on any path shorter than its distance from the other's surface. */
const provenDepth = ({ clashes }: Clashes): number => Math.max(0, ...clashes.map(({ depth }) => depth?.least ?? 0));

function convexPair(a: Shape, b: Shape) {
  const [solidA, solidB] = [convexSolid(a), convexSolid(b)];
  return solidA && solidB ? separateConvex(solidA, solidB) : undefined;
}
