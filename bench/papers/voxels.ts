/**
 * Chen, Wan, Zhang, Bao & Peng, "Interactive Collision Detection for Complex and Deformable Models Using Programmable Graphics
 * Hardware": voxelization of four models (table 1), dolphin and cylinder (figure 5), and time against triangles (figure 7).
 */

import { BIG_MODELS, type BigModelName, bigModel } from '../../scenes/index.ts';
import type { Engine, MeshInput, Scene } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';
import { playScene } from './scene-frames.ts';
import { medianInTurns } from './timing.ts';
import { measurePairs, type PairRow } from './voxels-pairs.ts';
import { voxelTables } from './voxels-tables.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 8, resolution: 256, triangles: 60_000 },
  full: { frames: 60, resolution: 256 },
};
const ROUNDS = 3;
const SECONDS = 8;

export interface ModelRow {
  readonly model: BigModelName;
  readonly triangles: number;
  readonly voxels: { readonly conservative: number; readonly paper: number };
  readonly milliseconds: { readonly conservative: number; readonly paper: number; readonly webgpu?: number };
}

export interface DolphinFrame {
  readonly seconds: number;
  readonly common: { readonly conservative: number; readonly paper: number };
  readonly pairs: number;
  readonly milliseconds: {
    readonly deform: number;
    readonly voxelize: number;
    readonly query: number;
    readonly total: number;
    readonly identify: number;
  };
}

export interface VoxelsMeasured {
  readonly resolution: number;
  readonly models: readonly ModelRow[];
  readonly dolphin: readonly DolphinFrame[];
  readonly pairs: readonly PairRow[];
}

/** Voxelizing positions that were just written, as in an animation. */
function voxelizing(scene: Scene, object: number, { positions }: MeshInput, options: object) {
  return async () => {
    scene.move(object, positions);
    return (await papers.voxels(scene, object, options)).count;
  };
}

async function measureModel(
  context: PaperContext,
  model: BigModelName,
  triangles: number,
  resolution: number,
): Promise<ModelRow> {
  const mesh = await bigModel(model, triangles, context.seed);
  const on = (engine: Engine) => {
    const scene = engine.createScene();
    return { scene, object: scene.add(mesh) };
  };
  const [wasm, webgpu] = [on(context.engine), context.webgpu && on(context.webgpu)];
  const { conservative, paper } = await medianInTurns(
    {
      conservative: voxelizing(wasm.scene, wasm.object, mesh, { resolution }),
      paper: voxelizing(wasm.scene, wasm.object, mesh, { resolution, rule: 'paper' }),
    },
    { warmUp: 1, measured: ROUNDS },
  );
  const onGpu =
    webgpu &&
    (await medianInTurns(
      { it: voxelizing(webgpu.scene, webgpu.object, mesh, { resolution }) },
      { warmUp: 0, measured: 1 },
    ));
  wasm.scene.dispose();
  webgpu?.scene.dispose();
  return {
    model,
    triangles: mesh.indices.length / 3,
    voxels: { conservative: conservative.answer, paper: paper.answer },
    milliseconds: {
      conservative: conservative.milliseconds,
      paper: paper.milliseconds,
      ...(onGpu && { webgpu: onGpu.it.milliseconds }),
    },
  };
}

async function measureModels(
  context: PaperContext,
  { triangles, resolution }: Required<PaperSizes>,
): Promise<ModelRow[]> {
  const rows: ModelRow[] = [];
  const names = Object.keys(BIG_MODELS) as BigModelName[];
  for (const [i, model] of names.entries()) {
    context.signal?.throwIfAborted();
    context.progress(`voxelizing the ${model}`, (0.4 * i) / names.length);
    const size = Math.min(BIG_MODELS[model], triangles);
    rows.push(await context.part(model, () => measureModel(context, model, size, resolution)));
  }
  return rows;
}

async function measureDolphin(
  context: PaperContext,
  { frames, resolution }: Required<PaperSizes>,
): Promise<DolphinFrame[]> {
  const options = { name: 'dolphin-and-cylinder', size: 7368, seconds: SECONDS, frames, part: [0.4, 0.6] } as const;
  return playScene(context, options, async ({ scene, mirror, seconds, turns }) => {
    const [dolphin, cylinder] = scene.objects.map(({ positions }) => positions);
    // Deforming is computing the vertices, and handing them to the engine.
    const ask = async (choice: object) => {
      const began = performance.now();
      scene.seek!(seconds);
      mirror.scene.move(0, dolphin);
      mirror.scene.move(1, cylinder);
      const moved = performance.now();
      const answer = await papers.voxelCollide(mirror.scene, 0, 1, { resolution, ...choice });
      return { answer, move: moved - began };
    };
    const { conservative, paper, identify } = await medianInTurns(
      { conservative: () => ask({}), paper: () => ask({ rule: 'paper' }), identify: () => ask({ identify: true }) },
      turns,
    );
    const { prepare, voxelize, query } = conservative.answer.answer.stats.milliseconds;
    return {
      seconds,
      common: { conservative: conservative.answer.answer.common, paper: paper.answer.answer.common },
      pairs: identify.answer.answer.kinds?.length ?? 0,
      milliseconds: {
        deform: conservative.answer.move,
        voxelize: prepare + voxelize,
        query,
        total: conservative.milliseconds,
        identify: identify.milliseconds,
      },
    };
  });
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const measured: VoxelsMeasured = {
    resolution: sizes.resolution,
    models: await measureModels(context, sizes),
    dolphin: await context.part('dolphin', () => measureDolphin(context, sizes)),
    pairs: await measurePairs(context, sizes.triangles, sizes.resolution),
  };
  return { ...voxelTables(measured, context), raw: measured };
}

export const voxels: PaperBench = {
  title: 'Interactive Collision Detection for Complex and Deformable Models Using Programmable Graphics Hardware',
  source: 'Chen, Wan, Zhang, Bao & Peng, VRST 2004',
  hardware: 'Pentium IV at 2.4 GHz, Radeon 9800 Pro, 256³ voxels',
  run,
};
