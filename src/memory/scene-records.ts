/** Records of what is in the engine's memory between queries: objects, their meshes, and the clusters that are kept of these. */
import { record } from './declare-record.ts';

/**
 * A mesh in the engine's memory, for all objects that are instances of it. Its blocks, and what is kept of it between queries.
 */
export const MESH = record('Mesh', {
  vertexCount: 'u32',
  triangleCount: 'u32',
  /** Three u32 per triangle. */
  indices: 'address',
  /** Coordinates as the caller gave them, and FORMAT_F32 or FORMAT_F64. */
  rest: 'address',
  format: 'u32',
  /** Its clusters, a CLUSTERS record; 0 when there are none, or none that may be used. */
  clusters: 'address',
  clusterCount: 'u32',
  /** Number of triangles that are degenerate in own coordinates, or may become so by rounding; known when there are clusters. */
  thinCount: 'u32',
});

/** An object between queries: what the table of a job is made from. Written where something changes, and by nobody else. */
export const STATE = record('State', {
  /** Its MESH record. */
  mesh: 'address',
  /** Not zero: it has been placed by `matrix`, which otherwise changes nothing. */
  isPlaced: 'u32',
  /** SINGULAR_NO, SINGULAR_YES, or SINGULAR_UNKNOWN while nobody has asked. */
  singular: 'u32',
  /** Not zero: it is aimed, has no vertices, or has them elsewhere, so that placing it takes more than a matrix and a box. */
  isSpecial: 'u32',
  /** Not zero: some coordinates as given make a scene wide. */
  hasTiny: 'u32',
  /** As in OBJECT. */
  category: 'u32',
  mask: 'u32',
  /** Another number after every change of its coordinates, and of these or its filter. */
  version: 'f64',
  stamp: 'f64',
  /** Low x y z, high x y z: of the coordinates as given, and around its place in the world. */
  restBox: ['f64', 6],
  box: ['f64', 6],
  /** Sixteen f64, column-major. */
  matrix: ['f64', 16],
});

/** The result of a survey of the STATE records of many objects. */
export const SURVEY = record('Survey', {
  /** Around all of them: low x y z, high x y z. */
  box: ['f64', 6],
  /** Clusters of all that have some. */
  clusterCount: 'u32',
  /** Objects without usable clusters, or whose matrix is singular or may be. */
  unclustered: 'u32',
  /** Objects that may have degenerate triangles where they are; of those with clusters. */
  thin: 'u32',
  /** Objects that are not in single precision, or have been placed. */
  notSingle: 'u32',
  /** Objects with a category or a mask of their own. */
  masked: 'u32',
  /** Objects with coordinates, as given, that make a scene wide. */
  tiny: 'u32',
});

/**
 * Clusters of an object: neighbouring triangles, with a box in the coordinates that were given. What follows lies in the same
 * block; addresses are counted from its beginning, so that it can be moved.
 */
export const CLUSTERS = record('Clusters', {
  bytes: 'u32',
  clusterCount: 'u32',
  /** Nodes of a binary tree whose leaves are the clusters, parents before children, left before right. */
  nodeCount: 'u32',
  /** u32 per triangle, cluster by cluster: its number. */
  triangles: 'u32',
  /** u32 per triangle: its corners, a byte each, as places in the list of its cluster's vertices. */
  corners: 'u32',
  /** u32 per vertex of each cluster: its number. */
  vertices: 'u32',
  /** Per cluster and one more, two u32: its first triangle, and its first vertex, in these lists. */
  starts: 'u32',
  /**
   * Per node NODE_BYTES: the middle of its box, counted from `centre`, three f32; a u32, NODE_TAG and the number of its right child, or
   * of its cluster with CLUSTER_LEAF; half the size of its box, three f32. The left child comes next. Four bytes more may be read.
   */
  nodes: 'u32',
  /**
   * Per cluster five f32: a direction n, of which no component is above 1, and middle and half of the interval that n · x lies in for its
   * vertices x, counted from `centre`.
   */
  slabs: 'u32',
  centre: ['f64', 3],
  /** The largest magnitude of x, of y and of z. */
  reach: ['f64', 3],
});

/** Clusters in the making; a CLUSTERS record follows, then the lists, whose places are counted from this record. */
export const CLUSTER_WORK = record('ClusterWork', {
  /** WORK_BOXES and so on; 0 before it has begun. */
  stage: 'u32',
  /** The next triangle, in stages that take one after the other. */
  next: 'u32',
  /** Triangles of a cluster at most. */
  most: 'u32',
  /** Vertices listed so far. */
  vertexCount: 'u32',
  /** Parts on the stack. */
  depth: 'u32',
  /** Fragile triangles so far; when clusters are made, their numbers lie where the boxes were. */
  fragileCount: 'u32',
  /** 16 bytes per triangle: see cluster-split.ts. */
  boxes: 'u32',
  /** These, up to the slabs, as CLUSTERS has them. */
  triangles: 'u32',
  corners: 'u32',
  vertices: 'u32',
  starts: 'u32',
  nodes: 'u32',
  slabs: 'u32',
  /** Up to CLUSTER_WORK_DEPTH parts of 12 bytes. */
  stack: 'u32',
  /** 24 bytes for each vertex of a cluster: its coordinates. */
  points: 'u32',
  /** u32 per vertex of the object: where it was listed last. */
  listed: 'u32',
});
