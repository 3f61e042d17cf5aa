/** The queries, as the page sends them and links store them. */

export interface CollideQuery {
  readonly kind: 'collide';
  readonly between: boolean;
  readonly self: boolean;
  readonly penetrating: boolean;
  readonly segments: boolean;
}

/** A text file that was chosen in the page. */
export interface GivenText {
  readonly name: string;
  readonly text: string;
}

/** Options of `clash`, written as on the command line. */
export interface ClashesQuery {
  readonly kind: 'clashes';
  /** Include self-intersections. */
  readonly self: boolean;
  /** As in `5mm`: what reaches no deeper only touches. Empty: the command line's default. */
  readonly tolerance: string;
  /** Unit of all coordinates, overriding the files; empty to use theirs. */
  readonly unit: string;
  /** Objects that do not meet and are nearer than this are listed too; empty for none. */
  readonly clearance: string;
  /** The name of rules that come with the package, `auto` for those that suit the files, `none`, or `file`. */
  readonly rules: string;
  readonly rulesFile?: GivenText;
  readonly ignoreFile?: GivenText;
  /** Without rules: several IFC files are compared with each other only, unless this is set. */
  readonly withinFiles: boolean;
  /** Treat subassemblies as components and skip what is inside them. */
  readonly assemblies: boolean;
  /** Paint the triangles that collide. */
  readonly paint: boolean;
}

export interface ImpactsQuery {
  readonly kind: 'impacts';
  readonly between: boolean;
  readonly self: boolean;
}

export interface WithinQuery {
  readonly kind: 'within';
  /** In model units; 0 derives one from the model. */
  readonly distance: number;
  readonly between: boolean;
  readonly self: boolean;
}

export interface VolumeQuery {
  readonly kind: 'volume';
  /** Indices into the list of objects; the same twice for the overlap of an object with itself. */
  readonly object: number;
  readonly other: number;
  readonly resolution: number;
  readonly axis: 'auto' | 'x' | 'y' | 'z';
  /** What makes the layered image; all but `software` need WebGPU. */
  readonly generator: 'software' | 'compute' | 'ordered' | 'unordered';
}

export interface CullQuery {
  readonly kind: 'cull';
  /** A paper's method, or the one that loses nothing. */
  readonly preset: 'reliable' | 'cullide' | 'self-cullide' | 'quick-cullide' | 'far';
  readonly self: boolean;
  readonly resolution: number;
  /** `hardware` works with depth buffers and occlusion queries as the papers did, and needs WebGPU. */
  readonly generator: 'layered' | 'hardware';
  /** Number of passes after which the remaining set is shown; 0 for all. */
  readonly pass: number;
}

export interface InsideQuery {
  readonly kind: 'inside';
  /** Index into the list of objects. */
  readonly object: number;
  /** Points along the longest side of the object's box, where the scene has no points of its own. */
  readonly points: number;
}

export interface VoxelsQuery {
  readonly kind: 'voxels';
  readonly object: number;
  /** Another object, whose common voxels are shown too; -1 for none. */
  readonly other: number;
  readonly resolution: number;
  readonly solid: boolean;
}

export type Query =
  | ClashesQuery
  | ImpactsQuery
  | CollideQuery
  | WithinQuery
  | VolumeQuery
  | InsideQuery
  | VoxelsQuery
  | CullQuery;
export type QueryKind = Query['kind'];

export const QUERY_DEFAULTS: { readonly [Kind in QueryKind]: Extract<Query, { kind: Kind }> } = {
  collide: { kind: 'collide', between: true, self: true, penetrating: false, segments: false },
  clashes: {
    kind: 'clashes',
    self: false,
    tolerance: '',
    unit: '',
    clearance: '',
    rules: 'auto',
    withinFiles: false,
    assemblies: false,
    paint: false,
  },
  impacts: { kind: 'impacts', between: true, self: true },
  within: { kind: 'within', distance: 0, between: true, self: false },
  volume: { kind: 'volume', object: 0, other: 1, resolution: 128, axis: 'auto', generator: 'software' },
  inside: { kind: 'inside', object: 0, points: 24 },
  voxels: { kind: 'voxels', object: 0, other: -1, resolution: 64, solid: false },
  cull: { kind: 'cull', preset: 'reliable', self: false, resolution: 512, generator: 'layered', pass: 0 },
};
