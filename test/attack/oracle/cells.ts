/**
 * Solids made of unit cells, and what two of them do to each other, by looking at every cell, face, edge and vertex.
 *
 * An element of the grid has doubled coordinates: odd along an axis where it extends, even where it does not, so that cells
 * are odd in all three and vertices in none. Around an element, a solid has all cells, none, or some: then the element
 * lies in its surface. Two surfaces meet in the elements that lie in both.
 */

/** Cells along each side of the grid. */
export const SIDE = 6;
const WIDTH = 2 * SIDE + 1;
const COUNT = WIDTH ** 3;
const STEP = [1, WIDTH, WIDTH * WIDTH];

export type Place = readonly [number, number, number];

export const placeOf = (element: number): Place => [
  element % WIDTH,
  Math.floor(element / WIDTH) % WIDTH,
  Math.floor(element / (WIDTH * WIDTH)),
];
const isOdd = (value: number): boolean => value % 2 === 1;
const extent = (element: number): number => placeOf(element).filter(isOdd).length;

export const OUT = 0;
export const IN = 1;
export const ON = 2;

/** Which cells a solid has; by low corner, x first. */
export type Cells = ReadonlySet<number>;

export const cellAt = (x: number, y: number, z: number): number => x + SIDE * (y + SIDE * z);

/** For each element: whether it lies outside the solid, inside, or in its surface. */
export function statusOf(cells: Cells): Uint8Array {
  const status = new Uint8Array(COUNT);
  for (let element = 0; element < COUNT; element++) {
    let around: number[][] = [[]];
    for (const value of placeOf(element)) {
      const choices = isOdd(value) ? [(value - 1) / 2] : [value / 2 - 1, value / 2];
      around = around.flatMap((start) => choices.map((choice) => [...start, choice]));
    }
    const has = around.map(
      (cell) => cell.every((k) => k >= 0 && k < SIDE) && cells.has(cellAt(cell[0], cell[1], cell[2])),
    );
    status[element] = has.every(Boolean) ? IN : has.some(Boolean) ? ON : OUT;
  }
  return status;
}

/** The elements that bound an element. */
function sidesOf(element: number): number[] {
  return placeOf(element).flatMap((value, k) => (isOdd(value) ? [element - STEP[k], element + STEP[k]] : []));
}

/** Sets of elements that hold together, each with its number; −1 for elements that are in none. */
function components(belongs: (element: number) => boolean): { of: Int32Array; count: number } {
  const parents = Int32Array.from({ length: COUNT }, (_, i) => i);
  const root = (i: number): number => (parents[i] === i ? i : (parents[i] = root(parents[i])));
  for (let element = 0; element < COUNT; element++) {
    if (!belongs(element)) continue;
    for (const side of sidesOf(element)) if (belongs(side)) parents[root(element)] = root(side);
  }
  const numbers = new Map<number, number>();
  const of = new Int32Array(COUNT).fill(-1);
  for (let element = 0; element < COUNT; element++) {
    if (!belongs(element)) continue;
    const key = root(element);
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    of[element] = numbers.get(key)!;
  }
  return { of, count: numbers.size };
}

export interface CellClash {
  readonly kind: 'penetrating' | 'contained' | 'duplicate' | 'touching';
  /** Of a contained one: 0 or 1. */
  readonly inner?: number;
  /** Unit faces of each solid that lie strictly inside the other. */
  readonly inside: readonly [readonly number[], readonly number[]];
  /** Unit faces in which the surfaces lie on each other. */
  readonly flush: number;
}

/** What happens in one region of the contact. */
interface Region {
  pieces: [number, number];
  inside: [number[], number[]];
  shells: [Set<number>, Set<number>];
  flush: number;
  overlapsOn: boolean;
}

const emptyRegion = (): Region => ({
  pieces: [0, 0],
  inside: [[], []],
  shells: [new Set(), new Set()],
  flush: 0,
  overlapsOn: false,
});

const elements = (belongs: (element: number) => boolean): number[] =>
  Array.from({ length: COUNT }, (_, i) => i).filter(belongs);

/** The two cells beside a face, as elements. */
function cellsBeside(face: number): [number, number] {
  const k = placeOf(face).findIndex((value) => !isOdd(value));
  return [face - STEP[k], face + STEP[k]];
}

export function cellClashes(cells: readonly [Cells, Cells]): CellClash[] {
  const status = cells.map(statusOf);
  const contact = components((e) => status[0][e] === ON && status[1][e] === ON);
  const shells = [0, 1].map((side) => components((e) => status[side][e] === ON));
  const pieces = [0, 1].map((side) => components((e) => status[side][e] === ON && status[1 - side][e] === IN));
  const parents = Array.from({ length: contact.count }, (_, i) => i);
  const root = (i: number): number => (parents[i] === i ? i : root(parents[i]));
  /** Some component of the contact beside each piece; those beside the same piece become one. */
  const beside = pieces.map(({ of, count }) => {
    const first = new Array<number>(count).fill(-1);
    for (const element of elements((e) => of[e] >= 0)) {
      for (const side of sidesOf(element)) {
        if (contact.of[side] < 0) continue;
        const piece = of[element];
        if (first[piece] < 0) first[piece] = contact.of[side];
        else parents[root(contact.of[side])] = root(first[piece]);
      }
    }
    return first;
  });
  const regions = new Map<number, Region>();
  const regionAt = (component: number): Region => {
    const key = root(component);
    if (!regions.has(key)) regions.set(key, emptyRegion());
    return regions.get(key)!;
  };
  for (const element of elements((e) => contact.of[e] >= 0)) {
    const region = regionAt(contact.of[element]);
    for (const side of [0, 1]) region.shells[side].add(shells[side].of[element]);
    if (extent(element) !== 2) continue;
    region.flush++;
    const [below] = cellsBeside(element);
    if (status[0][below] === status[1][below]) region.overlapsOn = true;
  }
  for (const side of [0, 1]) {
    for (const first of beside[side]) if (first >= 0) regionAt(first).pieces[side]++;
    for (const face of elements((e) => pieces[side].of[e] >= 0 && extent(e) === 2)) {
      const first = beside[side][pieces[side].of[face]];
      if (first >= 0) regionAt(first).inside[side].push(face);
    }
  }
  return joinAlike([
    ...[...regions.values()].map((region) => judged(region, status, shells)),
    ...apart(status, shells),
  ]);
}

function judged(region: Region, status: readonly Uint8Array[], shells: ReturnType<typeof components>[]): CellClash {
  const { pieces, inside, flush } = region;
  const hasInside = pieces[0] + pieces[1] > 0;
  if (!hasInside && !region.overlapsOn) return { kind: 'touching', inside, flush };
  const isWithin = [0, 1].map((side) =>
    elements((e) => region.shells[side].has(shells[side].of[e])).every((e) => status[1 - side][e] !== OUT),
  );
  if (!hasInside && isWithin[0] && isWithin[1]) return { kind: 'duplicate', inside, flush };
  // Without faces inside, all of one surface lies on the other: the solid is a part of the other all the same.
  const inner = ([0, 1] as const).find((side) => isWithin[side] && (pieces[side] > 0 || !hasInside));
  return inner === undefined ? { kind: 'penetrating', inside, flush } : { kind: 'contained', inner, inside, flush };
}

/** Shells that lie inside the other solid without touching it. */
function apart(status: readonly Uint8Array[], shells: ReturnType<typeof components>[]): CellClash[] {
  return [0, 1].flatMap((side) => {
    const found: CellClash[] = [];
    for (let shell = 0; shell < shells[side].count; shell++) {
      const own = elements((e) => shells[side].of[e] === shell);
      if (!own.every((e) => status[1 - side][e] === IN)) continue;
      const faces = own.filter((e) => extent(e) === 2);
      found.push({ kind: 'contained', inner: side, inside: side === 0 ? [faces, []] : [[], faces], flush: 0 });
    }
    return found;
  });
}

/** All of one that lies in the other is one clash, and so are duplicates. */
function joinAlike(clashes: readonly CellClash[]): CellClash[] {
  const joined: CellClash[] = [];
  for (const clash of clashes) {
    const whole = clash.kind === 'contained' || clash.kind === 'duplicate';
    const i = whole ? joined.findIndex(({ kind, inner }) => kind === clash.kind && inner === clash.inner) : -1;
    if (i < 0) joined.push(clash);
    else {
      const { inside, flush } = joined[i];
      joined[i] = {
        ...joined[i],
        inside: [
          [...inside[0], ...clash.inside[0]],
          [...inside[1], ...clash.inside[1]],
        ],
        flush: flush + clash.flush,
      };
    }
  }
  return joined;
}

/** The unit faces of a solid's surface, with the side of each on which the solid lies. */
export function facesOf(cells: Cells): { face: number; isBelow: boolean }[] {
  const status = statusOf(cells);
  return elements((e) => extent(e) === 2 && status[e] === ON).map((face) => ({
    face,
    isBelow: status[cellsBeside(face)[0]] === IN,
  }));
}

/** How far a point, in units of cells, is from a unit face. */
function distanceToFace(p: readonly number[], face: number): number {
  const place = placeOf(face);
  return Math.hypot(
    ...place.map((value, k) =>
      isOdd(value) ? Math.max((value - 1) / 2 - p[k], 0, p[k] - (value + 1) / 2) : p[k] - value / 2,
    ),
  );
}

const SAMPLES = 4;

/** Bounds for how deep faces lie within the other solid: the deepest sample, and that with what may lie between samples. */
export function depthBounds(clash: CellClash, cells: readonly [Cells, Cells]): readonly [number, number] {
  let most = 0;
  for (const side of [0, 1]) {
    const other = facesOf(cells[1 - side]);
    for (const face of clash.inside[side]) {
      const place = placeOf(face);
      const [u, v] = [0, 1, 2].filter((k) => isOdd(place[k]));
      const p = place.map((value) => value / 2);
      for (let i = 0; i <= SAMPLES; i++) {
        for (let j = 0; j <= SAMPLES; j++) {
          p[u] = (place[u] - 1) / 2 + i / SAMPLES;
          p[v] = (place[v] - 1) / 2 + j / SAMPLES;
          most = Math.max(
            most,
            other.reduce((least, one) => Math.min(least, distanceToFace(p, one.face)), Infinity),
          );
        }
      }
    }
  }
  return [most, most + Math.SQRT1_2 / SAMPLES];
}
