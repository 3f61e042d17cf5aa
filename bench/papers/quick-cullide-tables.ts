/** Tables and plots of Quick-CULLIDE from what was measured. */
import { mean, ratio } from './numbers.ts';
import type { PaperResults } from './paper.ts';
import type { LineSeries, Plot } from './plot/plot.ts';
import type { MeasuredFrame, MeasuredSimulation } from './quick-cullide.ts';

type Method = 'quick' | 'cullide' | 'reliable';

const NAMES = { quick: 'Quick-CULLIDE', cullide: 'CULLIDE' } as const;

function average(frames: readonly MeasuredFrame[], value: (frame: MeasuredFrame) => number): number {
  return mean(frames.map(value));
}

function survivorTable(measured: readonly MeasuredSimulation[]) {
  return {
    name: 'survivors',
    title: 'Average size of the potentially colliding set, in triangles (table 1)',
    rowTitle: 'simulation',
    columns: [
      { key: 'quick', title: 'Quick-CULLIDE' },
      { key: 'cullide', title: 'CULLIDE' },
      { key: 'ratio', title: 'ratio' },
      { key: 'colliding', title: 'truly colliding' },
      { key: 'pairs', title: 'colliding pairs' },
      { key: 'quickLost', title: 'pairs lost by Quick-CULLIDE' },
      { key: 'cullideLost', title: 'pairs lost by CULLIDE' },
    ],
    rows: measured.map(({ simulation, frames }) => {
      const survivors = (method: Method) => average(frames, (frame) => frame.survivors[method]);
      const { quick, cullide } = simulation.paper.survivors;
      return {
        label: simulation.label,
        paper: { quick, cullide, ratio: cullide / quick },
        ours: {
          quick: survivors('quick'),
          cullide: survivors('cullide'),
          ratio: ratio(survivors('cullide'), survivors('quick')),
          colliding: average(frames, ({ colliding }) => colliding),
          pairs: average(frames, ({ pairs }) => pairs),
          quickLost: average(frames, ({ lost }) => lost.quick),
          cullideLost: average(frames, ({ lost }) => lost.cullide),
        },
      };
    }),
    note: 'Ratio: CULLIDE’s set over Quick-CULLIDE’s. Lost: colliding pairs of which culling pruned a triangle, because samples miss what happens between them.',
  };
}

function timeTable(measured: readonly MeasuredSimulation[]) {
  return {
    name: 'times',
    title: 'Average collision time (table 2)',
    rowTitle: 'simulation',
    columns: [
      { key: 'triangles', title: 'triangles' },
      { key: 'quick', title: 'Quick-CULLIDE', unit: 'ms' },
      { key: 'cullide', title: 'CULLIDE', unit: 'ms' },
      { key: 'ratio', title: 'ratio' },
      { key: 'culling', title: 'of Quick-CULLIDE’s time, culling', unit: 'ms' },
      { key: 'exact', title: '`collide` without culling', unit: 'ms' },
    ],
    rows: measured.map(({ simulation, frames }) => ({
      label: simulation.label,
      paper: {
        triangles: simulation.size.paper,
        ...simulation.paper.milliseconds,
        ratio: simulation.paper.milliseconds.cullide / simulation.paper.milliseconds.quick,
      },
      ours: {
        triangles: Math.max(...frames.map(({ triangles }) => triangles)),
        quick: average(frames, ({ milliseconds }) => milliseconds.quick),
        cullide: average(frames, ({ milliseconds }) => milliseconds.cullide),
        ratio: ratio(
          average(frames, ({ milliseconds }) => milliseconds.cullide),
          average(frames, ({ milliseconds }) => milliseconds.quick),
        ),
        culling: average(frames, ({ cullMilliseconds }) => cullMilliseconds.quick),
        exact: average(frames, ({ milliseconds }) => milliseconds.exact),
      },
    })),
    note: 'Times include the exact tests of what is left, `cullCollide`. Ratio: CULLIDE’s time over Quick-CULLIDE’s.',
  };
}

function workTable(measured: readonly MeasuredSimulation[]) {
  return {
    name: 'work',
    title: 'Queries and renderings per frame',
    rowTitle: 'simulation',
    columns: [
      { key: 'quickQueries', title: 'queries, Quick-CULLIDE' },
      { key: 'cullideQueries', title: 'queries, CULLIDE' },
      { key: 'quickRenders', title: 'renderings, Quick-CULLIDE' },
      { key: 'cullideRenders', title: 'renderings, CULLIDE' },
    ],
    rows: measured.map(({ simulation, frames }) => ({
      label: simulation.label,
      paper: {},
      ours: {
        quickQueries: average(frames, ({ work }) => work.quick.queries),
        cullideQueries: average(frames, ({ work }) => work.cullide.queries),
        quickRenders: average(frames, ({ work }) => work.quick.renders),
        cullideRenders: average(frames, ({ work }) => work.cullide.renders),
      },
    })),
  };
}

function reliableTable(measured: readonly MeasuredSimulation[]) {
  return {
    name: 'reliable',
    title: 'Our default: every pixel touched, boxes of triangles compared, up to four rounds until nothing changes',
    rowTitle: 'simulation',
    columns: [
      { key: 'survivors', title: 'triangles left' },
      { key: 'colliding', title: 'truly colliding' },
      { key: 'lost', title: 'pairs lost' },
      { key: 'milliseconds', title: 'time', unit: 'ms' },
    ],
    rows: measured.map(({ simulation, frames }) => ({
      label: simulation.label,
      paper: {},
      ours: {
        survivors: average(frames, ({ survivors }) => survivors.reliable),
        colliding: average(frames, ({ colliding }) => colliding),
        lost: average(frames, ({ lost }) => lost.reliable),
        milliseconds: average(frames, ({ milliseconds }) => milliseconds.reliable),
      },
    })),
  };
}

/** A curve of ours for each method, and the paper's average as a line through the whole simulation. */
function overTime(
  { simulation, frames }: MeasuredSimulation,
  measure: 'survivors' | 'milliseconds',
): readonly LineSeries[] {
  const end = frames[frames.length - 1].seconds;
  return (['quick', 'cullide'] as const).flatMap((method, colour) => {
    const average = simulation.paper[measure][method];
    return [
      {
        name: `${NAMES[method]}, ours`,
        colour,
        points: frames.map((frame) => [frame.seconds, frame[measure][method]] as const),
      },
      {
        name: `${NAMES[method]}, paper’s average`,
        colour,
        paper: true,
        points: [
          [frames[0].seconds, average],
          [end, average],
        ] as const,
      },
    ];
  });
}

function plotsOf(measured: readonly MeasuredSimulation[]): Plot[] {
  return measured.flatMap((one) => {
    const { label, scene } = one.simulation;
    const figures = scene === 'cloth' ? [' (figure 7)', ' (figure 8)'] : ['', ''];
    return [
      {
        kind: 'lines',
        name: `${scene}-survivors`,
        title: `Potentially colliding set over the simulation: ${label}${figures[0]}`,
        description: `Triangles that Quick-CULLIDE and CULLIDE leave in frames of the simulation "${label}", over time.`,
        x: { label: 'seconds' },
        y: { label: 'triangles' },
        series: overTime(one, 'survivors'),
      },
      {
        kind: 'lines',
        name: `${scene}-times`,
        title: `Time over the simulation: ${label}${figures[1]}`,
        description: `Milliseconds that Quick-CULLIDE, CULLIDE and collide without culling take in frames of the simulation "${label}", over time.`,
        x: { label: 'seconds' },
        y: { label: 'time (ms)', scale: 'log' },
        series: [
          ...overTime(one, 'milliseconds'),
          {
            name: 'collide without culling',
            colour: 2,
            points: one.frames.map(({ seconds, milliseconds }) => [seconds, milliseconds.exact] as const),
          },
        ],
      },
    ];
  });
}

export function quickCullideTables(measured: readonly MeasuredSimulation[]): Pick<PaperResults, 'tables' | 'plots'> {
  return {
    tables: [survivorTable(measured), timeTable(measured), workTable(measured), reliableTable(measured)],
    plots: plotsOf(measured),
  };
}
