/**
 * Vertices as a view samples them: across and down in whole 1/256 of a pixel, as graphics cards place them, so that edges are
 * exact and no pixel between two triangles is left out or covered twice; depth in steps, in double precision.
 *
 * Computed once per view: a vertex has six triangles, and each is drawn or asked several times.
 */
import { cullJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { recordOfRank } from './ranks';
import { orderOfView, placeUV, placeW, scaleUV, scaleW } from './shape';

/** log2 of the bytes of a vertex: i32 across, i32 down, f64 depth. */
export const VERTEX_BITS: usize = 4;
/** log2 of the places in a pixel. */
export const PLACE_BITS: i32 = 8;
const VERTICES_PER_PIECE: u32 = 4096;

/** Takes the table, once; returns how many pieces there are. */
export function openProjection(): u32 {
  const last = objectRecord(job.objectCount - 1);
  const count = last.vertexStart + last.vertexCount;
  if (cullJob.projected == 0) cullJob.projected = <u32>take((<u64>count) << VERTEX_BITS);
  return (count + VERTICES_PER_PIECE - 1) / VERTICES_PER_PIECE;
}

function projectRange(object: ObjectRecord, first: u32, last: u32): void {
  const places = f64x2.mul(scaleUV, f64x2.splat(<f64>(1 << PLACE_BITS)));
  const half = f64x2.splat(0.5);
  let out = cullJob.projected + ((<usize>first) << VERTEX_BITS);
  let from = object.image + ((<usize>(first - object.vertexStart)) << 4);
  for (let vertex = first; vertex < last; vertex++) {
    const image = i8x16.swizzle(v128.load(from), orderOfView);
    const place = f64x2.floor(f64x2.add(f64x2.mul(placeUV(image), places), half));
    v128.store64_lane(out, i32x4.trunc_sat_f64x2_s_zero(place), 0);
    v128.store64_lane(out, f64x2.mul(placeW(image), scaleW), 0, 8);
    out += 1 << VERTEX_BITS;
    from += 16;
  }
}

export function projectVertices(piece: u32): void {
  const last = objectRecord(job.objectCount - 1);
  const end = min(last.vertexStart + last.vertexCount, (piece + 1) * VERTICES_PER_PIECE);
  let vertex = piece * VERTICES_PER_PIECE;
  for (let index = objectOfVertex(vertex); vertex < end; index++) {
    const object = objectRecord(index);
    const upTo = min(end, object.vertexStart + object.vertexCount);
    projectRange(object, vertex, upTo);
    vertex = upTo;
  }
}

/** Where the vertices of a rank's object begin. */
// @inline
export function projectedOf(rank: u32): usize {
  return cullJob.projected + ((<usize>recordOfRank(rank).vertexStart) << VERTEX_BITS);
}
