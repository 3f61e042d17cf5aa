/** Motions of a mechanism: each joint alone between its limits, the others at rest or at given values; and paths of joint values. */
import type { Positions } from '../../mesh/mesh-input.ts';
import { transformed } from '../../queries/sweep/rigid.ts';
import type { SweepOptions } from '../../queries/sweep/sweep.ts';
import type { Scene } from '../../scene.ts';
import {
  allValues,
  isTurn,
  type Joint,
  type JointPath,
  type JointValues,
  type Mechanism,
  motionsOf,
  objectPoses,
} from './mechanism.ts';
import { freeRanges, type Jam, jamsOf, type Leg, type MotionRow, pairsOf } from './motion-rows.ts';

/** A row without the points of its jams, and where objects are at a value. */
export interface FoundMotion {
  readonly row: Omit<MotionRow, 'jams'> & { readonly jams: readonly Omit<Jam, 'point'>[] };
  readonly positionsAt: (value: number) => readonly Positions[];
  readonly accuracy: number;
  readonly tolerance: number;
}

/** Joint values from place to place. Without times, places count as 0, 1, 2 and so on. */
export interface Trajectory {
  readonly name: string;
  readonly times: readonly number[];
  readonly hasTimes: boolean;
  readonly values: readonly JointValues[];
}

/** The widest that the end of a jam may be left open, of a turn in degrees. */
const DEGREES_OPEN = 0.001;
const PART_OPEN = 1e-5;
/** A continuous joint without limits makes one full rotation. */
export const TURN: readonly [number, number] = [0, 360];

export type RowOptions = Pick<SweepOptions, 'gap' | 'forgive' | 'effort' | 'signal' | 'onProgress'>;

export class MechanismRows {
  readonly #scene: Scene;
  readonly #mechanism: Mechanism;
  readonly #meshes: readonly Positions[];
  readonly #carriers = new Map<string, number>();
  readonly #options: RowOptions;

  /** The scene holds the objects and nothing else; `meshes` are their positions where all values are 0. */
  constructor(scene: Scene, mechanism: Mechanism, meshes: readonly Positions[], options: RowOptions) {
    this.#scene = scene;
    this.#mechanism = mechanism;
    this.#meshes = meshes;
    this.#options = options;
  }

  #carrierOf(link: string): number {
    const known = this.#carriers.get(link);
    if (known !== undefined) return known;
    const id = this.#scene.add({ positions: new Float64Array(0), indices: new Uint32Array(0) });
    this.#carriers.set(link, id);
    return id;
  }

  /** Removes what was added to the scene. */
  close(): void {
    for (const id of this.#carriers.values()) this.#scene.remove(id);
    this.#carriers.clear();
  }

  /** Follows a path from where its first values put the objects. */
  async #follow(path: JointPath, tolerance: number) {
    const { motions, pairs } = motionsOf(this.#mechanism, path, this.#meshes.length, (link) => this.#carrierOf(link));
    for (const [object, pose] of objectPoses(this.#mechanism, path.values[0])) this.#scene.place(object, pose);
    if (motions.length === 0 || pairs.length === 0) return undefined;
    return this.#scene.sweep(motions, { ...this.#options, pairs, tolerance });
  }

  #positionsAt(values: JointValues): Positions[] {
    const poses = objectPoses(this.#mechanism, values);
    return this.#meshes.map((positions, object) => {
      const pose = poses.get(object);
      if (!pose) return positions;
      const placed = new Float64Array(positions.length);
      for (let i = 0; i < positions.length; i += 3) placed.set(transformed(pose, positions.subarray(i, i + 3)), i);
      return placed;
    });
  }

  /** A joint alone, the others where `others` says, else at rest. It goes from its own given value, else from 0, to both limits. */
  async joint(joint: Joint, others: JointValues, lengthUnit: string): Promise<FoundMotion> {
    const at = (value: number) => allValues(this.#mechanism, new Map([...others, [joint.name, value]]));
    const [from, to] = joint.limits ?? TURN;
    const start = allValues(this.#mechanism, others).get(joint.name)!;
    const widest = Math.max(start - from, to - start);
    const tolerance = isTurn(joint) ? Math.min(PART_OPEN, DEGREES_OPEN / Math.max(widest, 1e-3)) : PART_OPEN;
    const legs: Leg[] = [];
    let accuracy = 0;
    for (const end of [from, to]) {
      if (end === start) continue;
      const sweep = await this.#follow({ times: [0, 1], values: [at(start), at(end)] }, tolerance);
      if (!sweep) continue;
      accuracy = sweep.stats.accuracy;
      legs.push({ sweep, from: start, to: end });
    }
    const quantity = isTurn(joint) ? 'angle' : 'travel';
    const head = { name: joint.name, kind: 'joint', quantity, unit: isTurn(joint) ? 'degrees' : lengthUnit } as const;
    return {
      row: rowOf(head, from, to, legs),
      positionsAt: (value) => this.#positionsAt(at(value)),
      accuracy,
      tolerance,
    };
  }

  async path({ name, times, hasTimes, values }: Trajectory, others: JointValues): Promise<FoundMotion> {
    const all = values.map((given) => allValues(this.#mechanism, new Map([...others, ...given])));
    const [from, to] = [times[0], times[times.length - 1]];
    const path = { times: times.map((time) => (time - from) / (to - from)), values: all };
    const sweep = await this.#follow(path, PART_OPEN);
    const head = { name, kind: 'path', quantity: 'time', unit: hasTimes ? 's' : 'waypoints' } as const;
    const at = (time: number): JointValues => {
      const i = Math.min(
        times.length - 2,
        Math.max(
          0,
          times.findLastIndex((known) => known <= time),
        ),
      );
      const part = (time - times[i]) / (times[i + 1] - times[i]);
      return new Map([...all[i]].map(([joint, value]) => [joint, value + part * (all[i + 1].get(joint)! - value)]));
    };
    return {
      row: rowOf(head, from, to, sweep ? [{ sweep, from, to }] : []),
      positionsAt: (time) => this.#positionsAt(at(time)),
      accuracy: sweep?.stats.accuracy ?? 0,
      tolerance: PART_OPEN,
    };
  }
}

type Head = Pick<MotionRow, 'name' | 'kind' | 'quantity' | 'unit'>;

function rowOf(head: Head, from: number, to: number, legs: readonly Leg[]): FoundMotion['row'] {
  const pairs = legs.length > 0 ? pairsOf(legs) : [];
  return {
    ...head,
    from,
    to,
    evaluations: legs.reduce((sum, { sweep }) => sum + sweep.evaluations, 0),
    free: freeRanges(pairs, from, to),
    pairs,
    jams: pairs.flatMap(jamsOf),
  };
}
