/** The work of a job's first phase: which vertices are placed and bounded, which corners linked. */
import { FORMAT_F32, PIECE_ADJACENCY, PIECE_BOUND, PIECE_IMAGE, PIECE_PLACE } from '../../memory/constants.ts';
import { PIECE } from '../../memory/records.ts';
import { IDENTITY_MAP, sameMap } from '../../tile-lists/image-map.ts';
import type { ObjectView } from './object-table.ts';
import type { SceneJob } from './scene-job.ts';
import type { SceneObject } from './scene-object.ts';

const VERTICES_PER_PIECE = 32768;
/** Triangles from which adjacency is linked by several threads at once. */
const TRIANGLES_PER_LINKING = 16384;

/** Whether an object that is taken as it was given needs image coordinates beside those. */
export function needsOwnImage({ object, map }: ObjectView, job: SceneJob): boolean {
  return job.given === 'apart' && !(object.format === FORMAT_F32 && sameMap(map, IDENTITY_MAP));
}

export class FirstPhase {
  /** Objects whose adjacency is to be linked. */
  readonly linked: SceneObject[] = [];
  /** Four numbers a piece: the first fields of its record. */
  readonly #words: number[] = [];
  readonly #job: SceneJob;
  readonly #threads: number;

  constructor(job: SceneJob, threads: number) {
    this.#job = job;
    this.#threads = threads;
  }

  /** Number of pieces. */
  get count(): number {
    return this.#words.length / 4;
  }

  /** Lists the work on the first `count` views, which are objects, and on those behind, which are their ends. */
  gather(views: readonly ObjectView[], count: number): void {
    const job = this.#job;
    for (let i = count; i < views.length; i++) this.#addCoordinates(i, views[i]);
    for (let i = 0; i < count; i++) {
      const { object, clusters } = views[i];
      if (job.adjacency && !object.adjacency) {
        this.linked.push(object);
        object.reserveAdjacency();
        this.#addAdjacency(i, object);
      }
      if (!clusters && (job.given === undefined || job.given === 'apart')) this.#addCoordinates(i, views[i]);
    }
  }

  #add(kind: number, index: number, count: number, step: number): void {
    for (let from = 0; from < count; from += step) this.#words.push(kind, index, from, Math.min(count, from + step));
  }

  #addCoordinates(index: number, view: ObjectView): void {
    const { object, image, map } = view;
    let kind = PIECE_BOUND;
    if (this.#job.given) kind = needsOwnImage(view, this.#job) ? PIECE_IMAGE : PIECE_BOUND;
    else if (image !== object.rest && object.needsImage(map)) {
      kind = object.needsPlacing() ? PIECE_PLACE : PIECE_IMAGE;
      object.markStale();
    }
    this.#add(kind, index, object.vertexCount, VERTICES_PER_PIECE);
  }

  #addAdjacency(index: number, { triangleCount, vertexCount }: SceneObject): void {
    const parts = Math.max(1, Math.min(this.#threads, Math.floor(triangleCount / TRIANGLES_PER_LINKING)));
    this.#add(PIECE_ADJACENCY, index, vertexCount, Math.ceil(vertexCount / parts));
  }

  /** Writes the records of the pieces, one behind the other. */
  write(u32: Uint32Array, records: number): void {
    const words = this.#words;
    const step = PIECE.bytes >>> 2;
    for (let i = 0, at = records >>> 2; i < words.length; i += 4, at += step) {
      u32[at] = words[i];
      u32[at + 1] = words[i + 1];
      u32[at + 2] = words[i + 2];
      u32[at + 3] = words[i + 3];
    }
  }
}
