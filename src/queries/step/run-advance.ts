/**
 * `advance`: pushes at contacts until exact impacts find the way to the stored ends free; else vertices are held back, then all,
 * then everything stays. Nothing is written before an end has been found, and `collide` has the last word on it (end-check.ts).
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { OptionError } from '../../errors.ts';
import type { Keeper } from '../collide/keeper.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { Advance } from './advance.ts';
import { Bodies } from './bodies.ts';
import type { Body, End } from './body.ts';
import { contactsAtStart } from './contacts-at-start.ts';
import { EndCheck, holdTriangles } from './end-check.ts';
import { plannedEnds } from './find-step.ts';
import { type Held, holdBack, partsOf } from './hold-back.ts';
import { KnownCollisions } from './known-collisions.ts';
import type { CheckedAdvanceOptions } from './options.ts';
import { PushedEnds } from './pushed-ends.ts';
import { type ImpactRows, Trials } from './trials.ts';
import { boundedParts, vertexBounds } from './vertex-bounds.ts';

/** Relative to the extent. */
const DEFAULT_GAP = 2 ** -10;
const SCENE_HALVINGS = 8;
/** How often triangles that collide at the ends are held; then nothing moves. */
const HOLDS_MOST = 4;
/** After this many pushes, another that leaves more than this share of the impacts does not help. */
const PUSHES_LEAST = 4;
const HELPED = 0.7;

interface Found extends Held {
  readonly fallback: Advance['fallback'];
}

class Advancer {
  readonly #options: CheckedAdvanceOptions;
  readonly bodies: Bodies;
  readonly #known: KnownCollisions;
  readonly #contacts: FeatureContacts;
  readonly #gap: number;
  readonly #trials: Trials;
  readonly #pushed: PushedEnds;
  rounds = 0;

  /** `contacts` are those at the start. */
  constructor(
    bodies: Bodies,
    known: KnownCollisions,
    contacts: FeatureContacts,
    gap: number,
    options: CheckedAdvanceOptions,
  ) {
    this.bodies = bodies;
    this.#contacts = contacts;
    this.#known = known;
    this.#gap = gap;
    this.#options = options;
    this.#trials = new Trials(bodies, {
      // Pushes after the first ones are not much longer than the gap.
      margin: gap,
      gap: 0,
      isTogether: false,
      // Where nothing is near, the first end is the last.
      lists: contacts.distances.length > 0 && hasAreas(bodies, contacts.degenerateTriangles),
      // Pushes mostly end sooner; what is then held back takes many small changes.
      unlisted: PUSHES_LEAST + 1,
    });
    this.#pushed = new PushedEnds(bodies, gap, options);
  }

  /** Impacts on the way that are part of the proof. */
  async #met(ends: ReadonlyMap<Body, End>): Promise<{ impacts: ImpactRows; rows: number[] }> {
    this.rounds++;
    const impacts = await this.#trials.impacts(ends);
    const rows: number[] = [];
    for (let i = 0; i < impacts.times.length; i++) if (!this.#known.explain(impacts, i)) rows.push(i);
    return { impacts, rows };
  }

  async find(): Promise<Found> {
    const { goals } = this.#pushed;
    this.#pushed.addContacts(this.#contacts);
    let ends = this.#pushed.next();
    let before = Number.POSITIVE_INFINITY;
    for (let round = 0; ; round++) {
      const { impacts, rows } = await this.#met(ends);
      if (rows.length === 0) {
        return { ends, parts: this.#parts(partsOf(this.bodies, 1)), fallback: goals.areShortened ? 'vertex' : 'none' };
      }
      const isHopeless = round >= PUSHES_LEAST && rows.length > HELPED * before;
      if (isHopeless || round >= this.#options.rounds) break;
      before = rows.length;
      this.#pushed.addImpacts(impacts, rows);
      ends = this.#pushed.next();
    }
    const held = (await holdBack(this.bodies, ends, (to) => this.#met(to))) ?? (await this.#boundVertices(ends));
    if (held) return { ends: held.ends, parts: this.#parts(held.parts), fallback: 'vertex' };
    const scaled = await this.#holdAll(ends);
    if (scaled) return { ends: scaled.ends, parts: this.#parts(scaled.parts), fallback: 'scene' };
    return this.stay();
  }

  /** Parts of the ways to where vertices are aimed, given those of the ways to where pushes bring them. */
  #parts(parts: Map<Body, Float64Array>): Map<Body, Float64Array> {
    for (const [body, own] of this.#pushed.goals.parts) {
      const held = parts.get(body)!;
      for (let v = 0; v < own.length; v++) held[v] *= own[v];
    }
    return parts;
  }

  stay(): Found {
    const starts = new Map(this.bodies.aimed.map((body) => [body, body.start]));
    return { ends: starts, parts: partsOf(this.bodies, 0), fallback: 'stay' };
  }

  /** The same ends, but for triangles that would collide there, which stay. */
  async hold(found: Found, pairs: Uint32Array): Promise<Found> {
    const held = partsOf(this.bodies, 1);
    holdTriangles(this.bodies, pairs, held);
    const ends = new Map(this.bodies.aimed.map((body) => [body, body.between(held.get(body)!, found.ends.get(body)!)]));
    if ((await this.#met(ends)).rows.length > 0) return this.stay();
    for (const [body, parts] of held) for (let v = 0; v < parts.length; v++) parts[v] *= found.parts.get(body)![v];
    return { ends, parts: held, fallback: found.fallback === 'none' ? 'vertex' : found.fallback };
  }

  /** No vertex goes farther than distances allow, whatever the others do. */
  async #boundVertices(ends: Map<Body, End>): Promise<Held | undefined> {
    const bounds = vertexBounds(this.bodies, this.#contacts, 2 * this.#gap, { gap: 0, keep: 0.5 });
    const held: Held = { ends: new Map(), parts: new Map() };
    for (const body of this.bodies.aimed) {
      const { end, parts } = boundedParts(body, bounds.get(body)!, ends.get(body)!);
      held.ends.set(body, end);
      held.parts.set(body, parts);
    }
    return (await this.#met(held.ends)).rows.length === 0 ? held : undefined;
  }

  async #holdAll(ends: Map<Body, End>): Promise<Held | undefined> {
    for (let i = 1, s = 0.5; i <= SCENE_HALVINGS; i++, s /= 4) {
      const candidate = new Map(this.bodies.aimed.map((body) => [body, body.between(s, ends.get(body)!)]));
      if ((await this.#met(candidate)).rows.length === 0) return { ends: candidate, parts: partsOf(this.bodies, s) };
    }
    return undefined;
  }

  corrections(ends: ReadonlyMap<Body, End>): Float64Array[] {
    return this.bodies.aimed.map((body) => {
      const [aim, end] = [body.world(body.aim), body.world(ends.get(body)!)];
      const corrections = new Float64Array(end.length);
      for (let i = 0; i < end.length; i++) corrections[i] = end[i] - aim[i];
      return body.givenNumbers(corrections, 3, 0);
    });
  }
}

/** Whether every triangle of an aimed body has area, given those of all that have none. */
function hasAreas({ aimed }: Bodies, degenerate: Uint32Array): boolean {
  const ids = new Set(aimed.map(({ id }) => id));
  for (let i = 0; i < degenerate.length; i += 2) if (ids.has(degenerate[i])) return false;
  return true;
}

function checkMasses(bodies: Bodies, { inverseMasses }: CheckedAdvanceOptions): void {
  for (const { object, values } of inverseMasses) {
    const body = bodies.all.get(object);
    const expected = body?.object.givenVertexCount;
    if (!body || typeof values === 'number' || values.length === expected) continue;
    throw new OptionError(
      'option-value',
      `advance: inverseMasses of ${body.object.label} has ${values.length} numbers; expected ${expected}, one per vertex, or one for all.`,
      { option: 'inverseMasses', object },
    );
  }
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function advanceAll(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedAdvanceOptions,
  kept: Keeper,
): Promise<Advance> {
  const { signal } = options;
  signal?.throwIfAborted();
  const bodies = new Bodies(runtime, objects, options);
  checkMasses(bodies, options);
  const check = new EndCheck(runtime, bodies, options, kept);
  const before = await check.begin();
  const gap = options.gap || DEFAULT_GAP * bodies.extentNow || 1;
  const contacts = await contactsAtStart(runtime, bodies, 2 * gap, options);
  const advancer = new Advancer(bodies, new KnownCollisions(bodies, before), contacts, gap, options);
  let found = await advancer.find();
  signal?.throwIfAborted();
  for (let holds = 0; ; holds++) {
    const pairs = await check.newPairs(found.ends);
    if (pairs.length === 0) break;
    check.takeBack();
    found = holds < HOLDS_MOST ? await advancer.hold(found, pairs) : advancer.stay();
  }
  const { ends, parts, fallback } = found;
  const steps = bodies.aimed.map((body) => body.givenNumbers(parts.get(body)!, 1, 1));
  const answer = { ...plannedEnds(bodies, ends), corrections: advancer.corrections(ends), steps };
  options.onProgress?.(1);
  return { ...answer, contacts, rounds: advancer.rounds, fallback, before: before };
}
