/** Tables and plots of the paper on layered depth images from what was measured. */
import type { LayersGenerator } from '../../src/papers/index.ts';
import type { LdiMeasured } from './ldi.ts';
import type { Milliseconds } from './ldi-scenes.ts';
import { ldiVoxelsPlot, ldiVoxelsTable } from './ldi-voxels.ts';
import { mean } from './numbers.ts';
import type { PaperContext, PaperResults, PaperTable } from './paper.ts';
import type { Plot } from './plot/plot.ts';

const GENERATORS: readonly LayersGenerator[] = ['ordered', 'unordered', 'sampled', 'software', 'compute'];
/** Those of the paper: its software is our `sampled`; our `software` has a bound besides. */
type PaperGenerator = Exclude<LayersGenerator, 'compute' | 'software'>;
const isPapers = (generator: LayersGenerator): generator is PaperGenerator =>
  generator !== 'compute' && generator !== 'software';
const LABELS: Readonly<Record<LayersGenerator, string>> = {
  ordered: 'ordered',
  unordered: 'unordered',
  sampled: 'software (`sampled`)',
  software: 'exact, with a bound (`software`)',
  compute: 'compute',
};

type Range = readonly [least: number, most: number];

/** Milliseconds of the paper: collision, self-collision, both; least and most. */
const HAND: Readonly<Record<PaperGenerator, readonly [Range, Range, Range]>> = {
  ordered: [
    [28.6, 37.3],
    [40, 54.2],
    [68.6, 91.5],
  ],
  unordered: [
    [9.5, 12.2],
    [12.3, 17.7],
    [21.8, 29.9],
  ],
  sampled: [
    [2.8, 4.1],
    [4.9, 7.1],
    [7.7, 11.2],
  ],
};
/** Few faces and points first. */
const DRAGON: Readonly<Record<PaperGenerator, readonly number[]>> = {
  ordered: [50.3, 160.6, 453.1],
  unordered: [24.4, 74.5, 225.2],
  sampled: [37.1, 105.2, 398.7],
};
/** Faces in the paper; a smaller dragon has no number beside it. */
const DRAGON_FACES = [50_000, 150_000, 520_000];
const DRAGON_KEYS = ['low', 'medium', 'high'] as const;
const PAPER_RESOLUTIONS = [32, 64, 128];
const HAT: Readonly<Record<PaperGenerator, readonly number[]>> = {
  ordered: [24, 26, 51.1],
  unordered: [8, 8.7, 17.2],
  sampled: [2.1, 3, 5.9],
};

function range(times: readonly (number | undefined)[]): Range | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : undefined;
}

const both = (a: Milliseconds, b: Milliseconds, of: LayersGenerator): number | undefined =>
  a[of] === undefined || b[of] === undefined ? undefined : a[of] + b[of];

function handTable({ hand, resolution }: LdiMeasured, { driver }: Pick<PaperContext, 'driver'>): PaperTable {
  return {
    name: 'hand',
    title: `Hand and phone at ${resolution}² (table 1)`,
    rowTitle: 'generator',
    columns: [
      { key: 'collision', title: 'collision', unit: 'ms' },
      { key: 'self', title: 'self-collision', unit: 'ms' },
      { key: 'both', title: 'both', unit: 'ms' },
    ],
    rows: GENERATORS.map((generator) => ({
      label: LABELS[generator],
      paper: isPapers(generator)
        ? { collision: HAND[generator][0], self: HAND[generator][1], both: HAND[generator][2] }
        : {},
      ours: {
        collision: range(hand.map(({ collision }) => collision.milliseconds[generator])),
        self: range(hand.map(({ self }) => self.milliseconds[generator])),
        both: range(hand.map(({ collision, self }) => both(collision.milliseconds, self.milliseconds, generator))),
      },
    })),
    note: `Least and most over the frames. All but \`software\` make the images and look the overlap up in them, as the paper does, the hardware generators on the card; \`software\` measures volumes with their bound.${driver ? ` Ordered, unordered and compute: the first frames only, on WebGPU (${driver}).` : ''}`,
  };
}

function dragonTable({ dragons, resolution }: LdiMeasured): PaperTable {
  return {
    name: 'dragon',
    title: 'Points in a dragon (table 2)',
    rowTitle: 'generator',
    columns: dragons.map(({ faces, points }, i) => ({
      key: DRAGON_KEYS[i],
      title: `${faces} faces, ${points} points`,
      unit: 'ms',
    })),
    rows: GENERATORS.map((generator) => ({
      label: generator === 'software' ? 'exact, without an image (`inside`)' : LABELS[generator],
      paper: Object.fromEntries(
        DRAGON_KEYS.map((key, i) => {
          const isSameSize = Math.abs(dragons[i].faces / DRAGON_FACES[i] - 1) < 0.1;
          return [key, isSameSize && isPapers(generator) ? DRAGON[generator][i] : undefined];
        }),
      ),
      ours: Object.fromEntries(DRAGON_KEYS.map((key, i) => [key, dragons[i].milliseconds[generator]])),
    })),
    note: `All but \`inside\` make the image and look the points up in it, by hardware on the card; answers are as good as ${resolution}² pixels. \`inside\` is exact.`,
  };
}

function hatTimes({ hat }: LdiMeasured, place: number, generator: LayersGenerator): number | undefined {
  const times = hat.map(({ found }) => found[place].milliseconds[generator]).filter((time) => time !== undefined);
  return times.length > 0 ? mean(times) : undefined;
}

function hatTable(measured: LdiMeasured): PaperTable {
  const key = (place: number) => `at${place}`;
  return {
    name: 'hat',
    title: 'Hat and mouse at three resolutions (table 3)',
    rowTitle: 'generator',
    columns: measured.resolutions.map((resolution, place) => ({
      key: key(place),
      title: `${resolution}²`,
      unit: 'ms',
    })),
    rows: GENERATORS.map((generator) => ({
      label: LABELS[generator],
      paper: Object.fromEntries(
        measured.resolutions.map((resolution, place) => {
          const index = PAPER_RESOLUTIONS.indexOf(resolution);
          return [key(place), index >= 0 && isPapers(generator) ? HAT[generator][index] : undefined];
        }),
      ),
      ours: Object.fromEntries(
        measured.resolutions.map((_, place) => [key(place), hatTimes(measured, place, generator)]),
      ),
    })),
  };
}

function boundTable({ hat, resolutions }: LdiMeasured): PaperTable {
  return {
    name: 'bound',
    title: 'Hat and mouse: the volume and its bound, mean over the frames',
    rowTitle: 'resolution',
    columns: [
      { key: 'volume', title: 'volume' },
      { key: 'bound', title: 'error bound' },
    ],
    rows: resolutions.map((resolution, place) => ({
      label: `${resolution}²`,
      paper: {},
      ours: {
        volume: mean(hat.map(({ found }) => found[place].volume)),
        bound: mean(hat.map(({ found }) => found[place].errorBound)),
      },
    })),
    note: 'The paper states no error.',
  };
}

function hatPlot(measured: LdiMeasured): Plot {
  const points = (times: (place: number) => number | undefined) =>
    measured.resolutions.map((resolution, place) => [resolution, times(place) ?? null] as const);
  return {
    kind: 'lines',
    name: 'hat',
    title: 'Hat and mouse: time against resolution',
    description: 'Milliseconds for one overlap volume at three resolutions, in the paper and here.',
    x: { label: 'pixels along a side' },
    y: { label: 'time (ms)', scale: 'log' },
    series: [
      {
        name: 'software, paper',
        paper: true,
        colour: 0,
        points: PAPER_RESOLUTIONS.map((resolution, i) => [resolution, HAT.sampled[i]] as const),
      },
      { name: 'sampled, ours', colour: 0, points: points((place) => hatTimes(measured, place, 'sampled')) },
      { name: 'with a bound, ours', colour: 1, points: points((place) => hatTimes(measured, place, 'software')) },
    ],
  };
}

/** Volumes and times while the hand closes. */
function handPlots({ hand }: LdiMeasured): Plot[] {
  const line = (name: string, of: (frame: LdiMeasured['hand'][number]) => number | undefined) => ({
    name,
    points: hand.map((frame) => [frame.seconds, of(frame) ?? null] as const),
  });
  const x = { label: 'seconds' };
  return [
    {
      kind: 'lines',
      name: 'hand-volumes',
      title: 'Hand and phone: volumes over the animation',
      description: 'The volume that hand and phone share, and that of the hand with itself, over the animation.',
      x,
      y: { label: 'volume' },
      series: [
        line('hand and phone', ({ collision }) => collision.volume),
        line('hand with itself', ({ self }) => self.volume),
      ],
    },
    {
      kind: 'lines',
      name: 'hand-times',
      title: 'Hand and phone: time over the animation',
      description:
        'Milliseconds for the volume of hand and phone and for that of the hand with itself, over the animation.',
      x,
      y: { label: 'time (ms)' },
      series: [
        line('collision, sampled', ({ collision }) => collision.milliseconds.sampled),
        line('self-collision, sampled', ({ self }) => self.milliseconds.sampled),
        line('collision, with a bound', ({ collision }) => collision.milliseconds.software),
        line('self-collision, with a bound', ({ self }) => self.milliseconds.software),
      ],
    },
  ];
}

export function ldiTables(
  measured: LdiMeasured,
  context: Pick<PaperContext, 'driver'>,
): Pick<PaperResults, 'tables' | 'plots'> {
  return {
    tables: [
      handTable(measured, context),
      dragonTable(measured),
      hatTable(measured),
      boundTable(measured),
      ldiVoxelsTable(measured.voxels),
    ],
    plots: [...handPlots(measured), hatPlot(measured), ldiVoxelsPlot(measured.voxels)],
  };
}
