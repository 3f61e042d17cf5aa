/**
 * Triangles listed by the panes of pixels that their boxes touch: counted, then filled in.
 *
 * Triangles outside the volume of interest, seen along the depth, are left out. Those before it count, because they
 * determine what a ray is inside of when it enters the volume; those behind it tell how far an object reaches.
 */

import { addEdges } from '../../../exact/kernels/edge-sum';
import { job, LAYERS_PANE_BYTES, layersJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { bump, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { LAYERS_SELF, PANE_PIXELS } from '../constants';
import { a, b, c, firstPixels, isBesideVolume, lastPixels, setCorners, view } from './view';

export const TRIANGLES_PER_GROUP: u32 = 4096;

/** Six times the volume of the tetrahedron of the triangle and the low corner of the box. */
function tetrahedronVolume(): f64 {
  const u = load<f64>(layersJob.box);
  const v = load<f64>(layersJob.box + 8);
  const w = load<f64>(layersJob.box + 16);
  const au = load<f64>(a) - u;
  const av = load<f64>(a, 8) - v;
  const aw = load<f64>(a, 16) - w;
  const bu = load<f64>(b) - u;
  const bv = load<f64>(b, 8) - v;
  const bw = load<f64>(b, 16) - w;
  const cu = load<f64>(c) - u;
  const cv = load<f64>(c, 8) - v;
  const cw = load<f64>(c, 16) - w;
  return au * (bv * cw - bw * cv) + av * (bw * cu - bu * cw) + aw * (bu * cv - bv * cu);
}

/** A single-precision number that is smaller. */
// @inline
function roundedDown(value: f64): f32 {
  // Doubles beyond the range of single precision become the largest single, or minus infinity.
  if (value > <f64>f32.MAX_VALUE) return f32.MAX_VALUE;
  const near = <f32>value;
  return near == -f32.POSITIVE_INFINITY ? near : near - abs(near) * 1.2e-7 - 1.2e-38;
}

const NO_PANES: u64 = 1; // from pane 1 to pane 0

/** Finds and counts the panes of the triangles of an object that are numbered from..to through the scene. */
function countTriangles(object: ObjectRecord, from: u32, to: u32): f64 {
  const indices = object.indices;
  const first = object.triangleStart;
  const starts = layersJob.starts;
  const ranges = layersJob.ranges;
  const depths = layersJob.depths;
  const panesAcross = layersJob.panesAcross;
  const isSelf = layersJob.mode == LAYERS_SELF;
  let volume: f64 = 0;
  for (let triangle = from; triangle < to; triangle++) {
    setCorners(object, indices + <usize>(triangle - first) * 12);
    if (isSelf) volume += tetrahedronVolume();
    const range = ranges + ((<usize>triangle) << 3);
    const pixelsLow = firstPixels();
    const pixelsHigh = lastPixels();
    const columnLow = i32x4.extract_lane(pixelsLow, 0);
    const columnHigh = i32x4.extract_lane(pixelsHigh, 0);
    const rowLow = i32x4.extract_lane(pixelsLow, 1);
    const rowHigh = i32x4.extract_lane(pixelsHigh, 1);
    if (columnLow > columnHigh || rowLow > rowHigh || isBesideVolume()) {
      store<u64>(range, NO_PANES);
      continue;
    }
    store<f32>(depths + ((<usize>triangle) << 3), roundedDown(view.lowDepth));
    store<f32>(depths + ((<usize>triangle) << 3), -roundedDown(-view.highDepth), 4);
    const paneLow = <u32>columnLow / PANE_PIXELS;
    const paneHigh = <u32>columnHigh / PANE_PIXELS;
    const paneTop = <u32>rowLow / PANE_PIXELS;
    const paneBottom = <u32>rowHigh / PANE_PIXELS;
    store<u64>(range, <u64>paneLow | ((<u64>paneHigh) << 16) | ((<u64>paneTop) << 32) | ((<u64>paneBottom) << 48));
    for (let row = paneTop; row <= paneBottom; row++) {
      for (let column = paneLow; column <= paneHigh; column++)
        bump(starts + ((<usize>(row * panesAcross + column)) << 2), 1);
    }
  }
  return volume;
}

/** Lists triangles in the panes that were found. */
function fillTriangles(from: u32, to: u32): void {
  const starts = layersJob.starts;
  const members = layersJob.members;
  const ranges = layersJob.ranges;
  const panesAcross = layersJob.panesAcross;
  for (let triangle = from; triangle < to; triangle++) {
    const range = ranges + ((<usize>triangle) << 3);
    const paneLow = <u32>load<u16>(range);
    const paneHigh = <u32>load<u16>(range, 2);
    if (paneLow > paneHigh) continue;
    const paneBottom = <u32>load<u16>(range, 6);
    for (let row = <u32>load<u16>(range, 4); row <= paneBottom; row++) {
      for (let column = paneLow; column <= paneHigh; column++) {
        const place = bump(starts + ((<usize>(row * panesAcross + column)) << 2), 1);
        store<u32>(members + ((<usize>place) << 2), triangle);
      }
    }
  }
}

/** One group of triangles; groups may span both objects. */
export function countPaneGroup(group: u32): void {
  const from = group * TRIANGLES_PER_GROUP;
  const to = min(job.triangleCount, from + TRIANGLES_PER_GROUP);
  let volume: f64 = 0;
  for (let index: u32 = 0; index < job.objectCount; index++) {
    const object = objectRecord(index);
    const start = object.triangleStart;
    const low = max(from, start);
    const high = min(to, start + object.triangleCount);
    if (low >= high) continue;
    volume += countTriangles(object, low, high);
    if (load<u32>(layersJob.checkEdges + ((<usize>index) << 2)) == 0) continue;
    addEdges(object.indices, low - start, high - start, layersJob.edgeSums + ((<usize>index) << 3));
  }
  store<f64>(layersJob.groupVolumes + ((<usize>group) << 3), volume);
}

export function fillPaneGroup(group: u32): void {
  const from = group * TRIANGLES_PER_GROUP;
  fillTriangles(from, min(job.triangleCount, from + TRIANGLES_PER_GROUP));
}

export function paneCount(): u32 {
  return layersJob.panesAcross * layersJob.panesDown;
}

export function openPanes(): void {
  const panes = paneCount();
  const starts = take((<u64>panes + 2) << 2);
  memory.fill(starts, 0, (<usize>panes + 2) << 2);
  layersJob.starts = <u32>starts;
  const groups = (job.triangleCount + TRIANGLES_PER_GROUP - 1) / TRIANGLES_PER_GROUP;
  layersJob.groups = groups;
  layersJob.groupVolumes = take((<u64>groups) << 3);
  layersJob.ranges = take((<u64>job.triangleCount) << 3);
  layersJob.depths = take((<u64>job.triangleCount) << 3);
}

/** Turns counts into places, allocates the lists, and determines the orientation of the surface. */
export function scanPanes(): void {
  const panes = paneCount();
  const starts = layersJob.starts;
  let sum: u64 = 0;
  for (let pane: u32 = 0; pane < panes; pane++) {
    const slot = starts + ((<usize>pane) << 2);
    const count = load<u32>(slot);
    store<u32>(slot, <u32>sum);
    sum += count;
  }
  store<u32>(starts + ((<usize>panes) << 2), <u32>sum);
  layersJob.members = take(sum << 2);
  layersJob.paneRecords = take(<u64>panes * LAYERS_PANE_BYTES);
  let volume: f64 = 0;
  const volumes = layersJob.groupVolumes;
  for (let group: u32 = 0; group < layersJob.groups; group++) volume += load<f64>(volumes + ((<usize>group) << 3));
  layersJob.orientation = volume < 0 ? <u32>-1 : 1;
}

/** Filling has moved each start to the next pane's; moves them back by one place. */
export function restorePaneStarts(): void {
  const starts = layersJob.starts;
  memory.copy(starts + 4, starts, (<usize>paneCount()) << 2);
  store<u32>(starts, 0);
}
