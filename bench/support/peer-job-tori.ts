/** The job of the moving tori: scene and trees are kept, only places change; times are per frame. */
import type { Collisions, Engine } from '../../src/index.ts';
import { type CornersOf, difference, isOursExact, ourPairSet, rivalPairSet } from './answers.ts';
import { triangleCount } from './mesh.ts';
import type { PeerJob, Side, Verdict } from './peer-job.ts';
import { moveInto, type Rigid, writeMatrix } from './rigid.ts';
import { RivalTori } from './rival/tori.ts';
import { type ToriScene, toriScene } from './tori-scene.ts';

function openOurs(engine: Engine, { torus, terrain, frames }: ToriScene): Side<Collisions> {
  const scene = engine.createScene();
  const tori = frames[0].map(() => scene.add(torus));
  scene.add(terrain);
  const matrix = new Float64Array(16);
  return {
    run(frame) {
      frames[frame].forEach((rigid, index) => {
        writeMatrix(rigid, matrix);
        scene.place(tori[index], matrix);
      });
      return scene.collide();
    },
    close: () => scene.dispose(),
  };
}

/** Corners of a triangle where its torus stands, in the double precision in which place() puts it there. */
function cornersIn({ torus, terrain }: ToriScene, places: readonly Rigid[]): CornersOf {
  const perTorus = triangleCount(torus);
  const moved = new Float64Array(torus.positions.length);
  return (triangle) => {
    const object = Math.floor(triangle / perTorus);
    const isTorus = object < places.length;
    const [mesh, first] = isTorus ? [torus, object * perTorus] : [terrain, places.length * perTorus];
    if (isTorus) moveInto(torus.positions, places[object], moved);
    const positions = isTorus ? moved : terrain.positions;
    const corners = mesh.indices.subarray(3 * (triangle - first), 3 * (triangle - first) + 3);
    return Array.from(corners).flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
  };
}

function judge(world: ToriScene, ours: readonly Collisions[], rival: readonly number[][]): Verdict {
  const perTorus = triangleCount(world.torus);
  const firstTriangles = Array.from({ length: world.frames[0].length + 1 }, (_, object) => object * perTorus);
  let [right, missed, extra, pairs] = [true, 0, 0, 0];
  world.frames.forEach((places, frame) => {
    const found = difference(ourPairSet(ours[frame], firstTriangles), rivalPairSet(rival[frame]));
    right &&= isOursExact(found, cornersIn(world, places));
    missed += found.missed.length;
    extra += found.extra.length;
    pairs = ours[frame].trianglePairs.length / 4;
  });
  return { right, pairs, missed, extra };
}

export function toriJob(name: string, frameCount: number, target: number): PeerJob {
  const world = toriScene(frameCount);
  return {
    name,
    about: '500 moving tori of 156 over a terrain of 40 000, all pairs between objects, per frame',
    target,
    triangles: 500 * triangleCount(world.torus) + triangleCount(world.terrain),
    frames: frameCount,
    ours: (engine) => openOurs(engine, world),
    rival: () => {
      const rival = new RivalTori(world);
      return { run: (frame) => rival.frame(world.frames[frame]) };
    },
    judge: (ours, rival) => judge(world, ours, rival),
  };
}
