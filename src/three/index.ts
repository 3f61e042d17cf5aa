/** The public names of collidescope/three. */
export { Collider } from './collider.ts';
export { CollisionHelper, type CollisionHelperOptions, HELPER_DEFAULTS } from './collision-helper.ts';
export { FacePairs, type HitFace, type HitObject, type HitPair, type PairAnswer } from './face-pairs.ts';
export { type Hit, type HitKind, Hits } from './hits.ts';
export {
  COLLIDER_DEFAULTS,
  type ColliderCollideOptions,
  type ColliderOptions,
  type CreateOptions,
  type IgnoredObjects,
} from './options.ts';
