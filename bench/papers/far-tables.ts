/** Tables and plots of FAR from what was measured. */
import { settingsTable } from './cull-settings.ts';
import type { FarMeasured } from './far.ts';
import type { BreakingFrame, BunniesFrame, TreeFrame } from './far-scenes.ts';
import { generatorTables } from './generators.ts';
import { mean, percent, ratio } from './numbers.ts';
import type { PaperContext, PaperResults, PaperTable } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import { precisionTable } from './precision.ts';

const METHODS = ['cullide', 'far', 'quickFar', 'reliable'] as const;
type Method = (typeof METHODS)[number];

const NAMES: Readonly<Record<Method, string>> = {
  cullide: 'CULLIDE',
  far: 'FAR',
  quickFar: 'FAR with quick passes',
  reliable: 'our default (conservative)',
};

type PairCount = keyof BreakingFrame['pairs'];

function pairTable(breaking: readonly BreakingFrame[]): PaperTable {
  const pairs = (of: PairCount) => mean(breaking.map((frame) => frame.pairs[of]));
  const row = (label: string, of: PairCount, paper: { fewer?: number } = {}) => ({
    label,
    paper,
    ours: { pairs: pairs(of), fewer: ratio(pairs('boxes'), pairs(of)) },
  });
  return {
    name: 'pairs',
    title: 'Pairs of objects over the breaking scene (figure 6)',
    rowTitle: 'left by',
    columns: [
      { key: 'pairs', title: 'pairs per frame' },
      { key: 'fewer', title: 'times fewer than boxes' },
    ],
    rows: [
      row('AABB sweep-and-prune', 'boxes', { fewer: 1 }),
      row(NAMES.far, 'far', { fewer: 6.9 }),
      row(NAMES.quickFar, 'quickFar'),
      row(NAMES.reliable, 'reliable'),
      row('truly colliding', 'colliding'),
    ],
  };
}

function missTable(bunnies: readonly BunniesFrame[]): PaperTable {
  const pairs = bunnies.map((frame) => frame.pairs);
  const found: Readonly<Record<Method, string | undefined>> = {
    cullide: '“misses many”',
    far: 'none',
    quickFar: undefined,
    reliable: undefined,
  };
  return {
    name: 'misses',
    title: 'Two bunnies in deep penetration: colliding pairs of triangles that culling loses (figure 7)',
    rowTitle: 'culling',
    columns: [
      { key: 'pairs', title: 'colliding pairs' },
      { key: 'lost', title: 'pairs lost' },
      { key: 'share', title: 'of all', unit: '%' },
      { key: 'survivors', title: 'triangles left' },
      { key: 'queries', title: 'queries' },
      { key: 'renders', title: 'renderings' },
      { key: 'milliseconds', title: 'time', unit: 'ms' },
    ],
    rows: METHODS.map((method) => ({
      label: NAMES[method],
      paper: { pairs: found[method] === undefined ? undefined : ([2000, 4000] as const), lost: found[method] },
      ours: {
        pairs: [Math.min(...pairs), Math.max(...pairs)] as const,
        lost: mean(bunnies.map(({ lost }) => lost[method].pairs)),
        share: percent(mean(bunnies.map(({ lost }) => lost[method].pairs)), mean(pairs)),
        survivors: mean(bunnies.map(({ survivors }) => survivors[method])),
        queries: mean(bunnies.map(({ work }) => work[method].queries)),
        renders: mean(bunnies.map(({ work }) => work[method].renders)),
        milliseconds: mean(bunnies.map(({ milliseconds }) => milliseconds[method])),
      },
    })),
  };
}

function timeTable({ breaking, tree }: FarMeasured): PaperTable {
  const ofTree = (of: keyof TreeFrame['milliseconds']) => mean(tree.map(({ milliseconds }) => milliseconds[of]));
  const ofFrame = ({ milliseconds: { far, quickFar, cullide, reliable, exact } }: BreakingFrame) => ({
    far,
    cullide,
    ratio: far / cullide,
    quickFar,
    reliable,
    exact,
  });
  return {
    name: 'times',
    title: 'Time per frame',
    rowTitle: 'scene',
    columns: [
      { key: 'far', title: 'FAR', unit: 'ms' },
      { key: 'cullide', title: 'CULLIDE', unit: 'ms' },
      { key: 'ratio', title: 'FAR over CULLIDE' },
      { key: 'quickFar', title: 'FAR with quick passes', unit: 'ms' },
      { key: 'reliable', title: 'our default', unit: 'ms' },
      { key: 'exact', title: '`collide` without culling', unit: 'ms' },
    ],
    rows: [
      { label: 'breaking, first frame', paper: { far: 35, ratio: 3 }, ours: ofFrame(breaking[0]) },
      { label: 'breaking, last frame', paper: { far: 50, ratio: 3 }, ours: ofFrame(breaking[breaking.length - 1]) },
      {
        label: 'tree, average',
        paper: { far: 35, ratio: 3 },
        ours: {
          far: ofTree('far'),
          cullide: ofTree('cullide'),
          ratio: ofTree('far') / ofTree('cullide'),
          quickFar: ofTree('quickFar'),
          reliable: ofTree('reliable'),
          exact: ofTree('exact'),
        },
      },
    ],
    note: 'The paper says “nearly 3 times slower” of all its scenes, and that SOLID needs 100 to 176 ms for its trees alone in the breaking scene.',
  };
}

function pairPlot(breaking: readonly BreakingFrame[]): Plot {
  const curve = (of: PairCount) => breaking.map((frame) => [frame.seconds, frame.pairs[of]] as const);
  return {
    kind: 'lines',
    name: 'pairs',
    title: 'Pairs of objects over the breaking scene (figure 6)',
    description: 'Pairs of objects left by boxes, by FAR and by our default, and those that truly collide, over time.',
    x: { label: 'seconds' },
    y: { label: 'pairs of objects' },
    series: [
      { name: 'AABB sweep-and-prune', points: curve('boxes') },
      { name: 'FAR', points: curve('far') },
      { name: NAMES.reliable, points: curve('reliable') },
      { name: 'truly colliding', points: curve('colliding') },
    ],
  };
}

function missPlot({ resolutions }: FarMeasured): Plot {
  return {
    kind: 'lines',
    name: 'misses',
    title: 'Colliding pairs lost against resolution, two bunnies',
    description: 'Per cent of the colliding pairs of triangles that CULLIDE, FAR and our default lose, by resolution.',
    x: { label: 'pixels along a side of the view', scale: 'log' },
    y: { label: 'colliding pairs lost (%)' },
    series: METHODS.map((method) => ({
      name: NAMES[method],
      points: resolutions.map(
        ({ resolution, pairs, lost }) => [resolution, percent(lost[method].pairs, pairs) ?? null] as const,
      ),
    })),
  };
}

function leftPlot({ resolutions }: FarMeasured): Plot {
  return {
    kind: 'lines',
    name: 'left',
    title: 'Triangles left against resolution, two bunnies',
    description: 'Triangles that CULLIDE, FAR and our default leave, by resolution.',
    x: { label: 'pixels along a side of the view', scale: 'log' },
    y: { label: 'triangles left', scale: 'log' },
    series: METHODS.map((method) => ({
      name: NAMES[method],
      points: resolutions.map(({ resolution, survivors }) => [resolution, survivors[method] || null] as const),
    })),
  };
}

/** What each method loses, or how long it takes, frame by frame. */
function overTime(
  name: string,
  title: string,
  label: string,
  frames: readonly { readonly seconds: number }[],
  of: (frame: number, method: Method) => number,
): Plot {
  return {
    kind: 'lines',
    name,
    title,
    description: `${title}, frame by frame, for CULLIDE, FAR and our default.`,
    x: { label: 'seconds' },
    y: { label },
    series: METHODS.map((method) => ({
      name: NAMES[method],
      points: frames.map(({ seconds }, frame) => [seconds, of(frame, method)] as const),
    })),
  };
}

function plotsOverTime({ bunnies, breaking, tree }: FarMeasured): Plot[] {
  return [
    overTime(
      'lost-over-time',
      'Colliding pairs lost, two bunnies (figure 7)',
      'pairs lost',
      bunnies,
      (frame, method) => bunnies[frame].lost[method].pairs,
    ),
    overTime(
      'breaking-times',
      'Time of culling over the breaking scene',
      'time (ms)',
      breaking,
      (frame, method) => breaking[frame].milliseconds[method],
    ),
    overTime(
      'tree-times',
      'Time of culling while leaves fall',
      'time (ms)',
      tree,
      (frame, method) => tree[frame].milliseconds[method],
    ),
  ];
}

export function farTables(
  measured: FarMeasured,
  context: Pick<PaperContext, 'driver'>,
): Pick<PaperResults, 'tables' | 'plots'> {
  const { breaking, bunnies, settings, precision, generators } = measured;
  return {
    tables: [
      pairTable(breaking),
      missTable(bunnies),
      timeTable(measured),
      settingsTable(settings, 'FAR'),
      precisionTable(precision, 'The three errors of sampling (§3.2)'),
      ...generatorTables(generators, 'two bunnies', context),
    ],
    plots: [pairPlot(breaking), ...plotsOverTime(measured), missPlot(measured), leftPlot(measured)],
  };
}
