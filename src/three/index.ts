/** The public names of collidescope/three. */
export { Collider } from './collider.ts';
export { CollisionHelper, type CollisionHelperOptions, HELPER_DEFAULTS } from './collision-helper.ts';
export { FacePairs, type HitFace, type HitObject, type HitPair, type PairAnswer } from './face-pairs.ts';
export { type Hit, type HitKind, Hits } from './hits.ts';
export { type FeatureImpact, FeatureImpacts, type ImpactVertices } from './impact-features.ts';
export { NearFaces, type NearPair, type NearPairOfFaces } from './near-faces.ts';
export {
  COLLIDER_DEFAULTS,
  type ColliderCollideOptions,
  type ColliderImpactsOptions,
  type ColliderOptions,
  type ColliderWithinOptions,
  type CreateOptions,
  type IgnoredObjects,
} from './options.ts';
