/**
 * The vertices of an object in a view: moved to the nearest 1/256 of a pixel, as graphics cards do, with the columns and rows whose
 * centres they lie at or between.
 *
 * A vertex takes 32 bytes: f64 across and down in 1/256 of a pixel, whole; f64 depth; and, as i16 cut to the image, the first column
 * and row whose centres lie at it or behind it, then the last ones at it or before it with their signs changed. So the least of three
 * vertices' numbers is the range of their triangle.
 */

import { sampledJob } from '../../../memory/generated/kernels/records';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { SAMPLED_PLACES } from '../constants';

export const VERTEX_BITS: usize = 5;
export const PLACES: f64 = SAMPLED_PLACES;
export const HALF: f64 = PLACES / 2;

const point = reserveScratch(24);

/** Brings the vertices from..to of the only object into the view. */
export function viewVertices(from: u32, to: u32): void {
  const object = objectRecord(0);
  const axes = sampledJob.axes;
  const across = point + ((<usize>load<u32>(axes)) << 3);
  const down = point + ((<usize>load<u32>(axes, 4)) << 3);
  const depth = point + ((<usize>load<u32>(axes, 8)) << 3);
  const low = v128.load(sampledJob.low);
  const perUnit = v128.load(sampledJob.perUnit);
  const half = f64x2.splat(0.5);
  const toCentre = f64x2.splat(HALF);
  const perPixel = f64x2.splat(1 / PLACES);
  const none = f64x2.splat(0);
  const before = f64x2.splat(-1);
  const end = f64x2.splat(<f64>sampledJob.resolution);
  const last = f64x2.splat(<f64>sampledJob.resolution - 1);
  const vertices = sampledJob.vertices;
  for (let vertex = from; vertex < to; vertex++) {
    exactPoint(object, vertex, point);
    const given = f64x2(load<f64>(across), load<f64>(down));
    const place = f64x2.floor(f64x2.add(f64x2.mul(f64x2.sub(given, low), perUnit), half));
    const pixel = f64x2.mul(f64x2.sub(place, toCentre), perPixel);
    const first = f64x2.pmax(none, f64x2.pmin(end, f64x2.ceil(pixel)));
    const final = f64x2.pmax(before, f64x2.pmin(last, f64x2.floor(pixel)));
    const firsts = i32x4.trunc_sat_f64x2_s_zero(first);
    const lasts = i32x4.trunc_sat_f64x2_s_zero(f64x2.neg(final));
    const pixels = i16x8.narrow_i32x4_s(v128.shuffle<i64>(firsts, lasts, 0, 2), firsts);
    const at = vertices + ((<usize>vertex) << VERTEX_BITS);
    v128.store(at, place);
    store<f64>(at, load<f64>(depth), 16);
    v128.store_lane<u64>(at, pixels, 0, 24);
  }
}
