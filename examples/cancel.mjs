// A long question with progress, and a way to stop it.
import { createEngine } from 'collidescope';

const positions = new Float32Array(9 * 9_000).map((_, i) => Math.sin(i * 12.9898) * 8);
const engine = await createEngine();
const scene = engine.createScene();
scene.add({ name: 'soup', positions });

const controller = new AbortController();
const onProgress = (done) => {
  if (done < 1) controller.abort(new Error(`enough at ${Math.round(100 * done)} %`));
};
try {
  await scene.collide({ self: true, signal: controller.signal, onProgress });
} catch (error) {
  console.log(`stopped: ${error.message}`);
}
engine.dispose();
