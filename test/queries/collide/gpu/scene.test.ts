import { describe } from 'vitest';
import { createEngine } from '../../../../src/index.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { scenePromises } from '../../../support/scene-promises.ts';

describeGpu('a scene on WebGPU', () => {
  describe.each([0, 2])('with %i threads', (threads) => {
    scenePromises(() => createEngine({ backend: 'webgpu', threads }), 0.1);
  });
});
