/**
 * What the triangles of one side of a contact are divided into by the arcs, without cutting them: which stretches of their edges
 * are connected, and which lie inside the other surface. For contacts in general position: every point is an edge through a
 * face, and arcs end there in twos (contact-mates.ts).
 *
 * On its way round a triangle a cell leaves the edge at each contact point for the arcs that begin there, and comes back
 * where they end: so the stretch before a point is connected with the one after the end of its arcs. Stretches that end in a vertex
 * are named by it. Where the other surface winds once round what is inside, a stretch is inside when its end at a contact point is
 * behind the face there. Every stretch at two points is labelled twice, and so is every set of stretches: labels that
 * contradict each other mean that surfaces fold by rounding, and then nothing is said.
 */
import { ContactRecord, ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { join, rootOf } from '../../../mesh/kernels/surface';
import { CELL_INSIDE, CELL_OUTSIDE, INSIDE_VERTEX, NAME_OF_FACE } from '../constants';
import { CellEdge, CellRing } from './cell-lists';
import { copyVertex, nameAt } from './contact-points';

const NONE: u32 = 0xffffffff;
const FACE_BYTES: usize = 24;
const low = reserveScratch(24);
const high = reserveScratch(24);

// @inline
export function ringAt(contact: ContactRecord, i: u32): CellRing {
  return CellRing.at(contact.ring, i);
}

// @inline
function hashOf(key: u64): u32 {
  const hash = (key ^ (key >> 29)) * 0x9e3779b97f4a7c15;
  return <u32>(hash >> 32);
}

/** The place of a number in a list, at the end of which it is added if it is not there. */
function placeIn(slots: usize, mask: u32, list: usize, count: u32, number: u32): u32 {
  let slot = hashOf(number) & mask;
  for (;;) {
    const held = load<u32>(slots + ((<usize>slot) << 2));
    if (held == NONE) break;
    if (load<u32>(list + ((<usize>held) << 2)) == number) return held;
    slot = (slot + 1) & mask;
  }
  store<u32>(slots + ((<usize>slot) << 2), count);
  store<u32>(list + ((<usize>count) << 2), number);
  return count;
}

/** The place of an edge, or NONE; it is added if `adds` says so. */
function edgePlace(side: ContactSideRecord, mask: u32, first: u32, second: u32, adds: bool): u32 {
  let slot = hashOf(((<u64>first) << 32) | second) & mask;
  for (;;) {
    const held = load<u32>(side.edgeSlots + ((<usize>slot) << 2));
    if (held == NONE) break;
    const edge = CellEdge.at(side.edges, held);
    if (edge.low == first && edge.high == second) return held;
    slot = (slot + 1) & mask;
  }
  if (!adds) return NONE;
  const place = side.edgeCount;
  side.edgeCount = place + 1;
  store<u32>(side.edgeSlots + ((<usize>slot) << 2), place);
  const edge = CellEdge.at(side.edges, place);
  edge.low = first;
  edge.high = second;
  edge.count = 0;
  return place;
}

function vertexPlace(side: ContactSideRecord, mask: u32, vertex: u32): u32 {
  const place = placeIn(side.vertexSlots, mask, side.vertices, side.vertexCount, vertex);
  if (place == side.vertexCount) side.vertexCount = place + 1;
  return place;
}

/** The place of a triangle that is in a pair. */
export function facePlace(contact: ContactRecord, side: ContactSideRecord, face: u32): u32 {
  return placeIn(side.faceSlots, contact.slotMask, side.faces, side.faceCount, face);
}

function listFaces(contact: ContactRecord, side: ContactSideRecord, number: u32): void {
  const mask = contact.slotMask;
  for (let pair: u32 = 0; pair < contact.pairCount; pair++) {
    const face = load<u32>(contact.pairs + ((<usize>pair) << 3) + ((<usize>number) << 2));
    const place = facePlace(contact, side, face);
    if (place < side.faceCount) continue;
    side.faceCount = place + 1;
    const corners = side.corners + <usize>face * 12;
    const own = faceCorners(side, place);
    store<u32>(own, vertexPlace(side, mask, load<u32>(corners)));
    store<u32>(own, vertexPlace(side, mask, load<u32>(corners, 4)), 4);
    store<u32>(own, vertexPlace(side, mask, load<u32>(corners, 8)), 8);
  }
}

/** Where the places of a triangle's corners are noted, and behind them those of its edges, or NONE for edges without points. */
// @inline
function faceCorners(side: ContactSideRecord, place: u32): usize {
  return side.faceCorners + <usize>place * FACE_BYTES;
}

/** Notes the edges of the triangles. */
function noteEdges(contact: ContactRecord, side: ContactSideRecord): void {
  for (let place: u32 = 0; place < side.faceCount; place++) {
    const corners = side.corners + <usize>load<u32>(side.faces + ((<usize>place) << 2)) * 12;
    const edges = faceCorners(side, place) + 12;
    for (let k: usize = 0; k < 3; k++) {
      const p = load<u32>(corners + (k << 2));
      const q = load<u32>(corners + ((k == 2 ? 0 : k + 1) << 2));
      store<u32>(edges + (k << 2), edgePlace(side, contact.slotMask, min(p, q), max(p, q), false));
    }
  }
}

/** Lists the contact points edge by edge. */
function listEdges(contact: ContactRecord, side: ContactSideRecord, number: u32): void {
  const mask = contact.slotMask;
  for (let node: u32 = 0; node < contact.nodeCount; node++) {
    const second = nameAt(contact, node, 2 * number + 1);
    if (second == NAME_OF_FACE) continue;
    const place = edgePlace(side, mask, nameAt(contact, node, 2 * number), second, true);
    CellEdge.at(side.edges, place).count++;
    store<u32>(contact.places + ((<usize>node) << 2), place);
  }
  let first: u32 = 0;
  let stretch = side.vertexCount;
  for (let i: u32 = 0; i < side.edgeCount; i++) {
    const edge = CellEdge.at(side.edges, i);
    edge.lowPlace = vertexPlace(side, mask, edge.low);
    edge.highPlace = vertexPlace(side, mask, edge.high);
    edge.first = first;
    edge.stretch = stretch;
    first += edge.count;
    stretch += edge.count - 1;
    edge.count = 0;
  }
  side.stretchCount = stretch;
  for (let node: u32 = 0; node < contact.nodeCount; node++) {
    if (nameAt(contact, node, 2 * number + 1) == NAME_OF_FACE) continue;
    const edge = CellEdge.at(side.edges, load<u32>(contact.places + ((<usize>node) << 2)));
    store<u32>(side.onEdges + ((<usize>(edge.first + edge.count)) << 2), node);
    edge.count++;
  }
}

// @inline
function onEdge(side: ContactSideRecord, edge: CellEdge, i: u32): u32 {
  return load<u32>(side.onEdges + ((<usize>(edge.first + i)) << 2));
}

/** Sorts the points of an edge from its lower vertex on; false when doubles cannot tell their order. */
function sortAlong(contact: ContactRecord, side: ContactSideRecord, edge: CellEdge): bool {
  if (edge.count < 2) return true;
  copyVertex(side, edge.low, low);
  copyVertex(side, edge.high, high);
  let axis: usize = 0;
  let longest: f64 = -1;
  for (let k: usize = 0; k < 3; k++) {
    const length = abs(load<f64>(high + (k << 3)) - load<f64>(low + (k << 3)));
    if (length <= longest) continue;
    longest = length;
    axis = k;
  }
  const isUp = load<f64>(high + (axis << 3)) > load<f64>(low + (axis << 3));
  const coordinates = axis == 0 ? contact.x : axis == 1 ? contact.y : contact.z;
  const list = side.onEdges + ((<usize>edge.first) << 2);
  for (let i: u32 = 1; i < edge.count; i++) {
    const node = load<u32>(list + ((<usize>i) << 2));
    const value = load<f64>(coordinates + ((<usize>node) << 3));
    let at = i;
    while (at > 0) {
      const other = load<u32>(list + ((<usize>(at - 1)) << 2));
      const difference = value - load<f64>(coordinates + ((<usize>other) << 3));
      const error =
        load<f64>(contact.errors + ((<usize>node) << 3)) + load<f64>(contact.errors + ((<usize>other) << 3));
      if (!(abs(difference) > 2 * error)) return false;
      if (difference > 0 == isUp) break;
      store<u32>(list + ((<usize>at) << 2), other);
      at--;
    }
    store<u32>(list + ((<usize>at) << 2), node);
  }
  return true;
}

/** The stretch before the i-th point of an edge, from its lower vertex on; after the last one for i = count. */
// @inline
function stretchBefore(edge: CellEdge, i: u32): u32 {
  return i == 0 ? edge.lowPlace : i == edge.count ? edge.highPlace : edge.stretch + i - 1;
}

/** Adds the points of an edge of a triangle, from the corner at a place on, to the ring; returns how long it is then. */
function addEdge(contact: ContactRecord, side: ContactSideRecord, place: u32, from: u32, length: u32): u32 {
  if (place == NONE) return length;
  const edge = CellEdge.at(side.edges, place);
  const isUp = edge.lowPlace == from;
  let end = length;
  for (let i: u32 = 0; i < edge.count; i++) {
    const at = isUp ? i : edge.count - 1 - i;
    const item = ringAt(contact, end);
    const node = onEdge(side, edge, at);
    item.point = node;
    item.before = stretchBefore(edge, isUp ? at : at + 1);
    item.after = stretchBefore(edge, isUp ? at + 1 : at);
    item.isSeen = 0;
    store<u32>(contact.places + ((<usize>node) << 2), end++);
  }
  return end;
}

/** Lists corners and points on the way round a triangle; returns how many there are: three when no edge is cut. */
export function listRing(contact: ContactRecord, side: ContactSideRecord, place: u32): u32 {
  let length: u32 = 0;
  const corners = faceCorners(side, place);
  for (let k: usize = 0; k < 3; k++) {
    const corner = load<u32>(corners + (k << 2));
    const item = ringAt(contact, length++);
    item.point = INSIDE_VERTEX | corner;
    item.isSeen = 1;
    length = addEdge(contact, side, load<u32>(corners + 12 + (k << 2)), corner, length);
  }
  return length;
}

/** The triangle of one side in the pair that an end is of. */
// @inline
export function faceOfUse(contact: ContactRecord, number: u32, use: u32): u32 {
  return load<u32>(contact.pairs + ((<usize>(use >> 1)) << 3) + ((<usize>number) << 2));
}

/** Where the arcs through a triangle begin that leave from a point on its edge: of the two ends of pairs there, the one in it. */
export function firstUse(contact: ContactRecord, number: u32, face: u32, node: u32): u32 {
  const first = load<u32>(contact.uses + ((<usize>node) << 2));
  let use = first;
  while (faceOfUse(contact, number, use) != face) {
    use = load<u32>(contact.links + ((<usize>use) << 2));
    if (use == first) break;
  }
  return use;
}

/** The point at the other end of a pair. */
// @inline
export function acrossPair(contact: ContactRecord, use: u32): u32 {
  store<u8>(contact.isSeen + (use >> 1), 1);
  return load<u32>(contact.pairPoints + ((<usize>(use ^ 1)) << 2));
}

/** Whether a point lies inside triangles of a side, not on their edges. */
// @inline
export function isInFace(contact: ContactRecord, number: u32, node: u32): bool {
  return nameAt(contact, node, 2 * number + 1) == NAME_OF_FACE;
}

/** The end at which the arcs go on when a pair has been gone through from an end. */
// @inline
export function nextUse(contact: ContactRecord, use: u32): u32 {
  return load<u32>(contact.mates + ((<usize>(use ^ 1)) << 2));
}

/** The point on the edge of a triangle where the arcs end that begin at another. */
function partnerOf(contact: ContactRecord, number: u32, face: u32, from: u32): u32 {
  let use = firstUse(contact, number, face, from);
  let node = acrossPair(contact, use);
  while (isInFace(contact, number, node)) {
    use = nextUse(contact, use);
    node = acrossPair(contact, use);
  }
  return node;
}

/** Joins the stretches of a triangle that bound the same cell; false when its arcs do not begin and end on its edges. */
function joinStretches(contact: ContactRecord, side: ContactSideRecord, number: u32, place: u32): bool {
  const face = load<u32>(side.faces + ((<usize>place) << 2));
  const length = listRing(contact, side, place);
  for (let i: u32 = 0; i < length; i++) {
    const item = ringAt(contact, i);
    const next = ringAt(contact, i + 1 == length ? 0 : i + 1);
    if ((item.point & INSIDE_VERTEX) != 0) {
      if ((next.point & INSIDE_VERTEX) != 0)
        join(side.parents, item.point & ~INSIDE_VERTEX, next.point & ~INSIDE_VERTEX);
      continue;
    }
    const partner = partnerOf(contact, number, face, item.point);
    const end = load<u32>(contact.places + ((<usize>partner) << 2));
    if (end >= length || ringAt(contact, end).point != partner) return false;
    join(side.parents, item.before, ringAt(contact, end).after);
  }
  return true;
}

/** Labels the set of a stretch; false when it has the other label. */
export function setLabel(side: ContactSideRecord, stretch: u32, label: u8): bool {
  const root = rootOf(side.parents, stretch);
  const known = load<u8>(side.labels + root);
  store<u8>(side.labels + root, label);
  return known == 0 || known == label;
}

// @inline
export function labelOf(side: ContactSideRecord, stretch: u32): u8 {
  return load<u8>(side.labels + rootOf(side.parents, stretch));
}

/** Labels the stretches at each point of an edge. */
function labelEdge(contact: ContactRecord, side: ContactSideRecord, edge: CellEdge, inside: i32): bool {
  for (let i: u32 = 0; i < edge.count; i++) {
    const lowerSide = <i32>load<i8>(contact.lowerSides + onEdge(side, edge, i));
    const isBefore = lowerSide * inside < 0;
    const before = <u8>(isBefore ? CELL_INSIDE : CELL_OUTSIDE);
    const after = <u8>(isBefore ? CELL_OUTSIDE : CELL_INSIDE);
    if (!setLabel(side, stretchBefore(edge, i), before) || !setLabel(side, stretchBefore(edge, i + 1), after))
      return false;
  }
  return true;
}

function clearSide(contact: ContactRecord, side: ContactSideRecord): void {
  const bytes = (<usize>contact.slotMask + 1) << 2;
  memory.fill(side.faceSlots, 0xff, bytes);
  memory.fill(side.vertexSlots, 0xff, bytes);
  memory.fill(side.edgeSlots, 0xff, bytes);
  memory.fill(contact.isSeen, 0, contact.pairCount);
  side.faceCount = 0;
  side.vertexCount = 0;
  side.edgeCount = 0;
  side.loopCount = 0;
  side.smallCount = 0;
  side.flatCount = 0;
}

/** Joins the stretches of one side and labels them; `inside` is the winding number of what is inside the other surface. */
export function findStretches(contact: ContactRecord, side: ContactSideRecord, number: u32, inside: i32): bool {
  clearSide(contact, side);
  listFaces(contact, side, number);
  listEdges(contact, side, number);
  noteEdges(contact, side);
  for (let i: u32 = 0; i < side.edgeCount; i++) if (!sortAlong(contact, side, CellEdge.at(side.edges, i))) return false;
  for (let i: u32 = 0; i < side.stretchCount; i++) store<u32>(side.parents + ((<usize>i) << 2), i);
  memory.fill(side.labels, 0, side.stretchCount);
  for (let i: u32 = 0; i < side.faceCount; i++) if (!joinStretches(contact, side, number, i)) return false;
  for (let i: u32 = 0; i < side.edgeCount; i++)
    if (!labelEdge(contact, side, CellEdge.at(side.edges, i), inside)) return false;
  return true;
}

/** Lists a vertex for each stretch outside, and for each triangle with holes, which are outside: of the shell that has a part there. */
export function listOutside(side: ContactSideRecord): void {
  let count: usize = 0;
  for (let i: u32 = 0; i < side.vertexCount; i++) {
    if (labelOf(side, i) != CELL_OUTSIDE) continue;
    store<u32>(side.outside + (count++ << 2), load<u32>(side.vertices + ((<usize>i) << 2)));
  }
  for (let i: u32 = 0; i < side.edgeCount; i++) {
    const edge = CellEdge.at(side.edges, i);
    for (let k: u32 = 0; k + 1 < edge.count; k++)
      if (labelOf(side, edge.stretch + k) == CELL_OUTSIDE) store<u32>(side.outside + (count++ << 2), edge.low);
  }
  for (let place: usize = 0; place < side.faceCount; place++) {
    if (load<u32>(side.holes + (place << 2)) == 0) continue;
    const face = load<u32>(side.faces + (place << 2));
    store<u32>(side.outside + (count++ << 2), load<u32>(side.corners + <usize>face * 12));
  }
  side.outsideCount = <u32>count;
}
