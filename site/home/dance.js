/** A cloth falls on a dancing figure, folds, and passes through nothing: neither the figure nor itself. */
import { createEngine } from 'collidescope';
import { clothMesh, clothWants, makeCloth } from './cloth.js';
import { dancingFigure } from './figure.js';
import { CLAY, openStudio, readPose } from './studio.js';

const GAP = 0.007; // metres between the cloth and anything else
const SECONDS = 1 / 60; // of a step
const STILL = 1.5; // seconds until the dance begins

/** Runs until the function it returns is called. `say` is told how it goes every ten frames. */
export async function run({ canvas, say }, figure = dancingFigure(CLAY)) {
  const view = openStudio(canvas);
  const engine = await createEngine({ prepare: ['contacts', 'impacts'] }); // what advance asks
  const scene = engine.createScene();
  figure.dance(0);
  view.scene.add(figure.root ?? figure.meshes[0]);
  const bodies = figure.meshes.map((mesh) => ({
    mesh,
    id: scene.add({ positions: readPose(mesh), indices: Uint32Array.from(mesh.geometry.index.array), weld: true }),
  }));
  const cloth = makeCloth(figure);
  const shown = clothMesh(cloth);
  const sheet = scene.add({ positions: cloth.positions, indices: cloth.indices });
  view.scene.add(shown);
  const pulled = view.pullable(shown);

  // The cloth with itself and with the bodies; what these do to each other is their own affair. They go their way: 0.
  const pairs = [[sheet, sheet], ...bodies.map(({ id }) => [id, sheet])];
  const inverseMasses = bodies.map(({ id }) => ({ object: id, values: 0 }));

  let [positions, before] = [cloth.positions, cloth.positions];
  let [frames, intersections, seconds, since] = [0, 0, 0, performance.now()];

  async function frame() {
    seconds += SECONDS;
    figure.dance(Math.max(0, seconds - STILL));
    for (const { mesh, id } of bodies) scene.aim(id, readPose(mesh));
    scene.aim(sheet, clothWants(cloth, { positions, before, seconds: SECONDS, pull: pulled() }));

    // Everything goes where it is aimed, and the cloth is pushed or held back where something would be in the way.
    const { objects, ends } = await scene.advance({ pairs, gap: GAP, friction: 0.5, inverseMasses });
    [before, positions] = [positions, ends[objects.indexOf(sheet)]];

    // Not needed for that, but it is the claim: exactly no pair of triangles collides.
    intersections += (await scene.collide({ pairs })).kinds.length;

    shown.geometry.attributes.position.copyArray(positions).needsUpdate = true;
    shown.geometry.computeVertexNormals();
    view.draw();
    if (++frames % 10) return;
    const now = performance.now();
    say({ frames, intersections, perSecond: 10_000 / (now - since), backend: engine.backend });
    since = now;
  }

  let isRunning = true;
  const loop = async () => {
    if (!isRunning) return;
    try {
      await frame();
      requestAnimationFrame(loop);
    } catch (error) {
      if (isRunning) say({ error });
    }
  };
  loop();
  return () => {
    isRunning = false;
    view.close();
    engine.dispose();
  };
}
