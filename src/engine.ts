/** The engine: picks a backend, owns its memory and threads, and makes scenes. */

import { EngineGpu } from './backend/choose.ts';
import { addressSpace, threadsThatFit } from './backend/wasm/address-space.ts';
import { type KernelSet, kernelModule, QUERIES_OF, smallestSet } from './backend/wasm/kernels.ts';
import { disposedError, WasmRuntime } from './backend/wasm/runtime.ts';
import { EngineScene } from './engine-scene.ts';
import { EngineError, OptionError } from './errors.ts';
import { describe } from './mesh/check-mesh.ts';
import type { GpuDevice } from './platform.ts';
import type { EngineContext } from './queries/context.ts';
import { loadQueries, PREPARED_QUERIES, type PreparedQuery } from './queries/on-demand.ts';
import { checkChoice, checkOptionNames } from './queries/options.ts';
import { LAYOUT_NUMBER } from './queries/records.ts';
import { queryNumber } from './queries/registry.ts';
import type { Scene } from './scene.ts';

/** Which engine to use; see {@link EngineOptions.backend}. */
export type Backend = 'auto' | 'wasm' | 'webgpu';

/** Options of {@link createEngine}. */
export interface EngineOptions {
  /**
   * Which engine answers. All of them give the same answers. `webgpu` runs what it can on the GPU. `auto` does so for
   * scenes of at least 50 000 triangles where a browser has a graphics card or you pass a `device`, and uses wasm
   * otherwise.
   * @defaultValue `'auto'`
   */
  backend?: Backend;
  /**
   * Worker threads, 0 to 64. 0 works on the calling thread, in turns of a few milliseconds.
   * @defaultValue as many as there are cores, at most 8, and fewer where the system limits address space; 0 on a page that
   * is not cross-origin isolated, because threads need shared memory, and where none can be started, as under a content
   * security policy without `worker-src blob:`
   */
  threads?: number;
  /**
   * Your own WebGPU device, which the engine uses and never destroys. Not with `wasm`.
   * @defaultValue a device of its own
   */
  device?: GpuDevice;
  /**
   * Queries that will be asked: what they need is loaded together with the engine instead of by the first of them, and nothing is
   * loaded twice. `contacts` and `impacts` are what `advance` and `safeStep` need; name `all` if you ask several others. See
   * {@link Engine.prepare}.
   * @defaultValue none; `collide` is always there
   */
  prepare?: readonly PreparedQuery[];
}

/** What {@link createEngine} uses for options that you leave out. */
export const ENGINE_DEFAULTS = { backend: 'auto' } as const satisfies EngineOptions;

/** Threads, memory and perhaps a GPU, shared by any number of scenes. */
export interface Engine {
  /** The engine asked for; `wasm` for `auto`, whose queries tell in `stats.backend` where they ran. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads in use; 0 when the engine works on the calling thread. */
  readonly threads: number;
  /**
   * Creates an empty scene.
   * @throws {@link EngineError} `disposed`
   * @example
   * ```ts
   * const scene = engine.createScene();
   * scene.add({ positions, indices });
   * ```
   */
  createScene(): Scene;
  /**
   * Loads what queries need, so that they can be asked without a promise (`collideSync`, `contactsSync`, `impactsSync`), and so that the
   * first one asked with a promise does not wait for it.
   * @throws {@link OptionError} `option-value`
   * @throws {@link EngineError} `disposed`, `out-of-memory`
   * @example
   * ```ts
   * await engine.prepare(['contacts', 'impacts']);
   * const { features } = scene.contactsSync(0.01);
   * ```
   */
  prepare(queries: readonly PreparedQuery[]): Promise<void>;
  /** Ends the threads and frees the memory. Queries that wait or run reject with `disposed`. */
  dispose(): void;
  [Symbol.dispose](): void;
}

const BACKENDS: readonly Backend[] = ['auto', 'wasm', 'webgpu'];
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
  if (asked === undefined) {
    if (!canShareMemory()) return 0;
    return threadsThatFit(await addressSpace(), Math.min(THREADS_DEFAULT_MAX, await coreCount()));
  }
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

export class OpenEngine implements Engine {
  readonly backend: 'wasm' | 'webgpu';
  readonly #context: EngineContext;
  readonly #scenes = new Set<EngineScene>();

  constructor(runtime: WasmRuntime, gpus: EngineGpu) {
    this.backend = gpus.isAsked ? 'webgpu' : 'wasm';
    this.#context = {
      runtime,
      gpus,
      get gpu() {
        return gpus.current;
      },
    };
  }

  get threads(): number {
    return this.#context.runtime.threads;
  }

  createScene(): Scene {
    if (this.#context.runtime.disposed) throw disposedError();
    const scene = new EngineScene(this.#context, (disposed) => this.#scenes.delete(disposed));
    this.#scenes.add(scene);
    return scene;
  }

  async prepare(queries: readonly PreparedQuery[]): Promise<void> {
    const { runtime } = this.#context;
    if (runtime.disposed) throw disposedError();
    const set = kernelsFor('prepare', 'queries', queries);
    await loadQueries(queries);
    await runtime.exclusive(() => runtime.loadKernels(set));
  }

  dispose(): void {
    this.#context.runtime.dispose();
    this.#context.gpus?.dispose();
    for (const scene of [...this.#scenes]) scene.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** The smallest set of kernels that has all of the queries. Refuses what are no such queries. */
function kernelsFor(call: string, option: string, queries: readonly PreparedQuery[]): KernelSet {
  if (!Array.isArray(queries)) {
    throw new OptionError(
      'option-type',
      `${call}: ${option} is ${describe(queries)}; expected a list of names of queries.`,
      { option },
    );
  }
  for (const query of queries) checkChoice(call, option, query, PREPARED_QUERIES);
  const sets = queries.map((query) => (query === 'all' ? 'all' : smallestSet(queryNumber(query))));
  return sets.reduce((most, set) => (QUERIES_OF[most] >= QUERIES_OF[set] ? most : set), 'collide');
}

/** Threads that nobody asked for need not be there: where they cannot be started, the calling thread does the work. */
async function openRuntime(threads: number, areAsked: boolean, set: KernelSet): Promise<WasmRuntime> {
  try {
    return await WasmRuntime.open(threads, undefined, set);
  } catch (error) {
    const canDoWithout = !areAsked && error instanceof EngineError && error.code === 'worker-failed';
    if (!canDoWithout) throw error;
    return WasmRuntime.open(0, undefined, set);
  }
}

/** Kernels that were built for other records would read and write in the wrong places. */
function checkLayout(runtime: WasmRuntime): void {
  const found = runtime.kernels.layoutNumber() >>> 0;
  if (found === LAYOUT_NUMBER) return;
  runtime.dispose();
  throw new EngineError(
    'stale-kernels',
    `the kernels were built for memory layout ${found}; this code has layout ${LAYOUT_NUMBER}. Run: npm run kernels -- --force`,
  );
}

/**
 * Starts an engine. Create one and keep it: its threads and its memory serve any number of scenes.
 * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`
 * @throws {@link EngineError} `no-webgpu`, `no-wasm`, `no-shared-memory`, `worker-failed`, `out-of-memory`
 * @example
 * ```ts
 * const engine = await createEngine({ backend: 'wasm' });
 * const scene = engine.createScene();
 * ```
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptionNames('createEngine', options, ['backend', 'threads', 'device', 'prepare']);
  const backend = checkChoice('createEngine', 'backend', options.backend ?? ENGINE_DEFAULTS.backend, BACKENDS);
  const { prepare: queries = [] } = options;
  const set = kernelsFor('createEngine', 'prepare', queries);
  const threads = await chooseThreads(options.threads);
  // Kernels are loaded and compiled while the GPU is asked for. What fails is told below.
  void kernelModule(threads > 0, set).catch(() => {});
  const gpus = await EngineGpu.open(backend, options.device);
  try {
    await loadQueries(queries);
    const runtime = await openRuntime(threads, options.threads !== undefined, set);
    checkLayout(runtime);
    return new OpenEngine(runtime, gpus);
  } catch (error) {
    gpus.dispose();
    throw error;
  }
}
