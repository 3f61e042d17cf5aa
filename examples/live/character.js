import { Collider, CollisionHelper } from 'collidescope/three';
import { ending, latest, openView, slider } from './stage.js';
import { figure, furniture } from './walking-figure.js';

/** A skinned figure that walks through a table and a stool. */
export async function run(stage) {
  const view = openView(stage, { distance: 4.6, at: [0, 0.7, 0] });
  const { mesh, walk } = figure();
  const pieces = furniture();
  const helper = new CollisionHelper();
  view.scene.add(mesh, ...pieces, helper);
  // The figure against the furniture: what its limbs do to each other does not count here, nor do table top and legs.
  const collider = (await Collider.create()).add([mesh, ...pieces]);
  const pairs = pieces.map((piece) => [mesh, piece]);

  const ask = latest(async (way) => {
    walk(way);
    const hits = await collider.update().collide({ segments: true, pairs });
    helper.update(hits);
    const met = new Set(hits.pairs.flatMap(({ a, b }) => [a.object, b.object]).filter((part) => part !== mesh));
    stage.say(`${hits.length} pairs of triangles with ${met.size} of ${pieces.length} pieces`);
    view.draw();
  });
  slider(stage, 'Walk', { min: 0, max: 3, value: 1.7, seconds: 16 }, ask);
  await ask(1.7);
  return ending(view, collider);
}
