/** The public names of Collidescope. */
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
export {
  CULL_DEFAULTS,
  CULL_PRESETS,
  CULL_SET,
  type CullCoverage,
  type Culled,
  type CullGenerator,
  type CullLevel,
  type CullLevelStats,
  type CullOptions,
  type CullOrder,
  type CullPass,
  type CullPasses,
  type CullPreset,
  type CullStats,
  type CullTrace,
} from './queries/cull/cull.ts';
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
export type { ObjectPair, RunningOptions } from './queries/options.ts';
export type { PairSelection } from './queries/pair-selection.ts';
export {
  LAYERS_DEFAULTS,
  type LayeredImage,
  type LayersGenerator,
  type LayersOptions,
} from './queries/volume/layers.ts';
export {
  type LayersOverlap,
  layersInside,
  layersOverlap,
  layersSelfOverlap,
} from './queries/volume/layers-lookup.ts';
export {
  type OpenObject,
  VOLUME_DEFAULTS,
  type Volume,
  type VolumeAxis,
  type VolumeMethod,
  type VolumeOptions,
  type VolumeStacks,
  type VolumeStats,
} from './queries/volume/volume.ts';
export { voxelsToBinvox } from './queries/voxels/binvox.ts';
export type { VoxelSet } from './queries/voxels/bit-grid.ts';
export { type GridChoice, type VoxelGrid, voxelGrid } from './queries/voxels/grid.ts';
export {
  collideShapes,
  type ShapeCollideOptions,
  type ShapeCollision,
  type ShapeVoxelsOptions,
  shapeVoxels,
} from './queries/voxels/shapes/collide-shapes.ts';
export { differenceShape, intersectionShape, unionShape } from './queries/voxels/shapes/combine.ts';
export {
  type ImplicitInput,
  implicitShape,
  type RangeOverBox,
  rangeBySteepness,
} from './queries/voxels/shapes/implicit.ts';
export { type MeshShapeOptions, meshShape } from './queries/voxels/shapes/mesh-shape.ts';
export {
  type BezierPatchInput,
  type BsplinePatchInput,
  bezierPatchShape,
  bsplinePatchShape,
} from './queries/voxels/shapes/patch-shape.ts';
export { type PointCloudInput, pointCloudShape } from './queries/voxels/shapes/point-cloud.ts';
export type { VoxelPace, VoxelShape, VoxelSide } from './queries/voxels/shapes/shape.ts';
export type { VoxelRange, VoxelSheet } from './queries/voxels/shapes/sheet.ts';
export { voxelsShape } from './queries/voxels/shapes/voxels-shape.ts';
export { type VoxelPlyOptions, voxelsToPly } from './queries/voxels/voxel-ply.ts';
export {
  VOXEL_COLLIDE_DEFAULTS,
  VOXELS_DEFAULTS,
  type VoxelCollideOptions,
  type VoxelCollision,
  type VoxelRule,
  type VoxelSlab,
  type VoxelStats,
  type Voxels,
  type VoxelsOptions,
} from './queries/voxels/voxels.ts';
export {
  type Proximities,
  WITHIN_DEFAULTS,
  type WithinOptions,
  type WithinStats,
  type WithinTimes,
} from './queries/within/within.ts';
export type { ObjectFilter, Scene } from './scene.ts';
