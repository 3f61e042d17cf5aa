/**
 * Govindaraju, Lin & Manocha, "Quick-CULLIDE": three simulations, every frame.
 *
 * Tables 1 and 2 and the plots over time of figures 7 and 8.
 */
import type { SceneName } from '../../scenes/index.ts';
import type { Collisions } from '../../src/index.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';
import { fastestInTurns, mean, playScene, type SceneFrame, triangleCount } from './scene-frames.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 24, triangles: 60_000, resolution: 1024 },
  full: { frames: 120, triangles: Infinity, resolution: 4096 },
};
const ROUNDS = 2;

interface Simulation {
  readonly label: string;
  readonly scene: SceneName;
  readonly size: number;
  readonly seconds: number;
  readonly views: 'xyz' | 'xz';
  readonly paper: { readonly milliseconds: Sides; readonly survivors: Sides };
}

interface Sides {
  readonly quick: number;
  readonly cullide: number;
}

const SIMULATIONS: readonly Simulation[] = [
  {
    label: 'cloth',
    scene: 'cloth',
    size: 20_000,
    seconds: 8,
    views: 'xz',
    paper: { survivors: { quick: 210, cullide: 1340 }, milliseconds: { quick: 21, cullide: 30 } },
  },
  {
    label: 'breaking objects',
    scene: 'breaking',
    size: 250_000 + 35_000,
    seconds: 4,
    views: 'xyz',
    paper: { survivors: { quick: 1400, cullide: 3600 }, milliseconds: { quick: 25, cullide: 35 } },
  },
  {
    label: 'leaves',
    scene: 'leaves',
    size: 40_000,
    seconds: 8,
    views: 'xyz',
    paper: { survivors: { quick: 450, cullide: 1200 }, milliseconds: { quick: 25, cullide: 31 } },
  },
];

/** How many different triangles are in pairs. */
export function collidingTriangles({ trianglePairs }: Collisions): number {
  const seen = new Set<number>();
  for (let at = 0; at < trianglePairs.length; at += 2) seen.add(trianglePairs[at] * 2 ** 26 + trianglePairs[at + 1]);
  return seen.size;
}

async function measureFrame({ scene, mirror, seconds }: SceneFrame) {
  const { collide } = await fastestInTurns(
    {
      collide: () => {
        mirror.update();
        return mirror.scene.collide({ self: scene.selfCollisions });
      },
    },
    ROUNDS,
  );
  return {
    seconds,
    triangles: triangleCount(scene),
    colliding: collidingTriangles(collide.answer),
    milliseconds: { collide: collide.milliseconds },
  };
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const simulations = [];
  for (const [index, simulation] of SIMULATIONS.entries()) {
    const { scene: name, seconds } = simulation;
    const size = Math.min(simulation.size, sizes.triangles);
    const part = [index / SIMULATIONS.length, (index + 1) / SIMULATIONS.length] as const;
    const frames = await playScene(context, { name, size, seconds, frames: sizes.frames, part }, measureFrame);
    simulations.push({ simulation, frames });
  }
  return {
    tables: [
      {
        name: 'times',
        title: 'Average collision time (table 2)',
        rowTitle: 'simulation',
        columns: [
          { key: 'triangles', title: 'triangles' },
          { key: 'quick', title: 'Quick-CULLIDE', unit: 'ms' },
          { key: 'cullide', title: 'CULLIDE', unit: 'ms' },
          { key: 'collide', title: 'exact pairs', unit: 'ms' },
        ],
        rows: simulations.map(({ simulation, frames }) => ({
          label: simulation.label,
          paper: { triangles: simulation.size, ...simulation.paper.milliseconds },
          ours: {
            triangles: Math.max(...frames.map(({ triangles }) => triangles)),
            collide: mean(frames.map(({ milliseconds }) => milliseconds.collide)),
          },
        })),
      },
    ],
    plots: [
      {
        kind: 'lines',
        name: 'times',
        title: 'Collision time over the cloth simulation (figure 8)',
        description: 'Milliseconds for finding all collisions in frames of the cloth simulation, over time.',
        x: { label: 'seconds since the cloth was dropped' },
        y: { label: 'collision time (ms)' },
        series: [
          {
            name: 'exact pairs',
            points: simulations[0].frames.map(({ seconds, milliseconds }) => [seconds, milliseconds.collide]),
          },
        ],
      },
    ],
    raw: simulations.map(({ simulation: { label }, frames }) => ({ label, frames })),
  };
}

export const quickCullide: PaperBench = {
  title: 'Fast Inter- and Intra-Object Collision Culling Using Graphics Hardware',
  source: 'Govindaraju, Lin & Manocha, IEEE VR 2005',
  hardware: 'Pentium 4 at 3.4 GHz, GeForce 6800 Ultra, views of 4096²',
  run,
};
