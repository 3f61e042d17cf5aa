/**
 * Links and joints: where a mechanism's joint values put its objects, and the motions that a change of values makes.
 *
 * A joint turns or shifts its child link, and all that hangs on it, about an axis given where the values are 0. Values are degrees, or
 * lengths of prismatic joints.
 */
import { multiply, transformed, turned, type Vector } from '../../queries/sweep/rigid.ts';
import { screwMotion, unit } from '../../queries/sweep/screw.ts';
import type { Motion } from '../../queries/sweep/sweep.ts';

export type JointType = 'revolute' | 'continuous' | 'prismatic' | 'fixed';

export interface Joint {
  readonly name: string;
  readonly type: JointType;
  readonly parent: string | undefined;
  readonly child: string;
  readonly axis: Vector;
  readonly pivot: Vector;
  /** None of a continuous joint that was given none. */
  readonly limits: readonly [number, number] | undefined;
  /** Its value is that of another one, times a factor, and an offset. */
  readonly mimic?: { readonly joint: string; readonly factor: number; readonly offset: number };
}

export interface Mechanism {
  /** Parents before their children. */
  readonly joints: readonly Joint[];
  readonly linkObjects: ReadonlyMap<string, readonly number[]>;
  /** Pairs of links that are not looked at. */
  readonly ignored: readonly (readonly [string, string])[];
}

export type JointValues = ReadonlyMap<string, number>;
type Matrix = Float64Array;

const IDENTITY: Matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export const isTurn = ({ type }: Pick<Joint, 'type'>): boolean => type !== 'prismatic';

/** The joints that can be asked about: neither fixed nor following another one. */
export const freeJoints = ({ joints }: Mechanism): Joint[] =>
  joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);

/** The value of each joint: that given, else 0 or the limit next to it; those that follow others follow. */
export function allValues({ joints }: Mechanism, given: JointValues): Map<string, number> {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const valueFor = (joint: Joint): number => {
    const { name, mimic, limits } = joint;
    if (mimic) return mimic.factor * valueFor(byName.get(mimic.joint)!) + mimic.offset;
    const [low, high] = limits ?? [-Infinity, Infinity];
    return given.get(name) ?? Math.min(high, Math.max(low, 0));
  };
  return new Map(joints.map((joint) => [joint.name, joint.type === 'fixed' ? 0 : valueFor(joint)]));
}

function screwOf(joint: Joint, change: number) {
  const turns = isTurn(joint);
  return { angle: turns ? radians(change) : 0, travel: turns ? 0 : change };
}

/** How the values move each link from where it is when they are 0. */
export function linkPoses(mechanism: Mechanism, values: JointValues): Map<string, Matrix> {
  const poses = new Map<string, Matrix>();
  for (const joint of mechanism.joints) {
    const { angle, travel } = screwOf(joint, values.get(joint.name)!);
    const own = screwMotion(unit(joint.axis), joint.pivot, angle, travel).at(1, 1);
    poses.set(joint.child, multiply(poseOfParent(joint, poses), own));
  }
  return poses;
}

const poseOfParent = ({ parent }: Joint, poses: ReadonlyMap<string, Matrix>): Matrix =>
  (parent === undefined ? undefined : poses.get(parent)) ?? IDENTITY;

/** By object; those that no joint moves are not in it. */
export function objectPoses(mechanism: Mechanism, values: JointValues): Map<number, Matrix> {
  const poses = linkPoses(mechanism, values);
  return new Map(
    [...poses].flatMap(([link, pose]) =>
      (mechanism.linkObjects.get(link) ?? []).map((object): [number, Matrix] => [object, pose]),
    ),
  );
}

/** Values on the way: from one to the next in equal steps of each joint. */
export interface JointPath {
  /** Ascending from 0 to 1. */
  readonly times: readonly number[];
  readonly values: readonly JointValues[];
}

/** The most that a joint turns from one keyframe to the next, so that the shorter way is the one meant. */
const TURN_MOST = 120;

/** Keyframes of one joint, where its axis is when the path begins. */
function keysOf(
  joint: Joint,
  { times, values }: JointPath,
  carrier: Matrix,
): Extract<Motion, { keys: unknown }>['keys'] {
  const axis = turned(carrier, unit(joint.axis));
  const pivot = transformed(carrier, joint.pivot);
  const at: number[] = [];
  const rotations: number[] = [];
  const translations: number[] = [];
  const add = (time: number, value: number) => {
    const { angle, travel } = screwOf(joint, value);
    at.push(time);
    rotations.push(...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2));
    translations.push(...pivot.map((x, k) => x + travel * axis[k]));
  };
  const valueAt = (i: number) => values[i].get(joint.name)!;
  for (let i = 0; i + 1 < times.length; i++) {
    const change = valueAt(i + 1) - valueAt(i);
    const steps = isTurn(joint) ? Math.max(1, Math.ceil(Math.abs(change) / TURN_MOST)) : 1;
    for (let k = 0; k < steps; k++) {
      add(times[i] + ((times[i + 1] - times[i]) * k) / steps, valueAt(i) + (change * k) / steps);
    }
  }
  add(times[times.length - 1], valueAt(times.length - 1));
  return { times: at, rotations, translations };
}

export interface MechanismMotion {
  readonly motions: readonly Motion[];
  /** Pairs of objects that move against each other. */
  readonly pairs: readonly [number, number][];
}

/**
 * The motions of a path. `carrierOf` names an object without triangles for each link: it carries the link's objects. Objects are to be
 * placed where the first values put them.
 */
export function motionsOf(
  mechanism: Mechanism,
  path: JointPath,
  objectCount: number,
  carrierOf: (link: string) => number,
): MechanismMotion {
  const moving = new Set(
    mechanism.joints.filter(({ name }) => path.values.some((values) => values.get(name) !== path.values[0].get(name))),
  );
  const poses = linkPoses(mechanism, path.values[0]);
  const jointOf = new Map(mechanism.joints.map((joint) => [joint.child, joint]));
  /** The nearest moving joint that a link hangs on. */
  const moverOf = (link: string | undefined): Joint | undefined => {
    const joint = link === undefined ? undefined : jointOf.get(link);
    return !joint || moving.has(joint) ? joint : moverOf(joint.parent);
  };
  const carried = (joint: Joint | undefined) => (joint ? { carriedBy: carrierOf(joint.child) } : {});
  const motions: Motion[] = [...moving].map((joint) => {
    const carrier = poseOfParent(joint, poses);
    const base = { object: carrierOf(joint.child), ...carried(moverOf(joint.parent)) };
    if (path.times.length > 2) return { ...base, keys: keysOf(joint, path, carrier) };
    const change = path.values[1].get(joint.name)! - path.values[0].get(joint.name)!;
    const [axis, pivot] = [turned(carrier, unit(joint.axis)), transformed(carrier, joint.pivot)];
    return { ...base, screw: { axis: [...axis], pivot: [...pivot], ...screwOf(joint, change) } };
  });
  const movers: (Joint | undefined)[] = new Array(objectCount).fill(undefined);
  for (const [link, objects] of mechanism.linkObjects) {
    for (const object of objects) {
      movers[object] = moverOf(link);
      if (movers[object]) motions.push({ object, ...carried(movers[object]), screw: NO_MOTION });
    }
  }
  return { motions, pairs: movingPairs(mechanism, movers) };
}

const NO_MOTION = {
  axis: [0, 0, 1] as [number, number, number],
  pivot: [0, 0, 0] as [number, number, number],
  angle: 0,
};

function movingPairs({ linkObjects, ignored }: Mechanism, movers: readonly unknown[]): [number, number][] {
  const none = new Set<string>();
  for (const [first, second] of ignored) {
    for (const a of linkObjects.get(first) ?? [])
      for (const b of linkObjects.get(second) ?? []) none.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
  }
  return movers.flatMap((mover, a) =>
    movers.flatMap((other, b): [number, number][] =>
      a < b && mover !== other && !none.has(`${a} ${b}`) ? [[a, b]] : [],
    ),
  );
}
