/**
 * The same culling by each generator: the layered image on WebAssembly and on WebGPU, and on WebGPU also depth buffers and
 * occlusion queries, as the papers had it.
 */

import { openScene, SceneMirror, type SceneName } from '../../scenes/index.ts';
import type { Engine } from '../../src/index.ts';
import type { Culled, CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import type { PaperContext, PaperTable } from './paper.ts';
import { survivorCount, survivorsApart, workOf } from './survivors.ts';
import { medianInTurns } from './timing.ts';

/** Small, because a WebGPU driver without a graphics card must run it too. */
const TRIANGLES = 5_000;
const RESOLUTION = 256;

export interface GeneratorOutcome {
  readonly generator: string;
  readonly resolution: number;
  readonly survivors: number;
  /** Triangles that only this one or only the first one has left. */
  readonly apart: number;
  readonly queries: number;
  readonly renders: number;
  readonly milliseconds: number;
}

function resolutionOf({ resolution }: PaperContext): number {
  return Math.min(RESOLUTION, resolution ?? RESOLUTION);
}

async function ask(engine: Engine, name: SceneName, context: PaperContext, options: CullOptions) {
  const { seed, signal, triangles } = context;
  const scene = await openScene(name, { seed, size: Math.min(TRIANGLES, triangles ?? TRIANGLES), engine });
  const mirror = new SceneMirror(engine, scene);
  try {
    const cull = () => {
      mirror.update();
      return papers.cull(mirror.scene, { resolution: resolutionOf(context), signal, ...options });
    };
    return (await medianInTurns({ cull }, { warmUp: 1, measured: 1 })).cull;
  } finally {
    mirror.dispose();
    scene.dispose();
  }
}

/** Nothing without a WebGPU engine. */
export function measureGenerators(
  context: PaperContext,
  scene: SceneName,
  options: CullOptions,
): Promise<GeneratorOutcome[]> {
  return context.part('generators', () => askGenerators(context, scene, options));
}

async function askGenerators(
  context: PaperContext,
  scene: SceneName,
  options: CullOptions,
): Promise<GeneratorOutcome[]> {
  const { engine, webgpu } = context;
  if (!webgpu) return [];
  context.progress('by each generator', 1);
  const ways: readonly [string, Engine, CullOptions][] = [
    ['layered image, WebAssembly', engine, options],
    ['layered image, WebGPU', webgpu, options],
    ['depth buffers and occlusion queries, WebGPU', webgpu, { ...options, generator: 'hardware' }],
  ];
  const outcomes: GeneratorOutcome[] = [];
  let first: Culled | undefined;
  for (const [generator, onEngine, choice] of ways) {
    const { answer, milliseconds } = await ask(onEngine, scene, context, choice);
    // Reliable coverage is made on wasm whatever the engine.
    if (onEngine === webgpu && answer.stats.backend !== 'webgpu') continue;
    first ??= answer;
    const apart = survivorsApart(first, answer);
    const resolution = resolutionOf(context);
    outcomes.push({ generator, resolution, survivors: survivorCount(answer), apart, ...workOf(answer), milliseconds });
  }
  return outcomes;
}

/** No table when there was nothing to compare. */
export function generatorTables(
  outcomes: readonly GeneratorOutcome[],
  what: string,
  { driver }: Pick<PaperContext, 'driver'>,
): PaperTable[] {
  if (outcomes.length === 0) return [];
  return [
    {
      name: 'generators',
      title: `By each generator: ${what}, views of ${outcomes[0].resolution}²`,
      rowTitle: 'generator',
      columns: [
        { key: 'survivors', title: 'triangles left' },
        { key: 'apart', title: 'in one set only' },
        { key: 'queries', title: 'queries' },
        { key: 'renders', title: 'renderings' },
        { key: 'milliseconds', title: 'time', unit: 'ms' },
      ],
      rows: outcomes.map(({ generator, resolution: _resolution, ...ours }) => ({ label: generator, paper: {}, ours })),
      note: `WebGPU: ${driver}. In one set only: triangles in which a set differs from the first row’s. Rasterizers of graphics cards and drivers round corners to parts of a pixel and interpolate depths in their own way.`,
    },
  ];
}
