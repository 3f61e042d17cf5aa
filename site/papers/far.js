import { createEngine } from 'collidescope';
import { cull } from 'collidescope/papers';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { passPicture } from '../../examples/live/triangle-colors.js';
import { leavesScene } from '../../scenes/leaves/leaves.ts';
import { fattenedBoxes } from './far-boxes.js';
import { collidingTriangles, finalSets, openPaper, paintSets } from './watch.js';

/** FAR's boxes around the triangles of a leaf: the coarser the image, the fatter, so that nothing that collides is lost. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const leaves = await leavesScene({ engine, size: 9000 });
  for (let frame = 0; frame < 45; frame++) await leaves.step(1 / 15);
  const paper = openPaper(stage, engine, leaves, { distance: 1.6 });
  const colliding = collidingTriangles(await paper.scene.collide());
  const total = [...colliding.values()].reduce((sum, { size }) => sum + size, 0);
  const boxes = fattenedBoxes(paper.view, paper.shown);
  const takePicture = passPicture(paper.view, 512);

  const ask = latest(async (exponent) => {
    const resolution = 2 ** exponent;
    const sampled = finalSets(paper.shown, await cull(paper.scene, { preset: 'cullide', resolution }));
    const { lost } = paintSets(paper.shown, sampled, colliding);
    const far = finalSets(paper.shown, await cull(paper.scene, { preset: 'far', resolution }));
    const counts = paintSets(paper.shown, far, colliding);
    boxes(far, paper.box, resolution);
    takePicture('x', paper.box);
    const loss = `of ${total} colliding triangles CULLIDE loses ${lost}, FAR ${counts.lost}`;
    stage.say(
      `${resolution} × ${resolution} pixels: FAR keeps ${counts.NFV + counts.FFV + counts.SFV} triangles; ${loss}`,
    );
    paper.view.draw();
  });
  slider(stage, 'Pixels', { min: 5, max: 11, step: 1, value: 6, seconds: 24 }, ask);
  await ask(6);
  return ending(paper.view, engine);
}
