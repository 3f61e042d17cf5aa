import { expect, it } from 'vitest';
import { describeScene, FRAME_SECONDS, openScene, sceneHash, sceneNames } from '../../scenes/index.ts';
import { smallScenes } from './small-scenes.ts';

const kinematic = smallScenes.filter(({ name }) => !describeScene(name).simulated);

it.each(kinematic)('$name goes to any frame, and is there as if it had been played', async ({ name, size }) => {
  const scene = await openScene(name, { seed: 3, size });
  const hashes = [sceneHash(scene)];
  const times = [0];
  for (let frame = 1; frame <= 4; frame++) {
    scene.step(FRAME_SECONDS);
    hashes.push(sceneHash(scene));
    times.push(times[frame - 1] + FRAME_SECONDS);
  }
  for (const frame of [1, 4, 0, 3]) {
    scene.seek!(times[frame]);
    expect(sceneHash(scene)).toBe(hashes[frame]);
  }
  scene.step(FRAME_SECONDS);
  expect(sceneHash(scene)).toBe(hashes[4]);
});

it('only scenes whose motion is a function of time alone can', () => {
  expect(kinematic.length).toBe(sceneNames.filter((name) => !describeScene(name).simulated).length);
});
