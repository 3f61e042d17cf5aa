import { createEngine } from 'collidescope';
import { cull } from 'collidescope/papers';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { paintedMesh } from '../../examples/live/triangle-colors.js';
import { mergedCowsScene } from '../../scenes/kinematic/merged-cows.ts';
import { collidingTriangles, finalSets, openPaper, paintSets } from './watch.js';

const METHODS = {
  'self-CULLIDE': { preset: 'self-cullide' },
  'Quick-CULLIDE': { preset: 'quick-cullide', self: true },
  FAR: { preset: 'far', self: true },
  'the default': { self: true },
};

/** Four ways to cull the same two cows, side by side: what each keeps, and what it loses. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const paper = openPaper(stage, engine, await mergedCowsScene({ size: 3000 }), { distance: 2.3 });
  const [{ mesh, ...first }] = paper.shown;
  mesh.visible = false;
  const copies = Object.keys(METHODS).map((name) => ({ name, ...first, ...paintedMesh(first.object) }));
  for (const [i, copy] of copies.entries()) copy.mesh.position.set((i % 2) * 2.4 - 1.2, i < 2 ? 0.8 : -0.8, 0);
  paper.view.scene.add(...copies.map((copy) => copy.mesh));

  const ask = latest(async (exponent) => {
    const resolution = 2 ** exponent;
    const colliding = collidingTriangles(await paper.scene.collide({ self: true }));
    const told = [];
    for (const { name, ...copy } of copies) {
      const sets = finalSets([copy], await cull(paper.scene, { ...METHODS[name], resolution }));
      const { BFV, lost } = paintSets([copy], sets, colliding);
      told.push(`${name} keeps ${copy.triangleCount - BFV} and loses ${lost}`);
    }
    stage.say(`${resolution} × ${resolution} pixels: ${told.join('; ')}`);
    paper.view.draw();
  });
  slider(stage, 'Pixels', { min: 5, max: 10, step: 1, value: 7, seconds: 24 }, ask);
  await ask(7);
  return ending(paper.view, engine);
}
