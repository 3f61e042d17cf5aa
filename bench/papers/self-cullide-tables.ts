/** Tables and plots of self-CULLIDE from what was measured. */
import { percent, sum } from './numbers.ts';
import type { PaperContext, PaperResults, PaperTable } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import type { MeasuredSize } from './self-cullide.ts';
import { MODELS } from './self-cullide-models.ts';
import type { Pruning } from './self-cullide-pruning.ts';

function timeTable(measured: readonly MeasuredSize[]): PaperTable {
  return {
    name: 'times',
    title: 'Time against triangles (figure 8)',
    rowTitle: 'model',
    columns: [
      { key: 'triangles', title: 'triangles' },
      { key: 'cullide', title: 'self-CULLIDE', unit: 'ms' },
      { key: 'survivors', title: 'triangles left' },
      { key: 'lost', title: 'pairs lost', unit: '%' },
      { key: 'reliable', title: 'our default', unit: 'ms' },
      { key: 'reliableSurvivors', title: 'triangles left by it' },
      { key: 'exact', title: '`collide` without culling', unit: 'ms' },
      { key: 'pairs', title: 'colliding pairs' },
    ],
    rows: measured.map(({ model, size, triangles, milliseconds, survivors, lost, pairs }) => ({
      label: model,
      paper: { cullide: MODELS.find(({ label }) => label === model)!.paper[size] },
      ours: {
        triangles,
        cullide: milliseconds.cullide,
        survivors: survivors.cullide,
        lost: percent(lost.cullide, pairs),
        reliable: milliseconds.reliable,
        reliableSurvivors: survivors.reliable,
        exact: milliseconds.exact,
        pairs,
      },
    })),
  };
}

/** Pass by pass with a depth buffer and occlusion queries: what each pass costs, and how many queries it makes. */
function hardwareTable({ model, triangles, collidingPairs, passes }: Pruning): PaperTable {
  return {
    name: `hardware-${model.replaceAll(' ', '-')}`,
    title: `Pass by pass with a depth buffer and occlusion queries: ${model}, ${triangles} triangles, ${collidingPairs} colliding pairs`,
    rowTitle: 'pass',
    columns: [
      { key: 'drawn', title: 'triangles drawn in the pass' },
      { key: 'queries', title: 'queries' },
      { key: 'time', title: 'time of the pass', unit: 'ms' },
      { key: 'left', title: 'triangles left' },
      { key: 'lost', title: 'colliding pairs lost' },
    ],
    rows: passes.map(({ drawn, queries, milliseconds, trianglesLeft, pairsLost }, index) => ({
      label: `pass ${index + 1}`,
      paper: {},
      ours: { drawn, queries, time: milliseconds, left: trianglesLeft, lost: pairsLost },
    })),
  };
}

function passTable({ model, triangles, collidingPairs, exactMilliseconds, passes }: Pruning): PaperTable {
  let before = 0;
  const rows = passes.map((pass, index) => {
    before += pass.milliseconds;
    return {
      label: `after pass ${index + 1}`,
      paper: {},
      ours: {
        drawn: pass.drawn,
        time: pass.milliseconds,
        left: pass.trianglesLeft,
        lost: pass.pairsLost,
        exact: pass.exactMilliseconds,
        total: before + pass.exactMilliseconds,
      },
    };
  });
  return {
    name: `passes-${model.replaceAll(' ', '-')}`,
    title: `Pass by pass, and handing over to exact tests: ${model}, ${triangles} triangles, ${collidingPairs} colliding pairs`,
    rowTitle: 'hand over',
    columns: [
      { key: 'drawn', title: 'triangles drawn in the pass' },
      { key: 'time', title: 'time of the pass', unit: 'ms' },
      { key: 'left', title: 'triangles left' },
      { key: 'lost', title: 'colliding pairs lost' },
      { key: 'exact', title: 'exact tests of what is left', unit: 'ms' },
      { key: 'total', title: 'culling and exact tests', unit: 'ms' },
    ],
    rows: [
      {
        label: 'at once',
        paper: {},
        ours: { left: triangles, lost: 0, exact: exactMilliseconds, total: exactMilliseconds },
      },
      ...rows,
    ],
  };
}

/** Part of the time that goes to the last 2 to 3 % of the pruned triangles, read off the curve of figure 11. */
export function shareOfLast(pruning: Pruning, lastPercent: number): number | undefined {
  const curve = pruningCurve(pruning);
  const at = 100 - lastPercent;
  const after = curve.findIndex(([pruned]) => pruned >= at);
  if (after < 0) return undefined;
  const [prunedAfter, timeAfter] = curve[after];
  if (after === 0) return 100 - (timeAfter * at) / prunedAfter;
  const [prunedBefore, timeBefore] = curve[after - 1];
  const part = (at - prunedBefore) / (prunedAfter - prunedBefore);
  return 100 - (timeBefore + part * (timeAfter - timeBefore));
}

/** Accumulated per cent of the pruned triangles and of the time, view by view. */
function pruningCurve({ triangles, passes }: Pruning): (readonly [pruned: number, time: number])[] {
  const looks = passes.flatMap((pass) => pass.looks);
  const prunedInAll = triangles - looks[looks.length - 1].trianglesLeft;
  const timeInAll = sum(looks.map(({ milliseconds }) => milliseconds));
  let time = 0;
  return looks.map(({ milliseconds, trianglesLeft }) => {
    time += milliseconds;
    return [percent(triangles - trianglesLeft, prunedInAll) ?? 100, percent(time, timeInAll) ?? 100] as const;
  });
}

function shareTable(
  pruning: readonly Pruning[],
  hardware: readonly Pruning[],
  { driver }: Pick<PaperContext, 'driver'>,
): PaperTable {
  const byHardware = (model: string) => hardware.find((one) => one.model === model);
  return {
    name: 'last',
    title: 'Time that goes to the last 2–3 % of the pruned triangles (figure 11)',
    rowTitle: 'model',
    columns: [
      { key: 'share', title: 'of the time', unit: '%' },
      { key: 'hardware', title: 'of the time, by depth buffer and occlusion queries', unit: '%' },
    ],
    rows: pruning.map((one) => ({
      label: one.model,
      paper: { share: one.model === 'merged cows' ? 40 : '“the same tendency”' },
      ours: {
        share: shareOfLast(one, 2.5),
        hardware: hardware.length > 0 ? shareOfLast(byHardware(one.model)!, 2.5) : undefined,
      },
    })),
    ...(hardware.length > 0 && { note: `Depth buffer and occlusion queries on WebGPU: ${driver}.` }),
  };
}

function timePlot(measured: readonly MeasuredSize[]): Plot {
  const series = MODELS.flatMap(({ label, paper }, colour) => {
    const ours = measured.filter(({ model }) => model === label);
    return [
      {
        name: `${label}, paper`,
        paper: true,
        colour,
        points: Object.entries(paper).map(([size, milliseconds]) => [Number(size), milliseconds] as const),
      },
      {
        name: `${label}, self-CULLIDE`,
        colour,
        points: ours.map(({ triangles, milliseconds }) => [triangles, milliseconds.cullide] as const),
      },
      {
        name: `${label}, exact`,
        colour: colour + 2,
        points: ours.map(({ triangles, milliseconds }) => [triangles, milliseconds.exact] as const),
      },
    ];
  });
  return {
    kind: 'lines',
    name: 'times',
    title: 'Time against triangles (figure 8)',
    description: 'Milliseconds for culling a deformed bunny and merged cows, and for their exact pairs, by triangles.',
    x: { label: 'triangles', scale: 'log' },
    y: { label: 'time (ms)', scale: 'log' },
    series,
  };
}

function passPlots({ model, triangles, passes }: Pruning, figure: number): Plot[] {
  const name = model.replaceAll(' ', '-');
  const groups = passes.map((_, index) => `pass ${index + 1}`);
  return [
    {
      kind: 'bars',
      name: `${name}-pass-times`,
      title: `Time of each pass, ${model}, ${triangles} triangles (figure ${figure})`,
      description: `Milliseconds of each pass of culling the ${model}.`,
      y: { label: 'time (ms)' },
      groups,
      series: [{ name: 'time', values: passes.map(({ milliseconds }) => milliseconds) }],
    },
    {
      kind: 'bars',
      name: `${name}-pass-triangles`,
      title: `Triangles drawn in each pass, ${model}, ${triangles} triangles (figure ${figure})`,
      description: `Triangles drawn in each pass of culling the ${model}, in all views and both directions.`,
      y: { label: 'triangles drawn' },
      groups,
      series: [{ name: 'triangles', values: passes.map(({ drawn }) => drawn) }],
    },
  ];
}

function curvePlot(pruning: readonly Pruning[], hardware: readonly Pruning[]): Plot {
  return {
    kind: 'lines',
    name: 'pruning',
    title: 'Accumulated time against accumulated pruning (figure 11)',
    description: 'Per cent of the time spent against per cent of the triangles pruned so far, view by view.',
    x: { label: 'triangles pruned (% of those that are pruned in the end)' },
    y: { label: 'time (%)' },
    series: [
      ...pruning.map((one, colour) => ({ name: one.model, colour, points: pruningCurve(one) })),
      ...hardware.map((one, i) => ({
        name: `${one.model}, occlusion queries`,
        colour: pruning.length + i,
        points: pruningCurve(one),
      })),
    ],
  };
}

export function selfCullideTables(
  measured: readonly MeasuredSize[],
  pruning: readonly Pruning[],
  hardware: readonly Pruning[],
  context: Pick<PaperContext, 'driver'>,
): Pick<PaperResults, 'tables' | 'plots'> {
  return {
    tables: [
      timeTable(measured),
      shareTable(pruning, hardware, context),
      ...pruning.map(passTable),
      ...hardware.map(hardwareTable),
    ],
    plots: [
      timePlot(measured),
      ...pruning.flatMap((one, index) => passPlots(one, 9 + index)),
      curvePlot(pruning, hardware),
    ],
  };
}
