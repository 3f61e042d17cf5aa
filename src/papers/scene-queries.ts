/** The papers' queries, as functions of a scene. Their code and kernels are loaded on first use. */

import type { SceneObject } from '../backend/wasm/scene-object.ts';
import { OptionError } from '../errors.ts';
import type { CollideStats, Collisions } from '../queries/collide/collide.ts';
import { checkCollideOptions } from '../queries/collide/options.ts';
import { collideAfterCulling } from '../queries/collide/run.ts';
import type { EngineContext } from '../queries/context.ts';
import type { CollideCulledStats, CullCoverage, Culled, CullOptions } from '../queries/cull/cull.ts';
import { checkCullOptions } from '../queries/cull/options.ts';
import {
  layeredImage,
  cull as runCull,
  layersOnGpu as runLayersOnGpu,
  voxelCollide as runVoxelCollide,
  voxels as runVoxels,
} from '../queries/on-demand.ts';
import type { GpuLayers, LayeredImage, LayersOptions } from '../queries/volume/layers.ts';
import { type CheckedLayersOptions, checkLayersOptions } from '../queries/volume/options.ts';
import { checkVoxelCollideOptions, checkVoxelsOptions } from '../queries/voxels/options.ts';
import type { VoxelCollideOptions, VoxelCollision, Voxels, VoxelsOptions } from '../queries/voxels/voxels.ts';
import type { Scene } from '../scene.ts';
import { objectsOfScene } from '../scene-objects.ts';

/**
 * Finds what may collide: the objects and triangles that visibility culling cannot rule out.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`
 * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * const { survivors, survivorTriangles } = await cull(scene);
 * const asInThePaper = await cull(scene, { preset: 'quick-cullide' });
 * ```
 */
export async function cull(scene: Scene, options: CullOptions = {}): Promise<Culled> {
  const objects = objectsOfScene('cull', scene);
  objects.check();
  const checked = checkCullOptions(options);
  return objects.query((context, all) => runCull(context, all, checked));
}

/** What {@link cullCollide} cost. */
export interface CulledCollideStats extends CollideStats {
  /** What culling did. */
  readonly cull: CollideCulledStats;
}

/** The answer of {@link cullCollide}. */
export interface CulledCollisions extends Collisions {
  /** With `sampled`, pairs may be missing. Otherwise they are those of `collide`. */
  readonly coverage: CullCoverage;
  /**
   * What the query cost, and what culling did.
   * @experimental What it holds may change in any version.
   */
  readonly stats: CulledCollideStats;
}

/** Options of culling that are not allowed before exact tests. */
const NOT_BEFORE_TESTS = ['distance', 'trace', 'pairs'] as const;

/**
 * The papers' whole method: culls, then tests what is left exactly. With sampled coverage, which most of their presets have, pairs
 * that culling lost are missing; `collide` itself never loses any.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`
 * @throws {@link MeshError} `extent-too-small`
 * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * const { trianglePairs, coverage } = await cullCollide(scene, { preset: 'quick-cullide', self: true });
 * ```
 */
export async function cullCollide(scene: Scene, options: CullOptions = {}): Promise<CulledCollisions> {
  const objects = objectsOfScene('cullCollide', scene);
  objects.check();
  const refused = NOT_BEFORE_TESTS.find((name) => options?.[name] !== undefined);
  if (refused !== undefined) {
    throw new OptionError(
      'option-conflict',
      `cullCollide: ${refused} is not for culling before exact tests. Leave it out, or use cull.`,
      { option: refused },
    );
  }
  const culling = checkCullOptions(options, 'cullCollide');
  const { self, signal, onProgress } = culling;
  const checked = { ...checkCollideOptions({ self, signal, onProgress }), cull: culling };
  const found = await objects.query((context, all) => collideAfterCulling(context, all, checked));
  return { ...found, coverage: culling.coverage } as CulledCollisions;
}

/**
 * Makes an object's layered depth image: where rays along an axis enter and leave it.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
 * `unknown-object`
 * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * const { starts, depths } = await layers(scene, id, { axis: 'x', resolution: 64 });
 * const first = depths.subarray(starts[0], starts[1]);
 * ```
 */
export async function layers(scene: Scene, object: number, options: LayersOptions = {}): Promise<LayeredImage> {
  return askLayers('layers', scene, object, checkLayersOptions(options), layeredImage);
}

/**
 * Makes an object's layered depth image on the GPU and leaves it there, to look things up in it. Needs the WebGPU engine.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
 * `unknown-object`
 * @throws {@link EngineError} `no-webgpu`, `gpu-limit`, `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * using first = await layersOnGpu(scene, a, { with: b, resolution: 64 });
 * using second = await layersOnGpu(scene, b, { with: a, resolution: 64 });
 * console.log((await first.overlap(second)).volume);
 * ```
 */
export async function layersOnGpu(scene: Scene, object: number, options: LayersOptions = {}): Promise<GpuLayers> {
  const checked = checkLayersOptions({ generator: 'compute', ...options });
  return askLayers('layersOnGpu', scene, object, checked, runLayersOnGpu);
}

function askLayers<Answer>(
  call: string,
  scene: Scene,
  object: number,
  checked: CheckedLayersOptions,
  make: (
    context: EngineContext,
    object: SceneObject | undefined,
    other: SceneObject | undefined,
    checked: CheckedLayersOptions,
  ) => Promise<Answer>,
): Promise<Answer> {
  const objects = objectsOfScene(call, scene);
  objects.find(call, object);
  const { with: other } = checked;
  if (other !== undefined) objects.find(call, other);
  const ask = (context: EngineContext, all: ReadonlyMap<number, SceneObject>) =>
    make(context, all.get(object), other === undefined ? undefined : all.get(other), checked);
  return objects.query(ask, { call, ids: other === undefined ? [object] : [object, other] });
}

/**
 * Finds the voxels that an object touches or, with `solid`, fills.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
 * `unknown-object`, `grid-too-large`, `grid-inexact`
 * @throws {@link MeshError} `open-mesh` with `solid`
 * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * const filled = await voxels(scene, id, { voxelSize: 0.5, solid: true });
 * console.log(filled.count, filled.has(0, 0, 0));
 * ```
 */
export async function voxels(scene: Scene, object: number, options: VoxelsOptions = {}): Promise<Voxels> {
  const objects = objectsOfScene('voxels', scene);
  objects.find('voxels', object);
  const checked = checkVoxelsOptions(options);
  return objects.query((context, all) => runVoxels(context, entryOf(all, object), checked), {
    call: 'voxels',
    ids: [object],
    positions: 'anywhere',
  });
}

/**
 * Finds the voxels that two objects share: whether there are any, which, or which triangles collide in them.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
 * `unknown-object`, `same-object`
 * @throws {@link MeshError} `open-mesh` with `solid`
 * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
 * @example
 * ```ts
 * const { collides, common } = await voxelCollide(scene, a, b, { resolution: 128 });
 * const { trianglePairs } = await voxelCollide(scene, a, b, { identify: true });
 * ```
 */
export async function voxelCollide(
  scene: Scene,
  a: number,
  b: number,
  options: VoxelCollideOptions = {},
): Promise<VoxelCollision> {
  const objects = objectsOfScene('voxelCollide', scene);
  for (const id of [a, b]) objects.find('voxelCollide', id);
  if (a === b) {
    throw new OptionError('same-object', `voxelCollide: both objects are ${a}. Pass two different ones.`, {
      object: a,
    });
  }
  const checked = checkVoxelCollideOptions(options);
  return objects.query((context, all) => runVoxelCollide(context, [entryOf(all, a), entryOf(all, b)], checked), {
    call: 'voxelCollide',
    ids: [a, b],
    positions: 'anywhere',
  });
}

/** An object that existed when the query was called; later changes wait for the query. */
function entryOf(objects: ReadonlyMap<number, SceneObject>, id: number): [number, SceneObject] {
  return [id, objects.get(id)!];
}
