import { Collider, CollisionHelper } from 'collidescope/three';
import { PlaneGeometry } from 'three';
import { latest, openView, slider, solid } from './stage.js';

/** A sheet that is rolled up tighter and tighter, until it passes through itself. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const sheet = solid(new PlaneGeometry(4, 1.6, 160, 48), 0x9fc39b);
  const flat = sheet.geometry.attributes.position.array.slice();
  const helper = new CollisionHelper();
  view.scene.add(sheet, helper);
  const collider = (await Collider.create()).add(sheet);

  const ask = latest(async (turns) => {
    const { position } = sheet.geometry.attributes;
    for (let i = 0; i < position.count; i++) {
      const angle = turns * flat[3 * i];
      const radius = 0.9 + 0.05 * Math.sin(5 * flat[3 * i] + 3 * flat[3 * i + 1]);
      position.setXYZ(i, radius * Math.sin(angle), flat[3 * i + 1], radius * Math.cos(angle));
    }
    position.needsUpdate = true;
    sheet.geometry.computeVertexNormals();
    const hits = await collider.update().collide({ self: true, segments: true });
    helper.update(hits);
    stage.say(`${hits.length} pairs of its own triangles cross; neighbours do not count as such`);
    view.draw();
  });
  slider(stage, 'Roll it up', { min: 0.2, max: 2.2, value: 1.75 }, ask);
  await ask(1.75);
  return () => {
    collider.dispose();
    view.close();
  };
}
