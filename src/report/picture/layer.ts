/** What is nearest in each pixel: its depth, and which face it is. */
import { brightness } from './style.ts';

/**
 * Each object has a layer of its own, and layers are put together afterwards: so one object can be seen through another, and
 * surfaces that lie on each other do not flicker.
 */
export class Layer {
  readonly width: number;
  readonly height: number;
  /** 1 / depth; 0 where nothing is. */
  readonly nearness: Float32Array;
  /** The number of a face in `seen`, `CUT`, or 0 where nothing is; or what the mesh was marked with. */
  readonly faces: Uint32Array;
  readonly seen = new SeenFaces();
  #vertices = new Float64Array(0);

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.nearness = new Float32Array(width * height);
    this.faces = new Uint32Array(width * height);
  }

  clear(): void {
    this.nearness.fill(0);
    this.faces.fill(0);
    this.seen.clear();
  }

  /** Scratch array with capacity for this many numbers while a mesh is drawn; kept, because small meshes are drawn by the thousand. */
  vertexBuffer(count: number): Float64Array {
    if (this.#vertices.length < count) this.#vertices = new Float64Array(2 * count);
    return this.#vertices;
  }
}

// The triangles that are seen in a layer, with what their pixels are shaded by: a normal at each corner, and how the weights of
// the corners change from pixel to pixel. Pixels hold a number of this list, so a surface that is drawn over costs no shading.

/** Weights of the first two corners at the first pixel, and their steps across and down. */
export const WEIGHTS = 6;
/** A normal for each corner, as the camera sees it: right, up, towards the eye. */
const NORMALS = 9;
const FACE = WEIGHTS + NORMALS;
const FIRST_ROOM = 1024;

/** In a layer, where a section plane cuts the object; 0 where nothing is. Faces are numbered behind it. */
export const CUT = 1;
const FIRST_NUMBER = CUT + 1;

export class SeenFaces {
  #records = new Float64Array(FIRST_ROOM * FACE);
  /** Of faces whose three normals are the same; NaN for others. */
  #flat = new Float64Array(FIRST_ROOM);
  #isBack = new Uint8Array(FIRST_ROOM);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  /**
   * Returns the number of the new face. `normals`: those of its corners, three numbers each; seen from its back they point the other way.
   */
  add(weights: Float64Array, normals: Float64Array, isBack: boolean): number {
    const face = this.#count++;
    if (face === this.#flat.length) this.#grow();
    const side = isBack ? -1 : 1;
    const at = face * FACE;
    const records = this.#records;
    for (let k = 0; k < WEIGHTS; k++) records[at + k] = weights[k];
    let isFlat = true;
    for (let k = 0; k < NORMALS; k++) {
      records[at + WEIGHTS + k] = side * normals[k];
      if (normals[k] !== normals[k % 3]) isFlat = false;
    }
    this.#flat[face] = isFlat ? brightness(side * normals[0], side * normals[1], side * normals[2]) : Number.NaN;
    this.#isBack[face] = isBack ? 1 : 0;
    return face + FIRST_NUMBER;
  }

  #grow(): void {
    const [records, flat, isBack] = [this.#records, this.#flat, this.#isBack];
    this.#records = new Float64Array(2 * records.length);
    this.#records.set(records);
    this.#flat = new Float64Array(2 * flat.length);
    this.#flat.set(flat);
    this.#isBack = new Uint8Array(2 * isBack.length);
    this.#isBack.set(isBack);
  }

  isBack(number: number): boolean {
    return this.#isBack[number - FIRST_NUMBER] === 1;
  }

  /** How bright a face is at a pixel; a fraction of a pixel is allowed. */
  brightnessAt(number: number, x: number, y: number): number {
    const flat = this.#flat[number - FIRST_NUMBER];
    if (!Number.isNaN(flat)) return flat;
    const records = this.#records;
    const at = (number - FIRST_NUMBER) * FACE;
    const u = records[at] + x * records[at + 1] + y * records[at + 2];
    const v = records[at + 3] + x * records[at + 4] + y * records[at + 5];
    const w = 1 - u - v;
    return brightness(
      u * records[at + 6] + v * records[at + 9] + w * records[at + 12],
      u * records[at + 7] + v * records[at + 10] + w * records[at + 13],
      u * records[at + 8] + v * records[at + 11] + w * records[at + 14],
    );
  }

  /** The product of two faces' normals at two pixels: the cosine of the angle between them. */
  cosine(one: number, x: number, y: number, other: number, otherX: number, otherY: number): number {
    const records = this.#records;
    const [p, q] = [(one - FIRST_NUMBER) * FACE, (other - FIRST_NUMBER) * FACE];
    const pu = records[p] + x * records[p + 1] + y * records[p + 2];
    const pv = records[p + 3] + x * records[p + 4] + y * records[p + 5];
    const qu = records[q] + otherX * records[q + 1] + otherY * records[q + 2];
    const qv = records[q + 3] + otherX * records[q + 4] + otherY * records[q + 5];
    let sum = 0;
    for (let k = WEIGHTS; k < WEIGHTS + 3; k++) {
      const n = pu * records[p + k] + pv * records[p + k + 3] + (1 - pu - pv) * records[p + k + 6];
      const m = qu * records[q + k] + qv * records[q + k + 3] + (1 - qu - qv) * records[q + k + 6];
      sum += n * m;
    }
    return sum;
  }
}
