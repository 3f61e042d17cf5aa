/** `clashes` on WebGPU is `clashes` on wasm, for objects as given and for placed ones. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { assemblyNames, makeAssembly } from '../../support/clash-assemblies.ts';
import { describeGpu } from '../../support/gpu.ts';
import { engineOn } from '../../support/gpu-engine.ts';
import { meshOf } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';

describeGpu('clashes on WebGPU', (file) => {
  let engines: Engine[] = [];
  beforeAll(async () => {
    const workSizes = file.gpu('software').workSizes;
    engines = [await createEngine({ backend: 'wasm', threads: 0 }), await engineOn(file.device.handle, { workSizes })];
  });
  afterAll(() => {
    for (const engine of engines) engine.dispose();
  });

  it.each(assemblyNames)('are those of wasm on %s', async (name) => {
    const answers = [];
    for (const engine of engines) {
      const random = new Random(7);
      const scene = engine.createScene();
      for (const solid of makeAssembly(name, random).solids) {
        const id = scene.add(meshOf(solid));
        scene.place(id, [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0.5, -3, 8, 1]);
      }
      answers.push(await scene.clashes());
      scene.dispose();
    }
    const [wasm, gpu] = answers;
    expect(gpu.stats.backend).toBe('webgpu');
    expect(gpu.clashes).toEqual(wasm.clashes);
    expect(gpu.pairOrder).toEqual(wasm.pairOrder);
    expect(gpu.offsets).toEqual(wasm.offsets);
  });
});
