import { createEngine } from 'collidescope';
import { voxels } from 'collidescope/papers';
import { BufferAttribute, BufferGeometry, Points, PointsMaterial, TorusKnotGeometry } from 'three';
import { closedMesh, latest, openView, slider } from './stage.js';

/** The voxels that a knot touches, as squares at their centres. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const points = new Points(new BufferGeometry(), new PointsMaterial({ color: 0x4f8a4a }));
  view.scene.add(points);

  const engine = await createEngine();
  const scene = engine.createScene();
  const object = scene.add(closedMesh(new TorusKnotGeometry(0.9, 0.3, 200, 24)));

  const ask = latest(async (resolution) => {
    const found = await voxels(scene, object, { resolution });
    points.geometry.dispose();
    points.geometry = new BufferGeometry();
    points.geometry.setAttribute('position', new BufferAttribute(new Float32Array(found.centres()), 3));
    points.material.size = 0.7 * found.voxelSize;
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
