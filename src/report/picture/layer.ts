/** What is nearest in each pixel: its depth, and which face it is. */
import { SeenFaces } from './seen-faces.ts';

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
  #room = new Float64Array(0);

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

  /** Room for so many numbers while a mesh is drawn; kept, because small meshes are drawn by the thousand. */
  roomFor(count: number): Float64Array {
    if (this.#room.length < count) this.#room = new Float64Array(2 * count);
    return this.#room;
  }
}
