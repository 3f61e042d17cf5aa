/**
 * All methods on one scene, two bunnies of which one turns inside the other: what each leaves or finds, what it loses, what it asks
 * and draws, how long it takes, and how much memory it needs.
 */

import type { Scene } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { layersOverlap } from '../../src/papers/index.ts';
import { type CompareMeasured, compareTables } from './compare-tables.ts';
import {
  chosen,
  chosenTriangles,
  type PaperBench,
  type PaperContext,
  type PaperResults,
  type SceneSize,
} from './paper.ts';
import { playScene, type SceneFrame, triangleCount } from './scene-frames.ts';
import { lossesOf, survivorCount, workOf } from './survivors.ts';
import { medianInTurns } from './timing.ts';

const SIZES = { quick: { frames: 12, resolution: 1024 }, full: { frames: 60, resolution: 1400 } } as const;
const BUNNIES: SceneSize = { paper: 2 * 68_000, quick: 20_000 };
const VOXELS = 256;
const LAYERS = 256;

/** Culling methods, as options of `cull`. */
const CULLINGS = {
  cullide: { preset: 'cullide' },
  'quick-cullide': { preset: 'quick-cullide' },
  far: { preset: 'far' },
  conservative: { boxes: false },
  default: {},
} as const;

async function measureFrame({ scene, mirror, turns, seconds }: SceneFrame, context: PaperContext, resolution: number) {
  const { signal } = context;
  const [a, b] = scene.objects.map((object) => mirror.id(object)!);
  const moved =
    <T>(query: (scene: Scene) => Promise<T>) =>
    () => {
      mirror.updateAll();
      return query(mirror.scene);
    };
  const cull = (name: keyof typeof CULLINGS) =>
    moved((from) => papers.cull(from, { ...CULLINGS[name], resolution, signal }));
  const sampled = { generator: 'sampled', resolution: LAYERS, signal } as const;
  const timed = await medianInTurns(
    {
      cullide: cull('cullide'),
      'quick-cullide': cull('quick-cullide'),
      far: cull('far'),
      conservative: cull('conservative'),
      default: cull('default'),
      voxels: moved((from) => papers.voxelCollide(from, a, b, { resolution: VOXELS, signal })),
      layers: moved(async (from) =>
        layersOverlap(
          await papers.layers(from, a, { ...sampled, with: b }),
          await papers.layers(from, b, { ...sampled, with: a }),
        ),
      ),
      collide: moved((from) => from.collide({ signal })),
    },
    turns,
  );
  const exact = timed.collide.answer;
  const cullings = (Object.keys(CULLINGS) as (keyof typeof CULLINGS)[]).map((name) => {
    const { answer, milliseconds } = timed[name];
    const counts = { left: survivorCount(answer), lost: lossesOf(exact, answer).pairs, ...workOf(answer) };
    return { name, ...counts, milliseconds, bytes: answer.stats.bytes.query };
  });
  return {
    seconds,
    triangles: triangleCount(scene),
    pairs: exact.trianglePairs.length / 4,
    cullings,
    voxels: { common: timed.voxels.answer.common, milliseconds: timed.voxels.milliseconds },
    layers: { volume: timed.layers.answer.volume, milliseconds: timed.layers.milliseconds },
    collide: { milliseconds: timed.collide.milliseconds },
  };
}

export type CompareFrame = Awaited<ReturnType<typeof measureFrame>>;

/** Threads take memory as they come by work, so bytes differ a little from run to run. */
function withoutBytes({ cullings, ...frame }: CompareFrame) {
  return { ...frame, cullings: cullings.map(({ bytes: _bytes, ...culling }) => culling) };
}

async function run(context: PaperContext): Promise<PaperResults> {
  const { frames, resolution } = chosen(context, SIZES);
  const size = chosenTriangles(context, BUNNIES);
  const playing = { name: 'bunnies', size, seconds: 6, frames, part: [0, 1] } as const;
  const measured: CompareMeasured = {
    resolution,
    voxels: VOXELS,
    layers: LAYERS,
    frames: await context.part('bunnies', () =>
      playScene(context, playing, (frame) => measureFrame(frame, context, resolution)),
    ),
  };
  return {
    setup: `views of ${resolution}², ${frames} frames`,
    ...compareTables(measured),
    raw: { ...measured, frames: measured.frames.map(withoutBytes) },
  };
}

export const compare: PaperBench = {
  title: 'All methods on one scene',
  source: 'The methods of the five papers, our default, and exact collision',
  hardware: 'five different ones, see the pages of the papers',
  run,
};
