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
import { ExactSigns } from './exact-signs.ts';
import { isRegular } from './regular-surface.ts';
import type { Surface } from './surface.ts';
import { ratioToNumber } from './whole-points.ts';
import type { Winding } from './winding.ts';

export interface Skin {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** The triangle of the surface that each triangle is, or is a part of. */
  readonly parents: Uint32Array;
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

/** The triangles that face outward or inward, turned outward, with points rounded to doubles. */
function rounded(cut: CutSurface, facings: Int8Array): Skin {
  const places = new Places(cut);
  const corners: number[] = [];
  const parents: number[] = [];
  let error = 0;
  for (let t = 0; t < cut.count; t++) {
    if (facings[t] === 0) continue;
    const [p, q, r] = [0, 1, 2].map((k) => places.placeOf(cut.corners[3 * t + k]));
    error = Math.max(error, places.errorIn(cut.faceOf[t], [p, q, r]));
    if (facings[t] > 0) corners.push(p, q, r);
    else corners.push(p, r, q);
    parents.push(cut.faceOf[t]);
  }
  return { ...welded(places.coordinates, corners, parents), error };
}

/** Points in the same place become one vertex, and triangles that lose their area by that are left out. */
function welded(coordinates: readonly number[], corners: readonly number[], parents: readonly number[]) {
  const all = Float64Array.from(coordinates);
  const { targets, sources } = weld(all);
  const indices: number[] = [];
  const kept: number[] = [];
  for (const [t, parent] of parents.entries()) {
    const [p, q, r] = [0, 1, 2].map((k) => targets[corners[3 * t + k]]);
    if (p === q || q === r || r === p) continue;
    indices.push(p, q, r);
    kept.push(parent);
  }
  const positions = new Float64Array(3 * sources.length);
  for (const [vertex, source] of sources.entries()) positions.set(all.subarray(3 * source, 3 * source + 3), 3 * vertex);
  return { positions, indices: Uint32Array.from(indices), parents: Uint32Array.from(kept) };
}

const largest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Corners with coordinates, numbered as they are asked for. */
class Places {
  readonly #cut: CutSurface;
  readonly #signs: ExactSigns;
  readonly #numbers = new Map<number, number>();
  /** Whether each is a vertex of the surface, which is exact. */
  readonly #isVertex: boolean[] = [];
  readonly coordinates: number[] = [];

  constructor(cut: CutSurface) {
    this.#cut = cut;
    this.#signs = new ExactSigns(cut.surface.isWide);
  }

  placeOf(corner: number): number {
    const known = this.#numbers.get(corner);
    if (known !== undefined) return known;
    const { positions, topology } = this.#cut.surface;
    const isVertex = corner < topology.vertexCount;
    const place = this.#isVertex.push(isVertex) - 1;
    this.#numbers.set(corner, place);
    if (isVertex) this.coordinates.push(positions[3 * corner], positions[3 * corner + 1], positions[3 * corner + 2]);
    else this.coordinates.push(...this.#nearest(this.#cut.pointOf(corner)));
    return place;
  }

  #nearest(point: number): number[] {
    const { points } = this.#cut;
    const [x, y, z, w] = points.whole(point);
    return [x, y, z].map((value) => ratioToNumber(value, w, points.exponent));
  }

  /** How far corners may be from the plane of a triangle that they are in: 0 when they are in it exactly. */
  errorIn(face: number, places: readonly number[]): number {
    const { positions, corners } = this.#cut.surface;
    const [t0, t1, t2] = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
    let error = 0;
    for (const place of places) {
      if (this.#isVertex[place]) continue;
      const at = Float64Array.from(this.coordinates.slice(3 * place, 3 * place + 3));
      if (this.#signs.side(at, 0, positions, t0, t1, t2) !== 0) error = Math.max(error, 2 ** -52 * largest(at));
    }
    return error;
  }
}
