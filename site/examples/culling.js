import { createEngine } from 'collidescope';
import { CULL_SET, cull } from 'collidescope/papers';
import { Float32BufferAttribute, IcosahedronGeometry } from 'three';
import { closedMesh, latest, openView, slider, solid } from './stage.js';

const COLORS = {
  [CULL_SET.NFV]: [0.7, 0.15, 0.12], // not fully visible in either pass: may collide
  [CULL_SET.FFV]: [0.95, 0.6, 0.2], // fully visible in the first pass
  [CULL_SET.SFV]: [0.95, 0.85, 0.3], // fully visible in the second pass
  [CULL_SET.BFV]: [0.78, 0.82, 0.86], // in both: collides with nothing, pruned
};

/** Quick-CULLIDE on a dozen balls, of which some overlap: what is left after each pass. */
export async function run(stage) {
  const view = openView(stage, { distance: 7 });
  const balls = Array.from({ length: 14 }, (_, i) => {
    const ball = solid(new IcosahedronGeometry(0.42, 5), 0xffffff);
    ball.position.set(2 * Math.sin(2.4 * i), 0.9 * Math.cos(1.7 * i), 2 * Math.cos(2.4 * i));
    ball.material.vertexColors = true;
    ball.material.opacity = 1;
    const { count } = ball.geometry.attributes.position;
    ball.geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(3 * count), 3));
    ball.updateMatrix();
    return ball;
  });
  balls[1].position.copy(balls[0].position).x += 0.55;
  balls[5].position.copy(balls[4].position).y += 0.6;
  view.scene.add(...balls);

  const engine = await createEngine();
  const scene = engine.createScene();
  for (const ball of balls) {
    ball.updateMatrix();
    scene.place(scene.add(closedMesh(ball.geometry)), ball.matrix.elements);
  }
  const { passes, trace } = await cull(scene, {
    preset: 'quick-cullide',
    hierarchy: true,
    resolution: 512,
    trace: true,
  });
  const total = balls.reduce((sum, { geometry }) => sum + geometry.attributes.position.count / 3, 0);

  const ask = latest(async (number) => {
    const sets = trace[number - 1].sets;
    let left = 0;
    for (const [object, { geometry }] of balls.entries()) {
      const { color } = geometry.attributes;
      for (const [triangle, set] of (sets.get(object) ?? []).entries()) {
        if (set !== CULL_SET.BFV) left++;
        for (let corner = 0; corner < 3; corner++) color.setXYZ(3 * triangle + corner, ...COLORS[set]);
      }
      color.needsUpdate = true;
    }
    const { view: direction, level } = passes[trace[number - 1].pass];
    const after = `pass ${number} of ${trace.length}, along ${direction}, by ${level}`;
    stage.say(`${after}: ${left} of ${total} triangles may collide`);
    view.draw();
  });
  slider(stage, 'Pass', { min: 1, max: trace.length, step: 1, value: 1, seconds: 16 }, ask);
  await ask(1);
  return () => {
    engine.dispose();
    view.close();
  };
}
