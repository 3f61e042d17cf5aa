/**
 * The skin of a closed surface: where its winding number changes between 0 and not 0.
 *
 * Walls between touching bricks, and what one shell has inside another, are no part of it; where several triangles cover the
 * same place, it has one. All its triangles face outward, and it winds once round what is inside. Triangles touch in common
 * vertices only, so what hangs together as a set of points hangs together by vertex numbers.
 *
 * What is kept is decided exactly. The points in which triangles cut each other are rounded to doubles, the same point to
 * the same double in all triangles, so the skin stays closed.
 */
import { weld } from '../../mesh/weld.ts';
import { CutSurface } from './cut-surface.ts';
import { type FlatTriangle, withoutFlatPoints } from './flat-points.ts';
import { FaceFlattener } from './flatten.ts';
import type { Flat } from './points.ts';
import { isRegular } from './regular-surface.ts';
import type { Surface } from './surface.ts';
import { isRatio, ratioToNumber, type WholePoint, wholeTurn } from './whole-points.ts';
import type { Winding } from './winding.ts';

/** The triangles of the surface that each triangle of a skin is, or is a part of: `list[starts[t]]` to `list[starts[t + 1]]`. */
export interface Parents {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

export interface Skin {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly parents: Parents;
  /** How far points may be from the surface, because they were rounded. */
  readonly error: number;
}

/**
 * Null when the surface is its own skin, or would be if it were turned inside out. It must be closed; `pairs` are its
 * triangles that meet each other and the kinds, three numbers each.
 */
export function skinOf(surface: Surface, pairs: Uint32Array): Skin | null {
  const isPlain = pairs.length === 0 && isRegular(surface.topology);
  if (isPlain && surface.topology.shells.count === 1) return null;
  const cut = new CutSurface(surface, pairs);
  const facings = facingsOf(cut);
  if (isPlain && facings.every((facing) => facing !== 0 && facing === facings[0])) return null;
  return rounded(cut, facings);
}

/** Of each triangle: 1 when it is part of the skin and faces outward, −1 when inward, 0 when it is not part of it. */
function facingsOf(cut: CutSurface): Int8Array {
  const areas = cut.areas();
  const roots: number[] = [];
  for (let t = 0; t < cut.count; t++) if (areas.find(t) === t) roots.push(t);
  const windings = cut.windings(roots);
  const ofArea = new Int8Array(cut.count);
  for (const [i, root] of roots.entries()) ofArea[root] = facingOf(windings[i], cut.faceOf[root]);
  return Int8Array.from(cut.faceOf, (_, t) => ofArea[areas.find(t)]);
}

function facingOf({ winding, on, turnOn, turn }: Winding & { readonly turn: number }, face: number): number {
  const [above, below] = [winding, winding + turnOn];
  // Where several triangles cover the place, the first stands for all.
  if ((above === 0) === (below === 0) || on !== face) return 0;
  return above === 0 ? turn : -turn;
}

/** A triangle of a skin: numbers of places, and the triangles of the surface that it is part of. */
interface SkinTriangle {
  readonly corners: readonly [number, number, number];
  readonly parents: readonly number[];
  /** 1 when the surface faces outward there, −1 when inward. */
  readonly facing?: number;
}

/** The triangles that face outward or inward, turned outward, with points rounded to doubles. */
function rounded(cut: CutSurface, facings: Int8Array): Skin {
  const places = new Places(cut);
  const triangles: SkinTriangle[] = [];
  const off = new Set<number>();
  for (let t = 0; t < cut.count; t++) {
    if (facings[t] === 0) continue;
    const face = cut.faceOf[t];
    const p = places.placeOf(cut.corners[3 * t]);
    const q = places.placeOf(cut.corners[3 * t + 1]);
    const r = places.placeOf(cut.corners[3 * t + 2]);
    if (places.isBeside(face, p)) off.add(p);
    if (places.isBeside(face, q)) off.add(q);
    if (places.isBeside(face, r)) off.add(r);
    triangles.push({ corners: facings[t] > 0 ? [p, q, r] : [p, r, q], parents: [face], facing: facings[t] });
  }
  const coordinates = Float64Array.from(places.coordinates);
  const { targets } = weld(coordinates);
  if (off.size === 0) return { ...welded(coordinates, targets, triangles), error: 0 };
  const flats = flatTriangles(cut, places, trianglesAt(triangles, targets, off));
  const needed = new Set(withoutFlatPoints([...flats.values()], places.named(off), (place) => places.whole(place)));
  let error = 0;
  for (const { corners, parents } of needed)
    for (const place of corners) error = Math.max(error, places.errorIn(parents[0], place));
  // Those that are left in their order, then those that fill holes.
  const left: SkinTriangle[] = [];
  for (const triangle of triangles) {
    const flat = flats.get(triangle);
    if (flat === undefined) left.push(triangle);
    else if (needed.delete(flat)) left.push(flat);
  }
  return { ...welded(coordinates, targets, [...left, ...needed]), error };
}

/** The triangles with a corner where one of some places is. Only these change when such a place is taken out. */
function trianglesAt(
  triangles: readonly SkinTriangle[],
  targets: Uint32Array,
  places: ReadonlySet<number>,
): SkinTriangle[] {
  const marks = new Uint8Array(targets.length);
  for (const place of places) marks[targets[place]] = 1;
  return triangles.filter(({ corners }) => corners.some((place) => marks[targets[place]] === 1));
}

/** Some triangles of a skin with the planes that they are in, and one number for each place. */
function flatTriangles(
  cut: CutSurface,
  places: Places,
  triangles: readonly SkinTriangle[],
): Map<SkinTriangle, FlatTriangle> {
  const flattener = new FaceFlattener(cut.surface);
  const planes = new Map<number, { readonly plane: string; readonly flat: Flat }>();
  const planeOf = (face: number, facing: number) => {
    const known = planes.get(facing * (face + 1));
    if (known) return known;
    const flat = flattener.flatten(face);
    const found = { plane: planeName(cut, face, facing), flat: { ...flat, turn: facing * flat.turn } };
    planes.set(facing * (face + 1), found);
    return found;
  };
  const flats = new Map<SkinTriangle, FlatTriangle>();
  for (const triangle of triangles) {
    const { corners, parents, facing } = triangle;
    const [p, q, r] = corners.map((place) => places.nameOf(place));
    flats.set(triangle, { ...planeOf(parents[0], facing!), corners: [p, q, r], parents });
  }
  return flats;
}

/** The same for all faces in one plane that face the same way, of which some are turned round. */
function planeName({ surface, points }: CutSurface, face: number, facing: number): string {
  const [p, q, r] = [0, 1, 2].map((k) => points.wholeVertex(0, surface.corners[3 * face + k]));
  const normal = [0, 1, 2].map((w) => wholeTurn(p, q, r, (w + 1) % 3, (w + 2) % 3) * BigInt(facing));
  const height = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
  const plane = [...normal, height];
  const common = plane.reduce(greatestDivisor);
  return plane.map((value) => value / common).join();
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [above, below] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (below > 0n) [above, below] = [below, above % below];
  return above;
}

/** Points in the same place become one vertex, and triangles that lose their area by that are left out. */
function welded(all: Float64Array, targets: Uint32Array, triangles: readonly SkinTriangle[]) {
  const indices: number[] = [];
  const [starts, list] = [[0], [] as number[]];
  const numbers = new Int32Array(targets.length).fill(-1);
  const positions: number[] = [];
  let count = 0;
  for (const { corners, parents } of triangles) {
    const [p, q, r] = [targets[corners[0]], targets[corners[1]], targets[corners[2]]];
    if (p === q || q === r || r === p) continue;
    for (const place of corners) {
      const target = targets[place];
      if (numbers[target] < 0) {
        numbers[target] = count++;
        positions.push(all[3 * place], all[3 * place + 1], all[3 * place + 2]);
      }
      indices.push(numbers[target]);
    }
    list.push(...parents);
    starts.push(list.length);
  }
  const lists: Parents = { starts: Uint32Array.from(starts), list: Uint32Array.from(list) };
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parents: lists };
}

/** Corners with coordinates, numbered as they are asked for. */
class Places {
  readonly #cut: CutSurface;
  readonly #numbers = new Map<number, number>();
  /** Whether each is a vertex of the surface, which is exact. */
  readonly #isVertex: boolean[] = [];
  readonly #corners: number[] = [];
  readonly #names = new Map<number, number>();
  readonly #byText = new Map<string, readonly number[]>();
  readonly coordinates: number[] = [];

  constructor(cut: CutSurface) {
    this.#cut = cut;
  }

  placeOf(corner: number): number {
    const known = this.#numbers.get(corner);
    if (known !== undefined) return known;
    const { positions, topology } = this.#cut.surface;
    const isVertex = corner < topology.vertexCount;
    const place = this.#isVertex.push(isVertex) - 1;
    this.#numbers.set(corner, place);
    this.#corners.push(corner);
    if (isVertex) this.coordinates.push(positions[3 * corner], positions[3 * corner + 1], positions[3 * corner + 2]);
    else this.coordinates.push(...this.#nearest(this.#cut.pointOf(corner)));
    return place;
  }

  #nearest(point: number): number[] {
    const { points } = this.#cut;
    const [x, y, z, w] = points.whole(point);
    return [x, y, z].map((value) => ratioToNumber(value, w, points.exponent));
  }

  /** Exact coordinates. */
  whole(place: number): WholePoint {
    return this.#cut.points.whole(this.#cut.pointOf(this.#corners[place]));
  }

  /** The first place in the same place: a point that triangles have under several numbers has several places. */
  nameOf(place: number): number {
    const known = this.#names.get(place);
    if (known !== undefined) return known;
    const text = this.coordinates.slice(3 * place, 3 * place + 3).join();
    const near = this.#byText.get(text) ?? [];
    // What is rounded to the same doubles need not be the same.
    const name = near.find((other) => isSame(this.whole(other), this.whole(place))) ?? place;
    if (name === place) this.#byText.set(text, [...near, place]);
    this.#names.set(place, name);
    return name;
  }

  named(places: Iterable<number>): Set<number> {
    return new Set([...places].map((place) => this.nameOf(place)));
  }

  /**
   * Whether rounding has moved a corner of a triangle out of its plane, or will when it is placed: only planes across an axis
   * keep it, wherever a translation puts it.
   */
  isBeside(face: number, place: number): boolean {
    return !this.#isVertex[place] && !this.#isAcrossAxis(face) && this.#isRounded(place);
  }

  #isRounded(place: number): boolean {
    const [x, y, z, w] = this.whole(place);
    const { exponent } = this.#cut.points;
    return [x, y, z].some((value, k) => !isRatio(this.coordinates[3 * place + k], value, w, exponent));
  }

  #isAcrossAxis(face: number): boolean {
    const { positions, corners } = this.#cut.surface;
    const [p, q, r] = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
    return [0, 1, 2].some((k) => positions[p + k] === positions[q + k] && positions[p + k] === positions[r + k]);
  }

  /** How far a corner may be from the plane of a triangle that it is in: 0 when it is in it exactly. */
  errorIn(face: number, place: number): number {
    if (!this.isBeside(face, place)) return 0;
    return 2 ** -52 * Math.max(...this.coordinates.slice(3 * place, 3 * place + 3).map(Math.abs));
  }
}

const isSame = (p: WholePoint, q: WholePoint): boolean => [0, 1, 2].every((k) => p[k] * q[3] === q[k] * p[3]);
