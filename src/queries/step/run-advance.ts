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
import { type Body, type End, isSame } from './body.ts';
import { contactsAtStart } from './contacts-at-start.ts';
import { EndCheck, holdTriangles } from './end-check.ts';
import { plannedEnds } from './find-step.ts';
import { newFourVertices, readFour } from './four-vertices.ts';
import { type Held, holdBack, partsOf } from './hold-back.ts';
import { KnownCollisions } from './known-collisions.ts';
import type { CheckedAdvanceOptions } from './options.ts';
import { Pushes } from './pushes.ts';
import { type ImpactRows, Trials } from './trials.ts';
import { boundedParts, vertexBounds } from './vertex-bounds.ts';
import { WorldVertices } from './world-vertices.ts';

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
  readonly #world: WorldVertices;
  readonly #pushes: Pushes;
  readonly #trials: Trials;
  /** Numbers of pushes at impacts, by their features. */
  readonly #atImpacts = new Map<string, number>();
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
    this.#world = new WorldVertices(bodies, (body) => this.#massesOf(body));
    this.#pushes = new Pushes(this.#world, options.friction);
    this.#trials = new Trials(bodies, {
      // Pushes after the first ones are not much longer than the gap.
      margin: gap,
      gap: 0,
      isTogether: false,
      // Where nothing is near, the first end is the last.
      lists: contacts.distances.length > 0 && hasAreas(bodies, contacts.degenerateTriangles),
    });
  }

  #massesOf(body: Body): Float64Array {
    const masses = new Float64Array(body.vertexCount).fill(1);
    const { sources } = body.object;
    for (const { object, values } of this.#options.inverseMasses) {
      if (object !== body.id) continue;
      for (let v = 0; v < masses.length; v++) {
        masses[v] = typeof values === 'number' ? values : values[sources ? sources[v] : v];
      }
    }
    return masses;
  }

  /** Impacts on the way that are part of the proof. */
  async #met(ends: ReadonlyMap<Body, End>): Promise<{ impacts: ImpactRows; rows: number[] }> {
    this.rounds++;
    const impacts = await this.#trials.impacts(ends);
    const rows: number[] = [];
    for (let i = 0; i < impacts.times.length; i++) if (!this.#known.explain(impacts, i)) rows.push(i);
    return { impacts, rows };
  }

  #addContacts(): void {
    const contacts = this.#contacts;
    const gap = this.#gap;
    const four = newFourVertices(this.bodies);
    for (let i = 0; i < contacts.distances.length; i++) {
      if (contacts.leads[i] === 0) continue;
      const d = contacts.distances[i];
      const distance = d >= gap ? gap : d + (gap - d) / 4;
      readFour(this.bodies, contacts, i, four);
      this.#pushes.set(four, contacts.normals, i, distance);
    }
  }

  #addImpacts(impacts: ImpactRows, rows: readonly number[]): void {
    const four = newFourVertices(this.bodies);
    const { normals } = impacts;
    for (const i of rows) {
      readFour(this.bodies, impacts, i, four);
      let apart = 0;
      for (let k = 0; k < 4; k++) {
        const vertex = this.#world.of(four.bodies[k], four.vertices[k]);
        for (let axis = 0; axis < 3; axis++) {
          apart += four.weights[k] * this.#world.starts[3 * vertex + axis] * normals[3 * i + axis];
        }
      }
      const distance = Math.min(this.#gap, Math.max(this.#gap / 8, apart / 2));
      const key = `${impacts.kinds[i]} ${impacts.features.subarray(6 * i, 6 * i + 6).join()}`;
      this.#atImpacts.set(key, this.#pushes.set(four, normals, i, distance, this.#atImpacts.get(key)));
    }
  }

  /** Where pushes bring the bodies, from where they are aimed; rounded to what is stored. */
  #pushedEnds(): Map<Body, End> {
    this.#world.aimAgain();
    this.#pushes.apply();
    return new Map(this.bodies.aimed.map((body) => [body, this.#pushedEnd(body)]));
  }

  #pushedEnd(body: Body): End {
    const ends = this.#world.endsOf(body);
    const aims = body.world(body.aim);
    if (!ends || isSame(ends, aims)) return body.aim;
    this.#trials.bringNear(body, ends);
    const positions = body.stored(ends);
    if (!positions) return body.aim;
    // Vertices that were not pushed end exactly where they are aimed, without the rounding of a round trip of coordinates.
    for (let i = 0; i < ends.length; i += 3) {
      if (ends[i] !== aims[i] || ends[i + 1] !== aims[i + 1] || ends[i + 2] !== aims[i + 2]) continue;
      for (let k = i; k < i + 3; k++) positions[k] = body.aim.positions[k];
    }
    return { positions, matrix: body.start.matrix };
  }

  async find(): Promise<Found> {
    this.#addContacts();
    let ends = this.#pushedEnds();
    let before = Number.POSITIVE_INFINITY;
    for (let round = 0; ; round++) {
      const { impacts, rows } = await this.#met(ends);
      if (rows.length === 0) return { ends, parts: partsOf(this.bodies, 1), fallback: 'none' };
      const isHopeless = round >= PUSHES_LEAST && rows.length > HELPED * before;
      if (isHopeless || round >= this.#options.rounds) break;
      before = rows.length;
      this.#addImpacts(impacts, rows);
      ends = this.#pushedEnds();
    }
    const held = (await holdBack(this.bodies, ends, (to) => this.#met(to))) ?? (await this.#boundVertices(ends));
    if (held) return { ...held, fallback: 'vertex' };
    const scaled = await this.#holdAll(ends);
    if (scaled) return { ...scaled, fallback: 'scene' };
    return this.stay();
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
