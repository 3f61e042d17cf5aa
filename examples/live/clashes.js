import { Collider } from 'collidescope/three';
import { ArrowHelper, BoxGeometry, CylinderGeometry, Vector3 } from 'three';
import { latest, openView, slider, solid } from './stage.js';

/** A plate with pegs that are too thick, as a report lists it: which parts, what kind, how deep. */
export async function run(stage) {
  const view = openView(stage);
  const plate = solid(new BoxGeometry(3, 0.4, 2), 0x8fa8c8);
  const peg = solid(new CylinderGeometry(0.3, 0.3, 1.2, 48), 0xd8c49a);
  const cover = solid(new BoxGeometry(3, 0.2, 2), 0x9fc39b);
  Object.assign(plate, { name: 'plate' });
  Object.assign(peg, { name: 'peg' });
  Object.assign(cover, { name: 'cover' });
  cover.position.y = 1;
  const arrow = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), 0.6, 0xb3261e);
  for (const { material } of [arrow.line, arrow.cone]) material.depthTest = false; // seen through the parts
  view.scene.add(plate, peg, cover, arrow);
  const collider = (await Collider.create()).add([plate, peg, cover]);

  const ask = latest(async (y) => {
    peg.position.y = y;
    const clashes = await collider.update().clashes();
    const told = [...clashes].map(({ a, b, kind, depth }) => {
      const deep = depth ? `, ${depth.least.toFixed(3)} deep` : '';
      return `${a.object.name} and ${b.object.name}: ${kind}${deep}`;
    });
    const [worst] = clashes;
    arrow.visible = Boolean(worst?.normal);
    if (worst) arrow.position.copy(worst.point);
    if (worst?.normal) arrow.setDirection(worst.normal);
    stage.say(told.length > 0 ? told.join('; ') : 'no clash');
    view.draw();
  });
  slider(stage, 'Push the peg in', { min: 0, max: 2, value: 0.55 }, ask);
  await ask(0.55);
  return () => {
    collider.dispose();
    view.close();
  };
}
