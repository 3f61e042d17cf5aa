/**
 * Boxes of kept clusters in image coordinates, for the place that the object has now.
 *
 * Promise: the image coordinates of every vertex of a cluster lie in its box.
 *
 * A vertex at c + d, with c the centre of the object and d within middle ± half of the cluster, comes to m·(c + d) + t. Without
 * rounding that lies within (m·c + t + m·middle) ± |m|·half. All sums here and in placing the vertex have terms of at most
 * size = |t| + 3·|m|·reach in all, and fewer than 32 operations, each off by 2^-53 of its result or, where it underflows, by
 * 2^-1075; a slack of 2^-45 · size + 2^-1060 covers them many times over. What is left, (w − centre)·scale and rounding to
 * single precision, never turns the order of two numbers around, so doing the same to both ends keeps the vertex between.
 */

import { CLUSTER_LEAF } from '../../memory/constants';
import { ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';

const SLACK: f64 = 2.842170943040401e-14; // 2^-45
const SMALLEST: f64 = 8.095e-320; // 2^-1060

/** Half the box that a box has when it is turned: |row| · half. */
// @inline
function spread(m: usize, box: usize): f64 {
  return (
    abs(load<f64>(m)) * <f64>load<f32>(box, 12) +
    abs(load<f64>(m, 32)) * <f64>load<f32>(box, 16) +
    abs(load<f64>(m, 64)) * <f64>load<f32>(box, 20)
  );
}

// @inline
function along(m: usize, box: usize): f64 {
  return (
    load<f64>(m) * <f64>load<f32>(box) +
    load<f64>(m, 32) * <f64>load<f32>(box, 4) +
    load<f64>(m, 64) * <f64>load<f32>(box, 8)
  );
}

/** Where the centre comes to lie in one coordinate. */
function placedCentre(m: usize, centre: usize): f64 {
  return (
    load<f64>(m) * load<f64>(centre) +
    load<f64>(m, 32) * load<f64>(centre, 8) +
    load<f64>(m, 64) * load<f64>(centre, 16) +
    load<f64>(m, 96)
  );
}

function slackOf(m: usize, reach: usize): f64 {
  const turned =
    abs(load<f64>(m)) * load<f64>(reach) +
    abs(load<f64>(m, 32)) * load<f64>(reach, 8) +
    abs(load<f64>(m, 64)) * load<f64>(reach, 16);
  return (abs(load<f64>(m, 96)) + 3 * turned) * SLACK + SMALLEST;
}

/** Writes the boxes of the leaves among the nodes from..to, and the links of all of them. */
export function placeClusterBoxes(object: ObjectRecord, from: u32, to: u32): void {
  const block = object.clusters;
  const clusters = ClustersRecord.at(block, 0);
  const nodes = block + <usize>clusters.nodes;
  const own = block + <usize>clusters.boxes;
  const placed = object.boxes;
  const x = object.matrix;
  const y = x + 8;
  const z = x + 16;
  const centreX = placedCentre(x, clusters.centre);
  const centreY = placedCentre(y, clusters.centre);
  const centreZ = placedCentre(z, clusters.centre);
  const slackX = slackOf(x, clusters.reach);
  const slackY = slackOf(y, clusters.reach);
  const slackZ = slackOf(z, clusters.reach);
  const map = object.map;
  const mapX = load<f64>(map);
  const mapY = load<f64>(map, 8);
  const mapZ = load<f64>(map, 16);
  const scale = load<f64>(map, 24);
  for (let node = from; node < to; node++) {
    const link = load<u32>(nodes + ((<usize>node) << 2));
    const out = placed + ((<usize>node) << 5);
    if ((link & <u32>CLUSTER_LEAF) == 0) {
      store<u32>(out, link, 12);
      continue;
    }
    const cluster = link & ~(<u32>CLUSTER_LEAF);
    const box = own + <usize>cluster * 24;
    const midX = centreX + along(x, box);
    const midY = centreY + along(y, box);
    const midZ = centreZ + along(z, box);
    const halfX = spread(x, box) + slackX;
    const halfY = spread(y, box) + slackY;
    const halfZ = spread(z, box) + slackZ;
    store<f32>(out, <f32>((midX - halfX - mapX) * scale));
    store<f32>(out, <f32>((midY - halfY - mapY) * scale), 4);
    store<f32>(out, <f32>((midZ - halfZ - mapZ) * scale), 8);
    store<u32>(out, 0, 12);
    store<f32>(out, <f32>((midX + halfX - mapX) * scale), 16);
    store<f32>(out, <f32>((midY + halfY - mapY) * scale), 20);
    store<f32>(out, <f32>((midZ + halfZ - mapZ) * scale), 24);
    store<u32>(out, cluster, 28);
  }
}

/** The boxes of the nodes above the leaves, from the last to the first; the first is the object's. */
export function joinClusterBoxes(object: ObjectRecord): void {
  const boxes = object.boxes;
  for (let node = ClustersRecord.at(object.clusters, 0).nodeCount; node-- > 0; ) {
    const box = boxes + ((<usize>node) << 5);
    const right = load<u32>(box, 12);
    if (right == 0) continue;
    const a = box + 32;
    const b = boxes + ((<usize>right) << 5);
    v128.store(box, i32x4.replace_lane(f32x4.pmin(v128.load(a), v128.load(b)), 3, <i32>right));
    v128.store(box, f32x4.pmax(v128.load(a, 16), v128.load(b, 16)), 16);
  }
  v128.store(object.low, v128.load(boxes));
  v128.store(object.high, v128.load(boxes, 16));
}
