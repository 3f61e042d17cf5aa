/**
 * How far a point is from a node of an object's tree at least, in double precision.
 *
 * Promise: no point of the node's triangles, placed and rounded as `place` does it, is nearer to the point than `gapSquared` says, up to
 * `gapSlack`, which is to be added to what gaps are compared with.
 *
 * Boxes of nodes are in the object's own coordinates, counted from its centre; N, of node-gap.ts, is made of the object's axes where these are
 * at right angles, else it is that of the world. With p counted from where the centre is placed, and q = N·p, a point of a box of
 * middle a and half g is off by N·M·a − q ± |N·M|·g. Where N·M is diagonal, up to rounding, each coordinate is told by itself: the point is
 * brought into the object's coordinates once, and the squares of the diagonal are weights. What is beside the diagonal goes into the slack.
 *
 * What is rounded: as in node-gap.ts, with the magnitudes of the object and of the point.
 */
import { ClustersRecord, DepthSurfaceRecord } from '../../../memory/generated/kernels/records';
import {
  axes,
  LESS,
  magnitudeOf,
  placedAt,
  readAxes,
  rowProduct,
  SLACK,
  SMALLEST,
  worldAxes,
} from '../../closest/kernels/node-gap';

/** Bounds of the rounding error of a gap, and of the distance to a triangle, for the current point. */
export let gapSlack: f64 = 0;
/** The current point: counted from where the centre is placed, and in the coordinates that nodes are compared in. */
export let fromX: f64 = 0;
export let fromY: f64 = 0;
export let fromZ: f64 = 0;
let ownX: f64 = 0;
let ownY: f64 = 0;
let ownZ: f64 = 0;
let weightX: f64 = 0;
let weightY: f64 = 0;
let weightZ: f64 = 0;
/** 1 over the lengths of the object's units. */
let perX: f64 = 0;
let perY: f64 = 0;
let perZ: f64 = 0;
let isSquare: bool = false;
let along: usize = 0;

/** Readies a surface for gaps; it has a tree. */
export function openGaps(surface: DepthSurfaceRecord): void {
  const clusters = ClustersRecord.at(surface.clusters, 0);
  const matrix = surface.matrix;
  const root = surface.clusters + <usize>clusters.nodes;
  const hasAxes = readAxes(matrix);
  if (!hasAxes) worldAxes();
  memory.copy(surface.axes, axes, 72);
  let slack = magnitudeOf(matrix, clusters.reach) * SLACK + SMALLEST;
  let radius: f64 = 0;
  for (let row: usize = 0; row < 3; row++) {
    store<f64>(surface.origin + (row << 3), placedAt(matrix, clusters.centre, row));
    for (let column: usize = 0; column < 3; column++) {
      const value = rowProduct(axes + row * 24, matrix + (column << 5));
      const node = root + (column << 2);
      const size = <f64>abs(load<f32>(node)) + <f64>load<f32>(node, 16);
      store<f64>(surface.along + row * 24 + (column << 3), value);
      radius += abs(value) * size;
      if (hasAxes && row != column) slack += abs(value) * size;
    }
  }
  surface.isSquare = u32(hasAxes);
  surface.slack = slack;
  surface.radius = radius;
}

/** Chooses the point that gaps are measured from. */
export function openPoint(surface: DepthSurfaceRecord, x: f64, y: f64, z: f64): void {
  const origin = surface.origin;
  const rows = surface.axes;
  along = surface.along;
  isSquare = surface.isSquare != 0;
  gapSlack = surface.slack + (abs(x) + abs(y) + abs(z)) * SLACK;
  fromX = x - load<f64>(origin);
  fromY = y - load<f64>(origin, 8);
  fromZ = z - load<f64>(origin, 16);
  ownX = load<f64>(rows) * fromX + load<f64>(rows, 8) * fromY + load<f64>(rows, 16) * fromZ;
  ownY = load<f64>(rows, 24) * fromX + load<f64>(rows, 32) * fromY + load<f64>(rows, 40) * fromZ;
  ownZ = load<f64>(rows, 48) * fromX + load<f64>(rows, 56) * fromY + load<f64>(rows, 64) * fromZ;
  if (!isSquare) return;
  const unitX = load<f64>(along);
  const unitY = load<f64>(along, 32);
  const unitZ = load<f64>(along, 64);
  ownX /= unitX;
  ownY /= unitY;
  ownZ /= unitZ;
  perX = 1 / unitX;
  perY = 1 / unitY;
  perZ = 1 / unitZ;
  weightX = unitX * unitX * LESS;
  weightY = unitY * unitY * LESS;
  weightZ = unitZ * unitZ * LESS;
}

// @inline
function beyond(own: f64, node: usize): f64 {
  return max<f64>(0, abs(own - <f64>load<f32>(node)) - <f64>load<f32>(node, 16));
}

// @inline
function beyondAlong(own: f64, row: usize, node: usize): f64 {
  const x = load<f64>(row);
  const y = load<f64>(row, 8);
  const z = load<f64>(row, 16);
  const middle = x * <f64>load<f32>(node) + y * <f64>load<f32>(node, 4) + z * <f64>load<f32>(node, 8);
  const half =
    abs(x) * <f64>load<f32>(node, 16) + abs(y) * <f64>load<f32>(node, 20) + abs(z) * <f64>load<f32>(node, 24);
  return max<f64>(0, abs(own - middle) - half);
}

/** The square of the gap between the point and a node. */
// @inline
export function gapSquared(node: usize): f64 {
  if (isSquare) {
    const x = beyond(ownX, node);
    const y = beyond(ownY, node + 4);
    const z = beyond(ownZ, node + 8);
    return weightX * x * x + weightY * y * y + weightZ * z * z;
  }
  return slantedGapSquared(node);
}

function slantedGapSquared(node: usize): f64 {
  const x = beyondAlong(ownX, along, node);
  const y = beyondAlong(ownY, along + 24, node);
  const z = beyondAlong(ownZ, along + 48, node);
  return (x * x + y * y + z * z) * LESS;
}

/**
 * Whether a cluster is certainly beyond a distance, given as its square, by the slab that its vertices lie in (cluster-build.ts).
 *
 * For a direction n, and d the way from the point to one of the cluster along the object's axes, in its units, n·d is at least
 * |n·p − middle| − half. Along axis k the way in the world is d_k times the unit u_k, and n·d = Σ (n_k / u_k)·(u_k·d_k) is at most the length of
 * n / u times that of the way. What rounding does to u_k·p_k, gaps have paid for, each by itself; here the root of three squares of that comes
 * in, and five operations more: still less than SLACK. n = 0, where a cluster has no direction, is beyond nothing.
 */
// @inline
export function isBeyondSlab(slab: usize, squared: f64): bool {
  if (!isSquare) return false;
  const x = <f64>load<f32>(slab);
  const y = <f64>load<f32>(slab, 4);
  const z = <f64>load<f32>(slab, 8);
  const gap = abs(x * ownX + y * ownY + z * ownZ - <f64>load<f32>(slab, 12)) - <f64>load<f32>(slab, 16);
  if (!(gap > 0)) return false;
  const u = x * perX;
  const v = y * perY;
  const w = z * perZ;
  return gap * gap * LESS > squared * (u * u + v * v + w * w);
}
