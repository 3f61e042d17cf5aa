/** Over many frames memory does not grow: neither the engine's nor what is kept for surfaces that move. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { isLong } from '../../support/thoroughness.ts';

const frames = isLong ? 500 : 60;

it(`of ${frames} frames of clashes stays what it was after the first`, async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  using scene = engine.createScene();
  const ball = ballMesh(3, (x, y, z) => [x, y, z]);
  const [still, moving] = [scene.add(ball), scene.add(ball)];
  const held = async (frame: number) => {
    // A little to and fro, so that every frame has a clash.
    const shift = 0.5 + 0.4 * Math.sin(frame);
    scene.move(
      moving,
      ball.positions.map((value, i) => (i % 3 === 0 ? value + shift : value)),
    );
    const { clashes, collisions } = await scene.clashes({ volume: true, curve: true });
    expect(clashes).toMatchObject([{ a: still, b: moving, kind: 'penetrating' }]);
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return { page: heapUsed + arrayBuffers, engine: collisions.stats.bytes.scene };
  };
  let first: Awaited<ReturnType<typeof held>> | undefined;
  for (let frame = 0; frame < frames; frame++) {
    const now = await held(frame);
    // The first frames compile and fill what is kept.
    if (frame === 20) first = now;
    if (!first) continue;
    expect(now.engine).toBe(first.engine);
    expect(now.page - first.page, `frame ${frame}`).toBeLessThan(4 * 2 ** 20);
  }
  engine.dispose();
});
