/** The three scenes of FAR, frame by frame: what each culling method leaves, what it loses and how long it takes. */

import type { Scene } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { chosenTriangles, type PaperContext, type PaperSizes, type SceneSize } from './paper.ts';
import { playScene, type SceneFrame, triangleCount } from './scene-frames.ts';
import { lossesOf, survivorCount, workOf } from './survivors.ts';
import { objectPairsLeft, sweepAndPrune, worldBounds } from './sweep-and-prune.ts';
import { medianInTurns } from './timing.ts';

export const BREAKING: SceneSize = { paper: 112_000 + 35_000, quick: 20_000 };
const BUNNIES: SceneSize = { paper: 2 * 68_000, quick: 40_000 };
const TREE: SceneSize = { paper: 40_000, quick: 40_000 };
/** Resolutions at which one frame of each is measured in addition to the chosen one, up to twice as fine. */
const OTHER_RESOLUTIONS = [32, 64, 128, 256, 512, 1024, 2048, 4096];

interface Looking {
  readonly resolution: number;
  readonly signal?: AbortSignal;
}

/** Asks CULLIDE, FAR, FAR with Quick-CULLIDE's passes, our default and `collide`, in turns; taking over what moved is part of each. */
async function askAll({ mirror, turns }: SceneFrame, looking: Looking) {
  const moved =
    <T>(query: (scene: Scene) => Promise<T>) =>
    () => {
      mirror.updateAll();
      return query(mirror.scene);
    };
  const { cullide, far, quickFar, reliable, exact } = await medianInTurns(
    {
      cullide: moved((scene) => papers.cull(scene, { preset: 'cullide', sweep: true, ...looking })),
      far: moved((scene) => papers.cull(scene, { preset: 'far', sweep: true, ...looking })),
      quickFar: moved((scene) => papers.cull(scene, { preset: 'far', sweep: true, passes: 'quick', ...looking })),
      reliable: moved((scene) => papers.cull(scene, looking)),
      exact: moved((scene) => scene.collide({ signal: looking.signal })),
    },
    turns,
  );
  const ways = { cullide, far, quickFar, reliable };
  const each = <T>(measure: (way: typeof far) => T) => ({
    cullide: measure(ways.cullide),
    far: measure(ways.far),
    quickFar: measure(ways.quickFar),
    reliable: measure(ways.reliable),
  });
  return {
    exact: exact.answer,
    each,
    survivors: each(({ answer }) => survivorCount(answer)),
    work: each(({ answer }) => workOf(answer)),
    lost: each(({ answer }) => lossesOf(exact.answer, answer)),
    milliseconds: { ...each(({ milliseconds }) => milliseconds), exact: exact.milliseconds },
  };
}

/** Figure 6: pairs of objects left by FAR and by boxes, and those that collide. */
export function measureBreaking(context: PaperContext, { frames, resolution }: PaperSizes) {
  const size = chosenTriangles(context, BREAKING);
  const playing = { name: 'breaking', size, seconds: 3, frames, without: ['floor'], part: [0, 0.45] } as const;
  return playScene(context, playing, async (frame) => {
    const boxPairs = sweepAndPrune(frame.scene.objects.map(worldBounds)).length;
    const { exact, each, survivors, lost, milliseconds } = await askAll(frame, { resolution, signal: context.signal });
    return {
      seconds: frame.seconds,
      objects: frame.scene.objects.length,
      triangles: triangleCount(frame.scene),
      pairs: {
        boxes: boxPairs,
        ...each(({ answer }) => objectPairsLeft(frame.scene.objects, frame.mirror, answer)),
        colliding: exact.objectPairs.length / 3,
      },
      survivors,
      lost,
      milliseconds,
    };
  });
}

export type BreakingFrame = Awaited<ReturnType<typeof measureBreaking>>[number];

/** Figure 7: pairs of triangles that each method misses. */
export function measureBunnies(context: PaperContext, { frames, resolution }: PaperSizes) {
  const size = chosenTriangles(context, BUNNIES);
  const playing = { name: 'bunnies', size, seconds: 6, frames, part: [0.45, 0.8] } as const;
  return playScene(context, playing, async (frame) => {
    const looking = { resolution, signal: context.signal };
    const { exact, survivors, lost, work, milliseconds } = await askAll(frame, looking);
    return {
      seconds: frame.seconds,
      triangles: triangleCount(frame.scene),
      pairs: exact.trianglePairs.length / 4,
      survivors,
      work,
      lost,
      milliseconds,
    };
  });
}

export type BunniesFrame = Awaited<ReturnType<typeof measureBunnies>>[number];

/** What each method misses of the bunnies at finer and coarser resolutions. */
export async function measureResolutions(context: PaperContext, { resolution }: PaperSizes) {
  const size = chosenTriangles(context, BUNNIES);
  const playing = { name: 'bunnies', size, seconds: 1, frames: 1, part: [0.8, 0.9] } as const;
  const asked = OTHER_RESOLUTIONS.filter((one) => one <= 2 * resolution);
  const all = [...new Set([...asked, resolution])].sort((a, b) => a - b);
  const [measured] = await playScene(context, playing, async (only) => {
    const frame = { ...only, turns: { warmUp: 0, measured: 1 } };
    const rows = [];
    for (const one of all) {
      const { exact, survivors, lost } = await askAll(frame, { resolution: one, signal: context.signal });
      rows.push({ resolution: one, pairs: exact.trianglePairs.length / 4, survivors, lost });
    }
    return rows;
  });
  return measured;
}

export type ResolutionRow = Awaited<ReturnType<typeof measureResolutions>>[number];

/** Figure 1: leaves that fall from a tree. */
export function measureTree(context: PaperContext, { frames, resolution }: PaperSizes) {
  const size = chosenTriangles(context, TREE);
  const playing = { name: 'leaves', size, seconds: 8, frames, without: ['ground'], part: [0.9, 1] } as const;
  return playScene(context, playing, async (frame) => {
    const { survivors, lost, milliseconds } = await askAll(frame, { resolution, signal: context.signal });
    return { seconds: frame.seconds, triangles: triangleCount(frame.scene), survivors, lost, milliseconds };
  });
}

export type TreeFrame = Awaited<ReturnType<typeof measureTree>>[number];
