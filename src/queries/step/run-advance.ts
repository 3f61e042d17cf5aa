/**
 * `advance`: pushes at contacts until exact impacts find the way to the stored ends free; else vertices are held back, then all,
 * then everything stays. Nothing is written before an end has been found.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { OptionError } from '../../errors.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideWasm } from '../collide/wasm.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { Impacts } from '../impacts/impacts.ts';
import { selectionOf } from '../pair-selection.ts';
import type { Advance } from './advance.ts';
import { Bodies, type Body, type End, fourVertices } from './bodies.ts';
import { contactsAtStart, told } from './find-step.ts';
import { KnownCollisions } from './known-collisions.ts';
import type { CheckedAdvanceOptions } from './options.ts';
import { applyPushes, type Push } from './pushes.ts';
import { boundedParts, vertexBounds } from './vertex-bounds.ts';

/** Of the extent. */
const DEFAULT_GAP = 2 ** -10;
/** How often vertices that meet something are held back by half; then they stay. */
const HALVINGS = 4;
const HELD_ROUNDS = 12;
const SCENE_HALVINGS = 8;

class Advancer {
  readonly #options: CheckedAdvanceOptions;
  readonly bodies: Bodies;
  readonly #known: KnownCollisions;
  readonly #gap: number;
  readonly #starts = new Map<Body, Float64Array>();
  readonly #aims = new Map<Body, Float64Array>();
  readonly #masses = new Map<Body, Float64Array>();
  readonly #pushes = new Map<string, Push>();
  rounds = 0;

  constructor(bodies: Bodies, known: KnownCollisions, gap: number, options: CheckedAdvanceOptions) {
    this.bodies = bodies;
    this.#known = known;
    this.#gap = gap;
    this.#options = options;
    for (const body of bodies.all.values()) {
      this.#starts.set(body, body.world(body.start));
      this.#aims.set(body, body.world(body.aim));
    }
    for (const body of bodies.aimed) {
      if (body.isDynamic) this.#masses.set(body, this.#massesOf(body));
    }
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
  async #met(ends: ReadonlyMap<Body, End>): Promise<{ impacts: Impacts; rows: number[] }> {
    this.rounds++;
    const impacts = await this.bodies.impacts(ends);
    const rows: number[] = [];
    for (let i = 0; i < impacts.times.length; i++) if (!this.#known.explain(impacts, i)) rows.push(i);
    return { impacts, rows };
  }

  #addContacts(contacts: FeatureContacts): void {
    const gap = this.#gap;
    for (let i = 0; i < contacts.distances.length; i++) {
      if (contacts.leads[i] === 0) continue;
      const d = contacts.distances[i];
      const distance = d >= gap ? gap : d + (gap - d) / 4;
      const normal = contacts.normals.subarray(3 * i, 3 * i + 3);
      this.#pushes.set(`c${i}`, { ...fourVertices(this.bodies, contacts, i), normal, distance });
    }
  }

  #addImpacts(impacts: Impacts, rows: readonly number[]): void {
    for (const i of rows) {
      const four = fourVertices(this.bodies, impacts, i);
      const normal = impacts.normals!.subarray(3 * i, 3 * i + 3);
      let apart = 0;
      for (let k = 0; k < 4; k++) {
        const start = this.#starts.get(four.bodies[k])!;
        for (let axis = 0; axis < 3; axis++) {
          apart += four.weights[k] * start[3 * four.vertices[k] + axis] * normal[axis];
        }
      }
      const distance = Math.min(this.#gap, Math.max(this.#gap / 8, apart / 2));
      this.#pushes.set(`${impacts.kinds[i]} ${impacts.features.subarray(6 * i, 6 * i + 6).join()}`, {
        ...four,
        normal,
        distance,
      });
    }
  }

  /** Where pushes bring the bodies, from where they are aimed; rounded to what is stored. */
  #pushedEnds(): Map<Body, End> {
    const ends = new Map([...this.#aims].map(([body, aim]) => [body, this.#masses.has(body) ? aim.slice() : aim]));
    const { friction } = this.#options;
    applyPushes(this.#pushes.values(), { starts: this.#starts, ends, masses: this.#masses, friction });
    return new Map(
      this.bodies.aimed.map((body) => {
        const masses = this.#masses.get(body);
        if (!masses || isSame(ends.get(body)!, this.#aims.get(body)!)) return [body, body.aim];
        const positions = body.stored(ends.get(body)!);
        return [body, positions ? { positions, matrix: body.start.matrix } : body.aim];
      }),
    );
  }

  async find(contacts: FeatureContacts): Promise<{ ends: Map<Body, End>; fallback: Advance['fallback'] }> {
    this.#addContacts(contacts);
    let ends = this.#pushedEnds();
    for (let round = 0; ; round++) {
      const { impacts, rows } = await this.#met(ends);
      if (rows.length === 0) return { ends, fallback: 'none' };
      if (round >= this.#options.rounds) break;
      this.#addImpacts(impacts, rows);
      ends = this.#pushedEnds();
    }
    const held = (await this.#holdBack(ends)) ?? (await this.#boundVertices(ends, contacts));
    if (held) return { ends: held, fallback: 'vertex' };
    const scaled = await this.#holdAll(ends);
    if (scaled) return { ends: scaled, fallback: 'scene' };
    return { ends: new Map(this.bodies.aimed.map((body) => [body, body.start])), fallback: 'stay' };
  }

  /** Vertices that meet something go half as far, and at last not at all. */
  async #holdBack(ends: Map<Body, End>): Promise<Map<Body, End> | undefined> {
    const parts = new Map(this.bodies.aimed.map((body) => [body, new Float64Array(body.vertexCount).fill(1)]));
    for (let round = 0; round < HELD_ROUNDS; round++) {
      const candidate = new Map(
        this.bodies.aimed.map((body) => [body, body.between(parts.get(body)!, ends.get(body)!)]),
      );
      const { impacts, rows } = await this.#met(candidate);
      if (rows.length === 0) return candidate;
      for (const i of rows) {
        const four = fourVertices(this.bodies, impacts, i);
        for (let k = 0; k < 4; k++) {
          const own = parts.get(four.bodies[k]);
          if (!own) continue;
          if (!four.bodies[k].isDynamic) own.fill(round < HALVINGS ? own[0] * 0.5 : 0);
          else own[four.vertices[k]] = round < HALVINGS ? own[four.vertices[k]] * 0.5 : 0;
        }
      }
    }
    return undefined;
  }

  /** No vertex goes farther than distances allow, whatever the others do. */
  async #boundVertices(ends: Map<Body, End>, contacts: FeatureContacts): Promise<Map<Body, End> | undefined> {
    const bounds = vertexBounds(this.bodies, contacts, 2 * this.#gap, { gap: 0, keep: 0.5 });
    const candidate = new Map(
      this.bodies.aimed.map((body) => {
        return [body, boundedParts(body, bounds.get(body)!, ends.get(body)!).end];
      }),
    );
    return (await this.#met(candidate)).rows.length === 0 ? candidate : undefined;
  }

  async #holdAll(ends: Map<Body, End>): Promise<Map<Body, End> | undefined> {
    for (let i = 1, s = 0.5; i <= SCENE_HALVINGS; i++, s /= 4) {
      const candidate = new Map(this.bodies.aimed.map((body) => [body, body.between(s, ends.get(body)!)]));
      if ((await this.#met(candidate)).rows.length === 0) return candidate;
    }
    return undefined;
  }

  corrections(ends: ReadonlyMap<Body, End>): Float64Array[] {
    return this.bodies.aimed.map((body) => {
      const aim = this.#aims.get(body)!;
      const corrections = body.world(ends.get(body)!).map((x, i) => x - aim[i]);
      const { sources, givenVertexCount } = body.object;
      if (!sources) return corrections;
      const given = new Float64Array(3 * givenVertexCount);
      for (const [welded, vertex] of sources.entries()) {
        given.set(corrections.subarray(3 * welded, 3 * welded + 3), 3 * vertex);
      }
      return given;
    });
  }
}

const isSame = (p: Float64Array, q: Float64Array): boolean => p.every((x, i) => x === q[i]);

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

/** All are written, or none: memory is taken before the first. */
function write(bodies: Bodies, { ends, places }: Pick<Advance, 'ends' | 'places'>): void {
  for (const [i, { object }] of bodies.aimed.entries()) if (ends[i]) object.reserveWrite(ends[i]);
  for (const [i, { object }] of bodies.aimed.entries()) {
    const [end, place] = [ends[i], places[i]];
    if (end) object.write(end);
    if (place) object.place(place);
    object.dropAim();
  }
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function advanceAll(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedAdvanceOptions,
): Promise<Advance> {
  const { signal } = options;
  signal?.throwIfAborted();
  const bodies = new Bodies(runtime, objects, options);
  checkMasses(bodies, options);
  const selection = selectionOf(options);
  const before = await collideWasm(runtime, objects, { ...checkCollideOptions({}), ...selection, signal });
  const gap = options.gap || DEFAULT_GAP * bodies.extentNow || 1;
  const contacts = await contactsAtStart(runtime, objects, 2 * gap, options);
  const advancer = new Advancer(bodies, new KnownCollisions(bodies, before.trianglePairs), gap, options);
  const { ends, fallback } = await advancer.find(contacts);
  const answer = { ...told(bodies, ends), corrections: advancer.corrections(ends) };
  signal?.throwIfAborted();
  write(bodies, answer);
  options.onProgress?.(1);
  return { ...answer, contacts, rounds: advancer.rounds, fallback, before: before.trianglePairs };
}
