/**
 * Layered depth images against voxels: the volume that two bunnies share, along rays and by counting voxels, in the same box and as
 * finely. Both papers mention the other method, and neither compares with it.
 */

import type { Scene } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { layersOverlap } from '../../src/papers/index.ts';
import { percent } from './numbers.ts';
import { chosenTriangles, type PaperContext, type PaperTable, type SceneSize } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import { playScene } from './scene-frames.ts';
import { medianInTurns } from './timing.ts';

const BUNNIES: SceneSize = { paper: 2 * 68_000, quick: 20_000 };
/** Of the volume that both are held against, which comes with a bound. */
const REFERENCE = 1024;
const ROUNDS = 3;

export interface LdiVoxelsRow {
  readonly resolution: number;
  /** The volume as it is measured with a bound. */
  readonly volume: number;
  readonly bound: number;
  readonly layers: { readonly volume: number; readonly bytes: number; readonly milliseconds: number };
  readonly voxels: { readonly volume: number; readonly bytes: number; readonly milliseconds: number };
  readonly centres: { readonly volume: number; readonly bytes: number; readonly milliseconds: number };
}

async function byLayers(scene: Scene, [a, b]: readonly number[], resolution: number, signal?: AbortSignal) {
  const options = { generator: 'sampled', resolution, signal } as const;
  const images = [
    await papers.layers(scene, a, { ...options, with: b }),
    await papers.layers(scene, b, { ...options, with: a }),
  ];
  const held = images.flatMap(({ starts, depths, enters }) => [starts, depths, enters]);
  return {
    volume: layersOverlap(images[0], images[1]).volume,
    bytes: held.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

async function byVoxels(scene: Scene, [a, b]: readonly number[], resolution: number, signal?: AbortSignal) {
  const found = await papers.voxelCollide(scene, a, b, { resolution, rule: 'paper', solid: true, signal });
  const [x, y, z] = found.resolution;
  return { volume: found.common * found.voxelSize ** 3, bytes: 2 * Math.ceil((x * y * z) / 8) };
}

/** Voxels whose centres are inside both: what rays are along one axis, these are along all three. */
async function byCentres(scene: Scene, [a, b]: readonly number[], resolution: number, signal?: AbortSignal) {
  const { box } = await papers.layers(scene, a, { generator: 'sampled', resolution: 1, with: b, signal });
  const first = await papers.voxels(scene, a, { box, resolution, solid: 'centres', signal });
  const grid = { origin: first.origin, voxelSize: first.voxelSize, resolution: first.resolution };
  const second = await papers.voxels(scene, b, { grid, solid: 'centres', signal });
  let common = 0;
  for (let word = 0; word < first.bits.length; word++) {
    for (let both = first.bits[word] & second.bits[word]; both !== 0; both &= both - 1) common++;
  }
  return { volume: common * first.voxelSize ** 3, bytes: first.bits.byteLength + second.bits.byteLength };
}

export async function measureLdiVoxels(
  context: PaperContext,
  resolutions: readonly number[],
  part: readonly [number, number],
): Promise<LdiVoxelsRow[]> {
  const { signal } = context;
  const size = chosenTriangles(context, BUNNIES);
  const playing = { name: 'bunnies', size, seconds: 1, frames: 1, part } as const;
  const [rows] = await playScene(context, playing, async ({ scene, mirror }) => {
    const ids = scene.objects.map((object) => mirror.id(object)!);
    const { volume, errorBound: bound } = await mirror.scene.overlapVolume(ids[0], ids[1], {
      resolution: REFERENCE,
      signal,
      allowOpen: true,
    });
    const found: LdiVoxelsRow[] = [];
    for (const resolution of resolutions) {
      const moved =
        <T>(ask: () => Promise<T>) =>
        () => {
          mirror.update();
          return ask();
        };
      const { layers, voxels, centres } = await medianInTurns(
        {
          layers: moved(() => byLayers(mirror.scene, ids, resolution, signal)),
          voxels: moved(() => byVoxels(mirror.scene, ids, resolution, signal)),
          centres: moved(() => byCentres(mirror.scene, ids, resolution, signal)),
        },
        { warmUp: 1, measured: ROUNDS },
      );
      found.push({
        resolution,
        volume,
        bound,
        layers: { ...layers.answer, milliseconds: layers.milliseconds },
        voxels: { ...voxels.answer, milliseconds: voxels.milliseconds },
        centres: { ...centres.answer, milliseconds: centres.milliseconds },
      });
    }
    return found;
  });
  return rows;
}

export function ldiVoxelsTable(rows: readonly LdiVoxelsRow[]): PaperTable {
  const [{ volume, bound }] = rows;
  const off = (found: number) => percent(Math.abs(found - volume), volume);
  const boundPercent = percent(bound, volume)?.toPrecision(2);
  return {
    name: 'voxels',
    title: 'Layered depth images against voxels: the volume that two bunnies share',
    rowTitle: 'resolution',
    columns: [
      { key: 'layersOff', title: 'layered depth images off by', unit: '%' },
      { key: 'centresOff', title: 'voxels by centres off by', unit: '%' },
      { key: 'voxelsOff', title: 'solid voxels off by', unit: '%' },
      { key: 'layers', title: 'layered depth images', unit: 'ms' },
      { key: 'centres', title: 'voxels by centres', unit: 'ms' },
      { key: 'voxels', title: 'solid voxels', unit: 'ms' },
      { key: 'layersBytes', title: 'layered depth images', unit: 'KB' },
      { key: 'voxelsBytes', title: 'solid voxels', unit: 'KB' },
    ],
    rows: rows.map(({ resolution, layers, voxels, centres }) => ({
      label: `${resolution}² rays, ${resolution}³ voxels`,
      paper: {},
      ours: {
        layersOff: off(layers.volume),
        centresOff: off(centres.volume),
        voxelsOff: off(voxels.volume),
        layers: layers.milliseconds,
        centres: centres.milliseconds,
        voxels: voxels.milliseconds,
        layersBytes: layers.bytes / 1000,
        voxelsBytes: voxels.bytes / 1000,
      },
    })),
    note: `Held against the volume at ${REFERENCE}², which is known to ${boundPercent} %. By centres, voxels are set whose centres are inside, as rays are counted through the centres of pixels: like with like. Solid voxels are those and all that the surface sets, so their volume is too large by about half of the surface's. Bytes are those of both objects' images or bits.`,
  };
}

export function ldiVoxelsPlot(rows: readonly LdiVoxelsRow[]): Plot {
  const line = (name: string, of: (row: LdiVoxelsRow) => number) => ({
    name,
    points: rows.map((row) => [row.resolution, of(row)] as const),
  });
  return {
    kind: 'lines',
    name: 'voxels',
    title: 'Layered depth images against voxels: time for the volume of two bunnies',
    description:
      'Milliseconds for the volume that two bunnies share, by layered depth images, voxels by centres and solid voxels.',
    x: { label: 'pixels or voxels along a side', scale: 'log' },
    y: { label: 'time (ms)', scale: 'log' },
    series: [
      line('layered depth images', ({ layers }) => layers.milliseconds),
      line('voxels by centres', ({ centres }) => centres.milliseconds),
      line('solid voxels', ({ voxels }) => voxels.milliseconds),
    ],
  };
}
