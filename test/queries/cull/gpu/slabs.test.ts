/** An image that is too large for a buffer is made in slabs of rows, again in every pass, with the same outcome. */
import { expect, it } from 'vitest';
import { WasmRuntime } from '../../../../src/backend/wasm/runtime.ts';
import { participants } from '../../../../src/backend/wasm/scene-job.ts';
import { SceneObject } from '../../../../src/backend/wasm/scene-object.ts';
import { checkMesh } from '../../../../src/mesh/check-mesh.ts';
import { objectElements } from '../../../../src/queries/cull/elements.ts';
import { frameOf, viewFrame } from '../../../../src/queries/cull/frame.ts';
import { visitOnGpu } from '../../../../src/queries/cull/gpu/prune-gpu.ts';
import { checkCullOptions } from '../../../../src/queries/cull/options.ts';
import { AXIS_VIEWS } from '../../../../src/queries/cull/views.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';

describeGpu('slabs', (file) => {
  it('give what the whole image gives', async () => {
    const runtime = await WasmRuntime.open(0);
    const random = new Random(5);
    const objects = random.times(12, (id): [number, SceneObject] => {
      const middle = random.times(3, () => random.real(-1, 1));
      const positions = Float32Array.from({ length: 9 }, (_, i) => middle[i % 3] + random.real(-0.8, 0.8));
      return [id, new SceneObject(runtime, checkMesh({ positions }))];
    });
    const list = participants(objects);
    const frame = frameOf(list);
    const outcomes = [];
    for (const slabPixels of [1 << 20, 90, 1]) {
      const options = checkCullOptions({ coverage: 'sampled', resolution: 30, iterations: 3 });
      const elements = objectElements(list, [...list.keys()]);
      const view = viewFrame(frame, AXIS_VIEWS[2], options);
      const kept = new Uint8Array(elements.count);
      const visit = { view, elements, orders: [], kept, iterations: 3, onProgress: undefined };
      const { passes, fragments } = await visitOnGpu(file.gpu(), runtime, list, options, frame, visit, slabPixels);
      const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
      outcomes.push({ sets: [...elements.sets], counts, fragments });
    }
    runtime.dispose();
    expect(outcomes[0].fragments).toBeGreaterThan(100);
    expect(new Set(outcomes[0].sets).size).toBeGreaterThan(1);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });
});
