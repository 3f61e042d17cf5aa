/**
 * One culling, pass by pass: time, triangles drawn, triangles left, and how long exact tests of what is left would take.
 *
 * A pass is the paper's: all views at one level of the hierarchy. Times come from runs without a trace, the sets from one
 * with a trace; both make the same passes.
 */

import { openScene, SceneMirror } from '../../scenes/index.ts';
import type { Engine } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { CULL_SET, type Culled, type CullGenerator, type CullPass } from '../../src/papers/index.ts';
import { median, sum } from './numbers.ts';
import type { PaperContext, PaperSizes } from './paper.ts';
import type { Model } from './self-cullide-models.ts';
import { lossesOf } from './survivors.ts';
import { medianInTurns } from './timing.ts';

/** Small clusters, so that there are several levels even in a small model, as in the paper. */
export const CLUSTER_SIZE = 4;
const VIEWS = 'xyz';

/** What one view did: two passes over what was left, there and back. */
export interface PruningLook {
  readonly milliseconds: number;
  readonly trianglesLeft: number;
}

export interface PruningPass {
  readonly milliseconds: number;
  /** Triangles that were drawn, in all views and both directions. */
  readonly drawn: number;
  readonly queries: number;
  readonly looks: readonly PruningLook[];
  readonly trianglesLeft: number;
  /** Colliding pairs of which a triangle has been pruned. */
  readonly pairsLost: number;
  readonly exactMilliseconds: number;
}

export interface Pruning {
  readonly model: string;
  /** Images of our own, or a graphics card's depth buffer and occlusion queries (on WebGPU). */
  readonly generator: CullGenerator;
  readonly triangles: number;
  readonly collidingPairs: number;
  readonly clusterSize: number;
  /** Exact tests of everything, without any culling. */
  readonly exactMilliseconds: number;
  readonly passes: readonly PruningPass[];
}

/** Where each look begins in the list of passes, by level: a level looks along every view once, unless nothing is left. */
export function looksByLevel(passes: readonly Pick<CullPass, 'pass'>[]): number[][] {
  const starts = [...passes.keys()].filter((at) => passes[at].pass === 1);
  const levels: number[][] = [];
  for (let at = 0; at < starts.length; at += VIEWS.length) levels.push(starts.slice(at, at + VIEWS.length));
  return levels;
}

/** Numbers of the triangles that were left after a pass of the only object of a scene. */
function leftAfter({ trace }: Culled, pass: number): number[] {
  const sets = [...trace![pass].sets.values()][0];
  return [...sets.keys()].filter((triangle) => sets[triangle] !== CULL_SET.BFV);
}

/** The mesh of some triangles of another, with all of its vertices. */
function onlyTriangles(indices: Uint32Array, triangles: readonly number[]): Uint32Array {
  const kept = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, place) => {
    kept.set(indices.subarray(3 * triangle, 3 * triangle + 3), 3 * place);
  });
  return kept;
}

/** The pairs of triangles of a mesh that collide, of which it is the only object. */
async function exactPairs(engine: Engine, positions: Float32Array, indices: Uint32Array): Promise<Uint32Array> {
  using scene = engine.createScene();
  scene.add({ positions, indices });
  return (await scene.collide({ self: true })).trianglePairs;
}

/** Triangles of the only object of a scene, as answers have them. */
function places(triangles: readonly number[]): Uint32Array {
  return Uint32Array.from(triangles.flatMap((triangle) => [0, triangle]));
}

async function exactTime(engine: Engine, positions: Float32Array, indices: Uint32Array, rounds: number) {
  if (indices.length === 0) return 0;
  const scene = engine.createScene();
  const object = scene.add({ positions, indices });
  try {
    const collide = () => {
      scene.move(object, positions);
      return scene.collide({ self: true });
    };
    return (await medianInTurns({ collide }, { warmUp: 1, measured: rounds })).collide.milliseconds;
  } finally {
    scene.dispose();
  }
}

export async function measurePruning(
  { engine, webgpu, seed, signal }: PaperContext,
  { label, scene: name }: Model,
  size: number,
  { frames: rounds, resolution }: PaperSizes,
  generator: CullGenerator = 'layered',
): Promise<Pruning> {
  const scene = await openScene(name, { seed, size, engine });
  const mirror = new SceneMirror(generator === 'hardware' ? webgpu! : engine, scene);
  const [{ positions, indices }] = scene.objects;
  try {
    // The paper's own loop: down a hierarchy, each level once along every view.
    const loop = { hierarchy: true, clusterSize: CLUSTER_SIZE } as const;
    const options = { preset: 'self-cullide', views: VIEWS, ...loop, resolution, generator, signal } as const;
    const trianglePairs = await exactPairs(engine, positions, indices);
    const traced = await papers.cull(mirror.scene, { ...options, trace: true });
    const runs: Culled[] = [];
    for (let round = 0; round < rounds; round++) {
      mirror.update();
      runs.push(await papers.cull(mirror.scene, options));
    }
    const passes: PruningPass[] = [];
    const looks = looksByLevel(traced.passes);
    const starts = [...looks.flat(), traced.passes.length];
    for (const level of looks) {
      const measured = level.map((from) => {
        const to = starts[starts.indexOf(from) + 1];
        const times = runs.map((run) => sum(run.passes.slice(from, to).map(({ milliseconds }) => milliseconds)));
        return { from, to, milliseconds: median(times), trianglesLeft: leftAfter(traced, to - 1).length };
      });
      const [first, last] = [measured[0].from, measured[measured.length - 1].to];
      const left = leftAfter(traced, last - 1);
      passes.push({
        milliseconds: sum(measured.map(({ milliseconds }) => milliseconds)),
        drawn: sum(traced.passes.slice(first, last).map(({ triangles }) => triangles)),
        queries: sum(traced.passes.slice(first, last).map(({ queries }) => queries)),
        looks: measured.map(({ milliseconds, trianglesLeft }) => ({ milliseconds, trianglesLeft })),
        trianglesLeft: left.length,
        pairsLost: lossesOf({ trianglePairs }, { survivorTriangles: places(left) }).pairs,
        exactMilliseconds: await exactTime(engine, positions, onlyTriangles(indices, left), rounds),
      });
    }
    return {
      model: label,
      generator,
      triangles: indices.length / 3,
      collidingPairs: trianglePairs.length / 4,
      clusterSize: CLUSTER_SIZE,
      exactMilliseconds: await exactTime(engine, positions, indices, rounds),
      passes,
    };
  } finally {
    mirror.dispose();
    scene.dispose();
  }
}
