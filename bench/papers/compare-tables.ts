/** The table and the plots that compare all methods on one scene. */
import type { CompareFrame } from './compare.ts';
import { mean } from './numbers.ts';
import type { PaperResults, PaperTable } from './paper.ts';
import type { Plot } from './plot/plot.ts';

export interface CompareMeasured {
  readonly resolution: number;
  readonly voxels: number;
  readonly layers: number;
  readonly frames: readonly CompareFrame[];
}

const TITLES: Readonly<Record<string, string>> = {
  cullide: 'CULLIDE',
  'quick-cullide': 'Quick-CULLIDE',
  far: 'FAR',
  conservative: 'conservative images, quick passes',
  default: 'our default: with boxes of triangles',
};

const namesOf = ({ frames }: CompareMeasured) => frames[0].cullings.map(({ name }) => name);

function cullingOf(frame: CompareFrame, name: string) {
  return frame.cullings.find((culling) => culling.name === name)!;
}

function methodsTable(measured: CompareMeasured): PaperTable {
  const { frames } = measured;
  const average = (of: (frame: CompareFrame) => number) => mean(frames.map(of));
  const cullings = namesOf(measured).map((name) => {
    const of = (pick: (culling: ReturnType<typeof cullingOf>) => number) =>
      average((frame) => pick(cullingOf(frame, name)));
    return {
      label: TITLES[name],
      paper: {},
      ours: {
        finds: 'triangles that may collide',
        left: of(({ left }) => left),
        lost: of(({ lost }) => lost),
        queries: of(({ queries }) => queries),
        renders: of(({ renders }) => renders),
        time: of(({ milliseconds }) => milliseconds),
        memory: average((frame) => cullingOf(frame, name).bytes / frame.triangles),
      },
    };
  });
  const others = [
    {
      label: `voxels, ${measured.voxels}³`,
      finds: `${Math.round(average(({ voxels }) => voxels.common))} common voxels`,
      time: average(({ voxels }) => voxels.milliseconds),
    },
    {
      label: `layered depth images, ${measured.layers}²`,
      finds: 'the common volume, along rays',
      time: average(({ layers }) => layers.milliseconds),
    },
    {
      label: '`collide`',
      finds: `${Math.round(average(({ pairs }) => pairs))} pairs of triangles, exactly`,
      time: average(({ collide }) => collide.milliseconds),
    },
  ];
  return {
    name: 'methods',
    title: 'Two bunnies in deep penetration, averages per frame',
    rowTitle: 'method',
    columns: [
      { key: 'finds', title: 'finds' },
      { key: 'left', title: 'triangles left' },
      { key: 'lost', title: 'colliding pairs lost' },
      { key: 'queries', title: 'queries' },
      { key: 'renders', title: 'renderings' },
      { key: 'time', title: 'time', unit: 'ms' },
      { key: 'memory', title: 'bytes per triangle' },
    ],
    rows: [...cullings, ...others.map(({ label, ...ours }) => ({ label, paper: {}, ours }))],
    note: `${frames[0].triangles} triangles. Colliding pairs lost: pairs of which culling pruned a triangle. Queries and renderings are of triangles.`,
  };
}

function overTime(
  measured: CompareMeasured,
  name: string,
  title: string,
  label: string,
  of: (culling: ReturnType<typeof cullingOf>) => number,
  scale: 'linear' | 'log',
): Plot {
  return {
    kind: 'lines',
    name,
    title,
    description: `${title}, frame by frame, for every way of culling.`,
    x: { label: 'time in the scene (s)' },
    y: { label, ...(scale === 'log' && { scale }) },
    series: namesOf(measured).map((culling, colour) => ({
      name: TITLES[culling],
      colour,
      points: measured.frames.map((frame) => [frame.seconds, of(cullingOf(frame, culling))] as const),
    })),
  };
}

export function compareTables(measured: CompareMeasured): Pick<PaperResults, 'tables' | 'plots'> {
  return {
    tables: [methodsTable(measured)],
    plots: [
      overTime(measured, 'left', 'Triangles left', 'triangles left', ({ left }) => left, 'linear'),
      overTime(measured, 'lost', 'Colliding pairs lost', 'pairs lost', ({ lost }) => lost, 'linear'),
      overTime(measured, 'times', 'Time of culling', 'time (ms)', ({ milliseconds }) => milliseconds, 'log'),
    ],
  };
}
