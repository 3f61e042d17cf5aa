/** The blocks of an object's placed and image coordinates, and whether these are up to date. */

import { FORMAT_F64 } from '../../memory/constants.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import type { ObjectState } from './object-state.ts';
import { BYTES_PER_VERTEX } from './upload-positions.ts';

const IMAGE_BYTES_PER_VERTEX = 16;
/** No version of any object. */
const NEVER = 0;

export class WorldPlace {
  readonly #state: ObjectState;
  readonly #vertexCount: number;
  readonly #allocate: (bytes: number) => number;
  /** Blocks for placed and for image coordinates, when they differ from those that were given. */
  #world = 0;
  #image = 0;
  /** The version of the object whose coordinates are in these blocks, and the map of the image. */
  #version = NEVER;
  #imageMap: ImageMap | undefined;
  /** Whether some placed coordinates are tiny, while these are current. */
  #hasTiny = false;

  /** `allocate` gives a block that belongs to the object. */
  constructor(state: ObjectState, vertexCount: number, allocate: (bytes: number) => number) {
    this.#state = state;
    this.#vertexCount = vertexCount;
    this.#allocate = allocate;
  }

  /** Reserves memory for placed coordinates, if there are any. */
  reserveWorld(): void {
    if (this.#state.isPlaced) this.#world ||= this.#allocate(BYTES_PER_VERTEX[FORMAT_F64] * this.#vertexCount);
  }

  /** Block of placed coordinates; 0 when the object stands where it was given. */
  get world(): number {
    return this.#state.isPlaced ? this.#world : 0;
  }

  /** Block of image coordinates. */
  get image(): number {
    this.#image ||= this.#allocate(IMAGE_BYTES_PER_VERTEX * this.#vertexCount);
    return this.#image;
  }

  /** Of coordinates that are yet to be placed, no: what they were before says nothing about them. */
  get hasTiny(): boolean {
    return this.#isCurrent && this.#hasTiny;
  }

  get #isCurrent(): boolean {
    return this.#version === this.#state.version;
  }

  needsPlacing(): boolean {
    return this.#state.isPlaced && !this.#isCurrent;
  }

  needsImage(map: ImageMap): boolean {
    return !this.#isCurrent || !this.#imageMap || !sameMap(this.#imageMap, map);
  }

  markStale(): void {
    this.#version = NEVER;
    this.#imageMap = undefined;
  }

  markCurrent(map: ImageMap, hasTiny: boolean): void {
    this.#version = this.#state.version;
    if (this.#state.isPlaced) this.#hasTiny = hasTiny;
    this.#imageMap = map;
  }
}
