/**
 * Triangles of a skin: whole ones of the surface, with its vertices, and others between vertices and points, joined where these are
 * in the same place. Those that lose their area by that are left out.
 */
import { type AreaKernels, NO_AREA } from './area-kernels.ts';
import { IntList } from './int-list.ts';
import type { Places } from './skin-places.ts';
import type { Surface } from './surface.ts';

/** The triangles of the surface that each triangle of a skin is, or is a part of: `list[starts[t]]` to `list[starts[t + 1]]`. */
export interface Parents {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

export interface WeldedMesh {
  /** Those of the surface's vertices, then of points. */
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly parents: Parents;
  /** For each triangle of the surface, the triangle that is the whole of it, turned outward; −1 where there is none. Ascending. */
  readonly wholeOf: Int32Array;
  /** The other triangles. */
  readonly patch: Uint32Array;
}

/** Whole triangles of a surface: the area of each, and the facing of each area. */
export interface FacingAreas {
  readonly ofFace: Uint32Array;
  readonly facings: Int8Array;
}

/** For each corner that has the same coordinates as another, the first that has them, a vertex if there is one. */
export type Targets = ReadonlyMap<number, number>;

/** Triangles that are no whole ones. */
interface Part {
  readonly indices: IntList;
  readonly parents: IntList;
  /** Where the parents of each end. */
  readonly ends: IntList;
}

const emptyPart = (): Part => ({ indices: new IntList(), parents: new IntList(), ends: new IntList() });

export class WeldedTriangles {
  readonly #surface: Surface;
  readonly #places: Places;
  readonly #targets: Targets;
  /** The numbers of points as vertices, and the points in their order. */
  readonly #numbers = new Map<number, number>();
  readonly #points = new IntList();
  readonly #before = emptyPart();
  readonly #after = emptyPart();

  constructor(surface: Surface, places: Places, targets: Targets) {
    this.#surface = surface;
    this.#places = places;
    this.#targets = targets;
  }

  /** A triangle between three corners, with its parents: before the whole ones, or after them. */
  add(corners: readonly [number, number, number], parents: readonly number[], isAfter: boolean): void {
    const [p, q, r] = corners.map((corner) => this.#targets.get(corner) ?? corner);
    if (p === q || q === r || r === p) return;
    const part = isAfter ? this.#after : this.#before;
    part.indices.push3(this.#vertexOf(p), this.#vertexOf(q), this.#vertexOf(r));
    for (const parent of parents) part.parents.push(parent);
    part.ends.push(part.parents.count);
  }

  #vertexOf(corner: number): number {
    if (this.#places.isVertex(corner)) return corner;
    const known = this.#numbers.get(corner);
    if (known !== undefined) return known;
    const number = this.#surface.topology.vertexCount + this.#points.count;
    this.#points.push(corner);
    this.#numbers.set(corner, number);
    return number;
  }

  /** With those of the surface's triangles with area that have a facing, but for some, turned outward. */
  finish(kernels: AreaKernels, { ofFace, facings }: FacingAreas, left: Iterable<number>): WeldedMesh {
    const [before, after] = [this.#before, this.#after];
    for (const face of left) ofFace[face] = NO_AREA;
    const first = before.ends.count;
    const written = kernels.writeFacing(this.#surface.topology, ofFace, facings, this.#vertexTargets(), first);
    const end = first + written.faces.length;
    const count = end + after.ends.count;
    const indices = new Uint32Array(3 * count);
    indices.set(valuesOf(before.indices));
    indices.set(written.indices, 3 * first);
    indices.set(valuesOf(after.indices), 3 * end);
    const list = new Uint32Array(before.parents.count + written.faces.length + after.parents.count);
    list.set(valuesOf(before.parents));
    list.set(written.faces, before.parents.count);
    list.set(valuesOf(after.parents), before.parents.count + written.faces.length);
    const starts = new Uint32Array(count + 1);
    starts.set(valuesOf(before.ends), 1);
    const shift = before.parents.count - first;
    for (let t = first; t < end; t++) starts[t + 1] = shift + t + 1;
    for (let i = 0; i < after.ends.count; i++) starts[end + 1 + i] = shift + end + after.ends.values[i];
    const wholeOf = written.places;
    const patch = new IntList();
    for (let t = 0; t < first; t++) patch.push(t);
    if (!this.#surface.object.edgesCancel) this.#leaveMoved(written.faces, wholeOf, patch);
    for (let t = end; t < count; t++) patch.push(t);
    return {
      positions: this.#positions(),
      indices,
      parents: { starts, list },
      wholeOf,
      patch: valuesOf(patch).slice(),
    };
  }

  /** For each vertex of the surface its target, if some have others. */
  #vertexTargets(): Int32Array | undefined {
    let targets: Int32Array | undefined;
    for (const [corner, target] of this.#targets) {
      if (!this.#places.isVertex(corner)) continue;
      targets ??= Int32Array.from({ length: this.#surface.topology.vertexCount }, (_, vertex) => vertex);
      targets[corner] = target;
    }
    return targets;
  }

  #positions(): Float64Array {
    const given = this.#surface.positions;
    const positions = new Float64Array(given.length + 3 * this.#points.count);
    positions.set(given);
    for (let i = 0; i < this.#points.count; i++)
      positions.set(this.#places.coordinates(this.#points.values[i]), given.length + 3 * i);
    return positions;
  }

  /**
   * Of a surface whose vertices were joined, triangles are no whole ones of the object unless they are where they were given: vertices may
   * have been joined where rounding had placed them.
   */
  #leaveMoved(faces: Uint32Array, wholeOf: Int32Array, patch: IntList): void {
    const given = this.#surface.givenIndices;
    for (let i = 0; i < faces.length; i++) {
      if (this.#hasCorners(faces[i], given)) continue;
      patch.push(wholeOf[faces[i]]);
      wholeOf[faces[i]] = -1;
    }
  }

  #hasCorners(face: number, given: Uint32Array): boolean {
    const { corners, positions } = this.#surface;
    for (let at = 3 * face; at < 3 * face + 3; at++) {
      const [p, q] = [3 * corners[at], 3 * given[at]];
      if (p === q) continue;
      for (let k = 0; k < 3; k++) if (positions[p + k] !== positions[q + k]) return false;
    }
    return true;
  }
}

function valuesOf({ values, count }: IntList): Uint32Array {
  return new Uint32Array(values.buffer, 0, count);
}
