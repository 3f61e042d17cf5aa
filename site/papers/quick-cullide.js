import { createEngine } from 'collidescope';
import { cull } from 'collidescope/papers';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { passPicture } from '../../examples/live/triangle-colors.js';
import { bunniesScene } from '../../scenes/kinematic/bunnies.ts';
import { collidingTriangles, countsText, openPaper, paintSets } from './watch.js';

/** Quick-CULLIDE on two bunnies, one in the other: the sets after each pass, and the picture that the pass took. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const bunnies = await bunniesScene({ size: 2 * 4968 });
  const paper = openPaper(stage, engine, bunnies);
  const options = { preset: 'quick-cullide', hierarchy: true, resolution: 1024, trace: true };
  const { passes, trace } = await cull(paper.scene, options);
  const colliding = collidingTriangles(await paper.scene.collide());
  const takePicture = passPicture(paper.view, options.resolution);

  const ask = latest(async (number) => {
    const { pass, sets } = trace[number - 1];
    const { view, level } = passes[pass];
    const counts = paintSets(paper.shown, sets, colliding);
    takePicture(view, paper.box);
    stage.say(`Pass ${number} of ${trace.length}, along ${view}, by ${level}: ${countsText(counts)}`);
    paper.view.draw();
  });
  slider(stage, 'Pass', { min: 1, max: trace.length, step: 1, value: 1, seconds: 24 }, ask);
  await ask(1);
  return ending(paper.view, engine);
}
