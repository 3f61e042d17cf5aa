/** The options of a collider and of its queries, and their checks. */
import type { Object3D, Quaternion } from 'three';
import { OptionError } from '../errors.ts';
import {
  type AdvanceOptions,
  type ClashesOptions,
  COLLIDE_DEFAULTS,
  type CollideOptions,
  type ContactsOptions,
  type Engine,
  type EngineOptions,
  type ImpactsOptions,
  type SafeStepOptions,
  type WithinOptions,
} from '../index.ts';
import { describe } from '../mesh/check-mesh.ts';
import { checkFlag, checkOptionNames } from '../queries/options.ts';
import type { BodyTable } from './bodies.ts';
import { nameOf } from './object-label.ts';
import type { MeshMasses } from './steps.ts';

/** Options of {@link Collider}. */
export interface ColliderOptions {
  /**
   * Treat vertices that coincide, and always will, as one. Render meshes split vertices along seams; without welding, a
   * seam would count as a contact of a mesh with itself.
   * @defaultValue `true`
   */
  weld?: boolean;
  /**
   * Also include objects and materials that are not visible.
   * @defaultValue `false`
   */
  invisible?: boolean;
  /**
   * Called for each object in each update; return `false` to leave out the object and everything below it.
   * @defaultValue none: all objects
   */
  filter?: (object: Object3D) => boolean;
  /**
   * Bring world matrices up to date first, as a renderer does. Turn it off if you have done so.
   * @defaultValue `true`
   */
  updateMatrices?: boolean;
  /**
   * Treat the primitives of a node as one body: a `Group` whose children are two or more meshes without a place or children of their own,
   * as GLTFLoader makes of a mesh with several materials. What happens between them is then asked for by `self`.
   * @defaultValue `false`
   */
  joinPrimitives?: boolean;
  /**
   * Keep where everything was at the update before, for `impacts`. It costs a copy of the positions of what moves.
   * @defaultValue `false`
   */
  motion?: boolean;
}

/** What {@link Collider} uses for options that you leave out. */
export const COLLIDER_DEFAULTS = {
  weld: true,
  invisible: false,
  updateMatrices: true,
  joinPrimitives: false,
  motion: false,
} as const satisfies ColliderOptions;

/** Options of {@link Collider.create}: those of the collider, and of the engine that is created for it. */
export interface CreateOptions extends ColliderOptions, EngineOptions {
  /**
   * An engine of yours, which `dispose` leaves alone.
   * @defaultValue a new engine
   */
  engine?: Engine;
}

/** Two objects; each stands for everything below it. */
export type IgnoredObjects = readonly [Object3D, Object3D];

/** As for `scene.collide`, but with objects in place of ids. */
export interface ColliderCollideOptions extends Omit<CollideOptions, 'ignore' | 'pairs' | 'output'> {
  /**
   * Pairs of objects that may touch; they are left out. `[group, group]` leaves out contacts among the meshes of a group.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Only these pairs of objects and what is below them, in place of `self` and `between`.
   * @defaultValue all
   */
  pairs?: readonly IgnoredObjects[];
}

/** As for `scene.within`, but with objects in place of ids. */
export interface ColliderWithinOptions extends Omit<WithinOptions, 'ignore' | 'pairs'> {
  /**
   * Pairs of objects that may be near; they are left out. `[group, group]` leaves out the meshes of a group among each
   * other.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Only these pairs of objects and what is below them, in place of `self` and `between`.
   * @defaultValue all
   */
  pairs?: readonly IgnoredObjects[];
}

/** As for `scene.clashes`, but with objects in place of ids. */
export interface ColliderClashesOptions extends Omit<ClashesOptions, 'ignore' | 'pairs'> {
  /**
   * Pairs of objects that may clash; they are left out. `[group, group]` leaves out clashes among the meshes of a group.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Only these pairs of objects and what is below them, in place of `self` and `between`.
   * @defaultValue all
   */
  pairs?: readonly IgnoredObjects[];
}

/** Options of {@link Collider.impacts}: those of `scene.impacts`, with objects instead of ids. */
export interface ColliderImpactsOptions extends Omit<ImpactsOptions, 'ignore' | 'pairs'> {
  /**
   * Pairs of objects whose impacts are left out. `[group, group]` leaves out its meshes with each other.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Only these pairs of objects and what is below them, in place of `self` and `between`.
   * @defaultValue all
   */
  pairs?: readonly IgnoredObjects[];
}

/** Options of {@link Collider.contacts}: those of `scene.contacts`, with objects instead of ids. */
export interface ColliderContactsOptions extends Omit<ContactsOptions, 'ignore' | 'pairs'>, SelectedObjects {}

/** Options of {@link Collider.safeStep}: those of `scene.safeStep`, with objects instead of ids. */
export interface ColliderSafeStepOptions extends Omit<SafeStepOptions, 'ignore' | 'pairs'>, SelectedObjects {}

/** Options of {@link Collider.advance}: those of `scene.advance`, with objects instead of ids. */
export interface ColliderAdvanceOptions
  extends Omit<AdvanceOptions, 'ignore' | 'pairs' | 'inverseMasses'>,
    SelectedObjects {
  /**
   * Inverse masses of meshes, one number or one per vertex of the geometry; 0 is fixed. What bones or morph targets pose is not pushed.
   * @defaultValue 1 for each vertex
   */
  inverseMasses?: readonly MeshMasses[];
}

/** Options of {@link Collider.slide}. */
export interface SlideOptions {
  /**
   * How far the object stays from others, in the unit of the world.
   * @defaultValue 2^-10 of the size of the object
   */
  gap?: number;
  /**
   * Rotation the object should have, in the coordinates of its parent: tried where it begins, and where it ends if it did not fit there.
   * @defaultValue as it was at the last update
   */
  rotation?: Quaternion;
  /**
   * Pairs of objects that may meet; they are left out.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Ends it early; the object then stays where it has got to.
   * @defaultValue none
   */
  signal?: AbortSignal;
}

/** Which pairs of objects are asked about. */
export interface SelectedObjects {
  /**
   * Pairs of objects that are left out. `[group, group]` leaves out its meshes with each other.
   * @defaultValue none
   */
  ignore?: readonly IgnoredObjects[];
  /**
   * Only these pairs of objects and what is below them, in place of `self` and `between`.
   * @defaultValue all
   */
  pairs?: readonly IgnoredObjects[];
}

const NAMES = ['weld', 'invisible', 'filter', 'updateMatrices', 'joinPrimitives', 'motion'];
const CREATE_NAMES = ['engine', 'backend', 'threads', 'device', 'prepare', ...NAMES];

export interface CheckedColliderOptions {
  readonly weld: boolean;
  readonly invisible: boolean;
  readonly filter: ((object: Object3D) => boolean) | undefined;
  readonly updateMatrices: boolean;
  readonly joinPrimitives: boolean;
  readonly motion: boolean;
}

export function checkColliderOptions(options: ColliderOptions): CheckedColliderOptions {
  checkOptionNames('Collider', options, NAMES);
  const { filter } = options;
  if (filter !== undefined && typeof filter !== 'function') {
    throw new OptionError('option-type', `Collider: filter is ${describe(filter)}; expected a function.`, {
      option: 'filter',
    });
  }
  const flag = (name: keyof typeof COLLIDER_DEFAULTS) =>
    checkFlag('Collider', name, options[name] ?? COLLIDER_DEFAULTS[name]);
  return {
    weld: flag('weld'),
    invisible: flag('invisible'),
    filter,
    updateMatrices: flag('updateMatrices'),
    joinPrimitives: flag('joinPrimitives'),
    motion: flag('motion'),
  };
}

/** Options of `Collider.create`, for the collider and for the engine. */
export function splitCreateOptions(options: CreateOptions) {
  checkOptionNames('Collider.create', options, CREATE_NAMES);
  const { weld, invisible, filter, updateMatrices, joinPrimitives, motion, engine, ...forEngine } = options;
  const forCollider: ColliderOptions = { weld, invisible, filter, updateMatrices, joinPrimitives, motion };
  checkColliderOptions(forCollider);
  const given = Object.keys(forEngine);
  if (engine && given.length > 0) {
    throw new OptionError(
      'option-value',
      `Collider.create: ${given.join(', ')} and an engine; expected one or the other, because that engine already exists.`,
    );
  }
  return { engine, forCollider, forEngine };
}

/** What `add` and `remove` take: one object or several. */
export function checkObjects(call: string, objects: Object3D | readonly Object3D[]): readonly Object3D[] {
  const list = Array.isArray(objects) ? objects : [objects];
  for (const object of list) {
    if (!object?.isObject3D) {
      throw new OptionError(
        'option-type',
        `${call}: the object is ${describe(object)}; expected an Object3D or a list of them.`,
      );
    }
    if (object.isLine || object.isPoints || object.isSprite) {
      throw new OptionError(
        'no-triangles',
        `${call}: ${object.type} "${nameOf(object)}" has no triangles; expected a mesh or an object with meshes below it.`,
      );
    }
  }
  return list;
}

const COLLIDE_NAMES = Object.keys({ ...COLLIDE_DEFAULTS, ignore: 0, pairs: 0, signal: 0, onProgress: 0 }).filter(
  (name) => name !== 'output',
);

/** The rest is checked by the scene. */
export function checkCollideNames(options: ColliderCollideOptions): void {
  checkOptionNames('collide', options, COLLIDE_NAMES);
}

export function isBelow(object: Object3D, top: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (at === top) return true;
  return false;
}

/** Pairs of ids for pairs of objects. */
export function pairsOfIds(
  call: string,
  option: 'ignore' | 'pairs',
  pairs: unknown,
  table: BodyTable,
): [number, number][] {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((object) => object?.isObject3D === true);
  if (!Array.isArray(pairs) || !pairs.every(isPair)) {
    throw new OptionError(
      'option-type',
      `${call}: ${option} must be a list of pairs of objects, such as [[a, b], [a, c]].`,
      {
        option,
      },
    );
  }
  const idsBelow = (top: Object3D) =>
    [...table.values()].filter(({ object }) => isBelow(object, top)).map(({ id }) => id);
  return (pairs as IgnoredObjects[]).flatMap(([a, b]) => {
    const others = idsBelow(b);
    return idsBelow(a).flatMap((id) => others.map((other): [number, number] => [id, other]));
  });
}

function checkRotation(rotation: unknown): void {
  const { x, y, z, w, isQuaternion } = (rotation ?? {}) as { [name in 'x' | 'y' | 'z' | 'w']?: number } & {
    isQuaternion?: boolean;
  };
  const length = Math.hypot(x!, y!, z!, w!);
  if (rotation === undefined || (isQuaternion && length > 0 && Number.isFinite(length))) return;
  throw new OptionError(
    'option-type',
    `slide: rotation is ${isQuaternion ? `${x} ${y} ${z} ${w}` : describe(rotation)}; expected a Quaternion of finite numbers that are not all 0.`,
    { option: 'rotation' },
  );
}

/** What `slide` takes besides the object. */
export function checkSlide(target: unknown, options: SlideOptions): void {
  checkOptionNames('slide', options, ['gap', 'rotation', 'ignore', 'signal']);
  checkRotation(options.rotation);
  const { x, y, z, isVector3 } = (target ?? {}) as { x?: number; y?: number; z?: number; isVector3?: boolean };
  if (!isVector3 || ![x, y, z].every(Number.isFinite)) {
    throw new OptionError(
      'option-type',
      `slide: the target is ${isVector3 ? `${x} ${y} ${z}` : describe(target)}; expected a Vector3 of finite numbers.`,
      { option: 'target' },
    );
  }
  const { gap } = options;
  if (gap === undefined || (typeof gap === 'number' && gap > 0 && Number.isFinite(gap))) return;
  throw new OptionError(
    'option-range',
    `slide: gap is ${describe(gap)}; expected a number above 0, in the unit of the world.`,
    {
      option: 'gap',
    },
  );
}
