import { Collider, CollisionHelper } from 'collidescope/three';
import { TorusGeometry, TorusKnotGeometry } from 'three';
import { latest, openView, slider, solid } from './stage.js';

export async function run(stage) {
  const view = openView(stage);
  const knot = solid(new TorusKnotGeometry(1, 0.32, 400, 40), 0x8fa8c8);
  const ring = solid(new TorusGeometry(0.9, 0.3, 80, 160), 0xd8c49a);
  const helper = new CollisionHelper();
  view.scene.add(knot, ring, helper);

  const collider = (await Collider.create()).add([knot, ring]);
  const triangles = [knot, ring].reduce((sum, { geometry }) => sum + geometry.index.count / 3, 0);

  const ask = latest(async (x) => {
    ring.position.x = x;
    ring.rotation.y = x;
    const began = performance.now();
    const hits = await collider.update().collide({ segments: true });
    const milliseconds = (performance.now() - began).toFixed(1);
    helper.update(hits);
    stage.say(`${hits.length} pairs of triangles collide, out of ${triangles} triangles: ${milliseconds} ms`);
    view.draw();
  });
  slider(stage, 'Move the ring', { min: -2.4, max: 2.4, value: 0.8 }, ask);
  await ask(0.8);
  return () => {
    collider.dispose();
    view.close();
  };
}
