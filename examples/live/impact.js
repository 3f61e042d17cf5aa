import { createEngine } from 'collidescope';
import { BoxGeometry, IcosahedronGeometry } from 'three';
import { closedMesh, latest, openView, slider, solid } from './stage.js';

/** A ball that is faster than the wall is thick: no frame shows the two together, but the way between two frames does. */
export async function run(stage) {
  const view = openView(stage);
  const ball = solid(new IcosahedronGeometry(0.4, 6), 0xd8c49a);
  const wall = solid(new BoxGeometry(0.1, 2, 2), 0x8fa8c8);
  view.scene.add(ball, wall);

  const engine = await createEngine();
  const scene = engine.createScene();
  const mover = scene.add(closedMesh(ball.geometry));
  scene.add(closedMesh(wall.geometry));
  const at = (x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

  const ask = latest(async (speed) => {
    scene.place(mover, at(-2));
    scene.aim(mover, at(-2 + speed));
    const { times } = await scene.impacts({ first: true });
    const time = times.length > 0 ? times[0] : 1;
    ball.position.x = -2 + speed * time;
    stage.say(times.length > 0 ? `hits the wall after ${time.toFixed(4)} of the step` : 'does not reach the wall');
    view.draw();
  });
  slider(stage, 'Distance in one step', { min: 0.5, max: 4, value: 3 }, ask);
  await ask(3);
  return () => {
    engine.dispose();
    view.close();
  };
}
