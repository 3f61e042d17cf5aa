/**
 * The triangles of one surface that meet some of another, its patch: those of a skin that its object does not have. All other pairs
 * of two skins are pairs of their objects.
 *
 * A tree of the patch's boxes tells which of them a triangle is near, and exact signs which it meets. What is asked about: triangles in a
 * list, the clusters of an object that are near some box, or all triangles of a surface (patch-grid.ts).
 */
import { setWide } from '../../../exact/kernels/predicates';
import { chooseView, pairKind } from '../../../exact/kernels/triangle-pair';
import { CLUSTER_LEAF, FORMAT_F32, KIND_CROSSING, KIND_NONE, NODE_BYTES, NODE_NUMBER } from '../../../memory/constants';
import { PatchSearchRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { PATCH_HIT_BYTES } from '../constants';
import { boxAround, boxesMeet, ENTRY, makeNodes, meetsEntry, NODE } from './box-tree';

const POINT: usize = 24;

const own = reserveScratch(3 * POINT);
const other = reserveScratch(3 * POINT);
const box = reserveScratch(48);

function readCorners(vertices: usize, format: u32, corners: usize, out: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    const vertex = <usize>load<u32>(corners + (k << 2));
    const to = out + k * POINT;
    if (format == FORMAT_F32) {
      const at = vertices + (vertex << 4);
      store<f64>(to, <f64>load<f32>(at));
      store<f64>(to, <f64>load<f32>(at, 4), 8);
      store<f64>(to, <f64>load<f32>(at, 8), 16);
    } else memory.copy(to, vertices + vertex * POINT, POINT);
  }
}

/** Stores the box of three points. */
function noteBox(points: usize, out: usize): void {
  const p = v128.load(points);
  const q = v128.load(points, POINT);
  const r = v128.load(points, 2 * POINT);
  const pz = load<f64>(points, 16);
  const qz = load<f64>(points, 40);
  const rz = load<f64>(points, 64);
  v128.store(out, f64x2.pmin(f64x2.pmin(p, q), r));
  store<f64>(out, min(min(pz, qz), rz), 16);
  v128.store(out, f64x2.pmax(f64x2.pmax(p, q), r), 24);
  store<f64>(out, max(max(pz, qz), rz), 40);
}

/**
 * Makes the tree, and leaves those triangles of the patch that have no area in its list. The record has the box of the other surface,
 * which becomes that of what it may have in common with the patch. Returns whether anything may meet.
 */
export function openPatch(address: usize): bool {
  const search = changetype<PatchSearchRecord>(address);
  setWide(false);
  const entries = search.entries;
  const region = search.region;
  let count: u32 = 0;
  let flat: u32 = 0;
  for (let i: u32 = 0; i < search.patchCount; i++) {
    const triangle = load<u32>(search.patch + ((<usize>i) << 2));
    readCorners(search.ownExact, search.ownFormat, search.ownCorners + <usize>triangle * 12, own);
    if (chooseView(own) == 0) {
      store<u32>(search.patch + (usize(flat++) << 2), triangle);
      continue;
    }
    const entry = entries + <usize>count * ENTRY;
    noteBox(own, entry);
    store<u32>(entry, triangle, 48);
    count += u32(boxesMeet(entry, region));
  }
  search.flatCount = flat;
  search.entryCount = count;
  search.nodeCount = 0;
  search.hitCount = 0;
  if (count == 0) return false;
  boxAround(entries, 0, count, box);
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(region + k, max(load<f64>(region + k), load<f64>(box + k)));
    store<f64>(region + k, min(load<f64>(region + k, 24), load<f64>(box + k, 24)), 24);
  }
  search.nodeCount = makeNodes(entries, 0, count, search.nodes, 0);
  return true;
}

/** Adds the pairs of the other surface's triangles in a list to the hits; false where there is no room for them. */
export function meetListed(address: usize, list: usize, count: u32): bool {
  const search = changetype<PatchSearchRecord>(address);
  setWide(false);
  for (let i: u32 = 0; i < count; i++) if (!meetTriangle(search, load<u32>(list + ((<usize>i) << 2)))) return false;
  return true;
}

/** The same of all triangles in clusters of the other surface's object that are near the patch. */
export function meetClusters(address: usize): bool {
  setWide(false);
  const search = changetype<PatchSearchRecord>(address);
  return meetNode(search, search.clusterNodes);
}

function meetNode(search: PatchSearchRecord, node: usize): bool {
  placeNode(search, node);
  if (!meetsEntry(search.nodes, search.nodeCount, search.entries, box)) return true;
  const tag = load<u32>(node, 12);
  if (tag < CLUSTER_LEAF) {
    const right = search.clusterNodes + <usize>(tag & NODE_NUMBER) * NODE_BYTES;
    return meetNode(search, node + NODE_BYTES) && meetNode(search, right);
  }
  const start = search.clusterStarts + ((<usize>(tag & NODE_NUMBER)) << 3);
  const from = load<u32>(start);
  return meetListed(
    changetype<usize>(search),
    search.clusterTriangles + ((<usize>from) << 2),
    load<u32>(start, 8) - from,
  );
}

/** Stores the box in the world of a node, with what rounding may do (cluster-walk.ts). */
function placeNode(search: PatchSearchRecord, node: usize): void {
  const a = <f64>load<f32>(node);
  const b = <f64>load<f32>(node, 4);
  const c = <f64>load<f32>(node, 8);
  const u = <f64>load<f32>(node, 16);
  const v = <f64>load<f32>(node, 20);
  const w = <f64>load<f32>(node, 24);
  for (let k: usize = 0; k < 24; k += 8) {
    const m = search.matrix + k;
    const x = load<f64>(m);
    const y = load<f64>(m, 32);
    const z = load<f64>(m, 64);
    const middle = load<f64>(search.middle + k) + x * a + y * b + z * c;
    const half = load<f64>(search.slack + k) + abs(x) * u + abs(y) * v + abs(z) * w;
    store<f64>(box + k, middle - half);
    store<f64>(box + k, middle + half, 24);
  }
}

/** Adds the pairs of a triangle of the other surface; none, and false, where there is no room for them. */
export function meetTriangle(search: PatchSearchRecord, t: u32): bool {
  readCorners(search.otherExact, search.otherFormat, search.otherCorners + <usize>t * 12, other);
  noteBox(other, box);
  const before = search.hitCount;
  const nodes = search.nodes;
  const end = nodes + <usize>search.nodeCount * NODE;
  let isFlat = -1;
  for (let node = nodes; node < end; ) {
    if (!boxesMeet(node, box)) {
      node = nodes + <usize>load<u32>(node, 56) * NODE;
      continue;
    }
    const first = search.entries + <usize>load<u32>(node, 48) * ENTRY;
    for (let entry = first; entry < first + <usize>load<u32>(node, 52) * ENTRY; entry += ENTRY) {
      if (!boxesMeet(entry, box)) continue;
      const triangle = load<u32>(entry, 48);
      readCorners(search.ownExact, search.ownFormat, search.ownCorners + <usize>triangle * 12, own);
      const kind = pairKind(own, other);
      if (kind == KIND_NONE) continue;
      // Corners of each of two that cross lie strictly off the plane of the other, so both have area.
      if (kind != KIND_CROSSING && isFlat < 0) isFlat = i32(chooseView(other) == 0);
      if (isFlat > 0) return true;
      if (search.hitCount == search.hitsMost) {
        search.hitCount = before;
        return false;
      }
      const hit = search.hits + <usize>search.hitCount * PATCH_HIT_BYTES;
      search.hitCount++;
      store<u32>(hit, triangle);
      store<u32>(hit, t, 4);
      store<u32>(hit, kind, 8);
    }
    node += NODE;
  }
  return true;
}
