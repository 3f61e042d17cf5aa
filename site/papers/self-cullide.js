import { createEngine } from 'collidescope';
import { cull } from 'collidescope/papers';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { passPicture } from '../../examples/live/triangle-colors.js';
import { mergedCowsScene } from '../../scenes/kinematic/merged-cows.ts';
import { collidingTriangles, countsText, openPaper, paintSets } from './watch.js';

/** Self-CULLIDE on two cows that are one object: down the hierarchy, from the whole to its triangles. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const cows = await mergedCowsScene({ size: 3000 });
  const paper = openPaper(stage, engine, cows);
  const options = { preset: 'self-cullide', hierarchy: true, clusterSize: 32, resolution: 512, trace: true };
  const { passes, trace } = await cull(paper.scene, options);
  const colliding = collidingTriangles(await paper.scene.collide({ self: true }));
  const takePicture = passPicture(paper.view, options.resolution);

  const ask = latest(async (number) => {
    const { pass, sets } = trace[number - 1];
    const { view, level, before, after } = passes[pass];
    const counts = paintSets(paper.shown, sets, colliding);
    takePicture(view, paper.box);
    const elements = `${before} ${level}s, ${after} left`;
    stage.say(`Pass ${number} of ${trace.length}, along ${view}, ${elements}: ${countsText(counts)}`);
    paper.view.draw();
  });
  slider(stage, 'Pass', { min: 1, max: trace.length, step: 1, value: 1, seconds: 24 }, ask);
  await ask(1);
  return ending(paper.view, engine);
}
