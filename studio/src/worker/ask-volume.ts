/** "How much do two objects overlap?", or one with itself: the volume, as stacks over the pixels of an image. */

import type { Volume } from '../../../src/index.ts';
import type { LayeredImage } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import type { Answer, Overlay, Picture } from '../answer.ts';
import type { VolumeQuery } from '../query.ts';
import { type Asked, type AskOptions, grouped, objectAt } from './asked.ts';
import { columnUnit } from './shown-lengths.ts';
import { boxAround, type World } from './world.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The axes of an image: across, down and the viewing direction. */
function axesOf(axis: 'x' | 'y' | 'z'): readonly [number, number, number] {
  const along = AXES.indexOf(axis);
  return [(along + 1) % 3, (along + 2) % 3, along];
}

/** A box per segment that counts, relative to the world's origin. */
function stackBoxes(stacks: Volume['stacks'][number], origin: World['origin']): Overlay {
  const { axis, across, down, box, pixels, from, to, times } = stacks;
  const [u, v, w] = axesOf(axis);
  const width = (box.max[u] - box.min[u]) / across;
  const height = (box.max[v] - box.min[v]) / down;
  const data = new Float32Array(6 * times.reduce((sum, count) => sum + Number(count > 0), 0));
  let at = 0;
  for (let i = 0; i < pixels.length; i++) {
    if (times[i] === 0) continue;
    data[at + u] = box.min[u] + ((pixels[i] % across) + 0.5) * width - origin[u];
    data[at + v] = box.min[v] + (Math.floor(pixels[i] / across) + 0.5) * height - origin[v];
    data[at + w] = (from[i] + to[i]) / 2 - origin[w];
    data[at + 3 + u] = width;
    data[at + 3 + v] = height;
    data[at + 3 + w] = to[i] - from[i];
    at += 6;
  }
  return { name: 'stacks', form: 'boxes', data };
}

/** Per pixel: how many surfaces its ray meets, and the depth of the first. */
function picturesOf(image: LayeredImage, name: string): Picture[] {
  const { across, down, starts, depths, axis } = image;
  const layers = new Float32Array(across * down);
  const depth = new Float32Array(across * down).fill(Number.NaN);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const pixel = row * across + column;
      // Rows are drawn from the top, but start at the minimum corner.
      const to = (down - 1 - row) * across + column;
      layers[to] = starts[pixel + 1] - starts[pixel];
      if (layers[to] > 0) depth[to] = depths[starts[pixel]];
    }
  }
  return [
    { title: `layers of ${name} along ${axis}`, width: across, height: down, values: layers },
    { title: 'depth of the first', width: across, height: down, values: depth },
  ];
}

export async function askVolume(
  world: World,
  query: VolumeQuery,
  options: AskOptions,
  playing: boolean,
): Promise<Asked> {
  const { resolution, axis, generator } = query;
  const a = objectAt(world, query.object);
  const b = objectAt(world, query.other);
  const [first, second] = [world.objects[a], world.objects[b]];
  const asked = { resolution, axis, generator, allowOpen: true, stacks: true, ...options } as const;
  const began = performance.now();
  const volume = await (a === b
    ? world.scene.selfOverlapVolume(first.id, asked)
    : world.scene.overlapVolume(first.id, second.id, asked));
  const milliseconds = performance.now() - began;
  const stacks = volume.stacks[0];
  const along = stacks?.axis ?? 'z';
  const image = playing
    ? undefined
    : await papers.layers(world.scene, first.id, { resolution, axis: along, generator, ...options });
  const reword = () => rewordedAnswer(world, volume, a, b);
  return {
    answer: {
      query: 'volume',
      ...reword(),
      overlays: stacks ? [stackBoxes(stacks, world.origin)] : [],
      milliseconds,
      stages: { volume: volume.stats.milliseconds.total },
      ...(image && { pictures: picturesOf(image, first.name) }),
    },
    reword,
    locate: () => boxAround([first, second]).about(world.origin),
  };
}

/** In the unit that is shown. */
function rewordedAnswer(world: World, found: Volume, a: number, b: number) {
  const { ratio, symbol } = columnUnit(world);
  const cube = ratio ** 3;
  const volume = {
    ...found,
    volume: found.volume * cube,
    errorBound: found.errorBound * cube,
    unknownVolume: found.unknownVolume * cube,
    ...(found.centroid && {
      centroid: [...found.centroid].map((value) => value * ratio) as unknown as Volume['centroid'],
    }),
  };
  return {
    count: volume.volume,
    noun: symbol ? `${symbol}³` : 'cubic units',
    sentence: sentenceOf(volume),
    rows: [{ a, b, value: volume.volume }],
    valueTitle: symbol ? `volume (${symbol}³)` : 'volume',
    stats: statsOf(volume),
  };
}

const short = (value: number) => String(Number(value.toPrecision(3)));

function sentenceOf({ volume, errorBound, openObjects, unknownVolume }: Volume): string {
  const open = openObjects.length > 0 ? ` The mesh is open: ${short(unknownVolume)} of it is unknown.` : '';
  if (volume === 0 && errorBound === 0) return `They do not overlap.${open}`;
  return `overlap, ± ${short(errorBound)} at most.${open}`;
}

function statsOf(volume: Volume): Answer['stats'] {
  const { stats, axes, resolution, stacks, errorBound, unknownVolume, centroid } = volume;
  return [
    ['volume', String(volume.volume)],
    ['error bound', short(errorBound)],
    ['not known', short(unknownVolume)],
    ['seen along', axes.join(', ')],
    ['pixels per side', grouped(resolution)],
    ['segments', grouped(stacks.reduce((sum, { pixels }) => sum + pixels.length, 0))],
    ['unsure pixels', grouped(stats.unsurePixels)],
    ['centroid', centroid ? centroid.map(short).join(' ') : '–'],
    ['triangles', grouped(stats.triangles)],
  ];
}
