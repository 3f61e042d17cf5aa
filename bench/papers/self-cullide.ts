/** Boldt & Meyer, "Self-intersections with Cullide": time against the number of triangles (figure 8). */
import type { SceneName } from '../../scenes/index.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';
import { fastestInTurns, openStill } from './scene-frames.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 3, triangles: 70_000, resolution: 500 },
  full: { frames: 5, triangles: Infinity, resolution: 500 },
};

interface Model {
  readonly label: string;
  readonly scene: SceneName;
  readonly sizes: readonly number[];
  /** Milliseconds that the paper reports, by triangles. */
  readonly paper: Readonly<Record<number, number>>;
}

const MODELS: readonly Model[] = [
  {
    label: 'deformed bunny',
    scene: 'bent-bunny',
    sizes: [5_000, 10_000, 20_000, 40_000, 70_000, 140_000, 270_000],
    paper: { 5000: 20, 270000: 600 },
  },
  {
    label: 'merged cows',
    scene: 'merged-cows',
    sizes: [3_000, 6_000, 12_000, 25_000, 50_000, 120_000, 270_000],
    paper: { 3000: 35, 270000: 1000 },
  },
];

interface Measured {
  readonly model: string;
  readonly size: number;
  readonly triangles: number;
  readonly milliseconds: number;
  readonly pairs: number;
}

async function run(context: PaperContext): Promise<PaperResults> {
  const { frames, triangles } = chosen(context, SIZES);
  const jobs = MODELS.flatMap((model) =>
    model.sizes
      .map((size) => ({ model, size }))
      .filter(({ size }, index) => index === 0 || size <= triangles)
      .map((job) => ({ ...job, size: Math.min(job.size, triangles) })),
  );
  const measured: Measured[] = [];
  for (const [index, { model, size }] of jobs.entries()) {
    context.signal?.throwIfAborted();
    context.progress(`${model.label}, ${size} triangles`, index / jobs.length);
    const { scene, mirror } = await openStill(context.engine, model.scene, size, 0, context.seed);
    const { collide } = await fastestInTurns({ collide: () => mirror.scene.collide({ self: true }) }, frames);
    measured.push({
      model: model.label,
      size,
      triangles: scene.objects[0].indices.length / 3,
      milliseconds: collide.milliseconds,
      pairs: collide.answer.kinds.length,
    });
    mirror.dispose();
    scene.dispose();
  }
  return {
    tables: [
      {
        name: 'times',
        title: 'Time against triangles (figure 8)',
        rowTitle: 'model',
        columns: [
          { key: 'triangles', title: 'triangles' },
          { key: 'milliseconds', title: 'exact pairs', unit: 'ms' },
          { key: 'pairs', title: 'pairs' },
        ],
        rows: measured.map(({ model, size, triangles: count, milliseconds, pairs }) => ({
          label: model,
          paper: { milliseconds: MODELS.find(({ label }) => label === model)!.paper[size] },
          ours: { triangles: count, milliseconds, pairs },
        })),
      },
    ],
    plots: [
      {
        kind: 'lines',
        name: 'times',
        title: 'Time against triangles (figure 8)',
        description:
          'Milliseconds for finding the self-intersections of a deformed bunny and of merged cows, by triangles.',
        x: { label: 'triangles', scale: 'log' },
        y: { label: 'time (ms)', scale: 'log' },
        series: MODELS.flatMap(({ label, paper }, colour) => [
          {
            name: `${label}, paper`,
            paper: true,
            colour,
            points: Object.entries(paper).map(([size, milliseconds]) => [Number(size), milliseconds] as const),
          },
          {
            name: `${label}, ours`,
            colour,
            points: measured
              .filter(({ model }) => model === label)
              .map(({ triangles: count, milliseconds }) => [count, milliseconds] as const),
          },
        ]),
      },
    ],
    raw: measured,
  };
}

export const selfCullide: PaperBench = {
  title: 'Self-intersections with Cullide',
  source: 'Boldt & Meyer, Eurographics 2005 short papers',
  hardware: 'Pentium 4 at 2.8 GHz, GeForce FX 5900 Ultra, views of 500²',
  run,
};
