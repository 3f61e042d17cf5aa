/**
 * Records of a running job that every query shares, and where everything lies in the engine's memory, in bytes:
 *
 *   0            control block: job, barrier, results, fields of the running query, one record per thread
 *   65536        scratch memory of each thread
 *   STATIC_BASE  static data of the kernels
 *   heap base    blocks that belong to scenes (positions, indices, adjacency; scene-records.ts), then the arena of the running query
 */
import { PHASES_MAX } from './constants.ts';
import { record } from './declare-record.ts';

/** Whichever query runs keeps its own record here; zero when a job is opened. */
export const QUERY_BLOCK = 1024;
export const QUERY_BLOCK_BYTES = 3072;

export const CONTROL = record('Control', {
  /** Number of the current job; workers sleep on it. */
  job: 'atomic',
  /** How often a phase was opened, and in the low byte how many threads are inside (backend/wasm/phase-gate.ts); threads sleep on it. */
  gate: 'atomic',
  /** Number of the job that the gate is open for: set before it opens, where `job` grows after that. */
  openJob: 'atomic',
  phase: 'atomic',
  /** Not zero: stop taking pieces. 1 cancelled by the caller, 2 enough pairs found, 3 failed (see `error`). */
  stop: 'atomic',
  error: 'atomic',
  /** f64: bytes that were asked for when memory ran out. */
  errorBytes: 'f64',
  nextPiece: 'atomic',
  pieceCount: 'atomic',
  /** Threads that are splitting a tile and will add pieces. */
  splitting: 'atomic',
  hitTotal: 'atomic',
  /** Two f32: which part of the whole job, from 0 to 1, the pieces of this phase are. */
  progressFrom: 'f32',
  progressTo: 'f32',
  arenaNext: 'atomic',
  donePieces: 'atomic',
  /**
   * Address of a larger set of kernels, once a query was asked that the first ones do not have: its length in bytes, as a u32, and
   * from KERNELS_HEADER on a wasm file. It stays where it is.
   */
  kernels: 'atomic',
}).placed(0);

export const JOB = record('Job', {
  /**
   * The object table. Where clusters are selected, a smaller one takes its place, of what can meet another object; its
   * triangles and vertices are numbered anew.
   */
  objects: 'u32',
  objectCount: 'u32',
  triangleCount: 'u32',
  vertexCount: 'u32',
  /** The table of all objects, and how many; triangles of the answer are numbered through these. */
  allObjects: 'u32',
  allObjectCount: 'u32',
  /** SELECTS_NONE and so on. */
  selects: 'u32',
  /** u32 per triangle of the smaller table: its number through all objects; 0 when there is no smaller table. */
  sources: 'address',
  /** Not zero: pairs within an object are asked for of those objects only that say so (OBJECT.self). */
  partlySelf: 'u32',
  /** Pieces of the first phase: PIECE records. */
  pieces: 'address',
  pieceCount: 'u32',
  self: 'u32',
  between: 'u32',
  penetrating: 'u32',
  segments: 'u32',
  /** Pairs to stop at; 0 means all. */
  limit: 'u32',
  /** Sorted u64 keys objectA << 32 | objectB (indices into the object table, A < B). */
  ignore: 'address',
  ignoreCount: 'u32',
  /** Not zero: these are the pairs of objects that are asked for, instead of those that are not. */
  listed: 'u32',
  /** Not zero: some objects have a category or a mask of their own. */
  masked: 'u32',
  /** Not zero: pairs between unchanged objects (OBJECT.unchanged) are known, and not asked for. */
  hasUnchanged: 'u32',
  /**
   * One byte per triangle of the scene, or 0 for no restriction: 0 leaves the triangle out of the walk, 1 tests it against
   * all others, 2 and 3 against all but those of the same number.
   */
  survivors: 'address',
  /** Not zero: some coordinates are so small that products of them underflow; see predicates.ts. */
  wide: 'u32',
  /** Which query the job is: QUERY_COLLIDE and so on. */
  query: 'u32',
  /** Not zero: only some of the pairs of clusters are searched, for a query that needs only few pairs of triangles. */
  trial: 'u32',
  /** Not zero: some objects move to where they have been aimed, so boxes may be swept. */
  moves: 'u32',
  /** Four f64: centre x y z and scale of the map from coordinates to image coordinates. */
  map: ['f64', 4],
}).placedAfter(CONTROL);

export const RESULTS = record('Results', {
  /** Sorted u64 keys: triangleA << 32 | triangleB << 2 | kind, triangles numbered through the scene. */
  hits: 'address',
  hitCount: 'u32',
  /** u32 triangle numbers, ascending. */
  degenerate: 'u32',
  degenerateCount: 'u32',
  segments: 'address',
  axis: 'u32',
  tilesAcross: 'u32',
  tilesDown: 'u32',
  /** Triangles in all tiles, one that reaches into several in each. */
  entryCount: 'atomic',
  /** Where clusters were selected: how many there were, and how many triangles they and objects without clusters have. */
  selectedClusters: 'u32',
  selectedTriangles: 'u32',
  /** f64: the clock at the start of the first phase, and at the end of each. */
  phaseClock: ['f64', PHASES_MAX + 1],
}).placedAfter(JOB);

export const GRID = record('Grid', {
  /** v128: byte shuffle that brings a vertex into view order: across, down, depth. */
  swizzle: 'u8x16',
  /** v128 of f32: tiles per unit across and down (powers of two), 0, 0. */
  scale: 'f32x4',
  /** v128 of i32: number of the first tile across and down, 0, 0. */
  first: 'i32x4',
  /** v128 of f32, each across, down, across, down: the scale, and the numbers of the first tile and the last. */
  scales: 'f32x4',
  firstTiles: 'f32x4',
  lastTiles: 'f32x4',
  across: 'u32',
  down: 'u32',
  /** First cell of each level of the pyramid; level 0 holds tiles, each further level cells of 8 × 8 of the one before. */
  levelStarts: ['u32', 4],
  cellCount: 'u32',
  /** Triangles are counted and filled in groups of this size; each group has its own counters, so order never varies. */
  groupSize: 'u32',
  groupCount: 'u32',
  /** u32 per group and cell: how many, then where the next goes. */
  counters: 'address',
  /** u32 per cell and one more: where its list begins in `entries`. */
  cellStarts: 'address',
  /** u32 triangle numbers, with REACHES_ACROSS and REACHES_DOWN in the lists of tiles. */
  entries: 'address',
  /** u32 per triangle: first and last tile, one byte each: across, down, across, down; RANGE_NONE when left out. */
  ranges: 'address',
  /** One byte per triangle: SIGN bits of its normal. */
  signs: 'address',
  /** Cells that objects have marked (sieve.ts), or 0. `ranges` then has codes of cells until triangles near no other are left out. */
  sieve: 'address',
  /** Whether triangles have marked wide cells. */
  sieveIsWide: 'u32',
  /** v128 of f32: where cells begin, and cells per unit. */
  sieveLow: 'f32x4',
  sieveScale: 'f32x4',
  /** One byte per vertex: 1 when its fan is certified. */
  certified: 'address',
  fanPieces: 'u32',
  /** Parts of tiles that were split: SPLIT records. */
  splitTiles: 'u32',
  splitCapacity: 'u32',
  splitCount: 'u32',
  splitLock: 'atomic',
  /** Several parts may sweep a tile of more members than this that cannot be split, each a share of its rows. */
  shareMembers: 'u32',
  /** Pieces of the walk that are not split tiles: vertex chunks and tiles. */
  fixedPieces: 'u32',
  /** v128 of f32: by how much boxes are grown in image coordinates, in x, y and z, and 0; all 0 when a job is opened. */
  growth: 'f32x4',
  /** Pairs of nodes to walk when clusters are selected, 16 bytes each, and the pieces that they are walked in. */
  nodePairs: 'address',
  nodePairCount: 'u32',
  selectPieces: 'u32',
  /** What to gather of the selected clusters, 16 bytes each. */
  gathered: 'address',
  gatheredCount: 'u32',
  /** With SELECTS_PAIRS: pairs of clusters whose boxes overlap, object, cluster, object, cluster. */
  clusterPairs: 'address',
  clusterPairCount: 'u32',
  /** And boxes in image coordinates, low and high v128: of each triangle of the small scene, and of each gathered cluster. */
  triangleBoxes: 'address',
  clusterBoxes: 'address',
  /** Additional growth, as a fraction of the largest coordinate of the box; 0 when a job is opened. */
  relativeGrowth: 'f32',
  /** For boxes grown by a distance: that distance in image coordinates, rounded up. */
  imageDistance: 'f32',
  /** The largest image coordinate, and what is added to half of a distance so that rounding cannot make it too small. */
  imageLargest: 'f64',
  imageSlack: 'f64',
}).placedAfter(RESULTS);

export const THREAD = record('Thread', {
  /** First chunk of this thread's list of hits. */
  hits: 'u32',
  /** This thread's table of the nearest pairs of objects, and its capacity in entries. */
  nearest: 'u32',
  nearestCapacity: 'u32',
  /** Last chunk of this thread's list of pairs of clusters. */
  clusterPairs: 'u32',
  candidates: 'f64',
  certified: 'f64',
  neighbours: 'f64',
  fallbacks: 'f64',
  walkMs: 'f64',
  exactMs: 'f64',
  /** u32: last chunk of the thread's list. */
  impacts: 'u32',
  /** f64: pairs of features whose swept boxes overlap, and those that went to whole-number arithmetic. */
  featurePairs: 'f64',
  whole: 'f64',
});

export const OBJECT = record('Object', {
  vertexCount: 'u32',
  triangleCount: 'u32',
  /** Number of the object's first triangle and vertex, counted through the scene. */
  triangleStart: 'u32',
  vertexStart: 'u32',
  /** Image coordinates: 16 bytes per vertex, x y z as f32 and four unused bytes. */
  image: 'address',
  /** Coordinates as the caller gave them. */
  rest: 'address',
  /** FORMAT_F32 or FORMAT_F64, of `rest`. */
  restFormat: 'u32',
  /** Coordinates in the world, FORMAT_F64; 0 when the object has not been placed. */
  world: 'address',
  /** Three u32 per triangle. */
  indices: 'address',
  /** Adjacency: the first corner of each vertex, and the next corner of each corner; corner = 3 · triangle + 0, 1, 2. */
  firstCorner: 'address',
  nextCorner: 'address',
  /** One byte per vertex: FAN_UNKNOWN, FAN_CLOSED, FAN_ROUND, FAN_OPEN, FAN_IRREGULAR. */
  fans: 'address',
  /** Coordinates to test exactly: `world` or `rest`, and their format. */
  exact: 'address',
  exactFormat: 'u32',
  /** Not zero: some coordinates to test exactly make the scene wide. Placing finds out for those that it makes. */
  hasTiny: 'u32',
  /**
   * For an object that moves: the record of its end, in the same form and behind those of all objects, and how far its image
   * coordinates at the end are from those at the start; the record of the end has that as well. 0 when it does not move.
   */
  end: 'address',
  swept: 'address',
  /** Its number in the table of all objects. */
  original: 'u32',
  /** Not zero: pairs within it are asked for. */
  self: 'u32',
  /** Bits: what it is, and what it meets. Two objects meet when each has a bit of what it is in the mask of the other. */
  category: 'u32',
  mask: 'u32',
  /** Not zero: it has not changed since the pairs between it and others like it were found. */
  unchanged: 'u32',
  /** Its clusters, a CLUSTERS record; 0 when all its triangles are searched. */
  clusters: 'address',
  /**
   * Where clusters are selected: for an object without clusters, space for a node (see CLUSTERS) that has them all, in image
   * coordinates. And a u32 per cluster: not zero when it can meet another object, later 1 + its place in GRID.gathered.
   */
  leaf: 'address',
  marks: 'address',
  /** Image-space box of the object, two v128. */
  low: 'f32x4',
  high: 'f32x4',
  /** Image-space box outside which none of its triangles can meet another object, two v128. */
  regionLow: 'f32x4',
  regionHigh: 'f32x4',
  /** Sixteen f64, column-major. */
  matrix: ['f64', 16],
  /** As JOB.map, for this object. */
  map: ['f64', 4],
});

/** A piece of work of the first phase, and the box that it found. */
export const PIECE = record('Piece', {
  /** PIECE_BOUND and so on. */
  kind: 'u32',
  /** Index into the object table. */
  object: 'u32',
  /** Vertices, or corners, from..to. */
  from: 'u32',
  to: 'u32',
  /** For PIECE_PLACE: not zero when placed coordinates make the scene wide. */
  hasTiny: 'u32',
  low: 'f32x4',
  high: 'f32x4',
});

/** A part of a tile that was split. */
export const SPLIT = record('Split', {
  /** u32 triangle numbers. */
  list: 'address',
  count: 'u32',
  tileAcross: 'i32',
  tileDown: 'i32',
  scaleAcross: 'f32',
  scaleDown: 'f32',
  depth: 'u32',
  /** index << 16 | number of shares of a list that several parts sweep together, or 0 for the whole. */
  share: 'u32',
});
