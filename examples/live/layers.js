import { createEngine } from 'collidescope';
import { layers } from 'collidescope/papers';
import { Group, TorusKnotGeometry } from 'three';
import { layerPoints } from './layer-points.js';
import { closedMesh, latest, openView, slider } from './stage.js';

/** A layered depth image of a knot: where the rays through the centres of pixels enter and leave it. Turn it to see the layers. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const points = new Group();
  view.scene.add(points);
  const engine = await createEngine();
  const scene = engine.createScene();
  const knot = scene.add(closedMesh(new TorusKnotGeometry(0.9, 0.3, 200, 24)));

  const ask = latest(async (resolution) => {
    const image = await layers(scene, knot, { resolution, axis: 'z' });
    points.clear();
    points.add(layerPoints(image, 0xb3261e));
    const deepest = image.starts.reduce((most, start, i) => Math.max(most, image.starts[i + 1] - start || 0), 0);
    stage.say(`${resolution} × ${resolution} rays meet ${image.depths.length} layers, ${deepest} at most`);
    view.draw();
  });
  slider(stage, 'Rays along each side', { min: 16, max: 128, step: 8, value: 64, seconds: 16 }, ask);
  await ask(64);
  return () => {
    engine.dispose();
    view.close();
  };
}
