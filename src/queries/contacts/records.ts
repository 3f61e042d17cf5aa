/** Fields of `contacts`. The contacts themselves are records of impacts, with a tick of 0 where the features meet, else 1. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const CONTACTS_JOB = record('ContactsJob', {
  /** f64: features nearer than this are wanted; may be infinite. */
  distance: 'f64',
  /** f64: below this, the normal is that of the plane. */
  planeBelow: 'f64',
  /** One byte per triangle: the features that it represents. */
  masks: 'address',
  /** u32 per object: where the masks of its mesh are kept; needed of objects of which clusters are gathered. */
  keptMasks: 'address',
  /** u32 per vertex of what was gathered: its number through all objects; 0 when nothing was. */
  vertexSources: 'address',
  /** How many features to measure are given in `list`; then none are looked for. */
  given: 'u32',
  /** IMPACT records in ascending order, and their number. */
  list: 'address',
  count: 'u32',
  /** The answer, one list each (reported-features.ts, measure.ts). */
  kinds: 'address',
  features: 'address',
  vertices: 'address',
  distances: 'address',
  normals: 'address',
  coordinates: 'address',
  points: 'address',
  sides: 'address',
  leads: 'address',
  /** The lowest features that hold the nearest points, two u64 each, the lower feature first. */
  holders: 'address',
}).placed(QUERY_BLOCK);
