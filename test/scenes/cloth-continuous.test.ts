/** The cloth that falls ten times as fast: in no frame, and on no way between two, does anything pass through anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clothScene } from '../../scenes/cloth/cloth.ts';
import { FRAME_SECONDS } from '../../scenes/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';

const FRAMES = 90;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ threads: 2 });
});
afterAll(() => engine.dispose());

/** How far a vertex falls in one step at most. */
function farthestFall(before: Float32Array, now: Float32Array): number {
  let farthest = 0;
  for (let at = 1; at < now.length; at += 3) farthest = Math.max(farthest, before[at] - now[at]);
  return farthest;
}

async function usualFall(): Promise<number> {
  const cloth = await clothScene({ seed: 3, size: 800, engine });
  let farthest = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const before = cloth.objects[0].positions.slice();
    await cloth.step(FRAME_SECONDS);
    farthest = Math.max(farthest, farthestFall(before, cloth.objects[0].positions));
  }
  cloth.dispose();
  return farthest;
}

describe('the cloth in its continuous mode', () => {
  it('never passes through the table, the floor or itself', async () => {
    const cloth = await clothScene({ seed: 3, size: 800, engine, continuous: true });
    using scene = engine.createScene();
    for (const { positions, indices } of cloth.objects) scene.add({ positions, indices });
    let fastest = 0;
    for (let frame = 0; frame < FRAMES; frame++) {
      const before = cloth.objects[0].positions.slice();
      await cloth.step(FRAME_SECONDS);
      const now = cloth.objects[0].positions;
      fastest = Math.max(fastest, farthestFall(before, now));
      scene.aim(0, now);
      const { times } = await scene.impacts({ self: true, ignore: [[1, 2]], first: true });
      expect(times.length, `between frames ${frame} and ${frame + 1}`).toBe(0);
      scene.move(0, now);
      const { trianglePairs } = await scene.collide({ self: true, ignore: [[1, 2]], limit: 1 });
      expect(trianglePairs.length, `in frame ${frame + 1}`).toBe(0);
    }
    expect(fastest).toBeGreaterThan(10 * (await usualFall()));
    expect(cloth.measure().mends).toBeGreaterThan(0);
    cloth.dispose();
  });
});
