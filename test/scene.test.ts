import { describe } from 'vitest';
import { createEngine } from '../src/index.ts';
import { scenePromises } from './support/scene-promises.ts';

describe.each([0, 1, 2])('a scene with %i threads', (threads) => {
  scenePromises(() => createEngine({ backend: 'wasm', threads }));
});
