/** The joints of what is open: their values, and where these put objects. */
import {
  allValues,
  freeJoints,
  isTurn,
  type JointValues,
  type Mechanism,
  objectPoses,
} from '../../../src/report/motion/mechanism.ts';
import { TURN } from '../../../src/report/motion/mechanism-rows.ts';
import type { JointInfo } from '../protocol.ts';
import type { WorldObject } from './world.ts';

export class Jointed {
  readonly #mechanism: Mechanism;
  /** Keys of the objects of each link; objects may be removed. */
  readonly #keys: ReadonlyMap<string, readonly number[]>;
  readonly #values = new Map<string, number>();
  readonly unit: string;

  /** The mechanism's objects are places in the list. */
  constructor(mechanism: Mechanism, objects: readonly WorldObject[], unit: string) {
    this.#mechanism = mechanism;
    this.unit = unit;
    this.#keys = new Map([...mechanism.linkObjects].map(([link, list]) => [link, list.map((at) => objects[at].key)]));
  }

  get joints() {
    return freeJoints(this.#mechanism);
  }

  /** For the page. */
  get info(): JointInfo[] {
    const values = allValues(this.#mechanism, this.#values);
    return this.joints.map((joint) => {
      const [from, to] = joint.limits ?? TURN;
      const unit = isTurn(joint) ? '°' : ` ${this.unit}`;
      return { name: joint.name, moves: joint.child, from, to, value: values.get(joint.name)!, unit };
    });
  }

  /** With objects as places in a list. */
  mechanismOf(objects: readonly WorldObject[]): Mechanism {
    const placeOf = new Map(objects.map(({ key }, place) => [key, place]));
    const links = [...this.#keys].map(([link, keys]): [string, number[]] => [
      link,
      keys.flatMap((key) => placeOf.get(key) ?? []),
    ]);
    return { ...this.#mechanism, linkObjects: new Map(links) };
  }

  /** The values that were asked for, of all joints but one. */
  othersThan(name: string): JointValues {
    return new Map([...this.#values].filter(([joint]) => joint !== name));
  }

  /** Where joints are that are not at rest, in words. */
  get placesText(): string {
    const moved = this.info.filter(({ name }) => this.#values.has(name));
    return moved.map(({ name, value, unit }) => `${name} at ${Number(value.toPrecision(6))}${unit}`).join(', ');
  }

  /** Keeps within the limits. Returns whether there is such a joint. */
  set(name: string, value: number): boolean {
    const joint = this.info.find((each) => each.name === name);
    if (!joint || !Number.isFinite(value)) return false;
    this.#values.set(name, Math.min(joint.to, Math.max(joint.from, value)));
    return true;
  }

  /** Where the values put objects. */
  poses(objects: readonly WorldObject[]): Map<WorldObject, Float64Array> {
    const poses = objectPoses(this.mechanismOf(objects), allValues(this.#mechanism, this.#values));
    return new Map([...poses].map(([place, pose]) => [objects[place], pose]));
  }

  /** Takes over the values of joints that have the same names. */
  adopt(before: Jointed | undefined): void {
    if (before) for (const [name, value] of before.#values) this.set(name, value);
  }
}
