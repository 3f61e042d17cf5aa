/** An object beside its skin, if it has one: which triangles of the one belong to which of the other. */
import type { Surface } from './surface.ts';
import type { WeldedMesh } from './welded-triangles.ts';

export class SkinSide {
  readonly #skin: WeldedMesh | undefined;
  /** Whether triangles of the skin are connected at vertices where those of the object are that they are the whole of. */
  readonly isNumbered: boolean;

  constructor({ object }: Surface, skin: WeldedMesh | undefined) {
    this.#skin = skin;
    // Where vertices of equal coordinates are made one, these may be others wherever the object is placed.
    this.isNumbered = !skin || object.edgesCancel === true;
  }

  /** The triangle of the skin that is the whole of one of the object; −1 for none. */
  wholeOf(triangle: number): number {
    return this.#skin ? this.#skin.wholeOf[triangle] : triangle;
  }

  isWhole(triangle: number): boolean {
    return !this.#skin || this.#skin.wholeOf[this.parentAt(this.firstOf(triangle))] === triangle;
  }

  /** Where the triangles of the object are listed that a triangle of the skin is part of: one if the object is its own skin. */
  firstOf(triangle: number): number {
    return this.#skin ? this.#skin.parents.starts[triangle] : triangle;
  }

  endOf(triangle: number): number {
    return this.#skin ? this.#skin.parents.starts[triangle + 1] : triangle + 1;
  }

  parentAt(place: number): number {
    return this.#skin ? this.#skin.parents.list[place] : place;
  }
}
