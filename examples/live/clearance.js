import { Collider } from 'collidescope/three';
import { BoxGeometry, BufferGeometry, Line, LineBasicMaterial, TorusKnotGeometry } from 'three';
import { latest, openView, slider, solid } from './stage.js';

/** The least distance of two parts, and where it is. */
export async function run(stage) {
  const view = openView(stage);
  const knot = solid(new TorusKnotGeometry(0.8, 0.25, 240, 24), 0x8fa8c8);
  const box = solid(new BoxGeometry(0.8, 0.8, 0.8), 0xd8c49a);
  const line = new Line(new BufferGeometry(), new LineBasicMaterial({ color: 0xb3261e }));
  view.scene.add(knot, box, line);
  const collider = (await Collider.create()).add([knot, box]);

  const ask = latest(async (x) => {
    box.position.x = x;
    const near = await collider.update().within(1, { objects: true });
    const nearest = near.at(0);
    line.visible = nearest !== undefined;
    if (nearest) line.geometry.setFromPoints(nearest.points);
    stage.say(nearest ? `${nearest.distance.toFixed(3)} apart` : 'farther apart than 1');
    view.draw();
  });
  slider(stage, 'Move the box', { min: 1.4, max: 3, value: 1.9 }, ask);
  await ask(1.9);
  return () => {
    collider.dispose();
    view.close();
  };
}
