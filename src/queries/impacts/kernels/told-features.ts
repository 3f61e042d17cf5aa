/**
 * Pairs of features as the answer lists them: a kind; six numbers, object, vertex and vertex of A, then of B or its face twice; and the
 * four vertices. Objects are told by their index in the table, vertices and triangles by their number within the object.
 */
import { ImpactRecord, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectOfTriangle, objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';

/** The lists that are being filled, and the objects of the pair that was told last. */
// @unmanaged
class ToldFeaturesState {
  kinds: usize;
  features: usize;
  vertices: usize;
  a: usize;
  b: usize;
}
const told = changetype<ToldFeaturesState>(reserveScratch(offsetof<ToldFeaturesState>()));

export const FEATURES_BYTES: usize = 24;
export const VERTICES_BYTES: usize = 16;

/** Consecutive lists for `count` pairs: features, vertices, kinds. */
export function takeToldFeatures(count: u32): usize {
  return take(<u64>count * <u64>(FEATURES_BYTES + VERTICES_BYTES + 1));
}

/** Lists to write to from now on. */
export function openToldFeatures(kinds: usize, features: usize, vertices: usize): void {
  told.kinds = kinds;
  told.features = features;
  told.vertices = vertices;
}

/** The object of side A, and of side B, of the pair that was told last. */
// @inline
export function toldA(): ObjectRecord {
  return changetype<ObjectRecord>(told.a);
}

// @inline
export function toldB(): ObjectRecord {
  return changetype<ObjectRecord>(told.b);
}

/** Where the four vertices of a pair are told. */
// @inline
export function toldVertices(i: u32): usize {
  return told.vertices + <usize>i * VERTICES_BYTES;
}

/** Tells a pair, at place `i` of the lists. */
export function tellFeatures(record: ImpactRecord, i: u32): void {
  const isFace = record.kind == VERTEX_FACE;
  const indexA = objectOfVertex(record.a0);
  const indexB = isFace ? objectOfTriangle(record.b0) : objectOfVertex(record.b0);
  const a = objectRecord(indexA);
  const b = objectRecord(indexB);
  told.a = changetype<usize>(a);
  told.b = changetype<usize>(b);
  const startB = isFace ? b.triangleStart : b.vertexStart;
  const features = told.features + <usize>i * FEATURES_BYTES;
  const a0 = record.a0 - a.vertexStart;
  const a1 = record.a1 - a.vertexStart;
  const b0 = record.b0 - startB;
  const b1 = record.b1 - startB;
  store<u8>(told.kinds + <usize>i, <u8>record.kind);
  store<u32>(features, indexA);
  store<u32>(features, a0, 4);
  store<u32>(features, a1, 8);
  store<u32>(features, indexB, 12);
  store<u32>(features, b0, 16);
  store<u32>(features, b1, 20);
  const vertices = toldVertices(i);
  const face = b.indices + <usize>b0 * 12;
  store<u32>(vertices, a0);
  store<u32>(vertices, isFace ? load<u32>(face) : a1, 4);
  store<u32>(vertices, isFace ? load<u32>(face, 4) : b0, 8);
  store<u32>(vertices, isFace ? load<u32>(face, 8) : b1, 12);
}
