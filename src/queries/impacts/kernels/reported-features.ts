/**
 * Pairs of features as the answer lists them: a kind; six numbers, object, vertex and vertex of A, then of B or its face twice; and the
 * four vertices. Objects are reported by their index in the table, vertices and triangles by their number within the object.
 */
import { ImpactRecord, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectOfTriangle, objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';

/** The lists that are being filled, and the objects of the pair that was reported last. */
// @unmanaged
class ReportedFeaturesState {
  kinds: usize;
  features: usize;
  vertices: usize;
  a: usize;
  b: usize;
}
const reported = changetype<ReportedFeaturesState>(reserveScratch(offsetof<ReportedFeaturesState>()));

export const FEATURES_BYTES: usize = 24;
export const VERTICES_BYTES: usize = 16;

/** Consecutive lists for `count` pairs: features, vertices, kinds. */
export function takeReportedFeatures(count: u32): usize {
  return take(<u64>count * <u64>(FEATURES_BYTES + VERTICES_BYTES + 1));
}

/** Lists to write to from now on. */
export function openReportedFeatures(kinds: usize, features: usize, vertices: usize): void {
  reported.kinds = kinds;
  reported.features = features;
  reported.vertices = vertices;
}

/** The object of side A, and of side B, of the pair that was reported last. */
// @inline
export function reportedA(): ObjectRecord {
  return changetype<ObjectRecord>(reported.a);
}

// @inline
export function reportedB(): ObjectRecord {
  return changetype<ObjectRecord>(reported.b);
}

/** Where the four vertices of a pair are reported. */
// @inline
export function reportedVertices(i: u32): usize {
  return reported.vertices + <usize>i * VERTICES_BYTES;
}

/** Tells a pair, at place `i` of the lists. */
export function reportFeatures(record: ImpactRecord, i: u32): void {
  const isFace = record.kind == VERTEX_FACE;
  const indexA = objectOfVertex(record.a0);
  const indexB = isFace ? objectOfTriangle(record.b0) : objectOfVertex(record.b0);
  const a = objectRecord(indexA);
  const b = objectRecord(indexB);
  reported.a = changetype<usize>(a);
  reported.b = changetype<usize>(b);
  const startB = isFace ? b.triangleStart : b.vertexStart;
  const features = reported.features + <usize>i * FEATURES_BYTES;
  const a0 = record.a0 - a.vertexStart;
  const a1 = record.a1 - a.vertexStart;
  const b0 = record.b0 - startB;
  const b1 = record.b1 - startB;
  store<u8>(reported.kinds + <usize>i, <u8>record.kind);
  store<u32>(features, indexA);
  store<u32>(features, a0, 4);
  store<u32>(features, a1, 8);
  store<u32>(features, indexB, 12);
  store<u32>(features, b0, 16);
  store<u32>(features, b1, 20);
  const vertices = reportedVertices(i);
  const face = b.indices + <usize>b0 * 12;
  store<u32>(vertices, a0);
  store<u32>(vertices, isFace ? load<u32>(face) : a1, 4);
  store<u32>(vertices, isFace ? load<u32>(face, 4) : b0, 8);
  store<u32>(vertices, isFace ? load<u32>(face, 8) : b1, 12);
}
