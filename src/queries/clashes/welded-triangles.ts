/** Triangles of a skin joined where points are in the same place; those that lose their area by that are left out. */
import type { AreaKernels } from './area-kernels.ts';
import { IntList } from './int-list.ts';
import type { Places } from './skin-places.ts';
import type { Surface } from './surface.ts';

/** The triangles of the surface that each triangle of a skin is, or is a part of: `list[starts[t]]` to `list[starts[t + 1]]`. */
export interface Parents {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

export interface WeldedMesh {
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

/** For each corner the first one with the same coordinates, a vertex if there is one. */
export interface Targets {
  readonly targets: Int32Array;
  /** Whether vertices of the surface are in the same place as others. */
  readonly areVerticesJoined: boolean;
}

/** Some triangles of the result, one after the other. */
interface Part {
  readonly indices: Uint32Array;
  readonly list: Uint32Array;
  /** Where the parents of each end in `list`; left out when each has one. */
  readonly ends?: Uint32Array;
  /** The corners that got a number. */
  readonly sources: Uint32Array;
}

export class WeldedTriangles {
  readonly #surface: Surface;
  readonly #kernels: AreaKernels;
  readonly #places: Places;
  readonly #targets: Int32Array;
  /** Whether vertices of the surface are in the same place as others. */
  readonly #areVerticesJoined: boolean;
  /** The last whole triangles, in the kernels' memory. */
  #whole: Part | undefined;
  /** The vertex of each target, −1 before it has one. */
  readonly #numbers: Int32Array;
  #vertexCount = 0;
  readonly #parts: Part[] = [];
  #indices = new IntList();
  #list = new IntList();
  #ends = new IntList();
  #sources = new IntList();

  /** `targets` has the same corner for all that have the same coordinates, a vertex if there is one. */
  constructor(surface: Surface, kernels: AreaKernels, places: Places, { targets, areVerticesJoined }: Targets) {
    this.#surface = surface;
    this.#kernels = kernels;
    this.#places = places;
    this.#targets = targets;
    this.#areVerticesJoined = areVerticesJoined;
    this.#numbers = new Int32Array(targets.length).fill(-1);
  }

  /** A triangle between three corners, with its parents. */
  add(corners: readonly [number, number, number], parents: readonly number[]): void {
    const [p, q, r] = [this.#targets[corners[0]], this.#targets[corners[1]], this.#targets[corners[2]]];
    if (p === q || q === r || r === p) return;
    const first = this.#vertexOf(corners[0], p);
    const second = this.#vertexOf(corners[1], q);
    this.#indices.push3(first, second, this.#vertexOf(corners[2], r));
    for (const parent of parents) this.#list.push(parent);
    this.#ends.push(this.#list.count);
  }

  #vertexOf(corner: number, target: number): number {
    if (this.#numbers[target] >= 0) return this.#numbers[target];
    this.#sources.push(corner);
    this.#numbers[target] = this.#vertexCount;
    return this.#vertexCount++;
  }

  /** Those of the surface's triangles from..to, of those with area, that have a facing, turned outward. */
  addWhole({ ofFace, facings }: FacingAreas, from: number, to: number): void {
    if (from === to) return;
    this.#keepWhole();
    this.#endPart();
    const targets = this.#areVerticesJoined ? this.#targets : undefined;
    const { topology } = this.#surface;
    const known = [targets, this.#numbers, this.#vertexCount] as const;
    const { indices, faces, sources } = this.#kernels.writeFacing(topology, ofFace, facings, ...known, from, to);
    this.#vertexCount += sources.length;
    this.#whole = { indices, list: faces, sources };
  }

  /** Takes the last whole triangles out of the kernels' memory. */
  #keepWhole(): void {
    if (!this.#whole) return;
    const { indices, list, sources } = this.#whole;
    this.#parts.push({ indices: indices.slice(), list: list.slice(), sources: sources.slice() });
    this.#whole = undefined;
  }

  #endPart(): void {
    this.#parts.push({
      indices: valuesOf(this.#indices),
      list: valuesOf(this.#list),
      ends: valuesOf(this.#ends),
      sources: valuesOf(this.#sources),
    });
    this.#indices = new IntList();
    this.#list = new IntList();
    this.#ends = new IntList();
    this.#sources = new IntList();
  }

  finish(): WeldedMesh {
    if (this.#whole) this.#parts.push(this.#whole);
    this.#endPart();
    const total = (length: (part: Part) => number) => this.#parts.reduce((sum, part) => sum + length(part), 0);
    const indices = new Uint32Array(total((part) => part.indices.length));
    const list = new Uint32Array(total((part) => part.list.length));
    const starts = new Uint32Array(indices.length / 3 + 1);
    const positions = new Float64Array(3 * this.#vertexCount);
    const wholeOf = new Int32Array(this.#surface.triangleCount).fill(-1);
    const patch = new IntList();
    let [index, parent, vertex] = [0, 0, 0];
    for (const part of this.#parts) {
      indices.set(part.indices, index);
      list.set(part.list, parent);
      writeEnds(starts, index / 3 + 1, part.indices.length / 3, parent, part.ends);
      this.#writePositions(positions, vertex, part.sources);
      this.#noteWhole(part, index / 3, wholeOf, patch);
      index += part.indices.length;
      parent += part.list.length;
      vertex += part.sources.length;
    }
    return { positions, indices, parents: { starts, list }, wholeOf, patch: valuesOf(patch).slice() };
  }

  /** Notes which triangles of a part are whole ones of the surface, and of the object, counted from `first` on. */
  #noteWhole({ indices, list, ends }: Part, first: number, wholeOf: Int32Array, patch: IntList): void {
    const { object } = this.#surface;
    const given = object.edgesCancel ? undefined : this.#surface.givenCorners;
    for (let i = 0; i < indices.length / 3; i++) {
      if (!ends && (!given || this.#hasGivenCorners(list[i], given))) wholeOf[list[i]] = first + i;
      else patch.push(first + i);
    }
  }

  /** Whether a triangle of a surface whose vertices were joined is where it was given: they may have been joined where rounding had placed them. */
  #hasGivenCorners(face: number, given: Uint32Array): boolean {
    const { corners, positions } = this.#surface;
    for (let at = 3 * face; at < 3 * face + 3; at++) {
      const [p, q] = [3 * corners[at], 3 * given[at]];
      if (p === q) continue;
      for (let k = 0; k < 3; k++) if (positions[p + k] !== positions[q + k]) return false;
    }
    return true;
  }

  #writePositions(positions: Float64Array, first: number, sources: Uint32Array): void {
    const given = this.#surface.positions;
    for (let i = 0, at = 3 * first; i < sources.length; i++, at += 3) {
      const corner = 3 * sources[i];
      if (corner < given.length) {
        positions[at] = given[corner];
        positions[at + 1] = given[corner + 1];
        positions[at + 2] = given[corner + 2];
      } else positions.set(this.#places.coordinates(sources[i]), at);
    }
  }
}

/** Where the parents of some triangles end, which begin after `before`. */
function writeEnds(
  out: Uint32Array,
  first: number,
  count: number,
  before: number,
  ends: Uint32Array | undefined,
): void {
  if (ends) for (let i = 0; i < count; i++) out[first + i] = before + ends[i];
  else for (let i = 0; i < count; i++) out[first + i] = before + i + 1;
}

function valuesOf({ values, count }: IntList): Uint32Array {
  return new Uint32Array(values.buffer, 0, count);
}
