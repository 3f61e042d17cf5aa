import { createEngine } from 'collidescope';
import { CylinderGeometry, TorusGeometry } from 'three';
import { sectionPicture } from './section-picture.js';
import { closedMesh, latest, openView, slider, solid } from './stage.js';

/** A pipe that does not fit its ring: which parts clash and how deep, and a cut through the middle of it. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const ring = solid(new TorusGeometry(1, 0.4, 40, 96).rotateX(Math.PI / 2), 0x8fa8c8);
  const pipe = solid(new CylinderGeometry(0.55, 0.55, 2.4, 64), 0xd8c49a);
  for (const { material } of [ring, pipe]) Object.assign(material, { opacity: 0.3, depthWrite: false });
  view.scene.add(ring, pipe);
  const engine = await createEngine();
  const scene = engine.createScene();
  const [a, b] = [ring, pipe].map(({ geometry }) => scene.add(closedMesh(geometry)));
  const cut = sectionPicture(view, 3.2);

  const ask = latest(async (x) => {
    pipe.position.x = x;
    pipe.updateMatrix();
    scene.place(b, pipe.matrix.elements);
    const { clashes } = await scene.clashes();
    const [worst] = clashes;
    const area = await cut(scene, a, b, worst ? (worst.bounds.min[1] + worst.bounds.max[1]) / 2 : 0);
    const depth = worst?.depth ? `, ${worst.depth.least.toFixed(3)} deep` : '';
    stage.say(worst ? `${worst.kind}${depth}; an area of ${area.toFixed(3)} of the section lies in both` : 'no clash');
    view.draw();
  });
  slider(stage, 'Move the pipe', { min: 0, max: 1.8, value: 0.4, seconds: 12 }, ask);
  await ask(0.4);
  return () => {
    engine.dispose();
    view.close();
  };
}
