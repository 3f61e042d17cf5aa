/** What `separate` found, in terms of the caller's objects. */
import { type Mesh, Vector3 } from 'three';
import { OptionError } from '../errors.ts';
import type { Separation } from '../index.ts';
import { describe } from '../mesh/check-mesh.ts';
import type { BodyTable } from './bodies.ts';
import type { HitObject } from './face-pairs.ts';
import { nameOf } from './object-label.ts';

/** The answer of {@link Collider.separate}. */
export interface ObjectSeparation {
  /** Translation of the first object, in the world; 0 0 0 when there is nothing to end. */
  readonly move: Vector3;
  /** Its length. */
  readonly length: number;
  /** No shorter translation suffices; 0 if nothing is proven. */
  readonly least: number;
  /** Other objects that the first would clash with there. */
  readonly meets: readonly HitObject[];
}

/** The id of a mesh, or of an instance of one. */
export function idOfObject(call: string, asked: Mesh | HitObject, table: BodyTable): number {
  const { object, instance } = (asked as Mesh)?.isMesh
    ? { object: asked as Mesh, instance: undefined }
    : ((asked ?? {}) as Partial<HitObject>);
  if (!object?.isMesh) {
    throw new OptionError(
      'option-type',
      `${call}: the object is ${describe(asked)}; expected a mesh, or { object, instance } as a clash has it.`,
    );
  }
  const bodies = [...table.values()].filter((body) => body.object === object);
  const found = bodies.find((body) => body.instance === instance);
  if (found) return found.id;
  const remedy =
    bodies.length > 0
      ? `is several here; pass { object, instance } with the number of one of its ${bodies.length} instances`
      : 'is not in the collider as of the last update; add it, or what it is below, and update';
  throw new OptionError('unknown-object', `${call}: "${nameOf(object)}" ${remedy}.`);
}

export function objectSeparation({ move, length, least, meets }: Separation, table: BodyTable): ObjectSeparation {
  return {
    move: new Vector3(...move),
    length,
    least,
    meets: Array.from(meets, (id) => {
      const { object, instance } = table.get(id)!;
      return { object, instance };
    }),
  };
}
