/** Surfaces that depths are measured in: coordinates of their triangles, and what distances to these need. */
import { FORMAT_F32 } from '../../../memory/constants';
import { ClustersRecord, DepthSurfaceRecord, depthJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { openGaps } from './point-gap';
import { distanceSquared, FRAME_BYTES, writeFrame } from './triangle-frames';

const SHARED = ASC_FEATURE_THREADS;
/** Marks of triangles: no frame yet, a frame, without area. */
const UNFRAMED: u8 = 0;
const FRAMED: u8 = 1;
const WITHOUT_AREA: u8 = 2;

// @inline
export function loadMark(mark: usize): u8 {
  return SHARED ? atomic.load<u8>(mark) : load<u8>(mark);
}

/** Says that something is there, once it is: threads that make it at the same time write the same. */
// @inline
export function storeMark(mark: usize, value: u8): void {
  if (SHARED) atomic.store<u8>(mark, value);
  else store<u8>(mark, value);
}

/** x y z of a corner of a triangle. */
// @inline
export function cornerAt(surface: DepthSurfaceRecord, triangle: u32, k: usize): usize {
  return surface.positions + <usize>load<u32>(surface.corners + <usize>triangle * 12 + (k << 2)) * 24;
}

/** The coordinates in double precision, scaled; where they are that already, they are used as they are. */
function positionsOf(surface: DepthSurfaceRecord): usize {
  const scale = depthJob.scale;
  const isSingle = surface.exactFormat == FORMAT_F32;
  if (!isSingle && scale == 1) return surface.exact;
  const positions = take(<u64>surface.vertexCount * 24);
  const from = surface.exact;
  for (let vertex: usize = 0; vertex < surface.vertexCount; vertex++) {
    const to = positions + vertex * 24;
    if (isSingle) {
      store<f64>(to, <f64>load<f32>(from + (vertex << 4)) * scale);
      store<f64>(to, <f64>load<f32>(from + (vertex << 4), 4) * scale, 8);
      store<f64>(to, <f64>load<f32>(from + (vertex << 4), 8) * scale, 16);
    } else {
      store<f64>(to, load<f64>(from + vertex * 24) * scale);
      store<f64>(to, load<f64>(from + vertex * 24, 8) * scale, 8);
      store<f64>(to, load<f64>(from + vertex * 24, 16) * scale, 16);
    }
  }
  return positions;
}

/** Readies a surface, of which at least one triangle must have area. */
export function openSurface(surface: DepthSurfaceRecord): void {
  surface.positions = positionsOf(surface);
  const triangleCount = surface.triangleCount;
  surface.frames = take(<u64>triangleCount * FRAME_BYTES);
  surface.marks = take(triangleCount);
  memory.fill(surface.marks, surface.triangles == 0 ? UNFRAMED : WITHOUT_AREA, triangleCount);
  if (surface.clusters != 0) openTree(surface);
  if (surface.triangles == 0) return;
  for (let i: usize = 0; i < surface.count; i++) {
    store<u8>(surface.marks + rankOf(surface, load<u32>(surface.triangles + (i << 2))), UNFRAMED);
  }
}

function openTree(surface: DepthSurfaceRecord): void {
  const count: usize = surface.triangleCount;
  const clusters = ClustersRecord.at(surface.clusters, 0);
  const order = surface.clusters + <usize>clusters.triangles;
  const ranks = take((<u64>count) << 2);
  for (let rank: usize = 0; rank < count; rank++) {
    store<u32>(ranks + ((<usize>load<u32>(order + (rank << 2))) << 2), <u32>rank);
  }
  surface.order = order;
  surface.ranks = ranks;
  openGaps(surface);
}

/** The place of a triangle in the tree. */
// @inline
export function rankOf(surface: DepthSurfaceRecord, triangle: u32): u32 {
  return surface.ranks == 0 ? triangle : load<u32>(surface.ranks + ((<usize>triangle) << 2));
}

/** The triangle in a place of the tree. */
// @inline
export function triangleAt(surface: DepthSurfaceRecord, rank: u32): u32 {
  return surface.order == 0 ? rank : load<u32>(surface.order + ((<usize>rank) << 2));
}

/** What distances to the triangle of a rank need, made when it is first asked for: few of a large surface are. 0 for one without area. */
// @inline
export function frameOf(surface: DepthSurfaceRecord, rank: u32): usize {
  const mark = surface.marks + rank;
  const known = loadMark(mark);
  if (known == WITHOUT_AREA) return 0;
  const frame = surface.frames + <usize>rank * FRAME_BYTES;
  if (known == UNFRAMED) {
    const triangle = triangleAt(surface, rank);
    writeFrame(frame, cornerAt(surface, triangle, 0), cornerAt(surface, triangle, 1), cornerAt(surface, triangle, 2));
    storeMark(mark, FRAMED);
  }
  return frame;
}

/** The squared distance to one triangle, which has area; its nearest point is noted when that is less than `best`. */
// @inline
export function squaredTo(surface: DepthSurfaceRecord, triangle: u32, x: f64, y: f64, z: f64, best: f64): f64 {
  return distanceSquared(frameOf(surface, rankOf(surface, triangle)), x, y, z, best);
}
