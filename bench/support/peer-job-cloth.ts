/** The job of the deforming cloth: ours gets new positions in each frame, the rival's tree is refitted to them. */
import type { Collisions } from '../../src/index.ts';
import { difference, isOursExact, ourPairSet, rivalPairSet, withoutSharedVertices } from './answers.ts';
import { foldedCloth } from './cloth.ts';
import { type BenchMesh, triangleCount } from './mesh.ts';
import type { PeerJob, Verdict } from './peer-job.ts';
import { cornersOf } from './peer-jobs-static.ts';
import { RivalDeforming } from './rival/self.ts';

const CELLS = 100;
const PHASE_STEP = 0.03;

/** The same mesh at `count` moments. */
export function clothFrames(count: number): BenchMesh[] {
  return Array.from({ length: count }, (_, frame) => foldedCloth(CELLS, PHASE_STEP * frame));
}

function judge(meshes: readonly BenchMesh[], ours: readonly Collisions[], rival: readonly number[][]): Verdict {
  let [right, missed, extra, pairs] = [true, 0, 0, 0];
  meshes.forEach((mesh, frame) => {
    const corners = cornersOf([mesh]);
    const comparable = withoutSharedVertices(ourPairSet(ours[frame], [0]), corners);
    const found = difference(comparable, rivalPairSet(rival[frame]));
    right &&= isOursExact(found, corners);
    missed += found.missed.length;
    extra += found.extra.length;
    pairs = ours[frame].trianglePairs.length / 4;
  });
  return { right, pairs, missed, extra };
}

export function clothJob(meshes: readonly BenchMesh[]): PeerJob {
  return {
    name: 'cloth',
    about: `a deforming cloth with itself, ${meshes.length} frames, per frame`,
    triangles: triangleCount(meshes[0]),
    frames: meshes.length,
    ours: (engine) => {
      const scene = engine.createScene();
      const cloth = scene.add(meshes[0]);
      return {
        run(frame) {
          scene.move(cloth, meshes[frame].positions);
          return scene.collide({ self: true });
        },
        close: () => scene.dispose(),
      };
    },
    rival: () => {
      const rival = new RivalDeforming(meshes[0]);
      return { run: (frame) => rival.frame(meshes[frame].positions) };
    },
    judge: (ours, rival) => judge(meshes, ours, rival),
  };
}
