/** Two rigid models of equal size, at several sizes and for all pairs of the four models: time against triangles (figure 7). */

import { BIG_MODELS, type BigModelName, bigModel } from '../../scenes/index.ts';
import * as papers from '../../src/papers/index.ts';
import { mean } from './numbers.ts';
import type { PaperContext, PaperTable } from './paper.ts';
import type { LineSeries, Plot } from './plot/plot.ts';
import { medianInTurns } from './timing.ts';

type Mesh = Awaited<ReturnType<typeof bigModel>>;

const NAMES = Object.keys(BIG_MODELS) as BigModelName[];
/** Every model with every other. */
const PAIRS = NAMES.flatMap((a, i) => NAMES.slice(i + 1).map((b) => [a, b] as const));
/** Sizes, in parts of the largest. */
const PARTS = { quick: [0.1, 0.5, 1], full: [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1] };
const TRIANGLES_MOST = 2_000_000;
const ROUNDS = 2;
/** Text of section 4: two models of 800 K, and of a million, triangles each. */
const PAPER_PAIRS = [
  [1_600_000, 155],
  [2_000_000, 175],
] as const;

export interface PairRow {
  readonly models: string;
  /** Of both models together. */
  readonly triangles: number;
  readonly common: number;
  readonly pairs: number;
  readonly milliseconds: {
    readonly conservative: number;
    readonly paper: number;
    readonly early: number;
    readonly exact: number;
  };
}

async function measurePair(
  { engine, signal }: PaperContext,
  models: string,
  [first, second]: readonly Mesh[],
  resolution: number,
): Promise<PairRow> {
  const scene = engine.createScene();
  const [a, b] = [scene.add(first), scene.add(second)];
  scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, 0, 0, 1]);
  const ask = (options: object) => () => papers.voxelCollide(scene, a, b, { resolution, signal, ...options });
  try {
    const { conservative, paper, early, exact } = await medianInTurns(
      {
        conservative: ask({}),
        paper: ask({ rule: 'paper' }),
        early: ask({ early: true }),
        exact: () => {
          // Given again, so that nothing kept from the previous round answers.
          scene.move(a, first.positions);
          return scene.collide({ signal });
        },
      },
      { warmUp: 1, measured: ROUNDS },
    );
    return {
      models,
      triangles: (first.indices.length + second.indices.length) / 3,
      common: conservative.answer.common,
      pairs: exact.answer.kinds.length,
      milliseconds: {
        conservative: conservative.milliseconds,
        paper: paper.milliseconds,
        early: early.milliseconds,
        exact: exact.milliseconds,
      },
    };
  } finally {
    scene.dispose();
  }
}

/** All pairs of models, of this many triangles together. */
async function measureSize(context: PaperContext, triangles: number, resolution: number): Promise<PairRow[]> {
  const models = new Map<BigModelName, Mesh>();
  for (const name of NAMES) models.set(name, await bigModel(name, triangles / 2, context.seed));
  const rows: PairRow[] = [];
  for (const [a, b] of PAIRS) {
    context.signal?.throwIfAborted();
    rows.push(await measurePair(context, `${a} and ${b}`, [models.get(a)!, models.get(b)!], resolution));
  }
  return rows;
}

export async function measurePairs(context: PaperContext, triangles: number, resolution: number): Promise<PairRow[]> {
  const most = Math.min(TRIANGLES_MOST, 2 * triangles);
  const rows: PairRow[] = [];
  const parts = context.full ? PARTS.full : PARTS.quick;
  for (const [i, part] of parts.entries()) {
    context.progress(`two models of ${Math.round((part * most) / 2)} triangles`, 0.6 + (0.4 * i) / parts.length);
    rows.push(...(await context.part(`pairs-${i}`, () => measureSize(context, part * most, resolution))));
  }
  return rows;
}

/** Rows of each size: one for every pair of models. */
function bySize(rows: readonly PairRow[]): PairRow[][] {
  const sizes = rows.length / PAIRS.length;
  return Array.from({ length: sizes }, (_, i) => rows.slice(i * PAIRS.length, (i + 1) * PAIRS.length));
}

type Timed = keyof PairRow['milliseconds'];

export function pairTable(pairs: readonly PairRow[], resolution: number): PaperTable {
  return {
    name: 'pairs',
    title: `Two rigid models of equal size at ${resolution}³, mean of ${PAIRS.length} pairs of models (figure 7)`,
    rowTitle: 'triangles of both',
    columns: [
      { key: 'paper', title: "the paper's rule", unit: 'ms' },
      { key: 'conservative', title: 'conservative', unit: 'ms' },
      { key: 'early', title: 'yes or no', unit: 'ms' },
      { key: 'exact', title: 'all exact pairs (collide)', unit: 'ms' },
      { key: 'common', title: 'common voxels, conservative' },
      { key: 'pairs', title: 'pairs of triangles' },
    ],
    rows: bySize(pairs).map((rows) => {
      const triangles = mean(rows.map((row) => row.triangles));
      const time = (of: Timed) => mean(rows.map(({ milliseconds }) => milliseconds[of]));
      return {
        label: String(Math.round(triangles)),
        paper: { paper: PAPER_PAIRS.find(([size]) => Math.abs(size - triangles) < 0.05 * size)?.[1] },
        ours: {
          paper: time('paper'),
          conservative: time('conservative'),
          early: time('early'),
          exact: time('exact'),
          common: mean(rows.map(({ common }) => common)),
          pairs: mean(rows.map(({ pairs: found }) => found)),
        },
      };
    }),
    note: `The paper tests 50 models and plots their times; its text names two of them. Ours are all pairs of ${NAMES.join(', ')}, brought to each size.`,
  };
}

const ofPaper: LineSeries = {
  name: 'paper',
  paper: true,
  colour: 0,
  points: PAPER_PAIRS.map(([x, y]): [number, number] => [x, y]),
};

export function pairPlots(pairs: readonly PairRow[]): Plot[] {
  const line = (name: string, colour: number, of: Timed): LineSeries => ({
    name,
    colour,
    points: bySize(pairs).map((rows) => [
      mean(rows.map(({ triangles }) => triangles)),
      mean(rows.map(({ milliseconds }) => milliseconds[of])),
    ]),
  });
  const x = { label: 'triangles of both models' };
  const y = { label: 'collision time (ms)' };
  return [
    {
      kind: 'lines',
      name: 'time',
      title: 'Collision of two rigid models against their triangles (figure 7)',
      description: 'Time of the collision query, mean over all pairs of models, by the number of triangles of both.',
      x,
      y,
      series: [
        ofPaper,
        line("ours, the paper's rule", 0, 'paper'),
        line('ours, conservative', 1, 'conservative'),
        line('ours, yes or no', 2, 'early'),
        line('ours, all exact pairs', 3, 'exact'),
      ],
    },
    {
      kind: 'lines',
      name: 'models',
      title: "Collision of two rigid models by the paper's rule, each pair of models (figure 7)",
      description:
        "Time of the collision query by the paper's rule, by the number of triangles, for each pair of models.",
      x,
      y,
      series: [
        ofPaper,
        ...PAIRS.map(([a, b], place) => ({
          name: `${a} and ${b}`,
          colour: place,
          points: bySize(pairs).map((rows) => [rows[place].triangles, rows[place].milliseconds.paper] as const),
        })),
      ],
    },
  ];
}
