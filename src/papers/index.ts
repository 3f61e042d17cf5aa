/** The public names of collidescope/papers: the methods of the five papers, as functions of a scene. */
export {
  type CollideCulledStats,
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
} from '../queries/cull/cull.ts';
export {
  type GpuLayers,
  LAYERS_DEFAULTS,
  type LayeredImage,
  type LayersGenerator,
  type LayersOptions,
} from '../queries/volume/layers.ts';
export {
  type LayersOverlap,
  layersInside,
  layersOverlap,
  layersSelfOverlap,
} from '../queries/volume/layers-lookup.ts';
export { voxelsToBinvox } from '../queries/voxels/binvox.ts';
export type { VoxelSet } from '../queries/voxels/bit-grid.ts';
export { type GridChoice, type VoxelGrid, voxelGrid } from '../queries/voxels/grid.ts';
export {
  collideShapes,
  type ShapeCollideOptions,
  type ShapeCollision,
  type ShapeVoxelsOptions,
  shapeVoxels,
} from '../queries/voxels/shapes/collide-shapes.ts';
export { differenceShape, intersectionShape, unionShape } from '../queries/voxels/shapes/combine.ts';
export {
  type ImplicitInput,
  implicitShape,
  type RangeOverBox,
  rangeBySteepness,
} from '../queries/voxels/shapes/implicit.ts';
export { type MeshShapeOptions, meshShape } from '../queries/voxels/shapes/mesh-shape.ts';
export {
  type BezierPatchInput,
  type BsplinePatchInput,
  bezierPatchShape,
  bsplinePatchShape,
} from '../queries/voxels/shapes/patch-shape.ts';
export { type PointCloudInput, pointCloudShape } from '../queries/voxels/shapes/point-cloud.ts';
export type { VoxelPace, VoxelShape, VoxelSide } from '../queries/voxels/shapes/shape.ts';
export type { VoxelRange, VoxelSheet } from '../queries/voxels/shapes/sheet.ts';
export { voxelsShape } from '../queries/voxels/shapes/voxels-shape.ts';
export { type VoxelPlyOptions, voxelsToPly } from '../queries/voxels/voxel-ply.ts';
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
} from '../queries/voxels/voxels.ts';
export {
  type CulledCollideStats,
  type CulledCollisions,
  cull,
  cullCollide,
  layers,
  layersOnGpu,
  voxelCollide,
  voxels,
} from './scene-queries.ts';
