/**
 * How arcs go on at the points of a contact in general position: within the triangle that a point lies in, each end of a pair there
 * has a mate, and what is inside the other surface lies between the two.
 *
 * Nearly always an edge has two triangles, and so two pairs end at a point. Where a skin meets itself along an edge, there are four
 * or more. Seen on the triangle that the point lies in, the arcs that leave it have what is inside on their left or on
 * their right; one with it on the left is the mate of the next to the left, which is found by the order of the triangles round the
 * edge.
 */
import { orient3d, setWide } from '../../../exact/kernels/predicates';
import { ContactRecord, ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NAME_OF_FACE } from '../constants';
import { copyVertex, nameAt, sideRecord } from './contact-points';

const NONE: u32 = 0xffffffff;
const POINT: usize = 24;
/** The edge, from behind the triangle to in front of it, and corners across from it: of an end, and of two that are compared. */
const from = reserveScratch(POINT);
const to = reserveScratch(POINT);
const across = reserveScratch(POINT);
const first = reserveScratch(POINT);
const second = reserveScratch(POINT);

/** Whether the edge of a triangle runs from the lower vertex to the higher. */
function runsUp(side: ContactSideRecord, face: u32, lower: u32, higher: u32): bool {
  const at = side.corners + <usize>face * 12;
  for (let k: usize = 0; k < 3; k++)
    if (load<u32>(at + (k << 2)) == lower && load<u32>(at + ((k == 2 ? 0 : k + 1) << 2)) == higher) return true;
  return false;
}

/**
 * Whether the line in which two triangles f of a and g of b meet, in the direction n_f × n_g, begins at a point. Left of it, seen on f,
 * is behind g; seen on g, in front of f. So it enters f where an edge of f comes from behind g, and g where one of g
 * comes from in front of f.
 */
function isBeginning(contact: ContactRecord, pair: u32, node: u32): bool {
  const own: u32 = nameAt(contact, node, 1) == NAME_OF_FACE ? 1 : 0;
  const face = load<u32>(contact.pairs + ((<usize>pair) << 3) + ((<usize>own) << 2));
  const lower = nameAt(contact, node, 2 * own);
  const higher = nameAt(contact, node, 2 * own + 1);
  const isUp = runsUp(sideRecord(contact, own), face, lower, higher);
  const isLowerFront = load<i8>(contact.lowerSides + node) > 0;
  const comesFromFront = isUp == isLowerFront;
  return own == 0 ? !comesFromFront : comesFromFront;
}

/**
 * Whether what is inside the other surface lies left of the pair that begins with an end, seen on the triangle of one side.
 * Seen on a, what lies left of the line is behind b's triangle; seen on b, in front of a's.
 */
export function isLeftInside(contact: ContactRecord, number: u32, use: u32): bool {
  const node = load<u32>(contact.pairPoints + ((<usize>use) << 2));
  const isLeft = (number == 0) == sideRecord(contact, 1 - number).inside > 0;
  return isBeginning(contact, use >> 1, node) == isLeft;
}

// @inline
function linkOf(contact: ContactRecord, use: u32): u32 {
  return load<u32>(contact.links + ((<usize>use) << 2));
}

// @inline
function setMate(contact: ContactRecord, use: u32, mate: u32): void {
  store<u32>(contact.mates + ((<usize>use) << 2), mate);
}

/** Copies the corner across from the edge of the triangle that an end is of. */
function copyAcross(contact: ContactRecord, owner: u32, use: u32, lower: u32, higher: u32, out: usize): void {
  const side = sideRecord(contact, owner);
  const face = load<u32>(contact.pairs + ((<usize>(use >> 1)) << 3) + ((<usize>owner) << 2));
  const at = side.corners + <usize>face * 12;
  let corner = load<u32>(at);
  for (let k: usize = 4; k < 12 && (corner == lower || corner == higher); k += 4) corner = load<u32>(at + k);
  copyVertex(side, corner, out);
}

/** The next end with what is inside on its right, to the left of one that has it on its left; NONE when they are in one plane. */
function mateOf(contact: ContactRecord, node: u32, use: u32): u32 {
  const number: u32 = nameAt(contact, node, 1) == NAME_OF_FACE ? 0 : 1;
  const owner = 1 - number;
  const lower = <u32>nameAt(contact, node, 2 * owner);
  const higher = <u32>nameAt(contact, node, 2 * owner + 1);
  const isUp = load<i8>(contact.lowerSides + node) < 0;
  copyVertex(sideRecord(contact, owner), isUp ? lower : higher, from);
  copyVertex(sideRecord(contact, owner), isUp ? higher : lower, to);
  copyAcross(contact, owner, use, lower, higher, across);
  let best = NONE;
  let isBestNear = false;
  for (let other = linkOf(contact, use); other != use; other = linkOf(contact, other)) {
    if (isLeftInside(contact, number, other)) continue;
    copyAcross(contact, owner, other, lower, higher, second);
    const turn = orient3d(to, across, second, from);
    if (turn == 0) return NONE;
    const isNear = turn > 0;
    if (best != NONE) {
      if (isNear != isBestNear) {
        if (isBestNear) continue;
      } else {
        copyAcross(contact, owner, best, lower, higher, first);
        const order = orient3d(to, second, first, from);
        if (order == 0) return NONE;
        if (order < 0) continue;
      }
    }
    best = other;
    isBestNear = isNear;
  }
  return best;
}

/** Where more than two pairs end. */
function pairMany(contact: ContactRecord, node: u32): bool {
  const number: u32 = nameAt(contact, node, 1) == NAME_OF_FACE ? 0 : 1;
  const start = load<u32>(contact.uses + ((<usize>node) << 2));
  let use = start;
  do {
    setMate(contact, use, NONE);
    use = linkOf(contact, use);
  } while (use != start);
  do {
    if (isLeftInside(contact, number, use)) {
      const mate = mateOf(contact, node, use);
      if (mate == NONE || load<u32>(contact.mates + ((<usize>mate) << 2)) != NONE) return false;
      setMate(contact, use, mate);
      setMate(contact, mate, use);
    }
    use = linkOf(contact, use);
  } while (use != start);
  do {
    if (load<u32>(contact.mates + ((<usize>use) << 2)) == NONE) return false;
    use = linkOf(contact, use);
  } while (use != start);
  return true;
}

/** Finds all mates; false where ends do not come in twos. */
export function findMates(contact: ContactRecord): bool {
  for (let node: u32 = 0; node < contact.nodeCount; node++) {
    const count = load<u8>(contact.useCounts + node);
    if ((count & 1) != 0) return false;
    if (count > 2) {
      if (!pairMany(contact, node)) return false;
      continue;
    }
    const use = load<u32>(contact.uses + ((<usize>node) << 2));
    const other = linkOf(contact, use);
    setMate(contact, use, other);
    setMate(contact, other, use);
  }
  return true;
}

/** Readies a contact in general position for its cells. */
export function openCells(address: usize): bool {
  setWide(false);
  return findMates(changetype<ContactRecord>(address));
}
