/** Where an object is in the world: its matrix and box, the blocks of placed and image coordinates, and whether these are up to date. */

import { FORMAT_F64 } from '../../memory/constants.ts';
import { isSingular, sameMatrix } from '../../mesh/placement.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import { BYTES_PER_VERTEX } from './upload-positions.ts';

const IMAGE_BYTES_PER_VERTEX = 16;

export class WorldPlace {
  /** A box around the object's place in the world; exact unless it has been placed. */
  box: readonly number[] = [];
  readonly #vertexCount: number;
  readonly #allocate: (bytes: number) => number;
  /** Blocks for placed and for image coordinates, when they differ from those that were given. */
  #world = 0;
  #image = 0;
  #matrix: Float64Array | undefined;
  #isSingular: boolean | undefined;
  #placement: Float64Array | undefined;
  #imageMap: ImageMap | undefined;
  #worldIsCurrent = false;
  /** Whether some placed coordinates are tiny, while these are current. */
  #hasTiny = false;

  /** `allocate` gives a block that belongs to the object. */
  constructor(vertexCount: number, allocate: (bytes: number) => number) {
    this.#vertexCount = vertexCount;
    this.#allocate = allocate;
  }

  /** What the coordinates that were given are to be multiplied by, if anything. */
  get matrix(): Float64Array | undefined {
    return this.#matrix;
  }

  /** As `matrix`, but an object without vertices has a place too. */
  get placement(): Float64Array | undefined {
    return this.#placement;
  }

  get isPlacedInvertibly(): boolean {
    if (!this.#matrix) return false;
    this.#isSingular ??= isSingular(this.#matrix);
    return !this.#isSingular;
  }

  /** Goes to another place, or to where it was given; the same place again is no change, and false is returned. */
  go(placement: Float64Array | undefined, box: readonly number[]): boolean {
    if (sameMatrix(placement, this.#placement)) return false;
    const isMoved = this.#vertexCount > 0;
    this.box = box;
    this.#matrix = isMoved ? placement : undefined;
    this.#isSingular = undefined;
    this.#placement = placement;
    this.markStale();
    return true;
  }

  /** Reserves memory for placed coordinates, if there are any. */
  reserveWorld(): void {
    if (this.#matrix) this.#world ||= this.#allocate(BYTES_PER_VERTEX[FORMAT_F64] * this.#vertexCount);
  }

  /** Block of placed coordinates; 0 when the object stands where it was given. */
  get world(): number {
    return this.#matrix ? this.#world : 0;
  }

  /** Block of image coordinates. */
  get image(): number {
    this.#image ||= this.#allocate(IMAGE_BYTES_PER_VERTEX * this.#vertexCount);
    return this.#image;
  }

  get hasTiny(): boolean {
    return this.#hasTiny;
  }

  forgetTiny(): void {
    this.#hasTiny = false;
  }

  needsPlacing(): boolean {
    return this.#matrix !== undefined && !this.#worldIsCurrent;
  }

  needsImage(map: ImageMap): boolean {
    return !this.#imageMap || !sameMap(this.#imageMap, map);
  }

  markStale(): void {
    this.#worldIsCurrent = false;
    this.#imageMap = undefined;
  }

  markCurrent(map: ImageMap, hasTiny: boolean): void {
    this.#worldIsCurrent = true;
    if (this.#matrix) this.#hasTiny = hasTiny;
    this.#imageMap = map;
  }
}
