/**
 * Govindaraju, Lin & Manocha, "Fast and Reliable Collision Culling Using Graphics Hardware": pairs of objects against
 * those whose boxes overlap (figure 6).
 */
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';
import { mean, playScene, type SceneFrame } from './scene-frames.ts';
import { sweepAndPrune, worldBounds } from './sweep-and-prune.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 24, triangles: 40_000, resolution: 1400 },
  full: { frames: 120, triangles: Infinity, resolution: 1400 },
};
const BREAKING_SIZE = 112_000 + 35_000;
const BREAKING_SECONDS = 4;

async function measureFrame({ scene, mirror, seconds }: SceneFrame) {
  mirror.update();
  const boxPairs = sweepAndPrune(scene.objects.map(worldBounds)).length;
  const { objectPairs } = await mirror.scene.collide();
  return { seconds, objects: scene.objects.length, boxPairs, collidingPairs: objectPairs.length / 3 };
}

async function run(context: PaperContext): Promise<PaperResults> {
  const { frames, triangles } = chosen(context, SIZES);
  const breaking = await playScene(
    context,
    { name: 'breaking', size: Math.min(BREAKING_SIZE, triangles), seconds: BREAKING_SECONDS, frames, part: [0, 1] },
    measureFrame,
  );
  return {
    tables: [
      {
        name: 'pairs',
        title: 'Pairs of objects in the breaking scene (figure 6), mean over the simulation',
        rowTitle: 'culling',
        columns: [{ key: 'pairs', title: 'pairs' }],
        rows: [
          { label: 'AABB sweep-and-prune', paper: {}, ours: { pairs: mean(breaking.map(({ boxPairs }) => boxPairs)) } },
          {
            label: 'colliding',
            paper: {},
            ours: { pairs: mean(breaking.map(({ collidingPairs }) => collidingPairs)) },
          },
        ],
      },
    ],
    plots: [
      {
        kind: 'lines',
        name: 'pairs',
        title: 'Pairs of objects in the breaking scene (figure 6)',
        description: 'Pairs of objects left by each way of culling in frames of the breaking scene, over time.',
        x: { label: 'seconds' },
        y: { label: 'pairs of objects' },
        series: [
          { name: 'AABB sweep-and-prune', points: breaking.map(({ seconds, boxPairs }) => [seconds, boxPairs]) },
          { name: 'colliding', points: breaking.map(({ seconds, collidingPairs }) => [seconds, collidingPairs]) },
        ],
      },
    ],
    raw: { breaking },
  };
}

export const far: PaperBench = {
  title: 'Fast and Reliable Collision Culling Using Graphics Hardware',
  source: 'Govindaraju, Lin & Manocha, VRST 2004',
  hardware: 'Xeon at 2.8 GHz, GeForce FX 5950 Ultra, views of 1400²',
  run,
};
