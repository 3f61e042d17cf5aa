/**
 * Opens engines on demand: a small scene is answered on the calling thread, before threads could even start; a large one
 * gets as many threads as the machine has. The answers are the same.
 */
import { createEngine, type Engine } from '../../engine.ts';
import type { EngineSettings } from './settings.ts';

/** From this many triangles, counted over all frames, starting threads pays off. */
const TRIANGLES_FOR_THREADS = 20_000;

export class Engines {
  readonly #settings: EngineSettings;
  #single: Engine | undefined;
  #threaded: Engine | undefined;

  private constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  /** Fails at once if the requested engine is not available. */
  static async open(settings: EngineSettings): Promise<Engines> {
    const engines = new Engines(settings);
    if (settings.backend === 'webgpu' || settings.threads !== undefined) await engines.full();
    return engines;
  }

  /** An engine with the requested threads, or as many as the machine has. */
  async full(): Promise<Engine> {
    const { backend, threads } = this.#settings;
    this.#threaded ??= await createEngine({ backend, ...(threads !== undefined && { threads }) });
    return this.#threaded;
  }

  async for(triangles: number): Promise<Engine> {
    if (this.#threaded || triangles >= TRIANGLES_FOR_THREADS) return this.full();
    this.#single ??= await createEngine({ backend: this.#settings.backend, threads: 0 });
    return this.#single;
  }

  dispose(): void {
    this.#single?.dispose();
    this.#threaded?.dispose();
  }
}
