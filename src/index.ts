/** The public names of Collidescope. */

export type { LeftToWasm } from './backend/left-to-wasm.ts';
export { type Backend, createEngine, ENGINE_DEFAULTS, type Engine, type EngineOptions } from './engine.ts';
export type { ErrorCode } from './error-codes.ts';
export { CollidescopeError, EngineError, type ErrorDetails, MeshError, OptionError } from './errors.ts';
export type { Axis, Bounds, Triple } from './mesh/bounds.ts';
export type { GpuPositions } from './mesh/gpu-positions.ts';
export type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
export type { BinaryFile, CancelSignal, FetchResponse, GpuBuffer, GpuDevice } from './platform.ts';
export {
  CLASH_KINDS,
  CLASHES_DEFAULTS,
  type Clash,
  type ClashCurve,
  type ClashDepth,
  type Clashes,
  type ClashesOptions,
  type ClashKind,
  type ClashPoint,
  type ClashStats,
  type ClashTimes,
  type ClashVolume,
  type NoDepthReason,
} from './queries/clashes/clashes.ts';
export {
  CLOSEST_DEFAULTS,
  type Closest,
  type ClosestOptions,
  type ClosestStats,
} from './queries/closest/closest.ts';
export {
  COLLIDE_DEFAULTS,
  CONTACT_KIND,
  type CollideCullOptions,
  type CollideCullStats,
  type CollideOptions,
  type CollideStats,
  type CollideTimes,
  type Collisions,
  type Contacts,
  type GpuCollideOptions,
  type GpuCollisions,
  type GpuStats,
  type KeptStats,
} from './queries/collide/collide.ts';
export {
  CONTACTS_DEFAULTS,
  type ContactsOptions,
  type ContactsStats,
  type ContactsTimes,
  type FeatureContacts,
  type FeatureContactsWithoutPoints,
} from './queries/contacts/contacts.ts';
export type { ImageStats } from './queries/image-stats.ts';
export {
  type FeatureList,
  type FourNumbers,
  type ImpactVertices,
  impactVertices,
} from './queries/impacts/impact-vertices.ts';
export {
  IMPACT_KIND,
  IMPACTS_DEFAULTS,
  type Impacts,
  type ImpactsOptions,
  type ImpactsStats,
  type ImpactsTimes,
} from './queries/impacts/impacts.ts';
export { INSIDE_DEFAULTS, type InsideOptions, POINT_PLACE } from './queries/inside/inside.ts';
export type { PreparedQuery } from './queries/on-demand.ts';
export type { ObjectPair, RunningOptions } from './queries/options.ts';
export type { PairSelection } from './queries/pair-selection.ts';
export { SEPARATE_DEFAULTS, type SeparateOptions, type Separation } from './queries/separate/separate.ts';
export { ADVANCE_DEFAULTS, type Advance, type AdvanceOptions, type InverseMasses } from './queries/step/advance.ts';
export { SAFE_STEP_DEFAULTS, type SafeStep, type SafeStepOptions } from './queries/step/safe-step.ts';
export {
  type KeyedMotion,
  type Motion,
  type MotionTo,
  type ScrewMotion,
  SWEEP_DEFAULTS,
  SWEEP_STATE,
  type Sweep,
  type SweepOptions,
  type SweepStats,
} from './queries/sweep/sweep.ts';
export {
  type OpenObject,
  VOLUME_DEFAULTS,
  type Volume,
  type VolumeAxis,
  type VolumeGenerator,
  type VolumeMethod,
  type VolumeOptions,
  type VolumeStacks,
  type VolumeStats,
} from './queries/volume/volume.ts';
export {
  type Proximities,
  WITHIN_DEFAULTS,
  type WithinOptions,
  type WithinStats,
  type WithinTimes,
} from './queries/within/within.ts';
export type { ObjectFilter, Scene } from './scene.ts';
