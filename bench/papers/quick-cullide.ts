/**
 * Govindaraju, Lin & Manocha, "Quick-CULLIDE": three simulations, CULLIDE and Quick-CULLIDE on the same frames.
 *
 * Tables 1 and 2, the plots over time of figures 7 and 8, and the factors of section 5.1.3.
 */
import type { SceneName } from '../../scenes/index.ts';
import type { Collisions } from '../../src/index.ts';
import {
  type CollideCulledStats,
  type CulledCollisions,
  type CullOptions,
  cullCollide,
} from '../../src/papers/index.ts';
import { measureSettings, settingsTable } from './cull-settings.ts';
import { generatorTables, measureGenerators } from './generators.ts';
import {
  chosen,
  chosenTriangles,
  type PaperBench,
  type PaperContext,
  type PaperResults,
  type PaperSizes,
  type SceneSize,
} from './paper.ts';
import { depthPlot, factorTables, measureDepths, measureFactors } from './quick-cullide-factors.ts';
import { quickCullideTables } from './quick-cullide-tables.ts';
import { playScene, type SceneFrame, triangleCount } from './scene-frames.ts';
import { collidingTriangles, workOf } from './survivors.ts';
import { medianInTurns, type Timed } from './timing.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 6, resolution: 1024 },
  full: { frames: 60, resolution: 4096 },
};

interface Sides {
  readonly quick: number;
  readonly cullide: number;
}

export interface Simulation {
  readonly label: string;
  readonly scene: SceneName;
  readonly size: SceneSize;
  readonly seconds: number;
  readonly views: string;
  /** Whether objects are also tested against themselves. */
  readonly self: boolean;
  readonly without: readonly string[];
  /** Whether the cloth runs through itself. */
  readonly tangles?: boolean;
  /** Tables 1 and 2: triangles in the potentially colliding set, and milliseconds. */
  readonly paper: { readonly survivors: Sides; readonly milliseconds: Sides };
}

export const SIMULATIONS: readonly Simulation[] = [
  {
    label: 'cloth',
    scene: 'cloth',
    size: { paper: 20_000, quick: 10_000 },
    seconds: 4,
    // The paper looks along X and Z and does not say which axis points up; ours is y.
    views: 'xy',
    self: true,
    // One that answers its collisions has none to find.
    tangles: true,
    without: ['floor'],
    paper: { survivors: { quick: 210, cullide: 1340 }, milliseconds: { quick: 21, cullide: 30 } },
  },
  {
    label: 'breaking objects',
    scene: 'breaking',
    size: { paper: 250_000 + 35_000, quick: 12_000 },
    seconds: 3,
    views: 'xyz',
    self: false,
    without: ['floor'],
    paper: { survivors: { quick: 1400, cullide: 3600 }, milliseconds: { quick: 25, cullide: 35 } },
  },
  {
    label: 'leaves',
    scene: 'leaves',
    size: { paper: 40_000, quick: 40_000 },
    seconds: 8,
    views: 'xyz',
    self: false,
    without: ['ground'],
    paper: { survivors: { quick: 450, cullide: 1200 }, milliseconds: { quick: 25, cullide: 31 } },
  },
];

export type MeasuredFrame = Awaited<ReturnType<typeof measureFrame>>;

export interface MeasuredSimulation {
  readonly simulation: Simulation;
  readonly frames: readonly MeasuredFrame[];
}

async function measureFrame(
  { scene, mirror, seconds, turns }: SceneFrame,
  { views, self }: Simulation,
  resolution: number,
  signal: AbortSignal | undefined,
) {
  // Taking over what moved is part of each: a query on a scene that has not changed has less to do.
  const culled = (options: CullOptions) => () => {
    mirror.updateAll();
    return cullCollide(mirror.scene, { ...options, self, signal });
  };
  const exact = () => {
    mirror.updateAll();
    return mirror.scene.collide({ self, signal });
  };
  const timed = await medianInTurns(
    {
      quick: culled({ preset: 'quick-cullide', sweep: !self, views, resolution }),
      cullide: culled({ preset: 'cullide', sweep: !self, views, resolution }),
      reliable: culled({ views, resolution }),
      exact,
    },
    turns,
  );
  const pairsOf = ({ answer }: Timed<Collisions>) => answer.trianglePairs.length / 4;
  const each = <T>(measure: (one: Timed<CulledCollisions>, culling: CollideCulledStats) => T) => ({
    quick: measure(timed.quick, timed.quick.answer.stats.cull),
    cullide: measure(timed.cullide, timed.cullide.answer.stats.cull),
    reliable: measure(timed.reliable, timed.reliable.answer.stats.cull),
  });
  return {
    seconds,
    triangles: triangleCount(scene),
    pairs: pairsOf(timed.exact),
    colliding: collidingTriangles(timed.exact.answer),
    survivors: each((_, culling) => culling.survivorTriangles),
    lost: each((one) => pairsOf(timed.exact) - pairsOf(one)),
    work: each((_, culling) => workOf(culling)),
    /** With the exact tests of what is left. */
    milliseconds: { ...each(({ milliseconds }) => milliseconds), exact: timed.exact.milliseconds },
    cullMilliseconds: each((_, culling) => culling.milliseconds.total),
  };
}

async function run(context: PaperContext): Promise<PaperResults> {
  const { frames, resolution } = chosen(context, SIZES);
  const measured: MeasuredSimulation[] = [];
  for (const [index, simulation] of SIMULATIONS.entries()) {
    const { scene: name, seconds, without, tangles } = simulation;
    const size = chosenTriangles(context, simulation.size);
    const part = [index / SIMULATIONS.length, (index + 1) / SIMULATIONS.length] as const;
    const measure = (frame: SceneFrame) => measureFrame(frame, simulation, resolution, context.signal);
    const playing = { name, size, seconds, frames, without, tangles, part };
    const play = () => playScene(context, playing, measure);
    measured.push({ simulation, frames: await context.part(name, play) });
  }
  const raw = measured.map(({ simulation, frames: list }) => ({ simulation: simulation.label, frames: list }));
  const generators = await measureGenerators(context, 'bunnies', { preset: 'quick-cullide' });
  const factors = await measureFactors(context, resolution);
  const depths = await measureDepths(context);
  const breaking = SIMULATIONS.find(({ scene }) => scene === 'breaking')!;
  const settings = await measureSettings(context, 'quick-cullide', breaking.size, resolution);
  const { tables, plots } = quickCullideTables(measured);
  return {
    setup: `views of ${resolution}², ${frames} frames of each simulation; times are medians of the turns of a frame, averaged over frames`,
    tables: [
      ...tables,
      settingsTable(settings, 'Quick-CULLIDE'),
      ...factorTables(factors, depths),
      ...generatorTables(generators, 'two bunnies', context),
    ],
    plots: [...plots, depthPlot(depths)],
    raw: { resolution, simulations: raw, settings, factors, depths, generators },
  };
}

export const quickCullide: PaperBench = {
  title: 'Fast Inter- and Intra-Object Collision Culling Using Graphics Hardware',
  source: 'Govindaraju, Lin & Manocha, IEEE Virtual Reality 2005',
  hardware: 'Pentium 4 at 3.4 GHz, GeForce 6800 Ultra, views of 4096²',
  run,
};
