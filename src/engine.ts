/** The engine: picks a backend, owns its memory and threads, and makes scenes. */
import { EngineError, OptionError } from './errors.ts';
import { describe } from './mesh/check-mesh.ts';
import { checkOptionNames } from './queries/collide/options.ts';
import type { Scene } from './scene.ts';
import { disposedError, WasmRuntime } from './wasm/runtime.ts';
import { WasmScene } from './wasm-scene.ts';

export type Backend = 'auto' | 'wasm' | 'webgpu';

export interface EngineOptions {
  /** `auto` takes the fastest that is there. All give the same answers. */
  backend?: Backend;
  /**
   * Worker threads to use. 0 works on the calling thread, in turns of a few milliseconds. By default as many as the
   * machine has cores, at most 8; on a page that is not cross-origin isolated 0, because threads need shared memory.
   */
  threads?: number;
}

export const ENGINE_DEFAULTS = { backend: 'auto' } as const satisfies EngineOptions;

export interface Engine {
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads in use; 0 when the engine works on the calling thread. */
  readonly threads: number;
  createScene(): Scene;
  /** Ends the threads and frees the memory. Queries that are waiting or running reject. */
  dispose(): void;
  [Symbol.dispose](): void;
}

const THREADS_DEFAULT_MAX = 8;
const THREADS_MAX = 64;

/** Whether memory can be shared with workers here: always in Node, in browsers on isolated pages. */
function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false;
  return typeof crossOriginIsolated === 'undefined' || crossOriginIsolated;
}

async function coreCount(): Promise<number> {
  const cores = globalThis.navigator?.hardwareConcurrency;
  if (cores) return cores;
  // A name in a variable, so that bundlers for browsers leave the import alone.
  const os = 'node:os';
  const { availableParallelism } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ os
  )) as typeof import('node:os');
  return availableParallelism();
}

async function chooseThreads(asked: number | undefined): Promise<number> {
  if (asked === undefined) return canShareMemory() ? Math.min(THREADS_DEFAULT_MAX, await coreCount()) : 0;
  if (!Number.isInteger(asked) || asked < 0 || asked > THREADS_MAX) {
    throw new OptionError(
      'option-range',
      `createEngine: threads is ${describe(asked)}; expected a whole number from 0 to ${THREADS_MAX}.`,
      { option: 'threads' },
    );
  }
  if (asked > 0 && !canShareMemory()) {
    throw new EngineError(
      'no-shared-memory',
      'threads need shared memory, which this page does not have. Serve it with the headers "Cross-Origin-Opener-Policy: same-origin" and ' +
        '"Cross-Origin-Embedder-Policy: require-corp", or use createEngine({ threads: 0 }); it gives the same answers.',
    );
  }
  return asked;
}

class WasmEngine implements Engine {
  readonly backend = 'wasm';
  readonly #runtime: WasmRuntime;
  readonly #scenes = new Set<WasmScene>();

  constructor(runtime: WasmRuntime) {
    this.#runtime = runtime;
  }

  get threads(): number {
    return this.#runtime.threads;
  }

  createScene(): Scene {
    if (this.#runtime.disposed) throw disposedError();
    const scene = new WasmScene(this.#runtime, (disposed) => this.#scenes.delete(disposed));
    this.#scenes.add(scene);
    return scene;
  }

  dispose(): void {
    this.#runtime.dispose();
    for (const scene of [...this.#scenes]) scene.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** Starts an engine. Make one and keep it: its threads and its memory serve any number of scenes. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptionNames('createEngine', options, ['backend', 'threads']);
  const backend = options.backend ?? ENGINE_DEFAULTS.backend;
  if (backend === 'webgpu') {
    throw new EngineError(
      'no-webgpu',
      "this version has no WebGPU engine. Use createEngine({ backend: 'wasm' }); it gives the same answers.",
    );
  }
  if (backend !== 'auto' && backend !== 'wasm') {
    throw new OptionError(
      'option-value',
      `createEngine: backend is ${describe(backend)}; expected "auto", "wasm" or "webgpu".`,
      { option: 'backend' },
    );
  }
  return new WasmEngine(await WasmRuntime.open(await chooseThreads(options.threads)));
}
