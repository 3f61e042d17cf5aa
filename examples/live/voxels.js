import { createEngine } from 'collidescope';
import { voxels } from 'collidescope/papers';
import { TorusKnotGeometry } from 'three';
import { closedMesh, latest, openView, slider } from './stage.js';
import { cubes } from './voxel-cubes.js';

/** The voxels that a knot touches. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const show = cubes(view, 0x4f8a4a);
  const engine = await createEngine();
  const scene = engine.createScene();
  const object = scene.add(closedMesh(new TorusKnotGeometry(0.9, 0.3, 200, 24)));

  const ask = latest(async (resolution) => {
    const found = await voxels(scene, object, { resolution });
    show(found, found.centres());
    stage.say(`${found.count} of ${found.resolution.join(' × ')} voxels`);
    view.draw();
  });
  slider(stage, 'Voxels along each axis', { min: 8, max: 40, step: 4, value: 24, seconds: 16 }, ask);
  await ask(24);
  return () => {
    engine.dispose();
    view.close();
  };
}
