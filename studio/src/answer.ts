/**
 * What the worker answers to a query: its numbers, what is drawn for it, and for some queries the clashes to review or the step of
 * motion examined. Coordinates are drawn relative to the origin of `protocol.ts`.
 */
import type { Decision } from '../../src/report/baseline.ts';
import type { ReportClash } from '../../src/report/clash-list.ts';
import type { ReportModel, ReportObject } from '../../src/report/report.ts';
import type { Query } from './query.ts';

export type Triple = readonly [number, number, number];

export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** What is drawn over the objects; the name determines its style. */
export type OverlayName =
  | 'between'
  | 'within'
  /** Triangles so large that they would hide everything else. */
  | 'between-wide'
  | 'within-wide'
  | 'near'
  | 'clash-points'
  | 'contact'
  | 'impact-faces'
  | 'impact-edges'
  | 'impact-points'
  | 'segments'
  | 'closest'
  | 'inside'
  | 'outside'
  | 'on'
  | 'stacks'
  | 'voxels'
  | 'shared-voxels'
  | 'potential'
  | 'bfv'
  | 'ffv'
  | 'sfv'
  | 'nfv';

export interface Overlay {
  readonly name: OverlayName;
  /** Triangles: nine numbers each. Lines: six. Points: three. Boxes: centre and size, six. */
  readonly form: 'triangles' | 'lines' | 'points' | 'boxes';
  readonly data: Float32Array<ArrayBuffer>;
}

export interface TableRow {
  /** Indices into the list of objects; -1 for none. */
  readonly a: number;
  readonly b: number;
  readonly value: number;
}

/** An image of numbers, row by row. */
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Not finite where there is no value. */
  readonly values: Float32Array<ArrayBuffer>;
}

/** A clash as the command line reports it, with its place, box and deepest points relative to the drawn origin. */
export interface ReviewClash extends Omit<ReportClash, 'bounds'> {
  readonly at: Triple;
  readonly bounds: Box;
  readonly decision: Decision;
  /** The ends of its dimension: where it is deepest, or the nearest points. */
  readonly reach: { readonly a: Triple; readonly b: Triple } | null;
}

/** What the files say about the objects and themselves; the report's code describes clashes with it. */
export interface ReviewFacts {
  readonly objects: readonly ReportObject[];
  readonly models: readonly ReportModel[];
  /** Whether coordinates are x, z and −y of what the files say, as those of IFC are. */
  readonly isTurned: boolean;
}

export interface Review {
  /** Only when it has changed. */
  readonly facts?: ReviewFacts;
  /** The rules used, and sentences about how the search was done. */
  readonly rules?: string;
  readonly notes: readonly string[];
  readonly clashes: readonly ReviewClash[];
  /** What tables call the objects. */
  readonly labels: readonly string[];
  readonly unit?: string;
  readonly tolerance: number;
  /** The file that clashes are compared with. */
  readonly baseline?: string;
  /** How many clashes of the baseline are gone. */
  readonly gone: number;
}

/** How an object gets from the frame before to this one: straight, each number on its own. */
export interface Mover {
  readonly key: number;
  readonly from?: Float32Array<ArrayBuffer>;
  readonly to?: Float32Array<ArrayBuffer>;
  readonly fromMatrix?: readonly number[];
  readonly toMatrix?: readonly number[];
}

/** What meets between the previous frame and this one. */
export interface ImpactStep {
  /** The objects that move, at both ends: positions of those that deform, matrices of those that are placed. */
  readonly movers: readonly Mover[];
  /** Of the impacts that are marked, ascending. */
  readonly times: Float64Array<ArrayBuffer>;
  /** For each, 12 numbers: a face and a point, or two edges, at that time; `kinds` says which. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly features: Float32Array<ArrayBuffer>;
  /** How many there are, marked or not. */
  readonly count: number;
}

export interface Answer {
  readonly query: Query['kind'];
  /** The main number of the answer, and what it counts. */
  readonly count: number;
  readonly noun: string;
  /** The answer in a sentence. */
  readonly sentence: string;
  readonly overlays: readonly Overlay[];
  /** Pairs of objects; `valueTitle` says what the last column counts. */
  readonly rows: readonly TableRow[];
  readonly valueTitle: string;
  readonly stats: readonly (readonly [name: string, value: string])[];
  /** From updating the engine to its answer. */
  readonly milliseconds: number;
  /** Milliseconds per stage. */
  readonly stages: Readonly<Record<string, number>>;
  /** What culling left over: pairs that were tested exactly, or the potentially colliding set. */
  readonly potential?: number;
  readonly pictures?: readonly Picture[];
  /** Something worth knowing about how it was found. */
  readonly note?: { readonly code: string; readonly text: string };
  /** For clashes: all of them. */
  readonly review?: Review;
  /** For impacts: the step of motion examined. */
  readonly step?: ImpactStep;
  /** For culling: the number of passes, and the one shown. */
  readonly passes?: { readonly count: number; readonly shown: number; readonly sizes: readonly number[] };
}

/** The parts of an answer that contain lengths. */
export type RewordedAnswer = Pick<Answer, 'sentence'> &
  Partial<Pick<Answer, 'count' | 'noun' | 'rows' | 'valueTitle' | 'stats'>>;
