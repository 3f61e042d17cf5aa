/** Advances a scene: plays it at its speed, steps it, and seeks to any frame. */
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

  /** Whether there is a frame to move to. */
  get isDue(): boolean {
    return this.playing || this.#target !== undefined;
  }

  /**
   * Moves the world to the frame that is due. Returns a frame if the world must be reopened to reach it: an earlier one of
   * a simulated scene.
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
    if (world.motion) {
      this.frame = (this.frame + this.pace.stepsPerFrame) % world.motion.frames;
      world.seek!(this.frame);
      return;
    }
    for (let step = 0; step < this.pace.stepsPerFrame; step++) {
      await world.step();
      this.frame++;
    }
  }

  /** Moves to a later frame, or to any frame if the world can seek. */
  async advance(world: World, to: number, { signal, onProgress }: AskOptions): Promise<void> {
    if (world.seek) {
      this.frame = world.motion ? Math.min(to, world.motion.frames - 1) : to;
      world.seek(this.frame);
      return;
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
