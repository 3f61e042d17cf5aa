/**
 * How bodies moved: their state at the previous update, kept for `impacts`.
 *
 * Positions may be overwritten in place, so they are copied when they are passed to the scene.
 */
import type { Positions, Scene } from '../index.ts';
import type { Body } from './body.ts';

interface State {
  readonly positions: Positions;
  readonly matrix: Float64Array;
}

interface Track {
  /** As of the last update, and of the one before, if it moved since. */
  now: State;
  before: State | undefined;
  /** The update in which it last moved. */
  update: number;
}

export class Motion {
  readonly #tracks = new WeakMap<Body, Track>();
  #update = 0;

  /** Starts the next update. */
  nextUpdate(): void {
    this.#update++;
  }

  /** A body was added: only its present state is known. */
  begin(body: Body): void {
    this.#tracks.set(body, { now: stateOf(body), before: undefined, update: this.#update });
  }

  /** A body has been moved or placed. */
  note(body: Body, isMoved: boolean): void {
    const track = this.#tracks.get(body);
    if (!track) return;
    if (track.update !== this.#update || !track.before) track.before = track.now;
    track.update = this.#update;
    track.now = isMoved ? stateOf(body) : { positions: track.now.positions, matrix: body.matrix.slice() };
  }

  /** Puts a body back to where it was before the last update, and aims it at where it is. Says whether it had moved. */
  rewind(scene: Scene, body: Body): boolean {
    const track = this.#tracks.get(body);
    if (!track?.before || track.update !== this.#update) return false;
    const { now, before } = track;
    // A body that was only placed keeps its positions, and the engine everything it keeps of them.
    const isMoved = before.positions !== now.positions;
    if (isMoved) scene.move(body.id, before.positions);
    scene.place(body.id, before.matrix);
    if (isMoved) scene.aim(body.id, now.positions);
    scene.aim(body.id, now.matrix);
    return true;
  }

  /** A body ended somewhere other than aimed: that is where it is now, and it has not moved since. */
  settle(body: Body, positions: Positions | undefined, matrix: Float64Array | undefined): void {
    const track = this.#tracks.get(body);
    if (!track) return;
    track.now = { positions: positions ?? track.now.positions, matrix: matrix?.slice() ?? track.now.matrix };
    track.before = undefined;
  }

  /** Whether a body moved by positions, not only by its place, in the last update. */
  isDeformed(body: Body): boolean {
    const track = this.#tracks.get(body);
    return (
      track?.before !== undefined && track.update === this.#update && track.before.positions !== track.now.positions
    );
  }

  /** Returns a body to where it was before it was moved back. */
  restore(scene: Scene, body: Body): void {
    const { now, before } = this.#tracks.get(body)!;
    if (before?.positions !== now.positions) scene.move(body.id, now.positions);
    scene.place(body.id, now.matrix);
  }
}

function stateOf({ positions, matrix }: Body): State {
  return { positions: positions.slice(), matrix: matrix.slice() };
}
