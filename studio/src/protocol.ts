/**
 * What the page and the worker say to each other.
 *
 * The worker owns the engine, the files' meshes and the scenes; the page draws what it is sent. Big arrays are moved, not
 * copied. Everything drawn is in single precision about an origin that the worker chooses, so that models far from the origin do not tremble.
 */
import type { SceneName } from '../../scenes/index.ts';
import type { Query } from './query.ts';

export interface EngineChoice {
  readonly backend: 'wasm' | 'webgpu';
  /** As many as the machine offers when left out. */
  readonly threads?: number;
}

/** A file to be read: dropped or picked, or one that the local server was given on the command line. */
export type SourceFile =
  | { readonly name: string; readonly file: File }
  | { readonly name: string; readonly url: string };

export interface SceneChoice {
  readonly name: SceneName;
  readonly size?: number;
  readonly seed: number;
  /** Where to begin: so many steps after the start. */
  readonly frame: number;
}

export type ToWorker =
  | { readonly type: 'start'; readonly page: string; readonly engine: EngineChoice; readonly query: Query }
  | { readonly type: 'engine'; readonly engine: EngineChoice }
  | { readonly type: 'open-scene'; readonly scene: SceneChoice; readonly playing: boolean }
  | { readonly type: 'open-files'; readonly files: readonly SourceFile[]; readonly add: boolean }
  | { readonly type: 'cancel' }
  | { readonly type: 'query'; readonly query: Query }
  | { readonly type: 'play'; readonly playing: boolean; readonly speed: number }
  | { readonly type: 'seek'; readonly frame: number }
  | { readonly type: 'drag'; readonly key: number; readonly matrix: readonly number[] }
  | { readonly type: 'remove'; readonly key: number }
  | { readonly type: 'locate'; readonly a: number; readonly b: number }
  | { readonly type: 'export'; readonly form: 'json' | 'pairs' }
  /** A frame has been drawn; the next may come. */
  | { readonly type: 'shown' };

export interface ObjectInfo {
  /** Stays the object's own as long as it is there, whatever comes and goes before it in the list. */
  readonly key: number;
  readonly name: string;
  readonly file: string;
  readonly vertices: number;
  readonly triangles: number;
  readonly deforming: boolean;
}

export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

export interface SceneInfo extends SceneChoice {
  readonly simulated: boolean;
  readonly sizes: readonly number[];
}

/** The objects that there are now; of those that are new the geometry follows. */
export interface WorldMessage {
  readonly type: 'world';
  readonly objects: readonly ObjectInfo[];
  readonly bounds: Box;
  /** Whether this is something else than before, to be looked at from anew. */
  readonly fresh: boolean;
  readonly scene?: SceneInfo;
}

/** A piece of an object, or all of it when it deforms. */
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

/** What is drawn on top of the objects; the page knows how each looks by its name. */
export type OverlayName =
  | 'between'
  | 'within'
  /** Triangles so large that they would paint over everything else. */
  | 'between-wide'
  | 'within-wide'
  | 'near'
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
  /** Objects by their place in the list; -1 for none. */
  readonly a: number;
  readonly b: number;
  readonly value: number;
}

/** A picture of numbers, row by row, for the image panel. */
export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Not finite where there is nothing. */
  readonly values: Float32Array<ArrayBuffer>;
}

export interface Answer {
  readonly query: Query['kind'];
  /** The one number that answers the question, and what it counts. */
  readonly count: number;
  readonly noun: string;
  /** A sentence that says what was found. */
  readonly sentence: string;
  readonly overlays: readonly Overlay[];
  /** Pairs of objects, with what the last column counts. */
  readonly rows: readonly TableRow[];
  readonly valueTitle: string;
  readonly stats: readonly (readonly [name: string, value: string])[];
  /** From taking over what moved to the engine's answer. */
  readonly milliseconds: number;
  /** Milliseconds per stage. */
  readonly stages: Readonly<Record<string, number>>;
  /** How much was left over by culling: pairs that were decided one by one, or the potentially colliding set. */
  readonly potential?: number;
  readonly pictures?: readonly Picture[];
  /** Something worth knowing about how it was found. */
  readonly note?: { readonly code: string; readonly text: string };
  /** For answers in passes (culling): how many there are, and which is shown. */
  readonly passes?: { readonly count: number; readonly shown: number; readonly sizes: readonly number[] };
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
  /** The question has no answer for this. */
  readonly unanswered?: boolean;
}

export type ToPage =
  | { readonly type: 'engine'; readonly backend: 'wasm' | 'webgpu'; readonly threads: number }
  | WorldMessage
  | GeometryMessage
  | FrameMessage
  | NoticeMessage
  | { readonly type: 'progress'; readonly label: string; readonly done: number }
  /** What was being done has ended, well or not. */
  | { readonly type: 'idle' }
  | { readonly type: 'playing'; readonly playing: boolean; readonly frame: number }
  | { readonly type: 'located'; readonly bounds: Box }
  | { readonly type: 'exported'; readonly form: 'json' | 'pairs'; readonly text: Blob };
