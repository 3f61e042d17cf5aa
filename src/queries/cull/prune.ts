/** A visit of a view: what it is asked and what it answers, whichever generator makes the pictures. */
import type { Elements, TriangleOrders } from './elements.ts';
import type { ViewFrame } from './frame.ts';

export interface Visit {
  readonly view: ViewFrame;
  /** In the order of drawing; their sets are replaced by what the visit finds, BFV for what it pruned. */
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  /** One byte per element: not zero keeps it. */
  readonly kept: Uint8Array;
  readonly iterations: number;
  readonly onProgress: ((done: number) => void) | undefined;
}

export interface VisitPass {
  readonly before: number;
  readonly after: number;
  readonly queries: number;
  readonly renders: number;
  readonly triangles: number;
  readonly milliseconds: number;
  /** The sets after the pass, when a trace was asked for. */
  readonly sets?: Uint8Array;
}

export interface VisitOutcome {
  readonly passes: readonly VisitPass[];
  /** The last iteration changed nothing, or nothing is left: another one would not change anything. */
  readonly stable: boolean;
  readonly fragments: number;
  readonly bytes: number;
}

/** Makes the visit. */
export type Prune = (visit: Visit) => Promise<VisitOutcome>;

/** Visits of all views, one after the other. */
export interface Rounds {
  readonly views: readonly ViewFrame[];
  /** In the order of drawing. */
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  readonly kept: Uint8Array;
  readonly iterations: number;
  readonly rounds: number;
  readonly onProgress: ((done: number) => void) | undefined;
}

export interface RoundsOutcome {
  /** What is left, and the order of its triangles. */
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  /** Boxes of what is left of each object, in image coordinates: eight numbers, low x y z and high x y z with one to spare after each. */
  readonly boxes?: Float32Array;
  /** The passes of each visit, in order. */
  readonly visits: readonly (readonly VisitPass[])[];
  /** Triangles that were left out before the first visit, because they reach into no other object's box. */
  readonly swept: number;
  readonly fragments: number;
  readonly bytes: number;
}

/** Makes all visits at once; nothing when that cannot be done. */
export type PruneRounds = (rounds: Rounds) => Promise<RoundsOutcome | undefined>;
