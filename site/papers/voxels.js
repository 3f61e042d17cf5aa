import { createEngine } from 'collidescope';
import { voxelCollide, voxels } from 'collidescope/papers';
import { Box3, Box3Helper, Vector3 } from 'three';
import { ending, latest, slider } from '../../examples/live/stage.js';
import { cubes } from '../../examples/live/voxel-cubes.js';
import { dolphinAndCylinderScene } from '../../scenes/kinematic/dolphin-and-cylinder.ts';
import { openPaper } from './watch.js';

/** A dolphin swims through a cylinder: the region that their boxes share, the voxels of both in it, and the common ones. */
export async function run(stage) {
  const engine = await createEngine({ prepare: ['all'] });
  const animated = await dolphinAndCylinderScene();
  const paper = openPaper(stage, engine, animated, { opacity: 0.25, distance: 1.1 });
  const [first, second, common] = [0x7f9fc0, 0x9fc39b, 0xb3261e].map((color) =>
    cubes(paper.view, color, color === 0xb3261e ? 1 : 0.3),
  );
  const region = new Box3Helper(new Box3(), 0x808080);
  paper.view.scene.add(region);
  const [dolphin, cylinder] = paper.shown.map(({ id }) => id);

  const ask = latest(async (seconds) => {
    animated.seek(seconds);
    paper.update();
    const grid = await voxelCollide(paper.scene, dolphin, cylinder, { resolution: 32, list: true });
    region.box.set(new Vector3(...(grid.region?.min ?? [0, 0, 0])), new Vector3(...(grid.region?.max ?? [0, 0, 0])));
    const isCommon = new Set();
    for (let i = 0; i < grid.common; i++) isCommon.add(grid.voxels.subarray(3 * i, 3 * i + 3).join());
    const worksheets = await Promise.all([dolphin, cylinder].map((id) => voxels(paper.scene, id, { grid })));
    for (const [i, sheet] of [first, second].entries()) sheet(grid, worksheets[i].centres(), isCommon, false);
    common(grid, worksheets[0].centres(), isCommon, true);
    const counts = `${grid.counts[0]} voxels of the dolphin, ${grid.counts[1]} of the cylinder`;
    stage.say(`${grid.resolution.join(' × ')} in the region of interest: ${counts}, ${grid.common} in common`);
    paper.view.draw();
  });
  slider(stage, 'Swim', { min: 0, max: 10, value: 1, seconds: 24 }, ask);
  await ask(1);
  return ending(paper.view, engine);
}
