/**
 * Large models whose self-intersections are known without searching: a wavy terrain, and here and there a thin triangle that
 * stands in the middle of one of its triangles and so crosses that one and no other.
 *
 * Written row by row as binary STL, so that a model of any size is never in memory.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

export interface TerrainSize {
  readonly columns: number;
  readonly rows: number;
  /** One in this many cells has a thin triangle. */
  readonly every: number;
  /** Lifts the whole, so that terrains lie above each other. */
  readonly height?: number;
}

export interface WrittenTerrain {
  readonly triangles: number;
  /** Pairs of triangles that meet: one per thin triangle. */
  readonly pairs: number;
}

const HEAD_BYTES = 84;
const TRIANGLE_BYTES = 50;

/** Height above a grid point: gentle, and the same number whoever asks, so that neighbours share their corners. */
function heightAt(column: number, row: number, lift: number): number {
  return Math.fround(lift + 2 * Math.sin(column * 0.05) + 2 * Math.cos(row * 0.07));
}

class TriangleRow {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  count = 0;

  constructor(most: number) {
    this.bytes = new Uint8Array(TRIANGLE_BYTES * most);
    this.#view = new DataView(this.bytes.buffer);
  }

  add(...corners: readonly number[]): void {
    const at = TRIANGLE_BYTES * this.count++ + 12;
    for (let k = 0; k < 9; k++) this.#view.setFloat32(at + 4 * k, corners[k], true);
  }
}

/** A triangle that stands upright in the middle of triangle (x, y), (x + 1, y), (x, y + 1). */
function addThin(row: TriangleRow, x: number, y: number, z: readonly number[]): void {
  const [cx, cy, cz] = [x + 1 / 3, y + 1 / 3, (z[0] + z[1] + z[2]) / 3];
  row.add(cx - 0.05, cy, cz - 0.5, cx + 0.05, cy, cz - 0.5, cx, cy, cz + 0.5);
}

export function writeTerrain(path: string, { columns, rows, every, height = 0 }: TerrainSize): WrittenTerrain {
  const pairs = Math.ceil((columns * rows) / every);
  const triangles = 2 * columns * rows + pairs;
  const file = openSync(path, 'w');
  try {
    const head = new Uint8Array(HEAD_BYTES);
    new DataView(head.buffer).setUint32(80, triangles, true);
    writeSync(file, head);
    const row = new TriangleRow(3 * columns);
    for (let y = 0; y < rows; y++) {
      row.count = 0;
      let [low, lowUp] = [heightAt(0, y, height), heightAt(0, y + 1, height)];
      for (let x = 0; x < columns; x++) {
        const [next, nextUp] = [heightAt(x + 1, y, height), heightAt(x + 1, y + 1, height)];
        row.add(x, y, low, x + 1, y, next, x, y + 1, lowUp);
        row.add(x + 1, y, next, x + 1, y + 1, nextUp, x, y + 1, lowUp);
        if ((y * columns + x) % every === 0) addThin(row, x, y, [low, next, lowUp]);
        [low, lowUp] = [next, nextUp];
      }
      writeSync(file, row.bytes, 0, TRIANGLE_BYTES * row.count);
    }
  } finally {
    closeSync(file);
  }
  return { triangles, pairs };
}
