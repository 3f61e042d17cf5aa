import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as main from '../../src/index.ts';
import * as io from '../../src/io/index.ts';
import * as three from '../../src/three/index.ts';

/** Names of types are gone at run time; the files hold nothing but lists of names. */
function typeNames(path: string): string[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const lists = [...text.matchAll(/export (type )?\{([^}]*)\}/g)];
  const names = lists.flatMap(([, all, list]) => list.split(',').map((name) => (all ? 'type ' : '') + name.trim()));
  return names.flatMap((name) => name.match(/^type (\w+)$/)?.[1] ?? []).sort();
}

// A name listed here is one that other people's code relies on: taking it away is a breaking change.
describe('public names', () => {
  it('of collidescope', () => {
    expect(Object.keys(main).sort()).toMatchInlineSnapshot(`
      [
        "COLLIDE_DEFAULTS",
        "CONTACT_KIND",
        "CULL_DEFAULTS",
        "CULL_PRESETS",
        "CULL_SET",
        "ENGINE_DEFAULTS",
        "EngineError",
        "IMPACTS_DEFAULTS",
        "IMPACT_KIND",
        "INSIDE_DEFAULTS",
        "LAYERS_DEFAULTS",
        "MeshError",
        "OptionError",
        "POINT_PLACE",
        "VOLUME_DEFAULTS",
        "VOXELS_DEFAULTS",
        "VOXEL_COLLIDE_DEFAULTS",
        "WITHIN_DEFAULTS",
        "bezierPatchShape",
        "bsplinePatchShape",
        "collideShapes",
        "createEngine",
        "differenceShape",
        "implicitShape",
        "intersectionShape",
        "meshShape",
        "pointCloudShape",
        "rangeBySteepness",
        "shapeVoxels",
        "unionShape",
        "voxelGrid",
        "voxelsShape",
        "voxelsToBinvox",
        "voxelsToPly",
      ]
    `);
  });
  it('of the types of collidescope', () => {
    expect(typeNames('../../src/index.ts')).toMatchInlineSnapshot(`
      [
        "Backend",
        "BezierPatchInput",
        "Bounds",
        "BsplinePatchInput",
        "CollideCullOptions",
        "CollideCullStats",
        "CollideOptions",
        "CollideStats",
        "CollideTimes",
        "Collisions",
        "Contacts",
        "CullCoverage",
        "CullGenerator",
        "CullLevel",
        "CullLevelStats",
        "CullOptions",
        "CullOrder",
        "CullPass",
        "CullPasses",
        "CullPreset",
        "CullStats",
        "CullTrace",
        "CullView",
        "Culled",
        "Engine",
        "EngineOptions",
        "GpuCollideOptions",
        "GpuCollisions",
        "GpuMeshInput",
        "GpuPositions",
        "GpuStats",
        "GridChoice",
        "Impacts",
        "ImpactsOptions",
        "ImpactsStats",
        "ImpactsTimes",
        "ImplicitInput",
        "InsideOptions",
        "LayeredImage",
        "LayersGenerator",
        "LayersOptions",
        "MeshInput",
        "MeshShapeOptions",
        "ObjectPair",
        "OpenObject",
        "PointCloudInput",
        "Positions",
        "Proximities",
        "RangeOverBox",
        "RunningOptions",
        "Scene",
        "ShapeCollideOptions",
        "ShapeCollision",
        "ShapeVoxelsOptions",
        "Volume",
        "VolumeAxis",
        "VolumeOptions",
        "VolumeStacks",
        "VolumeStats",
        "VoxelCollideOptions",
        "VoxelCollision",
        "VoxelGrid",
        "VoxelPlyOptions",
        "VoxelRule",
        "VoxelShape",
        "VoxelSheet",
        "VoxelSide",
        "VoxelSlab",
        "VoxelStats",
        "Voxels",
        "VoxelsOptions",
        "WithinOptions",
        "WithinStats",
        "WithinTimes",
      ]
    `);
  });
  it('of collidescope/io', () => {
    expect(Object.keys(io).sort()).toMatchInlineSnapshot(`
      [
        "detectFormat",
        "readModel",
        "readObj",
        "readOff",
        "readPly",
        "readStl",
      ]
    `);
  });
  it('of the types of collidescope/io', () => {
    expect(typeNames('../../src/io/index.ts')).toMatchInlineSnapshot(`
      [
        "Model",
        "ModelBytes",
        "ModelFormat",
        "ModelPart",
        "ModelSource",
        "ReadOptions",
      ]
    `);
  });
  it('of collidescope/three', () => {
    expect(Object.keys(three).sort()).toMatchInlineSnapshot(`
      [
        "COLLIDER_DEFAULTS",
        "Collider",
        "CollisionHelper",
        "FacePairs",
        "FeatureImpacts",
        "HELPER_DEFAULTS",
        "Hits",
        "NearFaces",
      ]
    `);
  });
  it('of the types of collidescope/three', () => {
    expect(typeNames('../../src/three/index.ts')).toMatchInlineSnapshot(`
      [
        "ColliderCollideOptions",
        "ColliderImpactsOptions",
        "ColliderOptions",
        "ColliderWithinOptions",
        "CollisionHelperOptions",
        "CreateOptions",
        "FeatureImpact",
        "Hit",
        "HitFace",
        "HitKind",
        "HitObject",
        "HitPair",
        "IgnoredObjects",
        "ImpactVertices",
        "NearPair",
        "NearPairOfFaces",
        "PairAnswer",
      ]
    `);
  });
});
