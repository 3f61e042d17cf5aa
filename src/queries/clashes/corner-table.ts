/** Corners of triangles given by coordinates: equal ones get the same number. */
export class CornerTable {
  /** The number of each corner, three per triangle. */
  readonly numbers: Uint32Array;
  readonly count: number;

  /** Nine coordinates per triangle. */
  constructor(triangles: Float64Array) {
    const corners = triangles.length / 3;
    this.numbers = new Uint32Array(corners);
    let size = 16;
    while (size < 2 * corners) size *= 2;
    const mask = size - 1;
    const words = new Uint32Array(triangles.buffer, triangles.byteOffset, 2 * triangles.length);
    /** One more than the first corner there. */
    const slots = new Uint32Array(size);
    let count = 0;
    for (let corner = 0; corner < corners; corner++) {
      const at = 3 * corner;
      let hash = 0;
      for (let word = 2 * at; word < 2 * at + 6; word++)
        hash = Math.imul(hash ^ words[word], 0x9e3779b1) ^ (hash >>> 15);
      let slot = (hash ^ (hash >>> 13)) & mask;
      for (;;) {
        const held = 3 * (slots[slot] - 1);
        if (held < 0) {
          slots[slot] = corner + 1;
          this.numbers[corner] = count++;
          break;
        }
        if (
          triangles[held] === triangles[at] &&
          triangles[held + 1] === triangles[at + 1] &&
          triangles[held + 2] === triangles[at + 2]
        ) {
          this.numbers[corner] = this.numbers[held / 3];
          break;
        }
        slot = (slot + 1) & mask;
      }
    }
    this.count = count;
  }
}
