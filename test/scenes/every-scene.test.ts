import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import {
  type AnimatedScene,
  FRAME_SECONDS,
  openScene,
  SceneMirror,
  type SceneName,
  sceneHash,
} from '../../scenes/index.ts';
import { placed } from '../../scenes/support/rotation.ts';
import { createEngine, type Engine, type MeshInput } from '../../src/index.ts';
import { asRows } from '../support/engine-answer.ts';
import { isLong } from '../support/thoroughness.ts';
import { smallScenes } from './small-scenes.ts';

/** The objects as the engine sees them: placed in double precision. */
function placedMeshes({ objects }: AnimatedScene): MeshInput[] {
  return objects.map(({ positions, indices, matrix }) => {
    if (!matrix) return { positions, indices };
    const world = new Float64Array(positions.length);
    for (let at = 0; at < positions.length; at += 3) {
      world.set(placed(matrix, positions[at], positions[at + 1], positions[at + 2]), at);
    }
    return { positions: world, indices };
  });
}

describe('every scene', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ threads: 2 });
  });
  afterAll(() => engine.dispose());

  async function hashAfter(name: SceneName, size: number, frames: number, seed: number): Promise<string> {
    const scene = await openScene(name, { seed, size, engine });
    for (let frame = 0; frame < frames; frame++) await scene.step(FRAME_SECONDS);
    const hash = sceneHash(scene);
    scene.dispose();
    return hash;
  }

  describe.each(smallScenes)('$name', ({ name, size, frames }) => {
    it('moves finite vertices, and finds the pairs that brute force finds', async () => {
      const scene = await openScene(name, { seed: 5, size, engine });
      const mirror = new SceneMirror(engine, scene);
      const options = { self: scene.selfCollisions };
      for (let frame = 1; frame <= frames; frame++) {
        await scene.step(FRAME_SECONDS);
        if (frame !== 1 && frame !== frames) continue;
        mirror.update();
        const rows = asRows(await mirror.scene.collide(options));
        const ids = new Map(scene.objects.map((object, place) => [mirror.id(object), place]));
        for (const pair of rows.trianglePairs) {
          [pair[0], pair[2]] = [ids.get(pair[0]) as number, ids.get(pair[2]) as number];
        }
        expect(rows.trianglePairs).toEqual(oracle.collide(placedMeshes(scene), options).trianglePairs);
      }
      for (const { positions } of scene.objects) expect(positions.every(Number.isFinite)).toBe(true);
      mirror.dispose();
      scene.dispose();
    });

    it('is the same for the same seed, and another for another', async () => {
      const steps = Math.min(frames, isLong ? 40 : 8);
      const first = await hashAfter(name, size, steps, 5);
      expect(await hashAfter(name, size, steps, 5)).toBe(first);
      if (name === 'big-models') return; // Its model of this size does not depend on the seed.
      expect(await hashAfter(name, size, steps, 6)).not.toBe(first);
    });
  });

  it('says which scenes there are when asked for another', async () => {
    await expect(openScene('teapot' as never)).rejects.toThrow(/no scene "teapot"; the scenes are cloth, /);
  });

  it('says that a simulated scene needs an engine', async () => {
    await expect(openScene('cloth')).rejects.toThrow(/createEngine/);
  });
});
