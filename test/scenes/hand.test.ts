/** The hand that stands for the paper's self-collision: it closes to a fist in which different parts of it meet. */
import { expect, it } from 'vitest';
import { openScene, SceneMirror } from '../../scenes/index.ts';
import { createEngine } from '../../src/index.ts';

it('meets itself as a fist, at places that are far apart when it is open, and not when it opens', async () => {
  using engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene = await openScene('hand-and-phone', { seed: 1, engine });
  const mirror = new SceneMirror(engine, scene);
  const [hand] = scene.objects;
  const open = hand.positions.slice();
  const centre = (triangle: number) =>
    [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, c) => sum + open[3 * hand.indices[3 * triangle + c] + k] / 3, 0));
  const counts: number[] = [];
  let farApart = 0;
  for (let frame = 0; frame < 35; frame++) {
    await scene.step(0.2);
    mirror.update();
    const { trianglePairs } = await mirror.scene.collide({ self: true, between: false });
    counts.push(trianglePairs.length / 4);
    for (let i = 0; i < trianglePairs.length; i += 4) {
      const [p, q] = [centre(trianglePairs[i + 1]), centre(trianglePairs[i + 3])];
      // Creases of the skin are nearer than the thickness of a finger; a fingertip and the palm are not.
      if (Math.hypot(...p.map((value, k) => value - q[k])) > 0.04) farApart++;
    }
  }
  expect(Math.max(...counts)).toBeGreaterThan(100);
  expect(counts.filter((count) => count === 0).length).toBeGreaterThan(8);
  expect(farApart).toBeGreaterThan(100);
  mirror.dispose();
  scene.dispose();
});
