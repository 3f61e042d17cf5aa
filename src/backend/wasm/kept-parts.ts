/**
 * What is kept of a mesh until its vertices are written, however often it is placed: its degenerate triangles, its self pairs,
 * clusters of neighbouring triangles, and for `contacts` which of its triangles stand for vertices and edges.
 *
 * Nothing is kept of a mesh before it is known to stay unchanged, except what a query needs anyway or has needed before.
 */
import { CLUSTER_WORK, CLUSTERS, MESH } from '../../memory/scene-records.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { nextStamp } from './object-state.ts';

/** Clusters in a block of the engine's memory: a CLUSTERS record and its lists. */
export interface KeptClusters {
  readonly block: number;
  readonly clusterCount: number;
  readonly bytes: number;
}

/** Self pairs of a mesh, in ascending order: three numbers each, the lower triangle, the higher one, and the kind. */
export interface KeptPairs {
  readonly pairs: Uint32Array;
  /** Six numbers per pair, in own coordinates; undefined until asked for. */
  readonly segments: Float64Array | undefined;
}

/** First corners of every `stride`th triangle from `from` on: x y z of each, in own coordinates. */
export interface KeptSample {
  readonly from: number;
  readonly stride: number;
  readonly points: Float64Array;
}

const NONE = new Uint32Array(0);
/** Lists of clusters, in the order in which they lie in memory. */
const LISTS = ['triangles', 'corners', 'vertices', 'starts', 'nodes', 'slabs'] as const;
/** How many queries do without clusters after one that selected most of them, and so took longer than a search of all triangles. */
const QUERIES_TO_REST = 32;

/** The same after one in which nearly all triangles of the clusters met: that took many times as long as the image. */
const QUERIES_AFTER_CROWD = 256;

/** Counters of a scene and of the data kept for its meshes. */
export class SceneTally {
  /** Number of queries about the scene. */
  queries = 0;
  /** Bytes of the clusters of all meshes. */
  clusterBytes = 0;
  #crowdedUntil = 0;

  /** Whether a recent query found too many triangles in clusters that meet to compare them pair by pair. */
  get isCrowded(): boolean {
    return this.queries < this.#crowdedUntil;
  }

  noteCrowd(): void {
    this.#crowdedUntil = this.queries + QUERIES_AFTER_CROWD;
  }

  /** Vertices of the scene have moved. */
  forgetCrowd(): void {
    this.#crowdedUntil = 0;
  }
}

export class KeptParts {
  pairs: KeptPairs | undefined;
  /** The sample of the last query; undefined until one has taken it. */
  sample: KeptSample | undefined;
  readonly tally: SceneTally;
  readonly #memory: KernelMemory;
  /** The MESH record. */
  readonly #record: number;
  #degenerate: Uint32Array | undefined;
  #fragile: Uint32Array = NONE;
  #lacksMemory = false;
  #clusters: KeptClusters | undefined;
  #work: number | undefined;
  #masks: number | undefined;
  /** Queries of the scene before the vertices came to where they are now, and up to which of them clusters are not worth it. */
  #since: number;
  #restsUntil = 0;
  /** How often vertices have been written. */
  #writes = 0;

  constructor(memory: KernelMemory, record: number, tally: SceneTally) {
    this.#memory = memory;
    this.#record = record;
    this.tally = tally;
    this.#since = tally.queries;
  }

  get clusters(): KeptClusters | undefined {
    return this.#clusters;
  }

  /** Degenerate triangles in own coordinates, ascending; undefined until looked for. */
  get degenerate(): Uint32Array | undefined {
    return this.#degenerate;
  }

  set degenerate(degenerate: Uint32Array | undefined) {
    this.#degenerate = degenerate;
    this.#writeRecord();
  }

  /** Triangles so thin that rounding of placed coordinates may make them degenerate; known when there are clusters. */
  get fragile(): Uint32Array {
    return this.#fragile;
  }

  set fragile(fragile: Uint32Array) {
    this.#fragile = fragile;
    this.#writeRecord();
  }

  /** Whether there was not enough memory for clusters. */
  get lacksMemory(): boolean {
    return this.#lacksMemory;
  }

  set lacksMemory(lacksMemory: boolean) {
    this.#lacksMemory = lacksMemory;
    this.#writeRecord();
  }

  /** The record that the kernels read. */
  #writeRecord(): void {
    const { u32 } = this.#memory;
    const at = this.#record >>> 2;
    const clusters = this.#lacksMemory ? undefined : this.#clusters;
    u32[at + (MESH.at.clusters >>> 2)] = clusters ? clusters.block : 0;
    u32[at + (MESH.at.clusterCount >>> 2)] = clusters ? clusters.clusterCount : 0;
    u32[at + (MESH.at.thinCount >>> 2)] = (this.#degenerate?.length ?? 0) + this.#fragile.length;
    nextStamp();
  }

  /** Whether an earlier query has found the vertices unchanged: they may well stay so. */
  get hasStayed(): boolean {
    return this.tally.queries > this.#since;
  }

  /** A query that is not counted has found the vertices unchanged. */
  noteStay(): void {
    this.#since = -1;
  }

  /** A block with a byte for each triangle: the features that it stands for; undefined until needed. */
  get masks(): number | undefined {
    return this.#masks;
  }

  set masks(block: number) {
    this.#masks = block;
  }

  /** How often vertices have been written: another number when they have moved. */
  get writes(): number {
    return this.#writes;
  }

  /** Whether the vertices have never moved. */
  get isNew(): boolean {
    return this.#writes <= 1;
  }

  /** Whether selecting clusters has not paid off lately beside deforming objects. */
  get rests(): boolean {
    return this.tally.queries < this.#restsUntil;
  }

  /** Selecting clusters has not paid off: they are tried again after some queries. */
  rest(): void {
    this.#restsUntil = this.tally.queries + QUERIES_TO_REST;
  }

  /** Where clusters are being made, over several queries: a CLUSTER_WORK record; undefined when none are. */
  get work(): number | undefined {
    return this.#work;
  }

  /** Takes memory to make clusters in. */
  openWork(memory: KernelMemory, bytes: number, purpose: string): number {
    const work = memory.allocate(bytes, purpose);
    memory.u32[(work + CLUSTER_WORK.at.stage) >>> 2] = 0;
    this.#work = work;
    return work;
  }

  /** Discards unfinished clusters. */
  dropWork(): void {
    if (this.#work !== undefined) this.#memory.blocks.free(this.#work);
    this.#work = undefined;
  }

  /**
   * Copies finished clusters, at a CLUSTER_WORK record, into a block of their own. Where the record lies in the arena, nothing before it
   * may be in use: the block may overlap it, as each list is copied to an address below that of the next one.
   */
  takeClusters(memory: KernelMemory, work: number, purpose: string): void {
    const made = work + CLUSTER_WORK.bytes;
    const from = LISTS.map((name) => work + memory.u32[(work + CLUSTER_WORK.at[name]) >>> 2]);
    const to = LISTS.map((name) => memory.u32[(made + CLUSTERS.at[name]) >>> 2]);
    const bytes = memory.u32[(made + CLUSTERS.at.bytes) >>> 2];
    const block = memory.allocate(bytes, purpose);
    const { u32 } = memory;
    u32.copyWithin(block >>> 2, made >>> 2, (made + CLUSTERS.bytes) >>> 2);
    for (const [i, start] of from.entries()) {
      const length = (to[i + 1] ?? bytes) - to[i];
      u32.copyWithin((block + to[i]) >>> 2, start >>> 2, (start + length) >>> 2);
    }
    this.#clusters = { block, clusterCount: u32[(block + CLUSTERS.at.clusterCount) >>> 2], bytes };
    this.tally.clusterBytes += bytes;
    this.dropWork();
    this.#writeRecord();
  }

  /** The vertices have moved, or the mesh is gone. */
  drop(): void {
    this.#since = this.tally.queries;
    this.tally.forgetCrowd();
    this.#writes++;
    this.#restsUntil = 0;
    this.dropWork();
    this.pairs = undefined;
    this.sample = undefined;
    if (this.#clusters) {
      this.tally.clusterBytes -= this.#clusters.bytes;
      this.#memory.blocks.free(this.#clusters.block);
    }
    this.#clusters = undefined;
    if (this.#masks !== undefined) this.#memory.blocks.free(this.#masks);
    this.#masks = undefined;
    this.#degenerate = undefined;
    this.#fragile = NONE;
    this.#lacksMemory = false;
    this.#writeRecord();
  }
}
