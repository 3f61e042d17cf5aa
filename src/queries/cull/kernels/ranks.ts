/**
 * Ranks: the triangles of a visit in the order in which they are drawn. Of each, its element, its object and its corners.
 *
 * At the level of triangles every rank is an element of its own, and no table says so.
 */
import { cullJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';

let triangles: usize = 0;
let elementOf: usize = 0;
let objectOf: usize = 0;
let hasFewObjects: bool = false;

/** Every thread, when a phase begins. */
export function openRanks(): void {
  triangles = cullJob.triangles;
  elementOf = cullJob.elementOf;
  objectOf = cullJob.objectOf;
  hasFewObjects = cullJob.objectBytes == 2;
}

// @inline
export function elementOfRank(rank: u32): u32 {
  return elementOf == 0 ? rank : load<u32>(elementOf + ((<usize>rank) << 2));
}

// @inline
export function objectOfRank(rank: u32): u32 {
  const element = <usize>elementOfRank(rank);
  return hasFewObjects ? <u32>load<u16>(objectOf + (element << 1)) : load<u32>(objectOf + (element << 2));
}

// @inline
export function recordOfRank(rank: u32): ObjectRecord {
  return objectRecord(objectOfRank(rank));
}

/** Where the numbers of the rank's three vertices lie. */
// @inline
export function indicesOfRank(rank: u32): usize {
  return <usize>load<u32>(triangles + ((<usize>rank) << 2));
}
