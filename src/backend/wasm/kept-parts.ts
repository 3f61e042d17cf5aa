/**
 * What is kept of a mesh while its vertices stay where they were given, however often it is placed: its triangles without
 * area, the pairs of its triangles that collide with each other, and clusters of neighbouring triangles.
 *
 * Nothing is kept of a mesh before it is known to stay: only what a query needs anyway, or needed before.
 */
import { CLUSTERS } from '../../memory/records.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** Clusters in a block of the engine's memory: a CLUSTERS record and its lists. */
export interface KeptClusters {
  readonly block: number;
  readonly clusterCount: number;
  readonly nodeCount: number;
  readonly bytes: number;
}

/** Pairs of a mesh with itself, in ascending order: three numbers each, the lower triangle, the higher one, and the kind. */
export interface KeptPairs {
  readonly pairs: Uint32Array;
  /** Six per pair, in the coordinates that were given; undefined until asked for. */
  readonly segments: Float64Array | undefined;
}

const NONE = new Uint32Array(0);
/** Queries without clusters after one in which most of them were selected, which took longer than looking at all. */
const QUERIES_TO_REST = 32;
/** The same after one in which nearly all triangles of clusters met: that took many times as long as the image. */
const QUERIES_AFTER_CROWD = 256;

export class KeptParts {
  /** Triangles without area in the coordinates that were given, ascending; undefined until looked at. */
  flat: Uint32Array | undefined;
  /** Triangles so thin that rounding of placed coordinates may take their area; known when there are clusters. */
  fragile: Uint32Array = NONE;
  pairs: KeptPairs | undefined;
  /** Memory did not suffice for clusters. */
  hasNoRoom = false;
  #clusters: KeptClusters | undefined;
  /** Queries that have found the vertices where they are now, and up to which of them clusters are not worth it. */
  #seen = 0;
  #restsUntil = 0;
  #crowdedUntil = 0;
  /** How often vertices have been written. */
  #writes = 0;

  get clusters(): KeptClusters | undefined {
    return this.#clusters;
  }

  /** Whether an earlier query has found the vertices where they are now: they may well stay there. */
  get hasStayed(): boolean {
    return this.#seen > 0;
  }

  /** Whether the vertices have been where they are from the beginning. */
  get isNew(): boolean {
    return this.#writes <= 1;
  }

  /** To be called at the end of a query. */
  noteQuery(): void {
    this.#seen++;
  }

  /** Whether selecting clusters has not paid lately beside objects that deform. */
  get rests(): boolean {
    return this.#seen < this.#restsUntil;
  }

  /** Selecting clusters has not paid: they are tried again after some queries. */
  rest(): void {
    this.#restsUntil = this.#seen + QUERIES_TO_REST;
  }

  /** Whether the triangles of clusters that meet were lately too many to be brought together pair by pair. */
  get isCrowded(): boolean {
    return this.#seen < this.#crowdedUntil;
  }

  noteCrowd(): void {
    this.#crowdedUntil = this.#seen + QUERIES_AFTER_CROWD;
  }

  /** Takes clusters that a job has left in the arena at `from` into a block of their own. Nothing else may be in use there. */
  takeClusters(memory: KernelMemory, from: number, purpose: string): void {
    const bytes = memory.u32[(from + CLUSTERS.at.bytes) >>> 2];
    const block = memory.allocate(bytes, purpose);
    const { u32 } = memory;
    u32.copyWithin(block >>> 2, from >>> 2, (from + bytes) >>> 2);
    const word = (field: number) => u32[(block + field) >>> 2];
    this.#clusters = {
      block,
      clusterCount: word(CLUSTERS.at.clusterCount),
      nodeCount: word(CLUSTERS.at.nodeCount),
      bytes,
    };
  }

  /** The vertices have moved, or the mesh is gone. */
  drop(memory: KernelMemory): void {
    if (this.#clusters) memory.blocks.free(this.#clusters.block);
    this.#clusters = undefined;
    this.flat = undefined;
    this.fragile = NONE;
    this.pairs = undefined;
    this.#seen = 0;
    this.#writes++;
    this.#restsUntil = 0;
    this.#crowdedUntil = 0;
    this.hasNoRoom = false;
  }
}
