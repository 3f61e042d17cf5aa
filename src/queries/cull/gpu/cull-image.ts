/** What culling on the GPU is given, and what comes back of a submission. */
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import type { GpuPlan } from '../../collide/gpu/plan.ts';
import type { CullParameters } from './flow.ts';
import type { PairCounts } from './near-pairs.ts';

/** The image of a query, the same in all of its submissions. */
export interface CullImage
  extends Omit<
    CullParameters,
    'blocks' | 'squares' | 'pieceCapacity' | 'entryCapacity' | 'steepCapacity' | 'groupsPerRowMost'
  > {
  readonly views: Uint32Array<ArrayBuffer>;
  /** Two words per rank: its triangle and its element; and one per element: its triangles. None if it is plain. */
  readonly ranks: Uint32Array<ArrayBuffer> | undefined;
  readonly sizes: Uint32Array<ArrayBuffer> | undefined;
  /** Two words per triangle of the scene, where pairs are looked at: its rank and its element. None if it is plain. */
  readonly places: Uint32Array<ArrayBuffer> | undefined;
  /** The set of each element at first; none: NFV. */
  readonly sets: Uint32Array<ArrayBuffer> | undefined;
  /** A bit per element: kept whatever is seen. None: nothing is. */
  readonly kept: Uint32Array<ArrayBuffer> | undefined;
  /** Where queries are made of elements: their objects; and unless it is plain, their first ranks and one more. */
  readonly objectOf: Uint32Array | undefined;
  readonly firstRanks: Uint32Array<ArrayBuffer> | undefined;
  /** How pairs of near triangles are found, where they are looked at. */
  readonly pairs: GpuPlan | undefined;
}

/** Coordinates and triangles on the device: vec4 per vertex, and vertices and object per triangle. */
export interface CullScene {
  readonly vertices: GPUBuffer;
  readonly triangles: GPUBuffer;
}

/** What a submission has come to. */
export interface CullReads {
  readonly state: ReadBack;
  readonly log: ReadBack;
  /** Sixteen sets in a word. */
  readonly packed: ReadBack;
  /** For a submission that found pairs. */
  readonly pairs: PairCounts | undefined;
}

/** How long the lists may get. */
export interface ListLengths {
  readonly pieces: number;
  readonly entries: number;
  /** Pixels of pieces that are too steep for steps; 0: none was met yet. */
  readonly steep: number;
}

/** Visits that a submission makes at most, and passes of each before the next one may begin. */
export interface Recorded {
  readonly visits: number;
  readonly passes: number;
  readonly findsPairs: boolean;
  /** Whether the first of them goes backward. */
  readonly isBackward: boolean;
  /** Elements that are not pruned; none: all. For queries, which take a call for each. */
  readonly left: Uint32Array<ArrayBuffer> | undefined;
}
