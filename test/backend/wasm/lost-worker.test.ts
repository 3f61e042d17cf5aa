/**
 * Workers that end in the middle of a query: terminated from outside, at a chosen phase or at a random moment. The query
 * rejects, and the next one on the same scene gives the oracle's answer.
 *
 * COLLIDESCOPE_SLOW=1 runs all 500 random moments.
 */

import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import type { MeshInput } from '../../../src/index.ts';
import {
  PHASE_COUNT_IMAGE,
  PHASE_DONE,
  PHASE_FILL_IMAGE,
  PHASE_PREPARE,
  PHASE_SEGMENTS,
  PHASE_WALK,
} from '../../../src/memory/constants.ts';
import { CONTROL, GRID } from '../../../src/memory/records.ts';
import { asRows } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';
import { isLong } from '../../support/thoroughness.ts';

interface Opened {
  readonly runtime: WasmRuntime;
  /** Also those that are started later. */
  readonly workers: Worker[];
  [Symbol.dispose](): void;
}

/** An engine whose workers can be got at. */
async function openWithWorkers(threads: number): Promise<Opened> {
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  const runtime = await WasmRuntime.open(threads);
  const close = () => {
    process.off('worker', note);
    runtime.dispose();
  };
  return { runtime, workers, [Symbol.dispose]: close };
}

/** Two sheets that cross and fold: small enough for the oracle, too large for one thread. */
const small: MeshInput[] = [
  sheet(13, 1, (x, y) => Math.sin(9 * x) * y),
  {
    ...sheet(13, 1, (x, y) => Math.cos(9 * y) * x),
    positions: Float64Array.from(sheet(13, 1, (x) => 1 - x).positions),
  },
];
const expected = oracle.collide(small, { self: true });
const PLACE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.25, 1];
const BACK = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A scene with the small meshes and a large one that makes each phase last. */
function crowdedScene(runtime: WasmRuntime, random: Random): { scene: EngineScene; large: number } {
  const scene = new EngineScene({ runtime }, () => {});
  for (const mesh of small) scene.add(mesh);
  const side = random.integer(60, 160);
  const large = scene.add(sheet(side, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
  // Placed, so that the first phase writes coordinates too.
  scene.place(0, PLACE);
  scene.place(large, PLACE);
  return { scene, large };
}

/** Holds the calling thread, while the workers run, until the condition holds or the job is over. */
function spinUntil(runtime: WasmRuntime, condition: () => boolean): void {
  const { control } = runtime.memory;
  while (!condition()) {
    const phase = Atomics.load(control, CONTROL.at.phase >> 2);
    if (phase === PHASE_DONE) return;
  }
}

/** Asks, lets `moment` hold the calling thread until it is time, ends one worker, and checks what comes of it. */
async function loseWorker(threads: number, random: Random, moment: (runtime: WasmRuntime) => void): Promise<boolean> {
  using opened = await openWithWorkers(threads);
  const { runtime, workers } = opened;
  const { scene, large } = crowdedScene(runtime, random);
  const job = Atomics.load(runtime.memory.control, CONTROL.at.job >> 2);
  const query = scene.collide({ self: true, segments: true }).then(
    () => undefined,
    (error: unknown) => error,
  );
  // The job is written and begun in a few microtasks.
  while (Atomics.load(runtime.memory.control, CONTROL.at.job >> 2) === job) await Promise.resolve();
  moment(runtime);
  const ended = random.pick(workers).terminate();
  const error = await query;
  if (error !== undefined) expect(error).toMatchObject({ name: 'EngineError', code: 'worker-failed' });
  await ended;
  scene.remove(large);
  scene.place(0, BACK);
  expect(asRows(await scene.collide({ self: true }))).toEqual(expected);
  expect(workers.length).toBe(2 * threads);
  return error !== undefined;
}

const PHASES = { PHASE_PREPARE, PHASE_COUNT_IMAGE, PHASE_FILL_IMAGE, PHASE_WALK, PHASE_SEGMENTS };

describe.each([1, 2])('a worker of %i that ends', (threads) => {
  it.each(Object.entries(PHASES))('in %s leaves an engine that goes on', async (_, wanted) => {
    let lost = 0;
    // A short phase may be over before the worker is gone: then the query answers, and another is tried.
    for (let seed = 0; seed < 4 || (lost === 0 && seed < 60); seed++) {
      const inPhase = await loseWorker(threads, new Random(seed), (runtime) =>
        spinUntil(runtime, () => Atomics.load(runtime.memory.control, CONTROL.at.phase >> 2) === wanted),
      );
      lost += Number(inPhase);
    }
    expect(lost).toBeGreaterThan(0);
  });

  const runs = isLong ? 250 : 20;
  it(`at ${runs} random moments leaves an engine that goes on`, async () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(1000 * threads + seed);
      const until = performance.now() + random.real(0, 25);
      await loseWorker(threads, random, (runtime) => spinUntil(runtime, () => performance.now() >= until));
    }
  });

  it('while nothing runs is replaced for the next query', async () => {
    using opened = await openWithWorkers(threads);
    const { runtime, workers } = opened;
    const scene = new EngineScene({ runtime }, () => {});
    for (const mesh of small) scene.add(mesh);
    await workers[0].terminate();
    expect(asRows(await scene.collide({ self: true }))).toEqual(expected);
    expect(runtime.threads).toBe(threads);
  });

  it('lets an abort through, and queries that wait go on with new threads', async () => {
    using opened = await openWithWorkers(threads);
    const { runtime, workers } = opened;
    const { scene, large } = crowdedScene(runtime, new Random(5));
    const controller = new AbortController();
    const reason = new Error('enough');
    const first = scene.collide({ self: true, signal: controller.signal });
    scene.remove(large);
    scene.place(0, BACK);
    const second = scene.collide({ self: true });
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    void workers[0].terminate();
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    // The other threads end the first one; the second may begin before the loss is known, and is then to be repeated.
    const repeated = second.catch((error: unknown) => {
      expect(error).toMatchObject({ name: 'EngineError', code: 'worker-failed' });
      return scene.collide({ self: true });
    });
    expect(asRows(await repeated)).toEqual(expected);
  });

  it('rejects with `disposed` when the engine is disposed meanwhile', async () => {
    using opened = await openWithWorkers(threads);
    const { runtime, workers } = opened;
    const { scene } = crowdedScene(runtime, new Random(6));
    const query = scene.collide({ self: true });
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    void workers[0].terminate();
    runtime.dispose();
    await expect(query).rejects.toMatchObject({ code: 'disposed' });
  });
});

it('a lock that a lost worker held is free again', async () => {
  const runtime = await WasmRuntime.open(1);
  runtime.memory.control[GRID.at.splitLock >> 2] = 1;
  runtime.resetJob(runtime.memory.blocks.top);
  expect(runtime.memory.control[GRID.at.splitLock >> 2]).toBe(0);
  runtime.dispose();
});
