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
  /** How many features to measure are given in `list`; then none are looked for. */
  given: 'u32',
  /** The answer: IMPACT records in ascending order, as many CONTACT_VALUES, and their number. */
  list: 'address',
  values: 'address',
  count: 'u32',
}).placed(QUERY_BLOCK);

export const CONTACT_VALUES = record('ContactValues', {
  distance: 'f64',
  normal: ['f64', 3],
  coordinates: ['f64', 2],
  /** On A, then on B. */
  points: ['f64', 6],
  /** The lowest features that hold the nearest points, two numbers each, the lower feature first (measure.ts). */
  holders: ['u32', 4],
  side: 'i32',
  lead: 'u32',
});
