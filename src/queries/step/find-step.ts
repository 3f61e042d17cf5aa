/**
 * `safeStep`: candidates are rounded to what would be stored, and asked by exact `impacts` from here to there, until none meets
 * anything; per vertex, distances bound how far each may go (vertex-bounds.ts).
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import { checkContactsOptions } from '../contacts/options.ts';
import { contactsWasm } from '../contacts/wasm.ts';
import type { Impacts } from '../impacts/impacts.ts';
import { selectionOf } from '../pair-selection.ts';
import { Bodies, type Body, type End, fourVertices } from './bodies.ts';
import type { CheckedSafeStepOptions, CheckedStepOptions } from './options.ts';
import type { SafeStep } from './safe-step.ts';
import { boundedParts, LEAST_BEFORE, longestWay, partBefore, vertexBounds } from './vertex-bounds.ts';

/** Times with a gap are as coarse as this: from 8 times of it on they are good enough, earlier ones are looked at again from nearer. */
const GAP_TIME = 2 ** -7;
const ROUNDS = 64;
/** Smaller parts of the way are not worth taking. */
const LEAST_PART = 2 ** -30;
/**
 * Per vertex, what is farther apart than this part of the extent, divided by the number of triangles, is not looked for, because the
 * contacts would be too many; vertices then go less far.
 */
const FARTHEST = 500;

const nameOf = (kind: number, features: ArrayLike<number>, i: number): string =>
  [kind, ...Array.from({ length: 6 }, (_, k) => features[6 * i + k])].join();

/** How much of a motion to take when a pair comes too near at a time; what touches at the start holds. */
function partWithGap(time: number, apart: number): number {
  if (apart === 0) return 0;
  return time < 8 * GAP_TIME ? time + GAP_TIME : time;
}

/** Contacts of the scene as it is. */
export function contactsAtStart(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  distance: number,
  options: CheckedStepOptions,
): Promise<FeatureContacts> {
  const asked = { ...checkContactsOptions(distance, {}), ...selectionOf(options), signal: options.signal };
  return contactsWasm(runtime, objects, asked);
}

/** Those contacts of which a test holds. */
function chosen(contacts: FeatureContacts, isChosen: (i: number) => boolean): FeatureContacts {
  const rows = Array.from(contacts.distances.keys()).filter(isChosen);
  const pick = <T extends Uint8Array | Int8Array | Uint32Array | Float64Array>(from: T, width: number): T => {
    const to = from.slice(0, width * rows.length) as T;
    for (const [i, row] of rows.entries()) to.set(from.subarray(width * row, width * row + width), width * i);
    return to;
  };
  const features = pick(contacts.features, 6);
  const pairs = new Map<string, [number, number, number]>();
  for (let i = 0; i < rows.length; i++) {
    const [a, b] = [features[6 * i], features[6 * i + 3]].sort((p, q) => p - q);
    const pair = pairs.get(`${a} ${b}`) ?? [a, b, 0];
    pair[2]++;
    pairs.set(`${a} ${b}`, pair);
  }
  return {
    ...contacts,
    kinds: pick(contacts.kinds, 1),
    features,
    distances: pick(contacts.distances, 1),
    leads: pick(contacts.leads, 1),
    sides: pick(contacts.sides, 1),
    points: pick(contacts.points, 6),
    normals: pick(contacts.normals, 3),
    coordinates: pick(contacts.coordinates, 2),
    objectPairs: Uint32Array.from([...pairs.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat()),
  };
}

class StepFinder {
  readonly #runtime: WasmRuntime;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #options: CheckedSafeStepOptions;
  readonly bodies: Bodies;
  readonly #starts = new Map<Body, Float64Array>();
  readonly #blocking = new Set<string>();
  #farthestBlocker = 0;
  #isMoving: (body: Body) => boolean = () => true;

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>, options: CheckedSafeStepOptions) {
    this.#runtime = runtime;
    this.#objects = objects;
    this.#options = options;
    this.bodies = new Bodies(runtime, objects, options);
  }

  #startOf(body: Body): Float64Array {
    let start = this.#starts.get(body);
    if (!start) this.#starts.set(body, (start = body.world(body.start)));
    return start;
  }

  /** How far apart the points that meet are at the start: not less than the distance of the features. */
  #apartAtStart(impacts: Impacts, i: number): number {
    const { bodies, vertices, weights } = fourVertices(this.bodies, impacts, i);
    const sum = [0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const start = this.#startOf(bodies[k]);
      for (let axis = 0; axis < 3; axis++) sum[axis] += weights[k] * start[3 * vertices[k] + axis];
    }
    return Math.hypot(...sum);
  }

  #note(impacts: Impacts, i: number, apart: number): void {
    this.#blocking.add(nameOf(impacts.kinds[i], impacts.features, i));
    this.#farthestBlocker = Math.max(this.#farthestBlocker, apart);
  }

  /** What is met on the way to these ends: what comes nearer than the gap or, if nothing does, what meets exactly. */
  async #met(ends: ReadonlyMap<Body, End>): Promise<{ impacts: Impacts; isGap: boolean }> {
    const { gap } = this.#options;
    const near = gap > 0 ? await this.bodies.impacts(ends, gap) : undefined;
    if (near && this.#moverRows(near).length > 0) return { impacts: near, isGap: true };
    return { impacts: await this.bodies.impacts(ends), isGap: false };
  }

  /** Parts of the way for the scene, or per object, that keep the gap and that exact impacts have found free. */
  async parts(): Promise<{ parts: Map<Body, number>; ends: Map<Body, End> }> {
    const { each, gap, keep } = this.#options;
    const { aimed } = this.bodies;
    const parts = new Map(aimed.map((body) => [body, 1]));
    for (let round = 0; ; round++) {
      const ends = new Map(aimed.map((body) => [body, body.between(parts.get(body)!)]));
      this.#isMoving = (body) => (parts.get(body) ?? 0) > 0;
      if (!aimed.some(this.#isMoving)) return { parts, ends };
      const { impacts, isGap } = await this.#met(ends);
      const limits = new Map<Body, number>();
      for (const i of this.#moverRows(impacts)) {
        const movers = this.#moversOf(impacts, i);
        const apart = this.#apartAtStart(impacts, i);
        this.#note(impacts, i, apart);
        const time = impacts.times[i];
        const limit = isGap ? partWithGap(time, apart) : partBefore(time, apart, gap, keep);
        for (const body of each === 'object' ? movers : aimed) {
          limits.set(body, Math.min(limits.get(body) ?? 1, limit));
        }
      }
      if (limits.size === 0) return { parts, ends };
      for (const [body, limit] of limits) {
        const part = parts.get(body)! * Math.min(limit, round < ROUNDS / 4 ? 1 - LEAST_BEFORE : 0.5);
        parts.set(body, part < LEAST_PART || round >= ROUNDS ? 0 : part);
      }
    }
  }

  #moversOf(impacts: Impacts, i: number): Body[] {
    const { bodies } = fourVertices(this.bodies, impacts, i);
    return [bodies[0], bodies[3]].filter(this.#isMoving);
  }

  /** Impacts of what moves: what stands still and touches is nobody's way. */
  #moverRows(impacts: Impacts): number[] {
    return Array.from(impacts.times.keys()).filter((i) => this.#moversOf(impacts, i).length > 0);
  }

  /** Parts of the way per vertex, bounded by distances. */
  async vertexParts(): Promise<{ parts: Map<Body, Float64Array>; ends: Map<Body, End>; blockers: FeatureContacts }> {
    const { gap } = this.#options;
    const { extent, aimed } = this.bodies;
    const needed = longestWay(this.bodies) / 0.44 + gap + extent * 2 ** -40;
    const triangles = [...this.bodies.all.values()].reduce((sum, { object }) => sum + object.triangleCount, 0);
    const farthest = Math.max(4 * gap, (FARTHEST / triangles) * extent);
    const distance = Math.max(Math.min(needed, farthest), Number.MIN_VALUE);
    const contacts = await contactsAtStart(this.#runtime, this.#objects, distance, this.#options);
    const bounds = vertexBounds(this.bodies, contacts, distance, this.#options);
    const parts = new Map<Body, Float64Array>();
    const ends = new Map<Body, End>();
    for (const body of aimed) {
      const bounded = boundedParts(body, bounds.get(body)!);
      parts.set(body, bounded.parts);
      ends.set(body, bounded.end);
    }
    const isHeld = (i: number) => {
      const four = fourVertices(this.bodies, contacts, i);
      return four.bodies.some((body, k) => (parts.get(body)?.[four.vertices[k]] ?? 1) < 1);
    };
    return { parts, ends, blockers: chosen(contacts, isHeld) };
  }

  /** What was met on the way, as contacts at the start. */
  async blockers(): Promise<FeatureContacts> {
    const distance = this.#farthestBlocker * (1 + 2 ** -20) + this.bodies.extent * 2 ** -40;
    const isNone = this.#blocking.size === 0;
    const contacts = await contactsAtStart(
      this.#runtime,
      isNone ? new Map() : this.#objects,
      distance || 1,
      this.#options,
    );
    return chosen(contacts, (i) => this.#blocking.has(nameOf(contacts.kinds[i], contacts.features, i)));
  }
}

/** What to move and place each aimed body to. */
export function told(bodies: Bodies, ends: ReadonlyMap<Body, End>): Pick<SafeStep, 'objects' | 'ends' | 'places'> {
  return {
    objects: Uint32Array.from(bodies.aimed, ({ id }) => id),
    ends: bodies.aimed.map((body) => (body.keepsShape ? undefined : body.givenPositions(ends.get(body)!))),
    places: bodies.aimed.map((body) => {
      const { matrix } = ends.get(body)!;
      return body.isDynamic ? undefined : (matrix ?? body.start.matrix)?.slice();
    }),
  };
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function findSafeStep(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedSafeStepOptions,
): Promise<SafeStep> {
  options.signal?.throwIfAborted();
  const finder = new StepFinder(runtime, objects, options);
  const { aimed } = finder.bodies;
  if (options.each === 'vertex') {
    const { parts, ends, blockers } = await finder.vertexParts();
    // Of welded vertices, all that were given have the same part.
    const given = aimed.map((body) => givenParts(body, parts.get(body)!));
    return {
      ...told(finder.bodies, ends),
      steps: Float64Array.from(given.flatMap((own) => [...own])),
      offsets: Uint32Array.from([
        0,
        ...given.map((_, i) => given.slice(0, i + 1).reduce((n, own) => n + own.length, 0)),
      ]),
      blockers,
    };
  }
  const { parts, ends } = await finder.parts();
  const blockers = await finder.blockers();
  const steps = [...parts.values()];
  const isScene = options.each === 'scene';
  return {
    ...told(finder.bodies, ends),
    steps: Float64Array.from(isScene ? steps.slice(0, 1).concat(steps.length === 0 ? [1] : []) : steps),
    offsets: Uint32Array.from([...aimed, 0], (_, i) => (isScene ? Math.min(i, 0) : i)),
    blockers,
  };
}

function givenParts(body: Body, parts: Float64Array): Float64Array {
  const { sources, givenVertexCount } = body.object;
  if (!sources) return parts;
  const given = new Float64Array(givenVertexCount).fill(1);
  for (const [welded, vertex] of sources.entries()) given[vertex] = parts[welded];
  return given;
}
