import { Collider } from 'collidescope/three';
import { BoxGeometry, CylinderGeometry, TorusGeometry, Vector3 } from 'three';
import { dragAcross, everyFrame, openView, solid } from './stage.js';

/** A ring that is dragged among pins: it stops where something is in the way, and slides along it, however fast the mouse is. */
export async function run(stage) {
  const view = openView(stage, { distance: 9 });
  const plate = solid(new BoxGeometry(6, 0.3, 4).translate(0, -0.5, 0), 0xb9c4cf);
  const pins = [-2, 0, 2].flatMap((x) =>
    [-1, 1].map((z) => solid(new CylinderGeometry(0.25, 0.25, 1.4, 32).translate(x, 0.36, z), 0xd8c49a)),
  );
  const ring = solid(new TorusGeometry(0.5, 0.16, 20, 48).rotateX(Math.PI / 2), 0x8fa8c8);
  ring.position.set(-3.2, 0, 0);
  view.scene.add(plate, ...pins, ring);
  const collider = (await Collider.create()).add([plate, ...pins, ring]);

  let target;
  const isTaken = dragAcross(stage, view, ring, (point) => (target = point));
  async function frame() {
    const seconds = performance.now() / 1000;
    if (!isTaken()) target = new Vector3(3.4 * Math.sin(0.7 * seconds), 0, 1.6 * Math.sin(1.1 * seconds));
    const { isThere, obstacles } = await collider.slide(ring, target);
    const hits = await collider.collide({ contacts: 'penetrating', ignore: [[plate, plate]] });
    const held = new Set([...(obstacles ?? [])].flatMap(({ a, b }) => [a.object, b.object]));
    for (const pin of pins) pin.material.color.set(held.has(pin) ? 0xb3261e : 0xd8c49a);
    const where = `${ring.position.x.toFixed(3)}, ${ring.position.z.toFixed(3)}`;
    stage.say(`${isThere ? 'free' : 'held back'} at ${where}; ${hits.length} pairs of triangles collide`);
    view.draw();
  }
  await frame();
  everyFrame(stage, frame);
  return () => {
    collider.dispose();
    view.close();
  };
}
