/** An object beside its skin, which may be the object itself: which triangles of the one belong to which of the other. */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../memory/constants.ts';
import type { Surface } from './surface.ts';
import type { Parents } from './welded-triangles.ts';

/** What is known of a triangle of a skin: two bits each. */
const WHOLE = 1;
const CHANGED = 2;
const known = new WeakMap<Parents, Uint8Array>();

export class SkinSide {
  readonly #object: Surface;
  readonly #skin: Surface;
  readonly #parents: Parents | undefined;
  /** Whether the skin has one vertex for each of the object's that it has. */
  readonly #isNumbered: boolean;
  readonly #known: Uint8Array;
  readonly #givenPlaces: GivenPlaces;
  readonly #skinPlaces: GivenPlaces;

  constructor(object: Surface, skin: Surface, parents: Parents | undefined) {
    this.#object = object;
    this.#skin = skin;
    this.#parents = parents;
    // Where vertices of equal coordinates are made one, these may be others wherever the object is placed.
    this.#isNumbered = parents ? object.object.edgesCancel === true : object === skin;
    this.#known = knownOf(parents);
    this.#givenPlaces = new GivenPlaces(object.object);
    this.#skinPlaces = new GivenPlaces(skin.object);
  }

  /** Where the triangles of the object are listed that a triangle of the skin is part of: one if the object is its own skin. */
  firstOf(triangle: number): number {
    return this.#parents ? this.#parents.starts[triangle] : triangle;
  }

  endOf(triangle: number): number {
    return this.#parents ? this.#parents.starts[triangle + 1] : triangle + 1;
  }

  parentAt(place: number): number {
    return this.#parents ? this.#parents.list[place] : place;
  }

  /** Whether a triangle of the skin is a whole one of the object, with the same corners wherever they are placed. */
  isWhole(triangle: number): boolean {
    if (!this.#isNumbered || !this.#parents) return this.#isNumbered;
    const shift = 2 * (triangle & 3);
    const noted = (this.#known[triangle >>> 2] >>> shift) & 3;
    if (noted !== 0) return noted === WHOLE;
    const isWhole = this.#hasSameCorners(triangle, this.#parents);
    this.#known[triangle >>> 2] |= (isWhole ? WHOLE : CHANGED) << shift;
    return isWhole;
  }

  #hasSameCorners(triangle: number, { starts, list }: Parents): boolean {
    if (starts[triangle + 1] !== starts[triangle] + 1) return false;
    const own = list[starts[triangle]];
    let at = 0;
    while (at < 3 && !this.#isSamePlace(3 * triangle, 3 * own + at)) at++;
    if (at === 3) return false;
    const next = 3 * own + ((at + 1) % 3);
    const last = 3 * own + ((at + 2) % 3);
    // The skin may have turned it outward.
    return this.#isSamePlace(3 * triangle + 1, next)
      ? this.#isSamePlace(3 * triangle + 2, last)
      : this.#isSamePlace(3 * triangle + 1, last) && this.#isSamePlace(3 * triangle + 2, next);
  }

  /** Whether a corner of the skin is where one of the object is. */
  #isSamePlace(corner: number, own: number): boolean {
    const p = this.#skin.corners[corner];
    const q = this.#object.corners[own];
    for (let k = 0; k < 3; k++) if (this.#skinPlaces.at(p, k) !== this.#givenPlaces.at(q, k)) return false;
    return true;
  }
}

function knownOf(parents: Parents | undefined): Uint8Array {
  const before = parents && known.get(parents);
  if (before) return before;
  const made = new Uint8Array(parents ? (parents.starts.length + 3) >>> 2 : 0);
  if (parents) known.set(parents, made);
  return made;
}

/** The coordinates of an object as they were given, in the kernels' memory, which must not grow meanwhile. */
class GivenPlaces {
  readonly #words: Float32Array | Float64Array;
  readonly #start: number;
  readonly #stride: number;

  constructor({ runtime: { memory }, rest, format }: SceneObject) {
    const isSingle = format === FORMAT_F32;
    this.#words = isSingle ? memory.f32 : memory.f64;
    this.#start = isSingle ? rest >>> 2 : rest >>> 3;
    this.#stride = isSingle ? 4 : 3;
  }

  at(vertex: number, axis: number): number {
    return this.#words[this.#start + this.#stride * vertex + axis];
  }
}
