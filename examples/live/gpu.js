import { createEngine } from 'collidescope';
import { rolledSheet, sheetPicture } from './gpu-sheet.js';
import { ending, latest, openView, slider } from './stage.js';

/** A sheet whose vertices a shader moves. Positions and pairs stay in GPU buffers; only the picture reads them back. */
export async function run(stage) {
  const adapter = await globalThis.navigator.gpu?.requestAdapter();
  if (!adapter) {
    stage.say('This browser offers no WebGPU here, so there are no GPU buffers to show.');
    return () => {};
  }
  const device = await adapter.requestDevice();
  const view = openView(stage, { distance: 5 });
  const { indices, positions, step, read } = rolledSheet(device);
  const engine = await createEngine({ backend: 'webgpu', device });
  const scene = engine.createScene();
  step(1);
  const object = scene.add({ positions, indices });
  const show = sheetPicture(view, indices);

  const ask = latest(async (turns) => {
    step(turns);
    scene.move(object, positions);
    const answer = await scene.collide({ self: true, output: 'gpu' });
    const [count] = new Uint32Array(await read(answer.count, 4));
    stage.say(`${count} pairs stay on the GPU, of ${indices.length / 3} triangles`);
    const pairs = new Uint32Array(await read(answer.pairs, 16 * count));
    answer.dispose();
    show(new Float32Array(await read(positions.buffer, 16 * positions.vertexCount)), pairs);
  });
  slider(stage, 'Roll it up', { min: 1, max: 14, value: 9 }, ask);
  await ask(9);
  return ending(view, { dispose: () => [engine.dispose(), device.destroy()] });
}
