/** Fields of `impacts`, and the records of its list. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const IMPACTS_JOB = record('ImpactsJob', {
  /** Whether only the earliest impact is wanted. */
  first: 'u32',
  /** Whether impacts later than the earliest so far can be skipped: without a gap, when only the earliest are wanted. */
  prunes: 'u32',
  /** Whether points, normals and coordinates are wanted. */
  wantsPoints: 'u32',
  /** Whether contacts at the start are left out when the features part. */
  approaching: 'u32',
  /** f64: how far features stay apart, and which part of their distance at the start they keep if that is less. */
  gap: 'f64',
  keep: 'f64',
  /** f64: where clusters are selected, those that come nearer to each other than this are searched. */
  near: 'f64',
  /** How far apart boxes in image coordinates must be to keep the gap; and so that they are apart also within the margin. */
  imageGap: 'f32',
  imageMargin: 'f32',
  /** By how much boxes in lists are grown for that. */
  imageGrowth: 'f32',
  /** Whether pairs that could meet are to be listed too: COLLECT_NONE and so on; and how far vertices may then be from their paths. */
  collects: 'u32',
  margin: 'f64',
  /** How many pairs are given, in `list`; then no others are looked for. */
  given: 'u32',
  /** Pairs that could meet, in no order, and their number. */
  candidates: 'address',
  candidateCount: 'u32',
  /** One byte per triangle: the features that it represents. */
  masks: 'address',
  /** u32 per object: masks that are kept of its mesh, or 0. */
  keptMasks: 'address',
  /** Where clusters are gathered: u32 per vertex of the small scene, its number through all objects; else 0. */
  vertexSources: 'u32',
  /** One byte per triangle: signs that its normal has throughout the motion; and one per vertex: 1 when its fan is certified (moving-fans.ts). */
  signs: 'address',
  certified: 'address',
  /** Pieces of vertices whose fans are certified while lists are filled. */
  fanPieces: 'u32',
  /** i64: the earliest time found so far, in ticks; only kept up to date when only the earliest are wanted. */
  best: ['u64', 1],
  /** How many times as large boxes are over the whole motion as at its start, where only the earliest impact is wanted. */
  sweepGrowth: 'f64',
  /** f64: how far the search goes, up to 1; less than that only when the earliest impact alone is wanted. */
  reach: 'f64',
  /** The answer: records in ascending order, and their number. */
  list: 'address',
  count: 'u32',
  /** Their features, one list each (reported-features.ts). */
  kinds: 'address',
  features: 'address',
  vertices: 'address',
  /** Eight f64 for each: point, normal, two coordinates; or 0. */
  contacts: 'address',
}).placed(QUERY_BLOCK);

export const IMPACT = record('Impact', {
  kind: 'u32',
  a0: 'u32',
  a1: 'u32',
  b0: 'u32',
  b1: 'u32',
  /** Set at the end: the sign of the side of B on which A is at the start. */
  side: 'i32',
  tick: 'f64',
});
