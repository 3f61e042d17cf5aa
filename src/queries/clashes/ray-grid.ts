/** Points whose rays run along one axis, in a grid across it: finds the triangles that they can meet, looking at all. */
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';

/** Cells along a side. The first and the last hold what lies outside the box of the points. */
const SIDE = 256;
const INNER = SIDE - 2;
/** A triangle whose box has fewer rows is looked for in the whole box. */
const ROWS_LEAST = 4;
/** Cells are wide up to this many to the magnitude of coordinates. */
const WIDE = 2 ** 40;

/** Maps coordinates to columns or rows of cells; greater coordinates never come before lesser ones. */
class CellScale {
  #low = Infinity;
  #high = -Infinity;
  #perUnit = 0;

  add(low: number, high: number): void {
    this.#low = Math.min(this.#low, low);
    this.#high = Math.max(this.#high, high);
    const perUnit = INNER / (this.#high - this.#low);
    this.#perUnit = Number.isFinite(perUnit) ? perUnit : 0;
  }

  /** The least value of a cell, as far as rounding lets it be told. */
  start(cell: number): number {
    return this.#low + (cell - 1) / this.#perUnit;
  }

  /** Whether a cell is so wide that rounding of coordinates this large is nothing beside it. */
  isWide(most: number): boolean {
    return this.#perUnit > 0 && this.#perUnit * Math.max(most, -this.#low, this.#high) < WIDE;
  }

  cell(value: number): number {
    if (value < this.#low) return 0;
    if (value > this.#high) return SIDE - 1;
    return 1 + Math.min(INNER - 1, Math.floor((value - this.#low) * this.#perUnit));
  }
}

export class RayGrid {
  readonly #u: number;
  readonly #v: number;
  readonly #scaleU = new CellScale();
  readonly #scaleV = new CellScale();
  /** Points, as places in the list, cell by cell; one that lies near the edge of a cell is in both. */
  readonly #starts = new Uint32Array(SIDE * SIDE + 1);
  readonly #places: Uint32Array;
  /** The triangle that each point was last named for. */
  readonly #named: Int32Array;

  constructor(points: Points, list: readonly number[], axis: number) {
    this.#u = (axis + 1) % 3;
    this.#v = (axis + 2) % 3;
    for (let place = 0; place < list.length; place++) {
      const u = points.coordinate(list[place], this.#u);
      const v = points.coordinate(list[place], this.#v);
      const slack = 2 * points.error[list[place]];
      this.#scaleU.add(u - slack, u + slack);
      this.#scaleV.add(v - slack, v + slack);
    }
    const cells: number[] = [];
    const owners: number[] = [];
    for (let place = 0; place < list.length; place++) {
      const u = points.coordinate(list[place], this.#u);
      const v = points.coordinate(list[place], this.#v);
      const slack = 2 * points.error[list[place]];
      const lowU = this.#scaleU.cell(u - slack);
      const highU = this.#scaleU.cell(u + slack);
      const lowV = this.#scaleV.cell(v - slack);
      const highV = this.#scaleV.cell(v + slack);
      for (let row = lowV; row <= highV; row++) {
        for (let column = lowU; column <= highU; column++) {
          cells.push(SIDE * row + column);
          owners.push(place);
        }
      }
    }
    for (const cell of cells) this.#starts[cell + 1]++;
    for (let cell = 0; cell < SIDE * SIDE; cell++) this.#starts[cell + 1] += this.#starts[cell];
    this.#places = new Uint32Array(cells.length);
    const next = this.#starts.slice();
    for (let i = 0; i < cells.length; i++) this.#places[next[cells[i]]++] = owners[i];
    this.#named = new Int32Array(list.length).fill(-1);
  }

  /** The cell of each vertex: its row times 256 and its column. */
  #cellsOf({ positions }: Surface): Uint16Array {
    const cells = new Uint16Array(positions.length / 3);
    const [scaleU, scaleV, u, v] = [this.#scaleU, this.#scaleV, this.#u, this.#v];
    for (let vertex = 0; vertex < cells.length; vertex++) {
      cells[vertex] = (scaleV.cell(positions[3 * vertex + v]) << 8) | scaleU.cell(positions[3 * vertex + u]);
    }
    return cells;
  }

  /** Calls `visit` with each triangle whose box, seen along the axis, may hold a point, and the point's place in the list. */
  each(surface: Surface, visit: (triangle: number, place: number) => void): void {
    const cells = this.#cellsOf(surface);
    const { corners, topology } = surface;
    for (const triangle of topology.trianglesOverCells(cells, this.#starts)) {
      const p = cells[corners[3 * triangle]];
      const q = cells[corners[3 * triangle + 1]];
      const r = cells[corners[3 * triangle + 2]];
      const firstRow = Math.min(p >> 8, q >> 8, r >> 8);
      const lastRow = Math.max(p >> 8, q >> 8, r >> 8);
      const first = Math.min(p & 255, q & 255, r & 255);
      const last = Math.max(p & 255, q & 255, r & 255);
      const isSliced =
        lastRow - firstRow >= ROWS_LEAST && last - first >= ROWS_LEAST && this.#canSlice(surface, triangle);
      for (let row = firstRow; row <= lastRow; row++) {
        const [from, to] = isSliced ? this.#columns(surface, triangle, row, first, last) : [first, last];
        this.#name(triangle, this.#starts[SIDE * row + from], this.#starts[SIDE * row + to + 1], visit);
      }
    }
  }

  #canSlice({ positions, corners }: Surface, triangle: number): boolean {
    let mostU = 0;
    let mostV = 0;
    for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
      mostU = Math.max(mostU, Math.abs(positions[3 * corners[corner] + this.#u]));
      mostV = Math.max(mostV, Math.abs(positions[3 * corners[corner] + this.#v]));
    }
    return this.#scaleU.isWide(mostU) && this.#scaleV.isWide(mostV);
  }

  /**
   * The columns that a triangle may cover in a row, of those of its box: a sliver across many rows covers few in each. A row more on
   * either side, and a column, pay for rounding.
   */
  #columns({ positions, corners }: Surface, triangle: number, row: number, first: number, last: number): number[] {
    const low = row <= 1 ? -Infinity : this.#scaleV.start(row - 1);
    const high = row >= SIDE - 2 ? Infinity : this.#scaleV.start(row + 2);
    let least = Infinity;
    let most = -Infinity;
    for (let k = 0; k < 3; k++) {
      const p = 3 * corners[3 * triangle + k];
      const q = 3 * corners[3 * triangle + ((k + 1) % 3)];
      const [pu, pv, qu, qv] = [
        positions[p + this.#u],
        positions[p + this.#v],
        positions[q + this.#u],
        positions[q + this.#v],
      ];
      if ((pv < low && qv < low) || (pv > high && qv > high)) continue;
      // The part of the edge within the rows: from and to, as parts of it.
      const atLow = (low - pv) / (qv - pv);
      const atHigh = (high - pv) / (qv - pv);
      const from = pv === qv ? 0 : Math.max(0, Math.min(atLow, atHigh));
      const to = pv === qv ? 1 : Math.min(1, Math.max(atLow, atHigh));
      const [start, end] = [pu + from * (qu - pu), pu + to * (qu - pu)];
      least = Math.min(least, start, end);
      most = Math.max(most, start, end);
    }
    if (least > most) return [first, last];
    return [Math.max(first, this.#scaleU.cell(least) - 1), Math.min(last, this.#scaleU.cell(most) + 1)];
  }

  #name(triangle: number, from: number, to: number, visit: (triangle: number, place: number) => void): void {
    for (let at = from; at < to; at++) {
      const place = this.#places[at];
      if (this.#named[place] === triangle) continue;
      this.#named[place] = triangle;
      visit(triangle, place);
    }
  }
}
