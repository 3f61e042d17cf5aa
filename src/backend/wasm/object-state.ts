/**
 * What an object is between queries, in the engine's memory: its place and boxes, its filter, and the numbers of its state. Kernels
 * make the tables of jobs from it, and place many objects at once (src/queries/kernels/object-states.ts), so nothing of it may be
 * remembered elsewhere.
 */
import { FORMAT_F64, SINGULAR_NO, SINGULAR_UNKNOWN, SINGULAR_YES } from '../../memory/constants.ts';
import { STATE } from '../../memory/scene-records.ts';
import { isSingular, sameMatrix } from '../../mesh/placement.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { BYTES_PER_VERTEX } from './object-mesh.ts';

/** What an object is, and what it meets: bits. */
export interface CheckedFilter {
  readonly category: number;
  readonly mask: number;
}

/** The filter of objects given neither category nor mask. */
export const ALL_MEET: CheckedFilter = { category: 1, mask: 0xffffffff };

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
/** The empty box of objects without vertices. */
const NO_BOX: readonly number[] = [];

export class ObjectState {
  /** Address of the record. */
  readonly record: number;
  readonly #memory: KernelMemory;
  readonly #hasVertices: boolean;
  #filter: CheckedFilter = ALL_MEET;
  #isAimed = false;
  #isOnGpu = false;
  /** Where it was placed, of an object without vertices, which cannot show it. */
  #emptyPlace: Float64Array | undefined;

  constructor(memory: KernelMemory, mesh: number, hasVertices: boolean, purpose: string) {
    this.#memory = memory;
    this.#hasVertices = hasVertices;
    this.record = memory.states.take(purpose);
    const { u32, f64 } = memory;
    u32.fill(0, this.record >>> 2, (this.record + STATE.bytes) >>> 2);
    f64.set(IDENTITY, (this.record + STATE.at.matrix) >>> 3);
    this.mesh = mesh;
    this.filter = ALL_MEET;
    this.#noteSpecial();
    this.noteChange();
  }

  free(): void {
    this.#memory.states.give(this.record);
  }

  #setWord(field: number, value: number): void {
    this.#memory.u32[(this.record + field) >>> 2] = value;
  }

  #word(field: number): number {
    return this.#memory.u32[(this.record + field) >>> 2];
  }

  #readBox(field: number): readonly number[] {
    if (!this.#hasVertices) return NO_BOX;
    const { f64 } = this.#memory;
    const at = (this.record + field) >>> 3;
    return [f64[at], f64[at + 1], f64[at + 2], f64[at + 3], f64[at + 4], f64[at + 5]];
  }

  /** Address of the record of its mesh. */
  set mesh(record: number) {
    this.#setWord(STATE.at.mesh, record);
    nextStamp();
  }

  /** The box around its vertices as given; empty when there are none. */
  get restBox(): readonly number[] {
    return this.#readBox(STATE.at.restBox);
  }

  /** A box around the object's place in the world; exact unless it has been placed. */
  get box(): readonly number[] {
    return this.#readBox(STATE.at.box);
  }

  /** The box of the vertices as given, and the one where it is placed. */
  setBoxes(restBox: readonly number[], box: readonly number[]): void {
    const { f64 } = this.#memory;
    f64.set(restBox, (this.record + STATE.at.restBox) >>> 3);
    f64.set(box, (this.record + STATE.at.box) >>> 3);
    nextStamp();
  }

  /** Whether some coordinates as given are so small that exact arithmetic must mind underflow. */
  get hasTiny(): boolean {
    return this.#word(STATE.at.hasTiny) !== 0;
  }

  set hasTiny(hasTiny: boolean) {
    this.#setWord(STATE.at.hasTiny, Number(hasTiny));
    nextStamp();
  }

  /** Which objects it can meet. */
  get filter(): CheckedFilter {
    return this.#filter;
  }

  set filter(filter: CheckedFilter) {
    this.#filter = filter;
    this.#setWord(STATE.at.category, filter.category);
    this.#setWord(STATE.at.mask, filter.mask);
    this.#memory.f64[(this.record + STATE.at.stamp) >>> 3] = nextStamp();
  }

  /** Whether it has an end to move to. */
  set isAimed(isAimed: boolean) {
    this.#isAimed = isAimed;
    this.#noteSpecial();
  }

  /** Whether its vertices as given are out of date, because they are on a GPU. */
  get isOnGpu(): boolean {
    return this.#isOnGpu;
  }

  set isOnGpu(isOnGpu: boolean) {
    this.#isOnGpu = isOnGpu;
    this.#noteSpecial();
  }

  #noteSpecial(): void {
    this.#setWord(STATE.at.isSpecial, Number(this.#isAimed || this.#isOnGpu || !this.#hasVertices));
  }

  /** Another number after every change of the coordinates to be tested. */
  get version(): number {
    return this.#memory.f64[(this.record + STATE.at.version) >>> 3];
  }

  /** Another number after every change of what it meets: of these coordinates, or of its filter. No two objects share one. */
  get stamp(): number {
    return this.#memory.f64[(this.record + STATE.at.stamp) >>> 3];
  }

  /** Its coordinates have changed. */
  noteChange(): void {
    const stamp = nextStamp();
    this.#memory.f64[(this.record + STATE.at.version) >>> 3] = stamp;
    this.#memory.f64[(this.record + STATE.at.stamp) >>> 3] = stamp;
  }

  /** Whether the coordinates that were given are to be multiplied by a matrix. */
  get isPlaced(): boolean {
    return this.#word(STATE.at.isPlaced) !== 0;
  }

  /** Address of the matrix; of the identity when it has not been placed. */
  get matrixAt(): number {
    return this.record + STATE.at.matrix;
  }

  /** A copy of the matrix that it has been placed by, if it has. */
  get matrix(): Float64Array | undefined {
    if (!this.isPlaced) return undefined;
    const at = this.matrixAt >>> 3;
    return this.#memory.f64.slice(at, at + 16);
  }

  /** As `matrix`, but an object without vertices has a place too, for what replaces it. */
  get placement(): Float64Array | undefined {
    return this.#hasVertices ? this.matrix : this.#emptyPlace;
  }

  /** Whether it has been placed by a matrix that can be undone. */
  get isPlacedInvertibly(): boolean {
    if (!this.isPlaced) return false;
    if (this.#word(STATE.at.singular) === SINGULAR_UNKNOWN) {
      this.#setWord(STATE.at.singular, isSingular(this.matrix!) ? SINGULAR_YES : SINGULAR_NO);
      nextStamp();
    }
    return this.#word(STATE.at.singular) === SINGULAR_NO;
  }

  /** Whether it has been placed by a singular matrix. */
  get isSingular(): boolean {
    return this.isPlaced && !this.isPlacedInvertibly;
  }

  #isAt(placement: Float64Array | undefined): boolean {
    if (!this.#hasVertices) return sameMatrix(placement, this.#emptyPlace);
    if (!placement || !this.isPlaced) return !placement && !this.isPlaced;
    const { f64 } = this.#memory;
    for (let i = 0, at = this.matrixAt >>> 3; i < 16; i++) if (!Object.is(f64[at + i], placement[i])) return false;
    return true;
  }

  /** Goes to another place, or to where it was given; the same place again, bit for bit, is no change. */
  go(placement: Float64Array | undefined, box: readonly number[]): void {
    if (this.#isAt(placement)) return;
    this.noteChange();
    if (!this.#hasVertices) {
      this.#emptyPlace = placement;
      return;
    }
    const { f64 } = this.#memory;
    this.#setWord(STATE.at.isPlaced, Number(placement !== undefined));
    this.#setWord(STATE.at.singular, placement && isSingular(placement) ? SINGULAR_YES : SINGULAR_NO);
    f64.set(placement ?? IDENTITY, this.matrixAt >>> 3);
    f64.set(box, (this.record + STATE.at.box) >>> 3);
  }
}

// The blocks of an object's placed and image coordinates, and whether these are up to date.

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

  /** False for coordinates that are yet to be placed: their former values say nothing about them. */
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

// Stamps: another number after every change of any object, and no two alike.

let last = 0;

export function nextStamp(): number {
  return ++last;
}

/** Takes `count` numbers at once; returns the one before the first. */
export function takeStamps(count: number): number {
  last += count;
  return last - count;
}

/** The number of the latest change of any object: as long as it stays, nothing has changed. */
export function latestStamp(): number {
  return last;
}
