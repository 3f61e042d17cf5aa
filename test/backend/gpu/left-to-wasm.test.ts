/** What a WebGPU engine leaves to wasm says so, and why; what runs on the GPU, or on an engine that is wasm, does not. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LeftToWasm } from '../../../src/backend/left-to-wasm.ts';
import { createEngine, type Engine, type Scene } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';

interface Answer {
  readonly stats: { readonly backend?: string; readonly leftToWasm?: LeftToWasm };
}

/** Every query with statistics, and why a WebGPU engine leaves it to wasm; undefined: it does not. */
const QUERIES: Record<string, readonly [LeftToWasm | undefined, (scene: Scene) => Promise<Answer>]> = {
  collide: [undefined, (scene) => scene.collide()],
  'collide within': [undefined, (scene) => scene.collide({ self: true })],
  'collide culled': ['after-culling', (scene) => scene.collide({ cull: true })],
  cullCollide: ['after-culling', (scene) => papers.cullCollide(scene, { preset: 'cullide' })],
  clashes: [undefined, (scene) => scene.clashes()],
  within: ['double-precision', (scene) => scene.within(0.1)],
  closest: ['double-precision', (scene) => scene.closest(0, 1)],
  contacts: ['double-precision', (scene) => scene.contacts(0.1)],
  impacts: ['double-precision', (scene) => scene.impacts()],
  sweep: [
    'double-precision',
    (scene) => scene.sweep([{ object: 0, screw: { axis: [0, 0, 1], pivot: [0, 0, 0], angle: 0.01 } }]),
  ],
  // The pairs that it begins with are found on the GPU.
  'overlapVolume, exact': [undefined, (scene) => scene.overlapVolume(0, 1)],
  'overlapVolume by images': ['image-limits', (scene) => scene.overlapVolume(0, 1, { resolution: 16 })],
  'overlapVolume by hardware': [
    undefined,
    (scene) => scene.overlapVolume(0, 1, { generator: 'compute', resolution: 16 }),
  ],
  selfOverlapVolume: ['image-limits', (scene) => scene.selfOverlapVolume(0, { resolution: 16 })],
  voxels: [undefined, (scene) => papers.voxels(scene, 0, { resolution: 8 })],
  'voxels, filled': ['filling', (scene) => papers.voxels(scene, 0, { resolution: 8, solid: true })],
  voxelCollide: [undefined, (scene) => papers.voxelCollide(scene, 0, 1, { resolution: 8 })],
  'voxelCollide, filled': ['filling', (scene) => papers.voxelCollide(scene, 0, 1, { resolution: 8, solid: true })],
  'voxelCollide to triangles': [
    undefined,
    (scene) => papers.voxelCollide(scene, 0, 1, { resolution: 8, identify: true }),
  ],
  'cull, sampled': [undefined, (scene) => papers.cull(scene, { preset: 'cullide', resolution: 64 })],
  'cull, conservative': [undefined, (scene) => papers.cull(scene, { resolution: 64 })],
  'cull within': [undefined, (scene) => papers.cull(scene, { self: true, resolution: 64 })],
  'cull, FAR': [undefined, (scene) => papers.cull(scene, { preset: 'far', resolution: 64 })],
  'cull by occlusion queries': [
    undefined,
    (scene) => papers.cull(scene, { preset: 'cullide', generator: 'hardware', resolution: 64 }),
  ],
  'cull by occlusion queries, conservative, within': [
    undefined,
    (scene) =>
      papers.cull(scene, {
        preset: 'far',
        coverage: 'conservative',
        generator: 'hardware',
        self: true,
        resolution: 64,
      }),
  ],
  'cull, FAR with boxes': [undefined, (scene) => papers.cull(scene, { preset: 'far', boxes: true, resolution: 64 })],
};

describeGpu('what is left to wasm', (file) => {
  const engines: Partial<Record<'wasm' | 'webgpu', Engine>> = {};
  beforeAll(async () => {
    engines.wasm = await createEngine({ backend: 'wasm', threads: 0 });
    engines.webgpu = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
  });
  afterAll(() => {
    for (const engine of Object.values(engines)) engine.dispose();
  });

  function sceneOn(backend: 'wasm' | 'webgpu'): Scene {
    const scene = engines[backend]!.createScene();
    scene.add(boxMesh([-1, -1, -1], [1, 1, 1]));
    scene.add(ballMesh(2, (x, y, z) => [x + 0.9, y + 0.2, z]));
    return scene;
  }

  it.each(Object.entries(QUERIES))('%s', async (_name, [reason, ask]) => {
    using onGpu = sceneOn('webgpu');
    const { stats } = await ask(onGpu);
    expect(stats.leftToWasm).toBe(reason);
    if (stats.backend) expect(stats.backend).toBe(reason ? 'wasm' : 'webgpu');
    using onWasm = sceneOn('wasm');
    if (reason) expect((await ask(onWasm)).stats.leftToWasm).toBeUndefined();
  });
});
