/** Scenes that once failed, or were written by hand because they are tricky: the engine equals the oracle. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { createEngine } from '../../src/index.ts';
import { engineAnswer } from '../support/engine-answer.ts';
import { fromCase, type SceneCase } from '../support/scene-case.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));

describe.each([0, 1, 2])('collide with %i threads = oracle', (threads) => {
  it.each(files)('on %s', async (file) => {
    const scene: SceneCase = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    const meshes = fromCase(scene);
    const engine = await createEngine({ backend: 'wasm', threads });
    try {
      expect(await engineAnswer(engine, meshes, scene.options), scene.about).toEqual(
        oracle.collide(meshes, scene.options),
      );
    } finally {
      engine.dispose();
    }
  });
});
