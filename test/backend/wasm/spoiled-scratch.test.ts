/**
 * Scratch memory belongs to a thread, and both sets of kernels use it, each for its own things: what a query finds there is what
 * another has left. So whatever is there before a query, its answer is the same.
 */

import { describe, it } from 'vitest';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import type { Scene } from '../../../src/index.ts';
import { SCRATCH_BYTES, SCRATCH_START } from '../../../src/memory/constants.ts';
import * as papers from '../../../src/papers/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { Random } from '../../support/random.ts';
import { expectSame } from '../../support/same-answer.ts';
import { sheet } from '../../support/shapes.ts';

const wavy = sheet(20, 1, (x, y) => 0.2 * Math.sin(9 * x) * Math.cos(7 * y));
const flat = sheet(20, 1, () => 0.03);
const box = sheet(2, 0.4, () => 0);

/** What is left in scratch memory: now numbers that spoil every sum, now such that a bound they get into still looks like one. */
const LEFT_BEHIND = [
  [Number.NaN, 1e30, -3, 0.7, 5e-300],
  [0, 1e-12, 900],
  [0, 0, -1e-9, 4, 1e5],
];

function spoilScratch({ memory, threads }: WasmRuntime, random: Random): void {
  const { f64 } = memory;
  const first = SCRATCH_START >>> 3;
  const count = ((threads + 1) * SCRATCH_BYTES) >>> 3;
  const numbers = random.pick(LEFT_BEHIND);
  for (let i = 0; i < count; i++) f64[first + i] = random.pick(numbers);
}

const QUESTIONS: Readonly<Record<string, (scene: Scene) => Promise<object>>> = {
  collide: (scene) => scene.collide(),
  'collide with self and segments': (scene) => scene.collide({ self: true, segments: true }),
  within: (scene) => scene.within(0.02),
  inside: async (scene) => ({ places: await scene.inside(0, Float64Array.of(0.5, 0.5, 0.4), { allowOpen: true }) }),
  cull: (scene) => papers.cull(scene, { resolution: 64 }),
  'cull by FAR': (scene) => papers.cull(scene, { preset: 'far', resolution: 64 }),
  'cull within objects, sampled': (scene) => papers.cull(scene, { preset: 'self-cullide', resolution: 64 }),
  voxels: async (scene) => ({ bits: (await papers.voxels(scene, 0, { resolution: 16 })).bits }),
  layers: (scene) => papers.layers(scene, 0, { resolution: 16 }),
  clashes: async (scene) => ({ clashes: (await scene.clashes({ self: true, curve: true, area: true })).clashes }),
  impacts: (scene) => scene.impacts({ first: true }),
};

const STEPS = 24;

/** Without what depends on the clock or on memory. */
function withoutStats(answer: object): object {
  const { stats: _, passes: __, ...rest } = answer as { stats?: object; passes?: object };
  return rest;
}

describe.each([0, 2])('queries with %i threads', (threads) => {
  it.each(Object.keys(QUESTIONS))('%s: answers do not depend on what scratch memory holds', async (name) => {
    const usual = { ...SELECTION };
    Object.assign(SELECTION, { leastTriangles: 0, atOnce: 1 });
    const random = new Random(7);
    const runtimes = [await WasmRuntime.open(threads), await WasmRuntime.open(threads)];
    try {
      const scenes = runtimes.map((runtime) => new EngineScene({ runtime }, () => {}));
      for (const scene of scenes) for (const mesh of [wavy, flat, box]) scene.add(mesh);
      for (let step = 0; step < STEPS; step++) {
        const angle = 0.1 * step;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const matrix = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0.02 * step, 0, 0.01, 1];
        const answers: object[] = [];
        for (const [i, scene] of scenes.entries()) {
          scene.place(1, matrix);
          if (i === 1) spoilScratch(runtimes[1], random);
          answers.push(withoutStats(await QUESTIONS[name](scene)));
        }
        expectSame(answers[1], answers[0], `step ${step}`);
      }
    } finally {
      Object.assign(SELECTION, usual);
      for (const runtime of runtimes) runtime.dispose();
    }
  });
});
