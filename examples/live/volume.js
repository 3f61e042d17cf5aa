import { createEngine } from 'collidescope';
import { IcosahedronGeometry } from 'three';
import { closedMesh, latest, openView, slider, solid } from './stage.js';

/** The volume that two balls have in common, with a bound of its error. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const balls = [0x8fa8c8, 0xd8c49a].map((color) => solid(new IcosahedronGeometry(1, 12), color));
  for (const { material } of balls) material.opacity = 0.5;
  view.scene.add(...balls);

  const engine = await createEngine();
  const scene = engine.createScene();
  const [left, right] = balls.map(({ geometry }) => scene.add(closedMesh(geometry)));

  const ask = latest(async (x) => {
    balls[1].position.x = x;
    balls[1].updateMatrix();
    scene.place(right, balls[1].matrix.elements);
    const { volume, errorBound } = await scene.overlapVolume(left, right);
    stage.say(`${volume.toFixed(4)} ± ${errorBound.toFixed(4)} in common`);
    view.draw();
  });
  slider(stage, 'Pull them apart', { min: 0, max: 2.2, value: 0.9 }, ask);
  await ask(0.9);
  return () => {
    engine.dispose();
    view.close();
  };
}
