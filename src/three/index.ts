/** The public names of collidescope/three. */
export { Collider } from './collider.ts';
export { CollisionHelper, type CollisionHelperOptions, HELPER_DEFAULTS } from './collision-helper.ts';
export { type Hit, type HitFace, type HitKind, type HitObject, type HitPair, Hits } from './hits.ts';
export {
  COLLIDER_DEFAULTS,
  type ColliderCollideOptions,
  type ColliderOptions,
  type CreateOptions,
  type IgnoredObjects,
} from './options.ts';
