/**
 * A box, in image coordinates, around an object with kept clusters, or around the marked ones, for the place that it has now.
 *
 * Promise: the image coordinates of every vertex of them lie in the box.
 *
 * A vertex at c + d, with c the centre of the object and d within middle ± half of the cluster, comes to w = m·(c + d) + t, and
 * in the image to (w − centre)·scale, rounded to single precision. Without rounding that lies within origin + M·middle ± |M|·half,
 * with origin = (m·c + t − centre)·scale and M = scale·m; scale is a power of two. What is rounded:
 *
 * - in placing the vertex and the origin, in double precision: sums with terms of at most size = |t| + 3·|m|·reach in all, and
 *   fewer than 32 operations, each off by 2^-53 of its result or, where it underflows, by 2^-1075. A slack of
 *   scale·(2^-45·size + 2^-1060) covers that many times over;
 * - everything else, in single precision: fewer than 12 operations per number, each off by 2^-24 of at most
 *   |origin| + |M|·|middle| + |M|·half, or by 2^-150. The box is made larger by 2^-20 of that sum and by 2^-140.
 *
 * Where M is too large for single precision, half the size of the box is infinite; such a box, and one that is not a number, becomes
 * one that holds everything.
 */

import { CLUSTER_LEAF, NODE_BYTES, NODE_NUMBER } from '../../memory/constants';
import { ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';

const SLACK: f64 = 2.842170943040401e-14; // 2^-45
const SMALLEST: f64 = 8.095e-320; // 2^-1060
const SINGLE_SLACK: f64 = 9.5367431640625e-7; // 2^-20
const SINGLE_SMALLEST: f64 = 7.174648137343064e-43; // 2^-140

/** Where the centre comes to lie in one coordinate. */
function placedCentre(m: usize, centre: usize): f64 {
  return (
    load<f64>(m) * load<f64>(centre) +
    load<f64>(m, 32) * load<f64>(centre, 8) +
    load<f64>(m, 64) * load<f64>(centre, 16) +
    load<f64>(m, 96)
  );
}

/** What a box is made larger by in one coordinate, whatever the cluster. */
function slackInImage(m: usize, reach: usize, origin: f64, scale: f64): f32 {
  const turned =
    abs(load<f64>(m)) * load<f64>(reach) +
    abs(load<f64>(m, 32)) * load<f64>(reach, 8) +
    abs(load<f64>(m, 64)) * load<f64>(reach, 16);
  const doubles = (abs(load<f64>(m, 96)) + 3 * turned) * SLACK + SMALLEST;
  return <f32>(doubles * scale * (1 + SINGLE_SLACK) + abs(origin) * SINGLE_SLACK + SINGLE_SMALLEST);
}

/** A column of the matrix in the image. */
function column(m: usize, scale: f64): v128 {
  return f32x4(<f32>(load<f64>(m) * scale), <f32>(load<f64>(m, 8) * scale), <f32>(load<f64>(m, 16) * scale), 0);
}

/** Leaves the box of the whole object, or of its marked clusters, in its record. */
export function boundClusters(object: ObjectRecord, marked: bool): void {
  const block = object.clusters;
  const clusters = ClustersRecord.at(block, 0);
  const nodes = block + <usize>clusters.nodes;
  const marks = object.marks;
  const m = object.matrix;
  const map = object.map;
  const scale = load<f64>(map, 24);
  const originX = (placedCentre(m, clusters.centre) - load<f64>(map)) * scale;
  const originY = (placedCentre(m + 8, clusters.centre) - load<f64>(map, 8)) * scale;
  const originZ = (placedCentre(m + 16, clusters.centre) - load<f64>(map, 16)) * scale;
  const origin = f32x4(<f32>originX, <f32>originY, <f32>originZ, 0);
  const slack = f32x4(
    slackInImage(m, clusters.reach, originX, scale),
    slackInImage(m + 8, clusters.reach, originY, scale),
    slackInImage(m + 16, clusters.reach, originZ, scale),
    0,
  );
  const x = column(m, scale);
  const y = column(m + 32, scale);
  const z = column(m + 64, scale);
  const sizeX = f32x4.abs(x);
  const sizeY = f32x4.abs(y);
  const sizeZ = f32x4.abs(z);
  const part = f32x4.splat(<f32>SINGLE_SLACK);
  const whole = f32x4.splat(<f32>(1 + SINGLE_SLACK));
  const least = f32x4.splat(-f32.MAX_VALUE);
  const most = f32x4.splat(f32.MAX_VALUE);
  let low = most;
  let high = least;
  // The first node is the whole object.
  const count: u32 = marked ? clusters.nodeCount : 1;
  for (let i: u32 = 0; i < count; i++) {
    const node = nodes + <usize>i * <usize>NODE_BYTES;
    const link = load<u32>(node, 12);
    if (
      marked &&
      ((link & <u32>CLUSTER_LEAF) == 0 || load<u32>(marks + ((<usize>(link & <u32>NODE_NUMBER)) << 2)) == 0)
    )
      continue;
    const middle = f32x4.add(
      f32x4.add(origin, f32x4.mul(x, v128.load_splat<f32>(node))),
      f32x4.add(f32x4.mul(y, v128.load_splat<f32>(node, 4)), f32x4.mul(z, v128.load_splat<f32>(node, 8))),
    );
    const half = f32x4.add(f32x4.mul(v128.load(node, 16), whole), f32x4.mul(f32x4.abs(v128.load(node)), part));
    const reach = f32x4.add(
      f32x4.add(slack, f32x4.mul(sizeX, v128.shuffle<i32>(half, half, 0, 0, 0, 0))),
      f32x4.add(
        f32x4.mul(sizeY, v128.shuffle<i32>(half, half, 1, 1, 1, 1)),
        f32x4.mul(sizeZ, v128.shuffle<i32>(half, half, 2, 2, 2, 2)),
      ),
    );
    // One that is not a number holds everything.
    low = f32x4.pmin(low, f32x4.pmax(least, f32x4.sub(middle, reach)));
    high = f32x4.pmax(high, f32x4.pmin(most, f32x4.add(middle, reach)));
  }
  v128.store(object.low, low);
  v128.store(object.high, high);
}
