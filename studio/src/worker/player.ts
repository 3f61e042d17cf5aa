/** Moves a scene on: plays it at its speed, steps it, and goes to any frame. */
import type { AskOptions } from './asked.ts';
import { Pace } from './pace.ts';
import type { World } from './world.ts';

export class Player {
  readonly pace = new Pace();
  frame = 0;
  playing = false;
  #target: number | undefined;

  seek(frame: number): void {
    this.#target = frame;
  }

  stop(): void {
    this.playing = false;
    this.#target = undefined;
  }

  /** Whether there is somewhere to move to. */
  get isDue(): boolean {
    return this.playing || this.#target !== undefined;
  }

  /**
   * Moves the world by what is due. Gives the frame for which the world must be opened again: one that is past, where
   * frames follow from each other.
   */
  async move(world: World, running: AskOptions): Promise<number | undefined> {
    const target = this.#target;
    this.#target = undefined;
    if (target === undefined) {
      if (this.playing) await this.#play(world);
    } else if (target < this.frame && !world.seek) return target;
    else await this.advance(world, target, running);
    return undefined;
  }

  async #play(world: World): Promise<void> {
    await this.pace.beat();
    for (let step = 0; step < this.pace.stepsPerFrame; step++) {
      await world.step();
      this.frame++;
    }
  }

  /** Goes to a frame that is not past, or to any where the world can. */
  async advance(world: World, to: number, { signal, onProgress }: AskOptions): Promise<void> {
    if (world.seek) {
      world.seek(to);
      this.frame = to;
    }
    const from = this.frame;
    while (this.frame < to) {
      signal.throwIfAborted();
      await world.step();
      this.frame++;
      onProgress((this.frame - from) / (to - from));
    }
  }
}
