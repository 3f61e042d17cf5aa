/**
 * What a paper's benchmark is given and what it gives: plain data, of which tables, plots and JSON are made.
 *
 * Promise: everything but times is the same for the same options and seed, on every machine.
 */
import type { Engine } from '../../src/index.ts';
import type { Plot } from './plot/plot.ts';

/** A number, a range from least to most, or words. */
export type PaperValue = number | readonly [least: number, most: number] | string;

export interface PaperColumn {
  /** The name under which a row has its value. */
  readonly key: string;
  readonly title: string;
  readonly unit?: string;
}

export interface PaperRow {
  readonly label: string;
  /** What the paper reports; a value that it does not report is left out. */
  readonly paper: Readonly<Record<string, PaperValue | undefined>>;
  readonly ours: Readonly<Record<string, PaperValue | undefined>>;
}

export interface PaperTable {
  readonly name: string;
  readonly title: string;
  /** What the rows are: "scene", "resolution". */
  readonly rowTitle: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** What the numbers mean where the titles cannot say it. */
  readonly note?: string;
}

export interface PaperResults {
  /** How the run was made, where it may differ from the paper: "views of 1024², 6 frames of each scene". */
  readonly setup?: string;
  readonly tables: readonly PaperTable[];
  readonly plots: readonly Plot[];
  /** Everything that was measured, before it was averaged; goes to the JSON document as it is. */
  readonly raw: unknown;
}

export interface PaperContext {
  /** On WebAssembly. */
  readonly engine: Engine;
  /** On WebGPU, when it was asked for, and what drives it: "SwiftShader, a software driver". */
  readonly webgpu?: Engine;
  readonly driver?: string;
  /** The papers' sizes instead of those that take a minute. */
  readonly full: boolean;
  /** What the caller chose instead of the benchmark's own numbers; see `chosen`. */
  readonly frames?: number;
  readonly seconds?: number;
  readonly triangles?: number;
  readonly resolution?: number;
  readonly seed: number;
  readonly signal?: AbortSignal;
  /** Measures a part, plain data that has a name of its own in its paper, or takes what an interrupted run measured of it. */
  readonly part: <T>(name: string, measure: () => Promise<T>) => Promise<T>;
  /** Says what is being done and which part of the paper's benchmark is done, 0 to 1. */
  readonly progress: (message: string, done: number) => void;
}

export interface PaperBench {
  readonly title: string;
  /** Authors, place and year. */
  readonly source: string;
  /** The machine of the paper. */
  readonly hardware: string;
  run(context: PaperContext): Promise<PaperResults>;
}

/** Numbers of a run that are the same for all of a paper's scenes. */
export interface PaperSizes {
  /** Frames that are measured, spread over the scene. */
  readonly frames: number;
  /** Triangles of the largest scene, where one number does for all; smaller scenes stay as they are. */
  readonly triangles?: number;
  /** Pixels along each side of a view. */
  readonly resolution: number;
}

/** Triangles of a scene: in the paper, and in a run that takes a minute. */
export interface SceneSize {
  readonly paper: number;
  readonly quick: number;
}

/** What the caller chose, else the paper's number or that of a run that takes a minute; never more than the paper's. */
export function chosenTriangles(context: PaperContext, { paper, quick }: SceneSize): number {
  return Math.min(paper, context.triangles ?? (context.full ? paper : quick));
}

/** How long a scene plays: as long as its experiment, unless the caller has less time. */
export function playSeconds(context: PaperContext, seconds: number): number {
  return Math.min(seconds, context.seconds ?? seconds);
}

/** The same for all numbers of a run; of frames and pixels a caller may also choose more. */
export function chosen(context: PaperContext, sizes: { quick: PaperSizes; full: PaperSizes }): Required<PaperSizes> {
  const preset = context.full ? sizes.full : sizes.quick;
  return {
    frames: context.frames ?? preset.frames,
    triangles: context.triangles ?? preset.triangles ?? Infinity,
    resolution: context.resolution ?? preset.resolution,
  };
}
