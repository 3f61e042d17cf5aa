/**
 * The messages between the page and the worker.
 *
 * The worker owns the engine, the meshes and the scenes; the page draws what it is sent. Large arrays are transferred, not
 * copied. Drawn positions are single precision, relative to an origin that the worker chooses, so that models far from the
 * world's origin do not jitter.
 */
import type { SceneName } from '../../scenes/index.ts';
import type { SampleName } from '../../scenes/samples/index.ts';
import type { Decision } from '../../src/report/baseline.ts';
import type { StripRange } from '../../src/report/motion/motion-rows.ts';
import type { PrintFault } from '../../src/report/print-marks.ts';
import type { Answer, Box, Review, RewordedAnswer, Triple } from './answer.ts';
import type { Query } from './query.ts';

export interface EngineChoice {
  readonly backend: 'wasm' | 'webgpu';
  /** By default, as many as the machine offers. */
  readonly threads?: number;
}

/** A file to read: dropped, picked, or served by the local server because it was named on the command line; or a sample. */
export type SourceFile =
  | { readonly name: string; readonly file: File }
  | { readonly name: string; readonly url: string }
  | { readonly name: string; readonly sample: SampleName };

export interface SceneChoice {
  readonly name: SceneName;
  readonly size?: number;
  readonly seed: number;
  /** The frame to start at. */
  readonly frame: number;
}

export type ToWorker =
  | { readonly type: 'start'; readonly page: string; readonly engine: EngineChoice; readonly query: Query }
  | { readonly type: 'engine'; readonly engine: EngineChoice }
  /** `query`: asked from then on, if it can be opened. */
  | { readonly type: 'open-scene'; readonly scene: SceneChoice; readonly playing: boolean; readonly query?: Query }
  | {
      readonly type: 'open-files';
      readonly files: readonly SourceFile[];
      readonly add: boolean;
      readonly query?: Query;
      /** How far triangles of CAD files may be from surfaces, as in `0.05mm` or `0.1%`; empty: the reader decides. */
      readonly deflection: string;
    }
  | { readonly type: 'cancel' }
  | { readonly type: 'query'; readonly query: Query }
  | { readonly type: 'play'; readonly playing: boolean; readonly speed: number }
  | { readonly type: 'seek'; readonly frame: number }
  | { readonly type: 'drag'; readonly key: number; readonly matrix: readonly number[] }
  | { readonly type: 'remove'; readonly key: number }
  | { readonly type: 'locate'; readonly a: number; readonly b: number }
  | { readonly type: 'export'; readonly form: ExportForm }
  /** How to look at a clash; `camera` is the direction that the view is seen from. */
  | { readonly type: 'inspect'; readonly id: string; readonly camera: Triple; readonly up: 'y' | 'z' }
  | { readonly type: 'section'; readonly id: string; readonly point: Triple; readonly normal: Triple }
  | { readonly type: 'decide'; readonly decisions: readonly (readonly [id: string, decision: Decision])[] }
  /** A baseline or a BCF. */
  | { readonly type: 'load-decisions'; readonly name: string; readonly file: Blob }
  | { readonly type: 'clip'; readonly clip: number }
  | { readonly type: 'scan' }
  | { readonly type: 'prove' }
  /** A value within the limits of a joint. */
  | { readonly type: 'joint'; readonly name: string; readonly value: number }
  /** Whether each object can be printed; `wall` as in `0.8mm`, or empty. */
  | { readonly type: 'print'; readonly wall: string }
  /** Prove where each joint is free, the others where they are. */
  | { readonly type: 'prove-joints' }
  /** Lengths are shown in this unit; empty: in the one that suits each. */
  | { readonly type: 'unit'; readonly shown: string }
  /** A frame has been drawn; the next one may be sent. */
  | { readonly type: 'shown' };

/** What the command line writes with `--json`, `--pairs`, `--report` and `--bcf`; decisions as a baseline; joints as `motion --report`. */
export type ExportForm = 'json' | 'pairs' | 'report' | 'bcf' | 'baseline' | 'motion';

export interface ObjectInfo {
  /** Identifies the object for as long as it exists; its index in the list may change. */
  readonly key: number;
  readonly name: string;
  readonly file: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly deforming: boolean;
  /** Base colour of its material, where the file has one. */
  readonly colour?: Triple;
  /** What files say about elements of buildings. */
  readonly class?: string;
  readonly storey?: string;
  readonly discipline?: string;
  /** Names of the assemblies above it, the topmost first, and what distinguishes this place from others with the same names. */
  readonly assembly?: { readonly names: readonly string[]; readonly place: string };
}

export interface SceneInfo extends SceneChoice {
  readonly simulated: boolean;
  readonly sizes: readonly number[];
}

/** Clips of the open files, and the frames of the one that plays. */
export interface MotionInfo {
  readonly clips: readonly string[];
  readonly clip: number;
  readonly frames: number;
  readonly framesPerSecond: number;
}

/** A joint that can be moved. */
export interface JointInfo {
  readonly name: string;
  /** The part that it moves, with all that hangs on it. */
  readonly moves: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** As written after a value. */
  readonly unit: string;
}

/** All objects. The geometry of new ones follows. */
export interface WorldMessage {
  readonly type: 'world';
  readonly objects: readonly ObjectInfo[];
  readonly bounds: Box;
  /** Whether something else was opened, so that the camera should be reset. */
  readonly fresh: boolean;
  readonly scene?: SceneInfo;
  readonly motion?: MotionInfo;
  readonly joints?: readonly JointInfo[];
  /** Which way is up. */
  readonly up: 'y' | 'z';
  /** What the files say about their units and up axis; undefined for scenes. */
  readonly units?: string;
}

/** A piece of an object, or all of it if it deforms. */
export interface GeometryMessage {
  readonly type: 'geometry';
  readonly key: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
  readonly bounds: Box;
}

export interface Movement {
  readonly key: number;
  readonly positions?: Float32Array<ArrayBuffer>;
  readonly matrix?: readonly number[];
}

/** How to look at a clash. */
export interface Inspected {
  readonly id: string;
  /** Six numbers for each line. */
  readonly curve: Float32Array<ArrayBuffer>;
  readonly centre: Triple;
  readonly radius: number;
  /** From the clash to the camera. */
  readonly direction: Triple;
  /** The share of the curve that is seen from there. */
  readonly seen: number;
  /** Where the contact is hidden from every side: how far before the centre things are cut away. */
  readonly cutBefore?: number;
  /** Whether each of the two objects has the other one inside. */
  readonly seeThrough: readonly [boolean, boolean];
  /** Where the labels of the objects go. */
  readonly anchors: readonly Triple[];
}

/** The clashes of a frame in a few numbers, for the strip over time. */
export interface FrameClashes {
  readonly frame: number;
  readonly count: number;
  /** Deeper than the tolerance, or crossing. */
  readonly penetrating: number;
  readonly deepest: number;
}

export interface FrameMessage {
  readonly type: 'frame';
  readonly frame: number;
  readonly movements: readonly Movement[];
  readonly answer?: Answer;
  readonly milliseconds: { readonly simulate: number; readonly detect: number };
}

export interface NoticeMessage {
  readonly type: 'notice';
  readonly level: 'error' | 'note';
  /** Stable, as in errors of the library. */
  readonly code: string;
  readonly text: string;
  /** Because of this, the query has no answer. */
  readonly unanswered?: boolean;
}

/** Where a joint is not proven free, in parts of its range, while the others are where they are; everywhere else it is. */
export interface ProvenJoint {
  readonly joint: string;
  readonly ranges: readonly StripRange[];
  readonly free: string;
  /** With a value at which the parts meet. */
  readonly jams: readonly { readonly sentence: string; readonly witness: number }[];
  readonly open: readonly string[];
}

/** Where a clip is not proven free, in parts of it; everywhere else it is. */
export interface ProvenClip {
  readonly clip: number;
  readonly ranges: readonly StripRange[];
  readonly sentences: readonly string[];
}

/** A place in which an object cannot be printed. */
export interface PrintedMark {
  /** Its place in the list of objects. */
  readonly object: number;
  readonly kind: PrintFault;
  readonly text: string;
  /** Of a thin wall. */
  readonly thickness?: number;
  /** Six numbers for each line. */
  readonly lines: Float32Array<ArrayBuffer>;
  readonly bounds: Box;
}

export interface PrintedMessage {
  readonly type: 'printed';
  readonly objects: number;
  /** Places of those that cannot be printed. */
  readonly bad: readonly number[];
  readonly marks: readonly PrintedMark[];
  /** How many marks are not among them. */
  readonly left: number;
}

export type ToPage =
  | { readonly type: 'engine'; readonly backend: 'wasm' | 'webgpu'; readonly threads: number }
  | WorldMessage
  | GeometryMessage
  | FrameMessage
  | NoticeMessage
  | { readonly type: 'progress'; readonly label: string; readonly done: number }
  /** The work has ended, successfully or not. */
  | { readonly type: 'idle' }
  /** The requested files could not be opened, and nothing else is open. */
  | { readonly type: 'unopened' }
  | { readonly type: 'playing'; readonly playing: boolean; readonly frame: number }
  | { readonly type: 'located'; readonly bounds: Box }
  | { readonly type: 'inspected'; readonly inspected: Inspected }
  | { readonly type: 'sectioned'; readonly id: string; readonly cuts: readonly Float32Array<ArrayBuffer>[] }
  | { readonly type: 'decided'; readonly review: Review }
  | { readonly type: 'reworded'; readonly answer: RewordedAnswer }
  | { readonly type: 'scanned'; readonly frames: readonly FrameClashes[] }
  | { readonly type: 'proven'; readonly proven: ProvenClip }
  | { readonly type: 'joint-proven'; readonly proven: ProvenJoint }
  | PrintedMessage
  | { readonly type: 'exported'; readonly form: ExportForm; readonly file: Blob };
