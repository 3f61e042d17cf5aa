/** Where pushes at contacts and impacts bring the bodies, rounded to what is stored. */
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { Bodies } from './bodies.ts';
import { type Body, type End, isSame } from './body.ts';
import { type FourVertices, newFourVertices, readFour } from './four-vertices.ts';
import { Goals } from './goals.ts';
import type { CheckedAdvanceOptions } from './options.ts';
import { Pushes } from './pushes.ts';
import type { ImpactRows } from './trials.ts';
import { WorldVertices } from './world-vertices.ts';

/**
 * So many times pushes begin at the goals, so that one that turns out not to be needed leaves no trace. After that they go on from
 * where they ended: in a stack, one must often be repeated before the next layer gives way.
 */
const FRESH = 2;

export class PushedEnds {
  readonly #bodies: Bodies;
  readonly #gap: number;
  readonly #world: WorldVertices;
  readonly #pushes: Pushes;
  readonly goals: Goals;
  /** Numbers of pushes at impacts, by their features. */
  readonly #atImpacts = new Map<string, number>();
  #times = 0;

  constructor(bodies: Bodies, gap: number, { friction, inverseMasses }: CheckedAdvanceOptions) {
    this.#bodies = bodies;
    this.#gap = gap;
    this.goals = new Goals(bodies);
    this.#world = new WorldVertices(bodies, this.goals, (body) => massesOf(body, inverseMasses));
    this.#pushes = new Pushes(this.#world, friction);
  }

  addContacts(contacts: FeatureContacts): void {
    const gap = this.#gap;
    const four = newFourVertices(this.#bodies);
    for (let i = 0; i < contacts.distances.length; i++) {
      if (contacts.leads[i] === 0) continue;
      const d = contacts.distances[i];
      const distance = d >= gap ? gap : d + (gap - d) / 4;
      readFour(this.#bodies, contacts, i, four);
      this.#pushes.set(four, contacts.normals.subarray(3 * i, 3 * i + 3), distance);
    }
  }

  /** Pushes apart what meets; where neither side can be pushed, it is to go less far. */
  addImpacts(impacts: ImpactRows, rows: readonly number[]): void {
    const four = newFourVertices(this.#bodies);
    for (const i of rows) {
      readFour(this.#bodies, impacts, i, four);
      let normal = impacts.normals.subarray(3 * i, 3 * i + 3);
      let apart = this.#apartAtStart(four, normal);
      // The normal points to the side of the plane, or of the pair of edges, that A begins on. What turns on its way can come from the
      // other side, and a push along that normal would send it through.
      if (apart < 0) [normal, apart] = [normal.map((x) => -x), -apart];
      const distance = Math.min(this.#gap, Math.max(this.#gap / 8, apart / 2));
      const key = `${impacts.kinds[i]} ${impacts.features.subarray(6 * i, 6 * i + 6).join()}`;
      const push = this.#pushes.set(four, normal, distance, this.#atImpacts.get(key));
      this.#atImpacts.set(key, push);
      if (this.#pushes.ease(push) === 0) this.goals.note(four, impacts.times[i]);
    }
    for (const [body, vertices] of this.goals.shorten()) this.#world.aimAgain(body, vertices);
  }

  /** How far the points that meet are apart at the start, along a normal. */
  #apartAtStart({ bodies, vertices, weights }: FourVertices, normal: Float64Array): number {
    let apart = 0;
    for (let k = 0; k < 4; k++) {
      const at = 3 * this.#world.of(bodies[k], vertices[k]);
      for (let axis = 0; axis < 3; axis++) apart += weights[k] * this.#world.starts[at + axis] * normal[axis];
    }
    return apart;
  }

  /** The ends after another round of pushes. */
  next(): Map<Body, End> {
    if (this.#times++ < FRESH) this.#world.aimAllAgain();
    this.#pushes.apply();
    return new Map(this.#bodies.aimed.map((body) => [body, this.#endOf(body)]));
  }

  #endOf(body: Body): End {
    const goal = this.goals.of(body);
    const ends = this.#world.endsOf(body);
    const aims = body.world(goal);
    if (!ends || isSame(ends, aims)) return goal;
    const positions = body.stored(ends);
    if (!positions) return goal;
    // Vertices that were not pushed end exactly where they are to, without the rounding of a round trip of coordinates.
    for (let i = 0; i < ends.length; i += 3) {
      if (ends[i] !== aims[i] || ends[i + 1] !== aims[i + 1] || ends[i + 2] !== aims[i + 2]) continue;
      for (let k = i; k < i + 3; k++) positions[k] = goal.positions[k];
    }
    return { positions, matrix: body.start.matrix };
  }
}

function massesOf(body: Body, inverseMasses: CheckedAdvanceOptions['inverseMasses']): Float64Array {
  const masses = new Float64Array(body.vertexCount).fill(1);
  const { sources } = body.object;
  for (const { object, values } of inverseMasses) {
    if (object !== body.id) continue;
    for (let v = 0; v < masses.length; v++) {
      masses[v] = typeof values === 'number' ? values : values[sources ? sources[v] : v];
    }
  }
  return masses;
}
