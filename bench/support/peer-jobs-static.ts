/** Jobs on meshes at rest: everything is rebuilt in each run, on both sides. */
import type { Collisions, Engine, MeshInput } from '../../src/index.ts';
import {
  answerHash,
  type CornersOf,
  type Difference,
  difference,
  isOursExact,
  ourPairSet,
  rivalPairSet,
  withoutSharedVertices,
} from './answers.ts';
import { type BenchMesh, triangleCount } from './mesh.ts';
import type { PeerJob, Verdict } from './peer-job.ts';
import { buildAndFindPairs } from './rival/pair.ts';
import { buildAndFindSelfPairs } from './rival/self.ts';

/** An answer computed by other means. */
export interface Recorded {
  readonly pairs: number;
  readonly sha256: string;
}

async function collideOnce(engine: Engine, meshes: readonly MeshInput[], self: boolean): Promise<Collisions> {
  const scene = engine.createScene();
  try {
    for (const mesh of meshes) scene.add(mesh);
    return await scene.collide({ self });
  } finally {
    scene.dispose();
  }
}

/** Corners of triangles counted through several meshes. */
export function cornersOf(meshes: readonly BenchMesh[]): CornersOf {
  return (triangle) => {
    let inMesh = triangle;
    for (const { positions, indices } of meshes) {
      if (inMesh < indices.length / 3) {
        const corners = indices.subarray(3 * inMesh, 3 * inMesh + 3);
        return Array.from(corners).flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
      }
      inMesh -= indices.length / 3;
    }
    throw new Error(`triangle ${triangle} is in none of the meshes`);
  };
}

function verdict({ trianglePairs }: Collisions, { missed, extra }: Difference, right: boolean): Verdict {
  return { right, pairs: trianglePairs.length / 4, missed: missed.length, extra: extra.length };
}

export interface SelfJobOptions {
  readonly about: string;
  readonly target?: number;
  /** Take vertices of equal coordinates for one, on our side, within the time; the rival knows no such thing. */
  readonly weld?: boolean;
  /** Where it is known, ours must equal it; otherwise exact arithmetic judges the pairs on which both sides differ. */
  readonly recorded?: Recorded;
}

/** Self-intersections. Ours are all of them; the rival skips pairs that share a vertex, so only the others compare. */
export function selfJob(name: string, mesh: BenchMesh, { weld = false, recorded, ...rest }: SelfJobOptions): PeerJob {
  const corners = cornersOf([mesh]);
  return {
    name,
    ...rest,
    triangles: triangleCount(mesh),
    frames: 1,
    ours: (engine) => ({ run: () => collideOnce(engine, [{ ...mesh, weld }], true) }),
    rival: () => ({ run: () => buildAndFindSelfPairs(mesh) }),
    judge([ours], [rival]) {
      const comparable = withoutSharedVertices(ourPairSet(ours, [0]), corners);
      const found = difference(comparable, withoutSharedVertices(rivalPairSet(rival), corners));
      const isRecorded =
        recorded && ours.trianglePairs.length === 4 * recorded.pairs && answerHash(ours) === recorded.sha256;
      return verdict(ours, found, isRecorded ?? isOursExact(found, corners));
    },
  };
}

/** Every pair between two meshes. */
export function pairJob(name: string, meshes: readonly [BenchMesh, BenchMesh], target: number): PeerJob {
  return {
    name,
    about: `${meshes[0].name} and ${meshes[1].name}, both rebuilt each time`,
    target,
    triangles: triangleCount(meshes[0]) + triangleCount(meshes[1]),
    frames: 1,
    ours: (engine) => ({ run: () => collideOnce(engine, meshes, false) }),
    rival: () => ({ run: () => buildAndFindPairs(...meshes) }),
    judge([ours], [rival]) {
      const found = difference(ourPairSet(ours, [0, triangleCount(meshes[0])]), rivalPairSet(rival));
      return verdict(ours, found, isOursExact(found, cornersOf(meshes)));
    },
  };
}
