/** A hierarchy of neighbouring triangles against one of triangles taken at random (self-CULLIDE §6.1). */

import { openScene } from '../../scenes/index.ts';
import { Random } from '../../scenes/support/random.ts';
import type { Engine, MeshInput } from '../../src/index.ts';
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
  /** Of the triangles that collide, how many there are and how many were pruned. */
  readonly colliding: number;
  readonly lost: number;
  readonly milliseconds: number;
}

/** A mesh, and the number that each of its triangles has in the model. */
interface Ordered {
  readonly mesh: MeshInput;
  readonly order: readonly number[];
}

const numbersOf = (indices: Uint32Array) => Array.from({ length: indices.length / 3 }, (_, triangle) => triangle);

/** Triangles without neighbours, in a random order: clusters are then made of whatever comes next. */
function shuffled(positions: Float32Array, indices: Uint32Array, seed: number): Ordered {
  const random = new Random(seed);
  const order = numbersOf(indices);
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
  return { mesh: { positions: soup, weld: false }, order };
}

/** Numbers of the triangles that collide. */
async function collidingOf(engine: Engine, mesh: MeshInput): Promise<Set<number>> {
  using scene = engine.createScene();
  scene.add(mesh);
  const { trianglePairs } = await scene.collide({ self: true });
  return new Set(trianglePairs.filter((_, i) => i % 2 === 1));
}

export async function measureHierarchies(
  { engine, seed, signal }: PaperContext,
  { label, scene: name }: Model,
  size: number,
  { frames: turns, resolution }: PaperSizes,
): Promise<HierarchyRow[]> {
  const scene = await openScene(name, { seed, size, engine });
  const [{ positions, indices }] = scene.objects;
  const colliding = await collidingOf(engine, { positions, indices });
  const meshes: Record<Kind, Ordered> = {
    connected: { mesh: { positions, indices }, order: numbersOf(indices) },
    random: shuffled(positions, indices, seed),
  };
  const rows: HierarchyRow[] = [];
  for (const [kind, { mesh, order }] of Object.entries(meshes) as [Kind, Ordered][]) {
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
    const left = new Set([...answer.survivorTriangles].filter((_, i) => i % 2 === 1).map((place) => order[place]));
    const lost = [...colliding].filter((triangle) => !left.has(triangle)).length;
    const counts = { left: survivorCount(answer), colliding: colliding.size, lost };
    rows.push({ model: label, kind, drawn, queries, ...counts, milliseconds });
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
      { key: 'colliding', title: 'truly colliding' },
      { key: 'lost', title: 'of those, lost' },
      { key: 'time', title: 'time', unit: 'ms' },
    ],
    rows: rows.map(({ model, kind, milliseconds, ...ours }) => ({
      label: `${model}, ${NAMES[kind]}`,
      paper: kind === 'random' ? { time: '“performed poorly”' } : {},
      ours: { ...ours, time: milliseconds },
    })),
  };
}
