/** The triangles of one side of a region in blocks, each with its box: how far points are from them, looking at few. */
import { eachInside, type InsideParts } from './inside-parts.ts';
import { boxIsFarther, distanceToTriangle, isFarther } from './point-to-triangle.ts';

/** Triangles per block. They follow each other in the list, so they are mostly neighbours. */
const BLOCK = 32;

export class InsideBlocks {
  readonly #parts: InsideParts;
  /** low x y z, high x y z of each block. */
  readonly #boxes: Float64Array;

  constructor(parts: InsideParts) {
    this.#parts = parts;
    this.#boxes = new Float64Array(6 * Math.ceil(parts.list.length / BLOCK));
    for (let block = 0; 6 * block < this.#boxes.length; block++) this.#growBox(block);
  }

  #eachOf(block: number, visit: (corners: Float64Array, at: number) => void): void {
    eachInside(this.#parts, visit, BLOCK * block, Math.min(BLOCK * (block + 1), this.#parts.list.length));
  }

  #growBox(block: number): void {
    const box = this.#boxes.subarray(6 * block, 6 * block + 6);
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    this.#eachOf(block, (corners, first) => {
      for (let i = 0; i < 9; i++) {
        const value = corners[first + i];
        if (value < box[i % 3]) box[i % 3] = value;
        if (value > box[3 + (i % 3)]) box[3 + (i % 3)] = value;
      }
    });
  }

  /** The distance from a point to the nearest triangle; or `most`, where it is larger. */
  distance(at: readonly number[], most: number): number {
    let least = most;
    const look = (corners: Float64Array, first: number) => {
      if (!isFarther(at, corners, first, least)) least = Math.min(least, distanceToTriangle(at, corners, first));
    };
    for (let block = 0; 6 * block < this.#boxes.length; block++) {
      if (!boxIsFarther(at, this.#boxes, 6 * block, least)) this.#eachOf(block, look);
    }
    return least;
  }
}
