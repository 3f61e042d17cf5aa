/**
 * What decides how much is culled (Quick-CULLIDE §5.1.3): the order of drawing and the number of views, on a cloth within itself
 * and on two bunnies; and depth complexity, on sheets that lie behind each other.
 */

import type { SceneName } from '../../scenes/index.ts';
import type { Engine } from '../../src/index.ts';
import type { CullOptions, CullOrder } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { chosenTriangles, type PaperContext, type PaperTable, type SceneSize } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import { playScene } from './scene-frames.ts';
import { stackedSheets } from './stacked-sheets.ts';
import { survivorCount, workOf } from './survivors.ts';

const ORDERS: readonly CullOrder[] = ['given', 'front-to-back', 'back-to-front'];
const VIEWS = ['y', 'xy', 'xyz', 'x -x y -y z -z'] as const;
const METHODS = ['quick-cullide', 'cullide'] as const;
type Method = (typeof METHODS)[number];

interface FactorScene {
  readonly label: string;
  readonly name: SceneName;
  readonly size: SceneSize;
  readonly seconds: number;
  readonly without?: readonly string[];
  readonly tangles?: boolean;
  readonly self: boolean;
}

const SCENES: readonly FactorScene[] = [
  {
    label: 'cloth, within itself',
    name: 'cloth',
    size: { paper: 20_000, quick: 10_000 },
    seconds: 2,
    without: ['floor'],
    tangles: true,
    self: true,
  },
  { label: 'two bunnies', name: 'bunnies', size: { paper: 2 * 68_000, quick: 20_000 }, seconds: 1, self: false },
];

export interface FactorRow {
  readonly scene: string;
  readonly views: string;
  readonly order: CullOrder;
  readonly triangles: number;
  readonly left: Readonly<Record<Method, number>>;
  readonly queries: Readonly<Record<Method, number>>;
}

async function eachMethod<T>(ask: (preset: Method) => Promise<T>): Promise<Record<Method, T>> {
  return { 'quick-cullide': await ask('quick-cullide'), cullide: await ask('cullide') };
}

async function measureScene(context: PaperContext, scene: FactorScene, resolution: number): Promise<FactorRow[]> {
  const { name, seconds, without, tangles, self } = scene;
  const size = chosenTriangles(context, scene.size);
  const playing = { name, size, seconds, frames: 1, without, tangles, part: [1, 1] } as const;
  const [rows] = await playScene(context, playing, async ({ mirror, scene: shown }) => {
    const found: FactorRow[] = [];
    const triangles = shown.objects.reduce((sum, { indices }) => sum + indices.length / 3, 0);
    for (const views of VIEWS) {
      for (const order of ORDERS) {
        const options: CullOptions = { views, order, self, resolution, rounds: 1, signal: context.signal };
        const culled = await eachMethod((preset) => papers.cull(mirror.scene, { ...options, preset }));
        const of = <T>(measure: (one: (typeof culled)[Method]) => T) => ({
          'quick-cullide': measure(culled['quick-cullide']),
          cullide: measure(culled.cullide),
        });
        const queries = of((one) => workOf(one).queries);
        found.push({ scene: scene.label, views, order, triangles, left: of(survivorCount), queries });
      }
    }
    return found;
  });
  return rows;
}

/** Each order with each set of views, once along every view. */
export async function measureFactors(context: PaperContext, resolution: number): Promise<FactorRow[]> {
  const rows: FactorRow[] = [];
  for (const scene of SCENES) {
    rows.push(...(await context.part(`factors-${scene.name}`, () => measureScene(context, scene, resolution))));
  }
  return rows;
}

const SHEETS = [1, 2, 4, 8, 16, 32, 64];
const SHEET_RESOLUTION = 256;
/** More than any of the stacks needs until nothing changes. */
const ROUNDS = 128;

export interface DepthRow {
  readonly sheets: number;
  /** Sheets left after one round, and in the end. */
  readonly once: Readonly<Record<Method, number>>;
  readonly end: Readonly<Record<Method, number>>;
  readonly queries: Readonly<Record<Method, number>>;
}

async function measureStack(engine: Engine, sheets: number, seed: number, signal?: AbortSignal): Promise<DepthRow> {
  const scene = engine.createScene();
  try {
    for (const mesh of stackedSheets(sheets, seed)) scene.add(mesh);
    const options = { views: 'z', level: 'object', resolution: SHEET_RESOLUTION, signal } as const;
    const once = await eachMethod((preset) => papers.cull(scene, { ...options, preset, rounds: 1 }));
    const end = await eachMethod((preset) => papers.cull(scene, { ...options, preset, rounds: ROUNDS }));
    const counts = (of: typeof once) => ({
      'quick-cullide': of['quick-cullide'].survivors.length,
      cullide: of.cullide.survivors.length,
    });
    return {
      sheets,
      once: counts(once),
      end: counts(end),
      queries: { 'quick-cullide': workOf(end['quick-cullide']).queries, cullide: workOf(end.cullide).queries },
    };
  } finally {
    scene.dispose();
  }
}

export function measureDepths(context: PaperContext): Promise<DepthRow[]> {
  return context.part('depths', async () => {
    const rows: DepthRow[] = [];
    for (const sheets of SHEETS) rows.push(await measureStack(context.engine, sheets, context.seed, context.signal));
    return rows;
  });
}

const viewsText = (views: string) => (views.includes(' ') ? views : views.split('').join(' '));

export function factorTables(factors: readonly FactorRow[], depths: readonly DepthRow[]): PaperTable[] {
  const scenes = [...new Set(factors.map(({ scene }) => scene))];
  return [
    ...scenes.map((scene, i) => {
      const rows = factors.filter((row) => row.scene === scene);
      return {
        name: `factors-${i}`,
        title: `Order of drawing and number of views: ${scene}, ${rows[0].triangles} triangles (§5.1.3)`,
        rowTitle: 'views, order',
        columns: [
          { key: 'quick', title: 'left by Quick-CULLIDE' },
          { key: 'cullide', title: 'left by CULLIDE' },
          { key: 'quickQueries', title: 'queries, Quick-CULLIDE' },
          { key: 'cullideQueries', title: 'queries, CULLIDE' },
        ],
        rows: rows.map(({ views, order, left, queries }) => ({
          label: `${viewsText(views)}, ${order}`,
          paper: {},
          ours: {
            quick: left['quick-cullide'],
            cullide: left.cullide,
            quickQueries: queries['quick-cullide'],
            cullideQueries: queries.cullide,
          },
        })),
        note: 'Two passes along every view, once. The order is that along the first view.',
      };
    }),
    {
      name: 'depths',
      title: 'Depth complexity: sheets behind each other in random order, none colliding, seen along one view (§5.1.3)',
      rowTitle: 'sheets',
      columns: [
        { key: 'quickOnce', title: 'left by Quick-CULLIDE after two passes' },
        { key: 'cullideOnce', title: 'left by CULLIDE after two passes' },
        { key: 'quick', title: 'left by Quick-CULLIDE in the end' },
        { key: 'cullide', title: 'left by CULLIDE in the end' },
        { key: 'quickQueries', title: 'queries, Quick-CULLIDE' },
        { key: 'cullideQueries', title: 'queries, CULLIDE' },
      ],
      rows: depths.map(({ sheets, once, end, queries }) => ({
        label: String(sheets),
        paper: {},
        ours: {
          quickOnce: once['quick-cullide'],
          cullideOnce: once.cullide,
          quick: end['quick-cullide'],
          cullide: end.cullide,
          quickQueries: queries['quick-cullide'],
          cullideQueries: queries.cullide,
        },
      })),
      note: 'In the end: when another two passes would change nothing.',
    },
  ];
}

export function depthPlot(depths: readonly DepthRow[]): Plot {
  const line = (name: string, of: (row: DepthRow) => number) => ({
    name,
    points: depths.map((row) => [row.sheets, of(row)] as const),
  });
  return {
    kind: 'lines',
    name: 'depths',
    title: 'Queries until nothing changes, against depth complexity',
    description:
      'Occlusion queries that Quick-CULLIDE and CULLIDE need until nothing changes, by the number of sheets.',
    x: { label: 'sheets behind each other', scale: 'log' },
    y: { label: 'queries', scale: 'log' },
    series: [
      line('Quick-CULLIDE', ({ queries }) => queries['quick-cullide']),
      line('CULLIDE', ({ queries }) => queries.cullide),
    ],
  };
}
