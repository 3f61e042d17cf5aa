/**
 * The clashes of two solids made of unit cubes, by arithmetic on the cells of the grid: slow, plain, and written apart.
 *
 * Cells are named by doubled coordinates: odd along an axis where a cell has length, even where it lies in a plane of the
 * grid. A cell belongs to a closed solid when a cube around it does, and to its interior when all do; else to its boundary.
 * Where boundaries meet the other solid is a set of cells, and its connected parts are the regions. Nothing here comes from
 * src/.
 */

/** low x y z, high x y z, in whole numbers, and how often its surface winds round what is inside: 1, or −1 inside out. */
export interface Brick {
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly turn: 1 | -1;
}

export interface BrickClash {
  readonly kind: 'penetrating' | 'contained' | 'duplicate' | 'touching';
  /** Of a contained clash: which of the two lies in the other. */
  readonly inner?: 0 | 1;
  /** The area in which boundaries lie on each other. */
  readonly area: number;
  /** The depth lies between these; both 0 where no boundary lies inside the other solid. */
  readonly depth: readonly [least: number, most: number];
}

export interface BrickAnswer {
  readonly clashes: readonly BrickClash[];
  /** The volume that the solids have in common. */
  readonly volume: number;
  /** Their own volumes. */
  readonly volumes: readonly [number, number];
}

const OUTSIDE = 0;
const BOUNDARY = 1;
const INTERIOR = 2;
/** Points of a unit face, along each side, at which distances are taken. */
const SAMPLES = 4;

type Cell = readonly [number, number, number];

/** A box of cells around everything, one cube wider on all sides. */
class Grid {
  readonly size: number;
  readonly #low: number;

  constructor(low: number, high: number) {
    this.#low = 2 * low - 2;
    this.size = 2 * (high - low) + 5;
  }

  number([x, y, z]: Cell): number {
    return ((x - this.#low) * this.size + (y - this.#low)) * this.size + (z - this.#low);
  }

  cells(): Cell[] {
    const all: Cell[] = [];
    for (let x = 0; x < this.size; x++)
      for (let y = 0; y < this.size; y++)
        for (let z = 0; z < this.size; z++) all.push([x + this.#low, y + this.#low, z + this.#low]);
    return all;
  }
}

const isOdd = (value: number): boolean => value % 2 !== 0;
/** How many dimensions a cell has. */
const dimension = (cell: Cell): number => cell.filter(isOdd).length;

/** Cells that differ by one in some of the even coordinates of a cell, up to the cubes around it. */
function cubesAround(cell: Cell): Cell[] {
  let found: Cell[] = [cell];
  for (const k of [0, 1, 2]) {
    if (isOdd(cell[k])) continue;
    found = found.flatMap((one) => [-1, 1].map((step) => one.map((v, i) => (i === k ? v + step : v)) as never));
  }
  return found;
}

/** The cells that bound a cell, of one dimension less. */
function boundOf(cell: Cell): Cell[] {
  return [0, 1, 2].flatMap((k) =>
    isOdd(cell[k]) ? [-1, 1].map((step) => cell.map((v, i) => (i === k ? v + step : v)) as never) : [],
  );
}

/** Where each cell lies to a solid of bricks, and its cubes. */
class Place {
  readonly #grid: Grid;
  readonly #cubes: Uint8Array;
  readonly #places: Uint8Array;
  readonly volume: number;

  constructor(grid: Grid, bricks: readonly Brick[]) {
    this.#grid = grid;
    const cells = grid.cells();
    this.#cubes = new Uint8Array(cells.length);
    this.#places = new Uint8Array(cells.length);
    let volume = 0;
    for (const cell of cells) {
      if (dimension(cell) < 3) continue;
      const winding = bricks
        .filter(({ low, high }) => cell.every((v, k) => v > 2 * low[k] && v < 2 * high[k]))
        .reduce((sum, { turn }) => sum + turn, 0);
      this.#cubes[grid.number(cell)] = winding === 0 ? 0 : 1;
      if (winding !== 0) volume++;
    }
    this.volume = volume;
    const outermost = (cell: Cell) => cubesAround(cell).some((cube) => !this.#isKnown(cube));
    for (const cell of cells) {
      if (outermost(cell)) continue;
      const filled = cubesAround(cell).filter((cube) => this.hasCube(cube)).length;
      const all = 2 ** (3 - dimension(cell));
      this.#places[grid.number(cell)] = filled === 0 ? OUTSIDE : filled === all ? INTERIOR : BOUNDARY;
    }
  }

  #isKnown(cell: Cell): boolean {
    const number = this.#grid.number(cell);
    return number >= 0 && number < this.#cubes.length;
  }

  hasCube(cube: Cell): boolean {
    return this.#cubes[this.#grid.number(cube)] === 1;
  }

  of(cell: Cell): number {
    return this.#places[this.#grid.number(cell)];
  }
}

/** The connected parts of a set of cells that holds what bounds each of its cells. */
function partsOf(grid: Grid, cells: readonly Cell[]): Cell[][] {
  const byNumber = new Map(cells.map((cell) => [grid.number(cell), cell]));
  const parents = new Map([...byNumber.keys()].map((number) => [number, number]));
  const find = (number: number): number => {
    let root = number;
    while (parents.get(root) !== root) root = parents.get(root)!;
    parents.set(number, root);
    return root;
  };
  for (const [number, cell] of byNumber) {
    for (const bound of boundOf(cell)) parents.set(find(number), find(grid.number(bound)));
  }
  const parts = new Map<number, Cell[]>();
  for (const [number, cell] of byNumber) {
    const root = find(number);
    const part = parts.get(root);
    if (part) part.push(cell);
    else parts.set(root, [cell]);
  }
  return [...parts.values()];
}

/** The square of the distance from a point, in doubled coordinates, to a cell. */
const squareTo = (point: readonly number[], cell: Cell): number =>
  cell.reduce((sum, v, k) => sum + Math.max(0, Math.abs(point[k] - v) - (isOdd(v) ? 1 : 0)) ** 2, 0);

/** Points of a unit face, corners and edges included. */
function pointsOf(face: Cell): number[][] {
  let points: number[][] = [[...face]];
  for (const k of [0, 1, 2]) {
    if (!isOdd(face[k])) continue;
    const steps = Array.from({ length: SAMPLES + 1 }, (_, i) => -1 + (2 * i) / SAMPLES);
    points = points.flatMap((point) => steps.map((step) => point.map((v, i) => (i === k ? v + step : v))));
  }
  return points;
}

/** How deep the farthest of some faces is inside what other faces bound: no point is farther from a sample than half a diagonal. */
function depthOf(faces: readonly Cell[], others: readonly Cell[]): readonly [number, number] {
  if (faces.length === 0) return [0, 0];
  let most = 0;
  for (const face of faces) {
    for (const point of pointsOf(face)) {
      most = Math.max(most, Math.min(...others.map((other) => squareTo(point, other))));
    }
  }
  const least = Math.sqrt(most) / 2;
  return [least, least + Math.SQRT2 / (2 * SAMPLES)];
}

/** The clashes of two solids, each the set of points round which its bricks wind other than 0 times. */
export function brickClashes(solids: readonly [readonly Brick[], readonly Brick[]]): BrickAnswer {
  const all = solids.flat().flatMap(({ low, high }) => [...low, ...high]);
  const grid = new Grid(Math.min(...all), Math.max(...all));
  const places = solids.map((bricks) => new Place(grid, bricks));
  const cells = grid.cells().filter((cell) => dimension(cell) < 3);
  const boundaries = places.map((place) => cells.filter((cell) => place.of(cell) === BOUNDARY));
  const shells = boundaries.map((boundary) => partsOf(grid, boundary));
  const isMet = (cell: Cell) => places.every((place) => place.of(cell) === BOUNDARY);
  const isIn = (side: number) => (cell: Cell) =>
    places[side].of(cell) === BOUNDARY && places[1 - side].of(cell) === INTERIOR;
  const squares = boundaries.map((boundary) => boundary.filter((cell) => dimension(cell) === 2));
  const regions = partsOf(
    grid,
    cells.filter((cell) => isMet(cell) || isIn(0)(cell) || isIn(1)(cell)),
  );
  const clashes = regions.map((region): BrickClash => {
    const numbers = new Set(region.filter(isMet).map((cell) => grid.number(cell)));
    const area = region.filter((cell) => isMet(cell) && dimension(cell) === 2).length;
    const inside = [0, 1].map((side) => region.filter(isIn(side)));
    const isSameSide = (face: Cell) => cubesAround(face).some((cube) => places.every((place) => place.hasCube(cube)));
    const overlapsFlush = region.some((cell) => isMet(cell) && dimension(cell) === 2 && isSameSide(cell));
    const hasInside = inside.some((list) => list.length > 0);
    if (!hasInside && !overlapsFlush) return { kind: 'touching', area, depth: [0, 0] };
    const depths = [0, 1].map((side) =>
      depthOf(
        inside[side].filter((cell) => dimension(cell) === 2),
        squares[1 - side],
      ),
    );
    const depth = depths[0][0] > depths[1][0] ? depths[0] : depths[1];
    if (numbers.size === 0) return { kind: 'contained', inner: inside[0].length > 0 ? 0 : 1, area, depth };
    const isWithin = [0, 1].map((side) =>
      shells[side]
        .filter((shell) => shell.some((cell) => numbers.has(grid.number(cell))))
        .every((shell) => shell.every((cell) => places[1 - side].of(cell) !== OUTSIDE)),
    );
    if (!hasInside && isWithin[0] && isWithin[1]) return { kind: 'duplicate', area, depth };
    const inner = ([0, 1] as const).find((side) => isWithin[side] && (inside[side].length > 0 || !hasInside));
    return inner === undefined ? { kind: 'penetrating', area, depth } : { kind: 'contained', inner, area, depth };
  });
  const common = grid.cells().filter((cell) => dimension(cell) === 3 && places.every((place) => place.hasCube(cell)));
  return {
    clashes: joinAlike(clashes),
    volume: common.length,
    volumes: [places[0].volume, places[1].volume],
  };
}

/** All of one solid that lies in the other is one clash, and so are duplicates. */
function joinAlike(clashes: readonly BrickClash[]): BrickClash[] {
  const joined = new Map<string, BrickClash>();
  for (const [i, clash] of clashes.entries()) {
    const isWhole = clash.kind === 'contained' || clash.kind === 'duplicate';
    const key = isWhole ? `${clash.kind} ${clash.inner}` : `${i}`;
    const before = joined.get(key);
    const depth = before && before.depth[0] > clash.depth[0] ? before.depth : clash.depth;
    joined.set(key, { ...clash, area: clash.area + (before?.area ?? 0), depth });
  }
  return [...joined.values()];
}
