/**
 * Trees of boxes as they lie in memory (CLUSTERS in src/memory/records.ts): nodes of NODE_BYTES, the left child behind its parent. An
 * object without clusters is one leaf.
 */

import { CLUSTER_LEAF, NODE_BYTES, NODE_NUMBER, NODE_TAG } from '../../memory/constants';
import { ClustersRecord, ObjectRecord } from '../../memory/generated/kernels/records';

/** Half the size of a leaf is made larger by what single precision rounds off. */
const MORE: f64 = 1.0009765625; // 1 + 2^-10
const SMALLEST: f64 = 7.174648137343064e-43; // 2^-140

/** The tree of an object: its clusters', or its one leaf. */
// @inline
export function treeOf(object: ObjectRecord): usize {
  const block = object.clusters;
  return block == 0 ? object.leaf : block + <usize>ClustersRecord.at(block, 0).nodes;
}

// @inline
export function slabsOf(object: ObjectRecord): usize {
  const block = object.clusters;
  return block == 0 ? 0 : block + <usize>ClustersRecord.at(block, 0).slabs;
}

/** Makes the node of an object without clusters, from its box in image coordinates. */
export function openLeaf(object: ObjectRecord): void {
  const leaf = object.leaf;
  store<u32>(leaf, <u32>CLUSTER_LEAF | <u32>NODE_TAG, 12);
  for (let k: usize = 0; k < 12; k += 4) {
    const low = <f64>load<f32>(object.low + k);
    const high = <f64>load<f32>(object.high + k);
    const middle = <f32>(low * 0.5 + high * 0.5);
    const half = max(high - <f64>middle, <f64>middle - low);
    store<f32>(leaf + k, middle);
    store<f32>(leaf + k, <f32>(half * MORE) + <f32>SMALLEST, 16);
  }
}

/** Two nodes as one number, the first object's in the low half. */
// @inline
export function nodePair(a: usize, b: usize): u64 {
  return <u64>a | ((<u64>b) << 32);
}

// @inline
export function sizeOf(node: usize): f32 {
  return load<f32>(node, 16) + load<f32>(node, 20) + load<f32>(node, 24);
}

// @inline
export function isLeaf(node: usize): bool {
  return <i32>load<u32>(node, 12) < 0;
}

// @inline
export function areLeaves(a: usize, b: usize): bool {
  return <i32>(load<u32>(a, 12) & load<u32>(b, 12)) < 0;
}

/** The right child of a node that is not a leaf; the left one comes next. */
// @inline
export function rightOf(root: usize, node: usize): usize {
  return root + <usize>(load<u32>(node, 12) & <u32>NODE_NUMBER) * <usize>NODE_BYTES;
}

// @inline
export function leftOf(node: usize): usize {
  return node + <usize>NODE_BYTES;
}

/** The number of a leaf's cluster. */
// @inline
export function clusterOf(node: usize): u32 {
  return load<u32>(node, 12) & <u32>NODE_NUMBER;
}
