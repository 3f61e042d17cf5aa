/** "Which voxels does an object touch?", and which it shares with another. */

import type { VoxelCollision, VoxelGrid, Voxels } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import type { Overlay } from '../answer.ts';
import type { VoxelsQuery } from '../query.ts';
import { type Asked, type AskOptions, grouped, megabytes, objectAt } from './asked.ts';
import { boxAround, type World } from './world.ts';

/** Cubes are drawn slightly smaller than voxels to keep them distinguishable. */
const SHARE = 0.94;

function boxes(
  centres: ArrayLike<number>,
  { voxelSize }: VoxelGrid,
  origin: World['origin'],
): Float32Array<ArrayBuffer> {
  const data = new Float32Array(2 * centres.length);
  for (let i = 0; i < centres.length / 3; i++) {
    for (let axis = 0; axis < 3; axis++) {
      data[6 * i + axis] = centres[3 * i + axis] - origin[axis];
      data[6 * i + 3 + axis] = SHARE * voxelSize;
    }
  }
  return data;
}

/** Centres of voxels given by their grid coordinates. */
function centresOf(places: Uint32Array, { origin, voxelSize }: VoxelGrid): Float64Array {
  return Float64Array.from(places, (place, at) => origin[at % 3] + (place + 0.5) * voxelSize);
}

export async function askVoxels(world: World, query: VoxelsQuery, options: AskOptions): Promise<Asked> {
  const { resolution, solid } = query;
  const object = objectAt(world, query.object);
  const other = query.other < 0 ? undefined : objectAt(world, query.other);
  const began = performance.now();
  const [a, b] = [world.objects[object], other === undefined || other === object ? undefined : world.objects[other]];
  const voxels = await papers.voxels(world.scene, a.id, { resolution, solid, ...options });
  const shared =
    b && (await papers.voxelCollide(world.scene, a.id, b.id, { resolution, solid, list: true, ...options }));
  const milliseconds = performance.now() - began;
  const sharedCentres = shared?.voxels && centresOf(shared.voxels, shared);
  const overlays: Overlay[] = [
    { name: 'voxels', form: 'boxes', data: boxes(voxels.centres(), voxels, world.origin) },
    ...(shared && sharedCentres
      ? [{ name: 'shared-voxels', form: 'boxes', data: boxes(sharedCentres, shared, world.origin) } as const]
      : []),
  ];
  const bounds = boxAround(b ? [a, b] : [a]);
  return {
    answer: {
      query: 'voxels',
      count: shared ? shared.common : voxels.count,
      noun: shared ? 'voxels shared' : 'voxels',
      sentence: shared
        ? `of ${grouped(shared.counts[0])} and ${grouped(shared.counts[1])} where their boxes overlap`
        : `in a grid of ${voxels.resolution.join(' × ')}`,
      overlays,
      rows: [{ a: object, b: other ?? -1, value: shared ? shared.common : voxels.count }],
      valueTitle: 'voxels',
      stats: statsOf(voxels, shared),
      milliseconds,
      stages: stagesOf(shared ?? voxels),
    },
    locate: () => bounds.about(world.origin),
  };
}

function stagesOf({ stats }: Voxels | VoxelCollision): Record<string, number> {
  const { prepare, voxelize, query, identify } = stats.milliseconds;
  return { prepare, voxelize, query, ...(identify > 0 && { identify }) };
}

function statsOf(voxels: Voxels, shared: VoxelCollision | undefined): [string, string][] {
  return [
    ['voxels', grouped(voxels.count)],
    ['grid', voxels.resolution.join(' × ')],
    ['voxel size', String(Number(voxels.voxelSize.toPrecision(4)))],
    ['triangles', grouped(voxels.stats.triangles)],
    ['exact fallbacks', grouped(voxels.stats.exactFallbacks)],
    ['memory', megabytes(voxels.stats.bytes.query)],
    ...(shared ? ([['shared', grouped(shared.common)]] as [string, string][]) : []),
  ];
}
