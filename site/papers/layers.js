import { createEngine } from 'collidescope';
import { layers, layersOverlap } from 'collidescope/papers';
import { Group } from 'three';
import { layerPoints, overlapLines } from '../../examples/live/layer-points.js';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { hatAndMouseScene } from '../../scenes/kinematic/hat-and-mouse.ts';
import { openPaper } from './watch.js';

/** A hat over the head of a mouse: where rays enter and leave both within the box that they share, and the stretches in both. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const animated = await hatAndMouseScene({ size: 8000 });
  const paper = openPaper(stage, engine, animated, { opacity: 0.18, distance: 1 });
  const picture = new Group();
  paper.view.scene.add(picture);
  const [hat, mouse] = paper.shown.map(({ id }) => id);

  const ask = latest(async (seconds) => {
    animated.seek(seconds);
    paper.update();
    picture.clear();
    const resolution = 64;
    const [a, b] = [
      await layers(paper.scene, hat, { with: mouse, resolution, axis: 'y' }),
      await layers(paper.scene, mouse, { with: hat, resolution, axis: 'y' }),
    ];
    const { volume, pixels, from, to } = layersOverlap(a, b);
    picture.add(layerPoints(a, 0x30609f), layerPoints(b, 0x4f8a4a), overlapLines(a, { pixels, from, to }));
    const count = a.depths.length + b.depths.length;
    stage.say(
      `${a.across} × ${a.down} rays, ${count} layers; in both along ${pixels.length} stretches: volume ${volume.toFixed(5)}`,
    );
    paper.view.draw();
  });
  slider(stage, 'Pull the hat on', { min: 0, max: 4, value: 1.6, seconds: 16 }, ask);
  await ask(1.6);
  return ending(paper.view, engine);
}
