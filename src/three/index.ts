/** The public names of collidescope/three. */
export type { ClashList, ObjectClash } from './clash-list.ts';
export { Collider } from './collider.ts';
export { CollisionHelper, type CollisionHelperOptions, HELPER_DEFAULTS } from './collision-helper.ts';
export type { FacePairs, HitFace, HitObject, HitPair, PairAnswer } from './face-pairs.ts';
export type { FeatureAnswer, FeaturePairs, ImpactVertices, TwoEdges, VertexAndFace } from './feature-pairs.ts';
export type { Hit, HitKind, Hits } from './hits.ts';
export type {
  EdgeEdgeImpact,
  FeatureImpact,
  FeatureImpacts,
  ImpactMoment,
  VertexFaceImpact,
} from './impact-features.ts';
export type { NearFaces, NearPair, NearPairOfFaces } from './near-faces.ts';
export type { FeatureContact, FeatureNearness, NearFeatures } from './near-features.ts';
export {
  COLLIDER_DEFAULTS,
  type ColliderAdvanceOptions,
  type ColliderClashesOptions,
  type ColliderCollideOptions,
  type ColliderContactsOptions,
  type ColliderImpactsOptions,
  type ColliderOptions,
  type ColliderSafeStepOptions,
  type ColliderWithinOptions,
  type CreateOptions,
  type IgnoredObjects,
  type SelectedObjects,
  type SlideOptions,
} from './options.ts';
export type { ObjectSeparation } from './separation.ts';
export type { SlideEnd } from './slide-object.ts';
export type { MeshMasses, ObjectAdvance, ObjectStep, ObjectSteps } from './steps.ts';
