/** The public names of Collidescope. */

export { createEngine, ENGINE_DEFAULTS, type Engine, type EngineOptions } from './engine.ts';
export type { ErrorCode } from './error-codes.ts';
export { CollidescopeError, EngineError, MeshError, OptionError } from './errors.ts';
export type { Triple } from './mesh/bounds.ts';
export type { MeshInput, Positions } from './mesh/mesh-input.ts';
export {
  CLASH_KINDS,
  CLASHES_DEFAULTS,
  type Clash,
  type Clashes,
  type ClashesOptions,
  type ClashKind,
} from './queries/clashes/clashes.ts';
export { CLOSEST_DEFAULTS, type Closest, type ClosestOptions } from './queries/closest/closest.ts';
export {
  COLLIDE_DEFAULTS,
  CONTACT_KIND,
  type CollideOptions,
  type Collisions,
  type GpuCollideOptions,
  type GpuCollisions,
} from './queries/collide/collide.ts';
export { CONTACTS_DEFAULTS, type ContactsOptions, type FeatureContacts } from './queries/contacts/contacts.ts';
export { impactVertices } from './queries/impacts/impact-vertices.ts';
export { IMPACT_KIND, IMPACTS_DEFAULTS, type Impacts, type ImpactsOptions } from './queries/impacts/impacts.ts';
export { INSIDE_DEFAULTS, type InsideOptions, POINT_PLACE } from './queries/inside/inside.ts';
export type { ObjectPair, RunningOptions } from './queries/options.ts';
export type { PairSelection } from './queries/pair-selection.ts';
export { SEPARATE_DEFAULTS, type SeparateOptions, type Separation } from './queries/separate/separate.ts';
export { ADVANCE_DEFAULTS, type Advance, type AdvanceOptions } from './queries/step/advance.ts';
export { SAFE_STEP_DEFAULTS, type SafeStep, type SafeStepOptions } from './queries/step/safe-step.ts';
export { type Motion, SWEEP_DEFAULTS, SWEEP_STATE, type Sweep, type SweepOptions } from './queries/sweep/sweep.ts';
export { VOLUME_DEFAULTS, type Volume, type VolumeOptions } from './queries/volume/volume.ts';
export { type Proximities, WITHIN_DEFAULTS, type WithinOptions } from './queries/within/within.ts';
export type { Scene } from './scene.ts';
