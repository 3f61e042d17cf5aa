/** The public names of collidescope/three. */
export type { ClashList, ObjectClash } from './clash-list.ts';
export { Collider } from './collider.ts';
export { CollisionHelper, type CollisionHelperOptions, HELPER_DEFAULTS } from './collision-helper.ts';
export type { FacePairs, HitFace, HitObject, HitPair, PairAnswer } from './face-pairs.ts';
export type { Hit, HitKind, Hits } from './hits.ts';
export type {
  EdgeEdgeImpact,
  FeatureImpact,
  FeatureImpacts,
  ImpactMoment,
  ImpactVertices,
  VertexFaceImpact,
} from './impact-features.ts';
export type { NearFaces, NearPair, NearPairOfFaces } from './near-faces.ts';
export {
  COLLIDER_DEFAULTS,
  type ColliderClashesOptions,
  type ColliderCollideOptions,
  type ColliderImpactsOptions,
  type ColliderOptions,
  type ColliderWithinOptions,
  type CreateOptions,
  type IgnoredObjects,
} from './options.ts';
export type { ObjectSeparation } from './separation.ts';
