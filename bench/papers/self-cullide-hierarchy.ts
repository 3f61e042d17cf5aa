/** A hierarchy of neighbouring triangles against one of triangles taken at random (self-CULLIDE §6.1). */

import { openScene } from '../../scenes/index.ts';
import { Random } from '../../scenes/support/random.ts';
import type { MeshInput } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { sum } from './numbers.ts';
import type { PaperContext, PaperSizes, PaperTable } from './paper.ts';
import type { Model } from './self-cullide-models.ts';
import { CLUSTER_SIZE } from './self-cullide-pruning.ts';
import { survivorCount, workOf } from './survivors.ts';
import { medianInTurns } from './timing.ts';

type Kind = 'connected' | 'random';

export interface HierarchyRow {
  readonly model: string;
  readonly kind: Kind;
  readonly drawn: number;
  readonly queries: number;
  readonly left: number;
  readonly milliseconds: number;
}

/** Triangles without neighbours, in a random order: clusters are then made of whatever comes next. */
function shuffled(positions: Float32Array, indices: Uint32Array, seed: number): MeshInput {
  const random = new Random(seed);
  const order = Array.from({ length: indices.length / 3 }, (_, triangle) => triangle);
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.integer(0, i);
    [order[i], order[other]] = [order[other], order[i]];
  }
  const soup = new Float32Array(9 * order.length);
  order.forEach((triangle, place) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * triangle + corner];
      soup.set(positions.subarray(3 * vertex, 3 * vertex + 3), 9 * place + 3 * corner);
    }
  });
  return { positions: soup, weld: false };
}

export async function measureHierarchies(
  { engine, seed, signal }: PaperContext,
  { label, scene: name }: Model,
  size: number,
  { frames: turns, resolution }: PaperSizes,
): Promise<HierarchyRow[]> {
  const scene = await openScene(name, { seed, size, engine });
  const [{ positions, indices }] = scene.objects;
  const meshes: Record<Kind, MeshInput> = {
    connected: { positions, indices },
    random: shuffled(positions, indices, seed),
  };
  const rows: HierarchyRow[] = [];
  for (const [kind, mesh] of Object.entries(meshes) as [Kind, MeshInput][]) {
    const alone = engine.createScene();
    const object = alone.add(mesh);
    const cull = () => {
      alone.move(object, mesh.positions as Float32Array);
      const loop = { hierarchy: true, clusterSize: CLUSTER_SIZE } as const;
      return papers.cull(alone, { preset: 'self-cullide', ...loop, resolution, signal });
    };
    const { answer, milliseconds } = (await medianInTurns({ cull }, { warmUp: 1, measured: turns })).cull;
    const drawn = sum(answer.passes.map(({ triangles }) => triangles));
    const { queries } = workOf(answer);
    rows.push({ model: label, kind, drawn, queries, left: survivorCount(answer), milliseconds });
    alone.dispose();
  }
  scene.dispose();
  return rows;
}

const NAMES: Readonly<Record<Kind, string>> = { connected: 'by connectivity', random: 'at random' };

export function hierarchyTable(rows: readonly HierarchyRow[]): PaperTable {
  return {
    name: 'hierarchy',
    title: 'A hierarchy built on mesh connectivity, and one built at random (§6.1)',
    rowTitle: 'model, hierarchy',
    columns: [
      { key: 'drawn', title: 'triangles drawn' },
      { key: 'queries', title: 'queries' },
      { key: 'left', title: 'triangles left' },
      { key: 'time', title: 'time', unit: 'ms' },
    ],
    rows: rows.map(({ model, kind, milliseconds, ...ours }) => ({
      label: `${model}, ${NAMES[kind]}`,
      paper: kind === 'random' ? { time: '“performed poorly”' } : {},
      ours: { ...ours, time: milliseconds },
    })),
  };
}
