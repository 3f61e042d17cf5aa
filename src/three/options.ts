/** The options of a collider and of its queries, and their checks. */
import type { Object3D } from 'three';
import { OptionError } from '../errors.ts';
import {
  type ClashesOptions,
  COLLIDE_DEFAULTS,
  type CollideOptions,
  type Engine,
  type EngineOptions,
  type ImpactsOptions,
  type WithinOptions,
} from '../index.ts';
import { describe } from '../mesh/check-mesh.ts';
import { checkFlag, checkOptionNames } from '../queries/options.ts';
import type { BodyTable } from './bodies.ts';
import { nameOf } from './object-label.ts';

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

const NAMES = ['weld', 'invisible', 'filter', 'updateMatrices', 'motion'];
const CREATE_NAMES = ['engine', 'backend', 'threads', 'device', ...NAMES];

export interface CheckedColliderOptions {
  readonly weld: boolean;
  readonly invisible: boolean;
  readonly filter: ((object: Object3D) => boolean) | undefined;
  readonly updateMatrices: boolean;
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
    motion: flag('motion'),
  };
}

/** Options of `Collider.create`, for the collider and for the engine. */
export function splitCreateOptions(options: CreateOptions) {
  checkOptionNames('Collider.create', options, CREATE_NAMES);
  const { weld, invisible, filter, updateMatrices, motion, engine, ...forEngine } = options;
  const forCollider: ColliderOptions = { weld, invisible, filter, updateMatrices, motion };
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

function isBelow(object: Object3D, top: Object3D): boolean {
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
