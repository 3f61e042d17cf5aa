/**
 * Which pairs are nearer than the distance asked for, and how near: decided by one routine, with a filter before it.
 *
 * The distance is 0 exactly when the triangles share a point, which signs of determinants decide (triangle-pair.ts);
 * otherwise it is what triangle-distance.ts computes, and above 0 even where that rounds to 0.
 */

import { isNearer, triangleDistance } from '../../../exact/kernels/triangle-distance';
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { results, withinJob } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { addHit } from '../../../tile-lists/kernels/hits';
import { readMemberCorners } from '../../../tile-lists/kernels/member-corners';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { triangles } from '../../../tile-lists/kernels/tile-members';
import { meetingSegment, readTriangle } from '../../collide/kernels/segments';
import { HIT_APART, HIT_MEETING } from '../constants';
import { isFar, readReach } from './far-filter';

const POINT: usize = 24;

export const first = reserveScratch(72);
export const second = reserveScratch(72);
/** Scratch for two points. */
export const ends = reserveScratch(2 * POINT);
let distance: f64 = 0;

export function openNearPairs(): void {
  distance = withinJob.distance;
}

/** Adds the pairs (ranks of members, two u32 each) that are near to the hits. None is skipped. */
export function decideNearPairs(pairs: usize, count: u32): u32 {
  const ignoring = ignoresPairs();
  readReach();
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 255) == 0 && stopped()) break;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (isFar(a, b)) continue;
    if (a != current) {
      objectA = readMemberCorners(a, first);
      current = a;
    }
    const objectB = readMemberCorners(b, second);
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) continue;
    const meets = pairKind(first, second) >= 0;
    if (!meets && !isNearer(first, second, distance)) continue;
    const hit = meets ? HIT_MEETING : HIT_APART;
    addHit(load<u32>(triangles + ((<usize>a) << 2)), load<u32>(triangles + ((<usize>b) << 2)), hit);
  }
  return 0;
}

/** A point that two colliding triangles have in common, rounded: the middle of the segment in which they meet. */
function commonPoint(a: usize, b: usize, points: usize): void {
  meetingSegment(a, b, ends);
  for (let k: usize = 0; k < POINT; k += 8) {
    const middle = load<f64>(ends + k) / 2 + load<f64>(ends + POINT + k) / 2;
    store<f64>(points + k, middle);
    store<f64>(points + POINT + k, middle);
  }
}

/** Distances and, if memory was taken for them, nearest points of the hits from..to. */
export function measureHits(from: u32, to: u32): void {
  const distances = withinJob.distances;
  const points = withinJob.points;
  for (let hit = from; hit < to; hit++) {
    const key = load<u64>(results.hits + ((<usize>hit) << 3));
    const out = points != 0 ? points + <usize>hit * 2 * POINT : ends;
    const meets = (<u32>key & 3) == HIT_MEETING;
    let found: f64 = 0;
    if (!meets || points != 0) {
      readTriangle(<u32>(key >> 32), first);
      readTriangle(<u32>(key >> 2) & 0x3fffffff, second);
    }
    if (!meets) found = triangleDistance(first, second, out);
    else if (points != 0) commonPoint(first, second, out);
    store<f64>(distances + ((<usize>hit) << 3), found);
  }
}
