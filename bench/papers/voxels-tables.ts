/** Tables and plots of the voxel paper from what was measured. */
import { mean } from './numbers.ts';
import type { PaperContext, PaperResults, PaperTable } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import type { DolphinFrame, ModelRow, VoxelsMeasured } from './voxels.ts';
import { pairPlots, pairTable } from './voxels-pairs.ts';

/** Table 1. */
const PAPER_MODELS = { hand: 68, dragon: 70, buddha: 78, blade: 95 } as const;
const PAPER_TRIANGLES = { hand: 654_666, dragon: 871_326, buddha: 1_087_514, blade: 1_765_388 } as const;
/** The paper's time for a model, unless ours has another number of triangles: then the two say nothing of each other. */
export function paperTime(model: ModelRow['model'], triangles: number): number | undefined {
  const size = PAPER_TRIANGLES[model];
  return Math.abs(size - triangles) < 0.05 * size ? PAPER_MODELS[model] : undefined;
}

function modelTable(
  models: readonly ModelRow[],
  resolution: number,
  { driver }: Pick<PaperContext, 'driver'>,
): PaperTable {
  return {
    name: 'models',
    title: `Voxelizing one model at ${resolution}³ (table 1)`,
    rowTitle: 'model',
    columns: [
      { key: 'triangles', title: 'triangles' },
      { key: 'milliseconds', title: "the paper's rule", unit: 'ms' },
      { key: 'conservative', title: 'conservative', unit: 'ms' },
      { key: 'webgpu', title: 'conservative, WebGPU', unit: 'ms' },
      { key: 'voxels', title: "voxels, the paper's rule" },
      { key: 'touched', title: 'voxels, conservative' },
    ],
    rows: models.map(({ model, triangles, voxels, milliseconds }) => ({
      label: model,
      paper: { triangles: PAPER_TRIANGLES[model], milliseconds: paperTime(model, triangles) },
      ours: {
        triangles,
        milliseconds: milliseconds.paper,
        conservative: milliseconds.conservative,
        webgpu: milliseconds.webgpu,
        voxels: voxels.paper,
        touched: voxels.conservative,
      },
    })),
    note: `The dragon is the scan of the paper; the others are generated and stand in by their size alone. Of models of another size than the paper’s its time is left out.${driver ? ` WebGPU: ${driver}.` : ''}`,
  };
}

function dolphinTables(frames: readonly DolphinFrame[], resolution: number): PaperTable[] {
  const average = (key: keyof DolphinFrame['milliseconds']) =>
    mean(frames.map(({ milliseconds }) => milliseconds[key]));
  const ordered = [...frames].sort((a, b) => b.common.paper - a.common.paper);
  const some = [ordered[0], ordered[Math.floor(ordered.length / 2)]];
  return [
    {
      name: 'dolphin-times',
      title: `Dolphin and cylinder, both deforming, at ${resolution}³ (figure 5)`,
      rowTitle: 'step',
      columns: [{ key: 'milliseconds', title: 'time per frame', unit: 'ms' }],
      rows: [
        { label: 'deforming', paper: { milliseconds: 40 }, ours: { milliseconds: average('deform') } },
        { label: 'voxelizing both', paper: { milliseconds: 60 }, ours: { milliseconds: average('voxelize') } },
        { label: 'query', paper: { milliseconds: 15 }, ours: { milliseconds: average('query') } },
        { label: 'in all', paper: { milliseconds: 115 }, ours: { milliseconds: average('total') } },
        { label: 'in all, with the exact pairs of triangles', paper: {}, ours: { milliseconds: average('identify') } },
      ],
      note: 'Conservative rule. Deforming is computing all vertices and handing them to the engine; what is computed is a few sines per vertex, so this row says little beside the paper’s.',
    },
    {
      name: 'dolphin-voxels',
      title: 'Dolphin and cylinder: colliding voxels in two frames (figure 5)',
      rowTitle: 'frame',
      columns: [
        { key: 'seconds', title: 'at', unit: 's' },
        { key: 'common', title: "common voxels, the paper's rule" },
        { key: 'touched', title: 'common voxels, conservative' },
        { key: 'pairs', title: 'pairs of triangles' },
      ],
      rows: some.map(({ seconds, common, pairs }, i) => ({
        label: i === 0 ? 'with the most' : 'in the middle',
        paper: { common: [538, 358][i] },
        ours: { seconds, common: common.paper, touched: common.conservative, pairs },
      })),
    },
  ];
}

function dolphinPlot(frames: readonly DolphinFrame[]): Plot {
  return {
    kind: 'lines',
    name: 'dolphin',
    title: 'Dolphin and cylinder: colliding voxels',
    description: 'Common voxels over the animation, by both rules; the conservative rule always finds more.',
    x: { label: 'seconds' },
    y: { label: 'common voxels' },
    series: [
      { name: "the paper's rule", points: frames.map(({ seconds, common }) => [seconds, common.paper] as const) },
      { name: 'conservative', points: frames.map(({ seconds, common }) => [seconds, common.conservative] as const) },
    ],
  };
}

export function voxelTables(
  measured: VoxelsMeasured,
  context: Pick<PaperContext, 'driver'>,
): Omit<PaperResults, 'raw'> {
  const { models, dolphin, pairs, resolution } = measured;
  return {
    tables: [
      modelTable(models, resolution, context),
      ...dolphinTables(dolphin, resolution),
      pairTable(pairs, resolution),
    ],
    plots: [...pairPlots(pairs), dolphinPlot(dolphin)],
  };
}
