/**
 * Threads that come late, leave early or never come: a job ends all the same, once, and its phases are closed while nobody is inside. On
 * one thread, where each step is chosen; queries with workers that are put aside are below.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JobHistory, type Schedule } from '../../../src/backend/wasm/calling-thread.ts';
import { PhaseGate } from '../../../src/backend/wasm/phase-gate.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import { PHASE_DONE, STOP_CANCELLED } from '../../../src/memory/constants.ts';
import { CONTROL } from '../../../src/memory/records.ts';
import { sheet } from '../../support/shapes.ts';

function gates(count: number): { control: Int32Array; threads: PhaseGate[] } {
  const control = new Int32Array(new SharedArrayBuffer(4096));
  const threads = Array.from({ length: count }, () => new PhaseGate(control));
  threads[0].shut();
  return { control, threads };
}

/** Pieces of the phase, and how many have been taken. */
function setPieces(control: Int32Array, count: number, taken: number): void {
  control[CONTROL.at.pieceCount >> 2] = count;
  control[CONTROL.at.nextPiece >> 2] = taken;
}

describe('the gate of a phase', () => {
  it('lets nobody in between jobs', () => {
    const [a, b] = gates(2).threads;
    expect([a.tryEnter(), b.enter(), a.isOver, a.isBusy]).toEqual([false, false, true, false]);
  });

  it('is closed by the last to leave, who opens the next phase for all', () => {
    const { control, threads } = gates(3);
    const [a, b, late] = threads;
    a.open(1, 0, 1);
    expect(b.enter()).toBe(true);
    setPieces(control, 2, 2);
    expect(a.leave()).toBe(false);
    expect(a.tryEnter()).toBe(false); // not the phase that it has left
    expect(b.leave()).toBe(true);
    expect(late.tryEnter()).toBe(false); // not while a phase is closed
    expect([b.advance(3), b.phase]).toEqual([true, 3]);
    expect([a.tryEnter(), late.tryEnter()]).toEqual([true, true]);
    expect([a.leave(), b.leave(), late.leave()]).toEqual([false, false, true]);
    expect(late.advance(PHASE_DONE)).toBe(false);
    expect([a.enter(), b.enter(), late.isOver]).toEqual([false, false, true]);
  });

  it('opens again when the last one leaves pieces behind, also for those who saw none', () => {
    const { control, threads } = gates(2);
    const [caller, worker] = threads;
    caller.open(1, 0, 1);
    expect(worker.enter()).toBe(true);
    setPieces(control, 4, 4);
    expect(worker.leave()).toBe(false);
    // A tile was split into more pieces after the worker had looked.
    setPieces(control, 8, 5);
    expect(caller.leave()).toBe(false);
    expect(caller.isBusy).toBe(false);
    expect(worker.enter()).toBe(true);
    setPieces(control, 8, 8);
    expect(worker.leave()).toBe(true);
  });

  it('is closed with pieces left when the job was stopped', () => {
    const { control, threads } = gates(1);
    threads[0].open(1, 0, 1);
    setPieces(control, 4, 1);
    control[CONTROL.at.stop >> 2] = STOP_CANCELLED;
    expect(threads[0].leave()).toBe(true);
  });

  it('tells those who are inside which job it is, before any thread is woken for it', () => {
    const { control, threads } = gates(2);
    const [caller, worker] = threads;
    control[CONTROL.at.job >> 2] = 6;
    caller.open(7, 0, 1);
    expect([worker.enter(), worker.job]).toEqual([true, 7]);
  });

  it('is never closed by one that only stepped back', () => {
    const { control, threads } = gates(2);
    const [a, b] = threads;
    a.open(1, 0, 0);
    setPieces(control, 0, 0);
    expect(a.enter()).toBe(true);
    a.stepBack();
    expect(a.isBusy).toBe(false);
    expect([a.enter(), b.enter()]).toEqual([true, true]);
    a.stepBack();
    expect(b.leave()).toBe(true);
  });
});

const SHEETS = [sheet(40, 1, (x, y) => 0.2 * Math.sin(9 * x * y)), sheet(40, 1, (x, y) => 0.2 * Math.cos(8 * x + y))];

async function sheetScene(runtime: WasmRuntime): Promise<EngineScene> {
  const scene = new EngineScene({ runtime }, () => {});
  for (const mesh of SHEETS) scene.add(mesh);
  return scene;
}

const SCHEDULES: readonly Schedule[] = ['workers', 'together', 'alone'];

describe('a query', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([1, 2, 3])('has the same answer whoever works on it, with %i threads', async (threads) => {
    const here = await WasmRuntime.open(0);
    const there = await WasmRuntime.open(threads);
    const scenes = [await sheetScene(here), await sheetScene(there)];
    const expected = (await scenes[0].collide({ self: true })).trianglePairs;
    expect(expected.length).toBeGreaterThan(0);
    const choose = vi.spyOn(JobHistory.prototype, 'choose');
    for (let i = 0; i < 60; i++) {
      choose.mockReturnValue(SCHEDULES[i % 3]);
      // Alone for a moment only, or to the end.
      vi.spyOn(JobHistory.prototype, 'trialMilliseconds').mockReturnValue(i % 2 === 0 ? 0 : 1000);
      scenes[1].move(0, SHEETS[0].positions);
      expect((await scenes[1].collide({ self: true })).trianglePairs).toEqual(expected);
    }
    expect(choose).toHaveBeenCalled();
    here.dispose();
    there.dispose();
  });

  it.each(['together', 'alone'] as const)(
    'is answered by the calling thread when no worker comes (%s)',
    async (schedule) => {
      const runtime = await WasmRuntime.open(2);
      const scene = await sheetScene(runtime);
      const expected = (await scene.collide({ self: true })).trianglePairs;
      vi.spyOn(JobHistory.prototype, 'choose').mockReturnValue(schedule);
      const notify = vi.spyOn(Atomics, 'notify').mockReturnValue(0);
      for (let i = 0; i < 3; i++) {
        scene.move(0, SHEETS[0].positions);
        expect((await scene.collide({ self: true })).trianglePairs).toEqual(expected);
      }
      notify.mockRestore();
      scene.move(0, SHEETS[0].positions);
      expect((await scene.collide({ self: true })).trianglePairs).toEqual(expected);
      runtime.dispose();
    },
  );
});
