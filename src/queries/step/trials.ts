/**
 * Impacts on the way to one end after another: everything is searched, and the pairs that could meet on the way to nearby ends are
 * listed. After that only pairs of that list are tested, and only those with a vertex whose end has changed since the last test.
 * A list takes longer to make than two searches without one, so where few ends are tried, it may begin late.
 *
 * Why that proves as much: a pair that is not in the list is separated by an axis, by more than twice the margin, on the boxes over
 * both whole paths; or, where all go the same fraction of their paths, at both ends. Ends for which no vertex is farther than the
 * margin from its path do not change that, which is checked; for other ends everything is searched again. Degenerate triangles take no
 * part, and whether a triangle is degenerate may change with its end: so where an aimed body has such triangles at the start, nothing
 * is listed.
 */
import type { FoundImpacts, ListedCandidates } from '../impacts/wasm.ts';
import { RECORD_WORDS } from '../impacts/wasm.ts';
import type { Bodies } from './bodies.ts';
import { type Body, type End, isSame } from './body.ts';
import { newFourVertices, readFour } from './four-vertices.ts';

/** The fields of impacts that steps read. */
export type ImpactRows = Pick<FoundImpacts, 'kinds' | 'features' | 'times'> &
  Required<Pick<FoundImpacts, 'normals' | 'coordinates'>>;

/** The usable fraction of the margin, because the sums in this file are rounded. */
const WITHIN = 0.9;

/** Paths that were searched everywhere: the end of each aimed body. */
interface Searched {
  readonly ends: ReadonlyMap<Body, End>;
  readonly candidates: ListedCandidates;
  /** The first number of each body's vertices, and triangles, in the list. */
  readonly starts: ReadonlyMap<Body, { readonly vertex: number; readonly triangle: number }>;
  readonly vertexCount: number;
  readonly triangleCount: number;
}

export class Trials {
  readonly #bodies: Bodies;
  readonly #margin: number;
  readonly #gap: number;
  readonly #isTogether: boolean;
  readonly #lists: boolean;
  /** Searches to come without a list. */
  #unlisted: number;
  #searched: Searched | undefined;
  /** The last question and its answer. */
  #ends: ReadonlyMap<Body, End> = new Map();
  #rows: ImpactRows | undefined;
  /** Buffer for records. */
  #changed: Uint32Array | undefined;
  degenerateTriangles: Uint32Array = new Uint32Array(0);

  /**
   * `isTogether`: all vertices go the same fraction of their paths. `lists`: every triangle of an aimed body has area at the start.
   * The first `unlisted` searches make no list.
   */
  constructor(
    bodies: Bodies,
    how: { margin: number; gap: number; isTogether: boolean; lists: boolean; unlisted: number },
  ) {
    this.#bodies = bodies;
    this.#margin = how.margin;
    this.#gap = how.gap;
    this.#isTogether = how.isTogether;
    this.#lists = how.lists;
    this.#unlisted = how.unlisted;
  }

  /** Impacts on the way to these ends; if all go the same fraction, `part` is the fraction of the path to the ends tried first. */
  async impacts(ends: ReadonlyMap<Body, End>, part = 1): Promise<ImpactRows> {
    const searched = this.#searched;
    if (!searched || !this.#covers(searched, ends, part)) return await this.#searchAll(ends);
    const { ids, records } = searched.candidates;
    const moved = this.#movedSince(searched, ends);
    this.#changed ??= new Uint32Array(records.length);
    const changed = changedRecords(records, moved, this.#changed);
    const fresh = await this.#bodies.impacts(ends, this.#gap, { given: { ids, records: changed } });
    this.#rows = joined(this.#unchanged(searched, moved), rowsOf(fresh));
    this.#ends = ends;
    return this.#rows;
  }

  async #searchAll(ends: ReadonlyMap<Body, End>): Promise<ImpactRows> {
    const earliest = this.#isTogether && this.#gap === 0;
    const collecting = { margin: this.#margin, isTogether: this.#isTogether, earliest };
    const lists = this.#lists && --this.#unlisted < 0;
    const found = await this.#bodies.impacts(ends, this.#gap, lists ? { collecting } : {});
    this.degenerateTriangles = found.degenerateTriangles;
    this.#searched = found.candidates && this.#numbered(ends, found.candidates);
    this.#changed = undefined;
    this.#ends = ends;
    this.#rows = rowsOf(found);
    return this.#rows;
  }

  #numbered(ends: ReadonlyMap<Body, End>, candidates: ListedCandidates): Searched {
    const starts = new Map<Body, { vertex: number; triangle: number }>();
    let [vertexCount, triangleCount] = [0, 0];
    for (const id of candidates.ids) {
      const body = this.#bodies.all.get(id)!;
      starts.set(body, { vertex: vertexCount, triangle: triangleCount });
      vertexCount += body.vertexCount;
      triangleCount += body.object.triangleCount;
    }
    return { ends, candidates, starts, vertexCount, triangleCount };
  }

  /** Whether the list holds all that could meet on the way to these ends. */
  #covers(searched: Searched, ends: ReadonlyMap<Body, End>, part: number): boolean {
    if (this.#isTogether && !(part <= searched.candidates.upTo)) return false;
    return this.#bodies.aimed.every((body) => {
      const [first, end] = [searched.ends.get(body)!, ends.get(body)!];
      if (end === first && !(this.#isTogether && part !== 1)) return true;
      const [from, to, at] = [body.world(body.start), body.world(first), body.world(end)];
      return this.#isTogether ? this.#areOnPath(from, to, at, part) : this.#areWithin(from, to, at);
    });
  }

  /** Whether all are near the point at this fraction of their path. */
  #areOnPath(from: Float64Array, to: Float64Array, at: Float64Array, part: number): boolean {
    const most = WITHIN * this.#margin;
    for (let i = 0; i < at.length; i++)
      if (!(Math.abs(at[i] - (from[i] + part * (to[i] - from[i]))) <= most)) return false;
    return true;
  }

  /** Whether all are in the boxes around their paths, or near them. */
  #areWithin(from: Float64Array, to: Float64Array, at: Float64Array): boolean {
    const most = WITHIN * this.#margin;
    for (let i = 0; i < at.length; i++) {
      const [low, high] = from[i] < to[i] ? [from[i], to[i]] : [to[i], from[i]];
      if (!(at[i] >= low - most && at[i] <= high + most)) return false;
    }
    return true;
  }

  /** Vertices, and triangles, numbered through the list, that end elsewhere than when they were asked about last. */
  #movedSince(searched: Searched, ends: ReadonlyMap<Body, End>): Moved {
    const vertices = new Uint8Array(searched.vertexCount);
    const triangles = new Uint8Array(searched.triangleCount);
    for (const [body, start] of searched.starts) {
      const [before, end] = [this.#ends.get(body), ends.get(body)];
      if (!before || !end || before === end) continue;
      markMoved(body, before, end, vertices.subarray(start.vertex, start.vertex + body.vertexCount));
      const { indices } = body;
      for (let i = 0, t = start.triangle; i < indices.length; i += 3, t++) {
        const at = start.vertex;
        triangles[t] = vertices[at + indices[i]] | vertices[at + indices[i + 1]] | vertices[at + indices[i + 2]];
      }
    }
    return { vertices, triangles };
  }

  /** The answers about pairs of which no vertex ends elsewhere now. */
  #unchanged({ starts }: Searched, { vertices }: Moved): ImpactRows {
    const rows: number[] = [];
    const four = newFourVertices(this.#bodies);
    const last = this.#rows!;
    for (let i = 0; i < last.times.length; i++) {
      readFour(this.#bodies, last, i, four);
      const isMoved = four.bodies.some((body, k) => vertices[starts.get(body)!.vertex + four.vertices[k]] !== 0);
      if (!isMoved) rows.push(i);
    }
    return chosenRows(last, rows);
  }
}

interface Moved {
  readonly vertices: Uint8Array;
  readonly triangles: Uint8Array;
}

/** Marks the vertices whose ends differ; all, where the places do. */
function markMoved(body: Body, before: End, end: End, marks: Uint8Array): void {
  const [m, n] = [before.matrix, end.matrix];
  if (m !== n && !(m && n && isSame(m, n))) {
    marks.fill(1);
    return;
  }
  const [p, q] = [before.positions, end.positions];
  for (let v = 0, i = 0; v < body.vertexCount; v++, i += 3) {
    marks[v] = Number(p[i] !== q[i] || p[i + 1] !== q[i + 1] || p[i + 2] !== q[i + 2]);
  }
}

/** Records of pairs with a vertex that has moved; written to `changed`, which has capacity for all of them. */
function changedRecords(records: Uint32Array, { vertices, triangles }: Moved, changed: Uint32Array): Uint32Array {
  let to = 0;
  for (let at = 0; at < records.length; at += RECORD_WORDS) {
    const isFace = records[at] === 0;
    const ofB = isFace ? triangles[records[at + 3]] : vertices[records[at + 3]] | vertices[records[at + 4]];
    if ((vertices[records[at + 1]] | vertices[records[at + 2]] | ofB) === 0) continue;
    for (let k = 0; k < 5; k++) changed[to + k] = records[at + k];
    to += RECORD_WORDS;
  }
  return changed.subarray(0, to);
}

const rowsOf = ({ kinds, features, times, normals, coordinates }: FoundImpacts): ImpactRows => ({
  kinds,
  features,
  times,
  normals: normals!,
  coordinates: coordinates!,
});

const WIDTHS = { kinds: 1, features: 6, times: 1, normals: 3, coordinates: 2 } as const;

function chosenRows(from: ImpactRows, rows: readonly number[]): ImpactRows {
  const pick = <T extends Uint8Array | Uint32Array | Float64Array>(list: T, width: number): T => {
    const to = list.slice(0, width * rows.length) as T;
    for (const [i, row] of rows.entries()) for (let k = 0; k < width; k++) to[width * i + k] = list[width * row + k];
    return to;
  };
  return {
    kinds: pick(from.kinds, WIDTHS.kinds),
    features: pick(from.features, WIDTHS.features),
    times: pick(from.times, WIDTHS.times),
    normals: pick(from.normals, WIDTHS.normals),
    coordinates: pick(from.coordinates, WIDTHS.coordinates),
  };
}

function joined(p: ImpactRows, q: ImpactRows): ImpactRows {
  const join = <T extends Uint8Array | Uint32Array | Float64Array>(a: T, b: T): T => {
    const both = new (a.constructor as new (length: number) => T)(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
  };
  return {
    kinds: join(p.kinds, q.kinds),
    features: join(p.features, q.features),
    times: join(p.times, q.times),
    normals: join(p.normals, q.normals),
    coordinates: join(p.coordinates, q.coordinates),
  };
}
