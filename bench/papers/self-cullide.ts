/**
 * Boldt & Meyer, "Self-intersections with Cullide": time against triangles (figure 8), time and triangles drawn per
 * pass (figures 9 and 10), how pruning proceeds over time (figure 11), and what the paper leaves open: where to stop
 * pruning and hand over to exact tests.
 */

import { openScene, SceneMirror } from '../../scenes/index.ts';
import type { CullGenerator } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { generatorTables, measureGenerators } from './generators.ts';
import {
  chosen,
  chosenTriangles,
  type PaperBench,
  type PaperContext,
  type PaperResults,
  type PaperSizes,
} from './paper.ts';
import { hidingTable, measureHidingItself, measurePrecision, precisionTable } from './precision.ts';
import { type HierarchyRow, hierarchyTable, measureHierarchies } from './self-cullide-hierarchy.ts';
import { MODELS, type Model } from './self-cullide-models.ts';
import { measurePruning, type Pruning } from './self-cullide-pruning.ts';
import { selfCullideTables } from './self-cullide-tables.ts';
import { lossesOf, survivorCount } from './survivors.ts';
import { medianInTurns } from './timing.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 2, resolution: 500 },
  full: { frames: 5, resolution: 500 },
};

export interface MeasuredSize {
  readonly model: string;
  /** As the paper names it, and what it is. */
  readonly size: number;
  readonly triangles: number;
  readonly survivors: { readonly cullide: number; readonly reliable: number };
  readonly pairs: number;
  /** Colliding pairs that sampled culling loses. */
  readonly lost: { readonly cullide: number; readonly reliable: number };
  readonly milliseconds: { readonly cullide: number; readonly reliable: number; readonly exact: number };
}

async function measureSize(
  { engine, seed, signal }: PaperContext,
  { label, scene: name }: Model,
  size: number,
  { frames: rounds, resolution }: PaperSizes,
): Promise<MeasuredSize> {
  const scene = await openScene(name, { seed, size, engine });
  const mirror = new SceneMirror(engine, scene);
  try {
    const moved =
      <T>(query: () => Promise<T>) =>
      () => {
        mirror.updateAll();
        return query();
      };
    const { cullide, reliable, exact } = await medianInTurns(
      {
        cullide: moved(() => papers.cull(mirror.scene, { preset: 'self-cullide', resolution, signal })),
        reliable: moved(() => papers.cull(mirror.scene, { self: true, resolution, signal })),
        exact: moved(() => mirror.scene.collide({ self: true, signal })),
      },
      { warmUp: 1, measured: rounds },
    );
    return {
      model: label,
      size,
      triangles: scene.objects[0].indices.length / 3,
      survivors: { cullide: survivorCount(cullide.answer), reliable: survivorCount(reliable.answer) },
      pairs: exact.answer.kinds.length,
      lost: {
        cullide: lossesOf(exact.answer, cullide.answer).pairs,
        reliable: lossesOf(exact.answer, reliable.answer).pairs,
      },
      milliseconds: {
        cullide: cullide.milliseconds,
        reliable: reliable.milliseconds,
        exact: exact.milliseconds,
      },
    };
  } finally {
    mirror.dispose();
    scene.dispose();
  }
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const triangles = chosenTriangles(context, { paper: 270_000, quick: 40_000 });
  const jobs = MODELS.flatMap((model) =>
    model.sizes
      .filter((size, index) => index === 0 || size <= triangles)
      .map((size) => ({ model, size: Math.min(size, triangles) })),
  );
  const measured: MeasuredSize[] = [];
  for (const [index, { model, size }] of jobs.entries()) {
    context.signal?.throwIfAborted();
    context.progress(`${model.label}, ${size} triangles`, (0.8 * index) / jobs.length);
    const part = `${model.scene}-${size}`;
    measured.push(await context.part(part, () => measureSize(context, model, size, sizes)));
  }
  const pruning: Pruning[] = [];
  const hardware: Pruning[] = [];
  const hierarchies: HierarchyRow[] = [];
  for (const [index, model] of MODELS.entries()) {
    context.signal?.throwIfAborted();
    context.progress(`${model.label}, pass by pass`, 0.8 + (0.2 * index) / MODELS.length);
    const size = Math.min(model.sizes[0], triangles);
    const by = (generator: CullGenerator) =>
      context.part(`${model.scene}-${generator}`, () => measurePruning(context, model, size, sizes, generator));
    pruning.push(await by('layered'));
    const hierarchy = () => measureHierarchies(context, model, size, sizes);
    hierarchies.push(...(await context.part(`${model.scene}-hierarchy`, hierarchy)));
    if (context.webgpu) hardware.push(await by('hardware'));
  }
  const precision = await measurePrecision(context.engine, 'self-cullide');
  const hiding = await measureHidingItself(context.engine);
  const generators = await measureGenerators(context, 'bent-bunny', { preset: 'self-cullide' });
  const { tables, plots } = selfCullideTables(measured, pruning, hardware, context);
  const title = 'What samples see of two triangles (figure 5, §5)';
  return {
    setup: `views of ${sizes.resolution}², medians of ${sizes.frames} runs after one that warms up`,
    tables: [
      ...tables,
      hierarchyTable(hierarchies),
      precisionTable(precision, title),
      hidingTable(hiding),
      ...generatorTables(generators, 'deformed bunny', context),
    ],
    plots,
    raw: { resolution: sizes.resolution, measured, pruning, hardware, hierarchies, precision, hiding, generators },
  };
}

export const selfCullide: PaperBench = {
  title: 'Self-intersections with Cullide',
  source: 'Boldt & Meyer, Eurographics 2005, short papers',
  hardware: 'Pentium 4 at 2.8 GHz, GeForce FX 5900 Ultra, views of 500²',
  run,
};
