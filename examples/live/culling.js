import { createEngine } from 'collidescope';
import { CULL_SET, cull } from 'collidescope/papers';
import { Box3, IcosahedronGeometry } from 'three';
import { closedMesh, ending, latest, openView, slider } from './stage.js';
import { paintedMesh, passPicture } from './triangle-colors.js';

const OPTIONS = { preset: 'quick-cullide', hierarchy: true, resolution: 512, trace: true };
const COLORS = {
  [CULL_SET.NFV]: [0.7, 0.15, 0.12], // fully visible in neither pass: may collide
  [CULL_SET.FFV]: [0.95, 0.6, 0.2], // fully visible in the first pass
  [CULL_SET.SFV]: [0.95, 0.85, 0.3], // fully visible in the second pass
  [CULL_SET.BFV]: [0.78, 0.82, 0.86], // in both: collides with nothing, pruned
};

/** Quick-CULLIDE on 14 balls, of which some overlap: what is left after each pass, and the picture that it took. */
export async function run(stage) {
  const view = openView(stage, { distance: 7 });
  const engine = await createEngine();
  const scene = engine.createScene();
  const balls = Array.from({ length: 14 }, (_, i) => {
    const geometry = new IcosahedronGeometry(0.55, 5);
    geometry.translate(2 * Math.sin(2.4 * i), 0.9 * Math.cos(1.7 * i), 2 * Math.cos(2.4 * i));
    return { id: scene.add(closedMesh(geometry)), ...paintedMesh({ positions: geometry.attributes.position.array }) };
  });
  view.scene.add(...balls.map(({ mesh }) => mesh));
  const [box, takePicture] = [new Box3().setFromObject(view.scene), passPicture(view, OPTIONS.resolution)];
  const { passes, trace } = await cull(scene, OPTIONS);

  const ask = latest(async (number) => {
    const { pass, sets } = trace[number - 1];
    const all = balls.flatMap(({ id, paint }) => [...sets.get(id)].map((set, i) => paint(i, COLORS[set]) ?? set));
    takePicture(passes[pass].view, box);
    const told = `${all.filter((set) => set !== CULL_SET.BFV).length} of ${all.length} triangles may collide`;
    stage.say(`pass ${number} of ${trace.length}, along ${passes[pass].view}, by ${passes[pass].level}: ${told}`);
    view.draw();
  });
  slider(stage, 'Pass', { min: 1, max: trace.length, step: 1, value: 1, seconds: 16 }, ask);
  await ask(1);
  return ending(view, engine);
}
