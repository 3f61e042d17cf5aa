/** Triangles of the cells that lie inside the other surface. */
import { orient2dIn } from '../../../exact/kernels/predicates';
import { ContactRecord, ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { CELL_INSIDE, CELL_OUTSIDE, INSIDE_VERTEX } from '../constants';
import { cutEars, isTooLong, nextCorner, noteRepeat, openHole, openPolygon, turnOfPolygon } from './cell-polygon';
import { isLeftInside } from './contact-mates';
import { copyVertex, sideRecord } from './contact-points';
import {
  acrossPair,
  facePlace,
  findStretches,
  firstUse,
  isInFace,
  labelOf,
  listOutside,
  listRing,
  nextUse,
  ringAt,
  setLabel,
} from './contact-stretches';

const POINT: usize = 24;

// @unmanaged
class Cells {
  contact: usize = 0;
  side: usize = 0;
  number: u32 = 0;
  /** The face that is looked at, and two axes in which it turns counter-clockwise. */
  face: u32 = 0;
  u: u32 = 0;
  v: u32 = 0;
}

const cells = changetype<Cells>(reserveScratch(offsetof<Cells>()));
const triangle = reserveScratch(3 * POINT);
const vertex = reserveScratch(POINT);

function open(contact: ContactRecord, side: ContactSideRecord, number: u32): void {
  cells.contact = changetype<usize>(contact);
  cells.side = changetype<usize>(side);
  cells.number = number;
}

// @inline
function theContact(): ContactRecord {
  return changetype<ContactRecord>(cells.contact);
}

// @inline
function theSide(): ContactSideRecord {
  return changetype<ContactSideRecord>(cells.side);
}

/** Chooses the axes for a face; false when it has no area along any. */
function openFace(face: u32): bool {
  const side = theSide();
  cells.face = face;
  for (let k: usize = 0; k < 3; k++)
    copyVertex(side, load<u32>(side.corners + <usize>face * 12 + (k << 2)), triangle + k * POINT);
  let best: f64 = -1;
  let axis: u32 = 0;
  for (let w: u32 = 0; w < 3; w++) {
    const u = (<usize>((w + 1) % 3)) << 3;
    const v = (<usize>((w + 2) % 3)) << 3;
    const size = abs(
      (load<f64>(triangle + POINT + u) - load<f64>(triangle + u)) *
        (load<f64>(triangle + 2 * POINT + v) - load<f64>(triangle + v)) -
        (load<f64>(triangle + POINT + v) - load<f64>(triangle + v)) *
          (load<f64>(triangle + 2 * POINT + u) - load<f64>(triangle + u)),
    );
    if (size <= best) continue;
    best = size;
    axis = w;
  }
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const turn = orient2dIn(triangle, triangle + POINT, triangle + 2 * POINT, (<usize>u) << 3, (<usize>v) << 3);
  cells.u = turn > 0 ? u : v;
  cells.v = turn > 0 ? v : u;
  return turn != 0;
}

// @inline
function coordinate(node: u32, axis: u32): f64 {
  const contact = theContact();
  const values = axis == 0 ? contact.x : axis == 1 ? contact.y : contact.z;
  return load<f64>(values + ((<usize>node) << 3));
}

/** Adds a corner of the polygon: a contact point, or INSIDE_VERTEX and the place of a vertex. */
function addCorner(point: u32, isArc: bool): void {
  const corner = nextCorner();
  corner.point = point;
  corner.isArc = u32(isArc);
  if ((point & INSIDE_VERTEX) == 0) {
    corner.u = coordinate(point, cells.u);
    corner.v = coordinate(point, cells.v);
    corner.error = load<f64>(theContact().errors + ((<usize>point) << 3));
    if (load<u8>(theContact().useCounts + point) > 2) noteRepeat();
    return;
  }
  const side = theSide();
  copyVertex(side, load<u32>(side.vertices + ((<usize>(point & ~INSIDE_VERTEX)) << 2)), vertex);
  corner.u = load<f64>(vertex + ((<usize>cells.u) << 3));
  corner.v = load<f64>(vertex + ((<usize>cells.v) << 3));
  corner.error = 0;
}

/** Adds the corners of the cell after a point of the ring; false when its boundary does not close. */
function followCell(length: u32, from: u32): bool {
  const contact = theContact();
  let at = from;
  for (;;) {
    ringAt(contact, at).isSeen = 1;
    addCorner(ringAt(contact, at).point, false);
    at = at + 1 == length ? 0 : at + 1;
    while ((ringAt(contact, at).point & INSIDE_VERTEX) != 0) {
      addCorner(ringAt(contact, at).point, false);
      at = at + 1 == length ? 0 : at + 1;
    }
    let node = ringAt(contact, at).point;
    let use = firstUse(contact, cells.number, cells.face, node);
    addCorner(node, true);
    node = acrossPair(contact, use);
    while (isInFace(contact, cells.number, node)) {
      addCorner(node, true);
      use = nextUse(contact, use);
      node = acrossPair(contact, use);
    }
    at = load<u32>(contact.places + ((<usize>node) << 2));
    if (at == from) break;
    // A cell comes past each point once.
    if (ringAt(contact, at).isSeen != 0) return false;
  }
  return true;
}

/** Adds the corners of arcs that close within a face, with what is inside on the left; false when they are not in the face. */
function followLoop(first: u32): bool {
  const contact = theContact();
  const number = cells.number;
  const start = isLeftInside(contact, number, first) ? first : first ^ 1;
  let use = start;
  do {
    const node = acrossPair(contact, use);
    if (!isInFace(contact, number, node)) return false;
    addCorner(node, true);
    use = nextUse(contact, use);
  } while (use != start && !isTooLong());
  return use == start;
}

// @inline
function holeAt(place: u32): usize {
  return theSide().holes + ((<usize>place) << 2);
}

/** Where the hole of the same face after one is noted: behind the places of points, which are at most as many as pairs. */
// @inline
function nextHoleAt(pair: u32): usize {
  const contact = theContact();
  return contact.places + ((<usize>(contact.pairCount + pair)) << 2);
}

/** Adds the holes of a face, which all lie in the polygon. */
function addHoles(place: u32): bool {
  for (let next = load<u32>(holeAt(place)); next != 0; ) {
    const pair = next - 1;
    openHole();
    if (!followLoop(pair << 1)) return false;
    next = load<u32>(nextHoleAt(pair));
  }
  return true;
}

/** A triangle whose edges are not cut, with holes: it lies inside but for them. */
function triangulateWhole(face: u32, place: u32): bool {
  const contact = theContact();
  if (!openFace(face)) return false;
  openPolygon(contact.polygon);
  for (let at: u32 = 0; at < 3; at++) addCorner(ringAt(contact, at).point, false);
  return addHoles(place) && cutEars(theSide(), face, ringAt(contact, 0).point & ~INSIDE_VERTEX);
}

/** The cells inside of a triangle whose edges are cut. Holes are in the only one. */
function triangulateCut(face: u32, place: u32, length: u32): bool {
  const contact = theContact();
  const side = theSide();
  const hasHoles = load<u32>(holeAt(place)) != 0;
  let count = 0;
  if (!openFace(face)) return false;
  for (let at: u32 = 0; at < length; at++) {
    const item = ringAt(contact, at);
    if (item.isSeen != 0 || labelOf(side, item.after) != CELL_INSIDE) continue;
    if (hasHoles && count++ > 0) return false;
    openPolygon(contact.polygon);
    if (!followCell(length, at)) return false;
    if (hasHoles && !addHoles(place)) return false;
    if (!cutEars(side, face, item.after)) return false;
  }
  return !hasHoles || count == 1;
}

function triangulateCells(): bool {
  const contact = theContact();
  const side = theSide();
  for (let place: u32 = 0; place < side.faceCount; place++) {
    const face = load<u32>(side.faces + ((<usize>place) << 2));
    const length = listRing(contact, side, place);
    if (length > 3) {
      if (!triangulateCut(face, place, length)) return false;
    } else if (load<u32>(holeAt(place)) != 0 && !triangulateWhole(face, place)) return false;
  }
  return true;
}

/** Says where what lies round a loop of a face is, if no edge of the face is cut; otherwise these say so. */
function labelAround(place: u32, label: u8): bool {
  const contact = theContact();
  const side = theSide();
  if (listRing(contact, side, place) > 3) return true;
  for (let at: u32 = 0; at < 3; at++)
    if (!setLabel(side, ringAt(contact, at).point & ~INSIDE_VERTEX, label)) return false;
  return true;
}

/** Arcs that close within a face: what is inside lies in them, or round them, and then they are holes. */
function triangulateLoops(): bool {
  const contact = theContact();
  const side = theSide();
  memory.fill(side.holes, 0, (<usize>side.faceCount) << 2);
  memory.fill(side.hasLoops, 0, side.faceCount);
  for (let pair: u32 = 0; pair < contact.pairCount; pair++) {
    if (load<u8>(contact.isSeen + pair)) continue;
    const face = load<u32>(contact.pairs + ((<usize>pair) << 3) + ((<usize>cells.number) << 2));
    const place = facePlace(contact, side, face);
    openPolygon(contact.polygon);
    if (!openFace(face) || !followLoop(pair << 1)) return false;
    const turn = turnOfPolygon();
    if (turn == 0) return false;
    if (turn < 0) {
      store<u32>(nextHoleAt(pair), load<u32>(holeAt(place)));
      store<u32>(holeAt(place), pair + 1);
    } else {
      if (!cutEars(side, face, side.stretchCount + side.loopCount)) return false;
      side.loopCount++;
      store<u8>(side.hasLoops + place, 1);
    }
    if (!labelAround(place, <u8>(turn < 0 ? CELL_INSIDE : CELL_OUTSIDE))) return false;
  }
  return areHolesPlaced();
}

/** A hole in a face with other loops could be in one of these. */
function areHolesPlaced(): bool {
  const side = theSide();
  for (let place: u32 = 0; place < side.faceCount; place++)
    if (load<u8>(side.hasLoops + place) != 0 && load<u32>(holeAt(place)) != 0) return false;
  return true;
}

/**
 * Finds the cells of one side of a contact in general position: sets of stretches with their labels, and the triangles of what
 * lies inside. False when doubles cannot tell, or where arcs leave holes in what lies inside: then triangles have to be cut.
 */
export function findCells(address: usize, number: u32): bool {
  const contact = changetype<ContactRecord>(address);
  const side = sideRecord(contact, number);
  if (!findStretches(contact, side, number, sideRecord(contact, 1 - number).inside)) return false;
  open(contact, side, number);
  if (!triangulateLoops() || !triangulateCells()) return false;
  listOutside(side);
  return true;
}
