/**
 * Groups of the triangles of one side that lie inside the other surface: those of connected cells, and whole triangles beyond them, found by
 * walking from vertex to vertex over triangles that are in no pair. What is outside is never walked over.
 *
 * A walk goes on until it has nowhere left to go before the next begins. So where groups meet, the first to come there has reached a
 * vertex from which the other begins: a triangle of both would else have been reached by the first.
 */
import { FORMAT_F32 } from '../../../memory/constants';
import { ContactGroupsRecord, ContactRecord, ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { join, listNeighbours, rootOf } from '../../../mesh/kernels/surface';
import { GROUP_BYTES, INSIDE_VERTEX, SMALL_WORDS } from '../constants';
import { copyVertex, sideRecord } from './contact-points';
import { faceMarkAt, openMarks, vertexMarkAt } from './walk-marks';

const NONE: u32 = 0xffffffff;
const point = reserveScratch(24);

/** A group; TypeScript reads it, word by word. */
// @unmanaged
class CellGroup {
  /** Its box: low x y z, high x y z. */
  lowX: f64 = 0;
  lowY: f64 = 0;
  lowZ: f64 = 0;
  highX: f64 = 0;
  highY: f64 = 0;
  highZ: f64 = 0;
  /** The member that names it. */
  root: u32 = 0;
  /** Where its triangles end in `order`, and its whole ones in `reached`; those of the next begin there. */
  smallEnd: u32 = 0;
  reachedEnd: u32 = 0;
  /** The first contact point at its triangles, or NONE. */
  node: u32 = 0;
  /** Where the vertices end from which it walks. */
  startEnd: u32 = 0;
  unused: u32 = 0;

  // @inline
  static at(list: usize, i: u32): CellGroup {
    return changetype<CellGroup>(list + <usize>i * GROUP_BYTES);
  }

  // @inline
  add(x: f64, y: f64, z: f64): void {
    this.lowX = min<f64>(this.lowX, x);
    this.lowY = min<f64>(this.lowY, y);
    this.lowZ = min<f64>(this.lowZ, z);
    this.highX = max<f64>(this.highX, x);
    this.highY = max<f64>(this.highY, y);
    this.highZ = max<f64>(this.highZ, z);
  }
}

// @inline
function wordAt(list: usize, i: u32): u32 {
  return load<u32>(list + ((<usize>i) << 2));
}

// @inline
function setWord(list: usize, i: u32, value: u32): void {
  store<u32>(list + ((<usize>i) << 2), value);
}

/** The number of a member's group, or NONE. */
// @inline
function groupAt(record: ContactGroupsRecord, member: u32): u32 {
  return wordAt(record.groupOf, rootOf(record.parents, member));
}

/** Copies the sets of stretches, and adds loops, each a set by itself. */
function openSets(record: ContactGroupsRecord, side: ContactSideRecord): void {
  const count = record.memberCount;
  memory.copy(record.parents, side.parents, (<usize>side.stretchCount) << 2);
  for (let loop = side.stretchCount; loop < count; loop++) setWord(record.parents, loop, loop);
  memory.fill(record.groupOf, 0xff, (<usize>count) << 2);
}

/** Numbers the groups in the order of their first triangles, and lists the triangles group by group. */
function listGroups(record: ContactGroupsRecord, side: ContactSideRecord): void {
  const count = side.smallCount;
  let groups: u32 = 0;
  for (let t: u32 = 0; t < count; t++) {
    const member = load<u32>(side.small + ((<usize>t * SMALL_WORDS) << 2), 16);
    setWord(record.members, t, member);
    const root = rootOf(record.parents, member);
    let number = wordAt(record.groupOf, root);
    if (number == NONE) {
      number = groups++;
      setWord(record.groupOf, root, number);
      const group = CellGroup.at(record.groups, number);
      group.root = root;
      group.smallEnd = 0;
      group.reachedEnd = 0;
      group.startEnd = 0;
      group.node = NONE;
      group.lowX = group.lowY = group.lowZ = Infinity;
      group.highX = group.highY = group.highZ = -Infinity;
    }
    CellGroup.at(record.groups, number).smallEnd++;
  }
  record.groupCount = groups;
  let first: u32 = 0;
  for (let g: u32 = 0; g < groups; g++) {
    const group = CellGroup.at(record.groups, g);
    const own = group.smallEnd;
    group.smallEnd = first;
    first += own;
  }
  // Filling moves the end of each from where it begins to where the next does.
  for (let t: u32 = 0; t < count; t++) {
    const group = CellGroup.at(record.groups, groupAt(record, wordAt(record.members, t)));
    setWord(record.order, group.smallEnd++, t);
  }
}

/** The number of the point at a vertex by its place in the list; it is added if it is not there. */
function pointOf(record: ContactGroupsRecord, side: ContactSideRecord, place: u32): u32 {
  const known = wordAt(record.pointOf, place);
  if (known != NONE) return known;
  const number = record.addedCount++;
  const vertex = wordAt(side.vertices, place);
  setWord(record.pointOf, place, record.firstPoint + number);
  setWord(record.added, number, vertex);
  const at = (<usize>number) << 3;
  copyVertex(side, vertex, point);
  store<f64>(record.x + at, load<f64>(point));
  store<f64>(record.y + at, load<f64>(point, 8));
  store<f64>(record.z + at, load<f64>(point, 16));
  return record.firstPoint + number;
}

/** Writes corners and arcs of the triangles; vertices become points in the order of the triangles. */
function writeCorners(record: ContactGroupsRecord, side: ContactSideRecord): void {
  memory.fill(record.pointOf, 0xff, (<usize>side.vertexCount) << 2);
  record.addedCount = 0;
  for (let t: u32 = 0; t < side.smallCount; t++) {
    const small = side.small + ((<usize>t * SMALL_WORDS) << 2);
    const arcs = load<u32>(small, 20);
    setWord(record.faceOf, t, load<u32>(small, 12));
    for (let k: u32 = 0; k < 3; k++) {
      const corner = wordAt(small, k);
      const isVertex = (corner & INSIDE_VERTEX) != 0;
      setWord(record.corners, 3 * t + k, isVertex ? pointOf(record, side, corner & ~INSIDE_VERTEX) : corner);
      store<u8>(record.isArc + 3 * t + k, <u8>((arcs >> k) & 1));
    }
  }
}

/** Joins what is connected by contact points of the triangles of a group. */
function joinNodes(record: ContactGroupsRecord, contact: ContactRecord): void {
  let done: u32 = 0;
  for (let g: u32 = 0; g < record.groupCount; g++) {
    const group = CellGroup.at(record.groups, g);
    for (; done < group.smallEnd; done++) {
      const corners = record.corners + <usize>wordAt(record.order, done) * 12;
      for (let k: usize = 0; k < 12; k += 4) {
        const corner = load<u32>(corners + k);
        if (corner >= contact.nodeCount) continue;
        if (group.node == NONE) group.node = corner;
        else join(contact.components, group.node, corner);
      }
    }
  }
}

/** Writes the coordinates of the triangles group by group, and measures their boxes. */
function writePlaces(record: ContactGroupsRecord, contact: ContactRecord): void {
  let done: u32 = 0;
  let to = record.places;
  for (let g: u32 = 0; g < record.groupCount; g++) {
    const group = CellGroup.at(record.groups, g);
    for (; done < group.smallEnd; done++) {
      const t = wordAt(record.order, done);
      for (let k: u32 = 0; k < 3; k++, to += 24) {
        const corner = wordAt(record.corners, 3 * t + k);
        const isNode = corner < contact.nodeCount;
        const at = (<usize>(isNode ? corner : corner - record.firstPoint)) << 3;
        const x = load<f64>((isNode ? contact.x : record.x) + at);
        const y = load<f64>((isNode ? contact.y : record.y) + at);
        const z = load<f64>((isNode ? contact.z : record.z) + at);
        store<f64>(to, x);
        store<f64>(to, y, 8);
        store<f64>(to, z, 16);
        group.add(x, y, z);
      }
    }
  }
}

/** Lists the vertices from which each group walks, and marks them with `mark`. */
function listStarts(record: ContactGroupsRecord, side: ContactSideRecord, mark: u8): void {
  for (let place: u32 = 0; place < side.vertexCount; place++) {
    const number = groupAt(record, place);
    if (number != NONE) CellGroup.at(record.groups, number).startEnd++;
  }
  let first: u32 = 0;
  for (let g: u32 = 0; g < record.groupCount; g++) {
    const group = CellGroup.at(record.groups, g);
    const own = group.startEnd;
    group.startEnd = first;
    first += own;
  }
  for (let place: u32 = 0; place < side.vertexCount; place++) {
    const number = groupAt(record, place);
    if (number == NONE) continue;
    const vertex = wordAt(side.vertices, place);
    setWord(record.starts, CellGroup.at(record.groups, number).startEnd++, vertex);
    store<u8>(vertexMarkAt(record.marks, vertex), mark);
    setWord(record.placeOf, vertex, place);
  }
}

/** Walks on from all that is on the stack, over triangles that are in no pair and were not reached. */
function walk(record: ContactGroupsRecord, side: ContactSideRecord, group: CellGroup, height: u32, mark: u8): void {
  const isSingle = side.exactFormat == FORMAT_F32;
  let left = height;
  while (left > 0) {
    const vertex = wordAt(record.stack, --left);
    if (isSingle) {
      const at = side.exact + ((<usize>vertex) << 4);
      group.add(<f64>load<f32>(at), <f64>load<f32>(at, 4), <f64>load<f32>(at, 8));
    } else {
      const at = side.exact + <usize>vertex * 24;
      group.add(load<f64>(at), load<f64>(at, 8), load<f64>(at, 16));
    }
    const end = wordAt(record.neighbourStarts, vertex + 1);
    for (let i = wordAt(record.neighbourStarts, vertex); i < end; i++) {
      const face = wordAt(record.neighbours, i);
      const known = faceMarkAt(record.marks, record.vertexCount, face);
      if (load<u8>(known) == mark) continue;
      store<u8>(known, mark);
      setWord(record.reached, record.reachedCount++, face);
      const corners = side.corners + <usize>face * 12;
      for (let k: usize = 0; k < 12; k += 4) {
        const other = load<u32>(corners + k);
        const before = vertexMarkAt(record.marks, other);
        const beforeMark = load<u8>(before);
        if (beforeMark == mark) continue;
        if (beforeMark == mark + 1) {
          join(record.parents, group.root, wordAt(record.placeOf, other));
          continue;
        }
        store<u8>(before, mark);
        setWord(record.stack, left++, other);
      }
    }
  }
}

/** Lists the whole triangles that lie inside, walk by walk. Of the marks of a walk, one is for what was reached, and one for where groups begin. */
function walkAll(record: ContactGroupsRecord, side: ContactSideRecord): void {
  const mark = openMarks(record.marks, record.vertexCount, record.triangleCount);
  for (let i: u32 = 0; i < side.faceCount; i++)
    store<u8>(faceMarkAt(record.marks, record.vertexCount, wordAt(side.faces, i)), mark);
  listStarts(record, side, mark + 1);
  record.reachedCount = 0;
  let start: u32 = 0;
  for (let g: u32 = 0; g < record.groupCount; g++) {
    const group = CellGroup.at(record.groups, g);
    const count = group.startEnd - start;
    memory.copy(record.stack, record.starts + ((<usize>start) << 2), (<usize>count) << 2);
    walk(record, side, group, count, mark);
    group.reachedEnd = record.reachedCount;
    start = group.startEnd;
  }
}

let next: usize = 0;

/** Places for a list, whose memory TypeScript makes sure of. */
function place(bytes: usize): usize {
  const at = next;
  next = (at + bytes + 7) & ~7;
  return at;
}

// @inline
function words(count: u32): usize {
  return place((<usize>count) << 2);
}

/** Where neighbours lie from `starts` on: see neighbours.ts. */
function placeNeighbours(record: ContactGroupsRecord, starts: usize): usize {
  record.neighbourStarts = starts;
  record.neighbours = starts + ((<usize>record.vertexCount + 2) << 2);
  record.marks = record.neighbours + <usize>record.areaCount * 12;
  return record.marks + 4 + record.vertexCount + record.triangleCount;
}

/** Lays out the lists of a side whose cells were found; returns where they end. */
export function layOutGroups(address: usize): usize {
  const record = changetype<ContactGroupsRecord>(address);
  const side = sideRecord(changetype<ContactRecord>(record.contact), record.side);
  const small = side.smallCount;
  const added = min(3 * small, side.vertexCount);
  next = (record.start + 7) & ~7;
  record.smallCount = small;
  record.memberCount = side.stretchCount + side.loopCount;
  record.parents = words(record.memberCount);
  record.groupOf = words(record.memberCount);
  record.groups = place(<usize>small * GROUP_BYTES);
  record.groupCount = 0;
  record.order = words(small);
  record.faceOf = words(small);
  record.corners = words(3 * small);
  record.members = words(small);
  record.isArc = place(3 * small);
  record.places = place(record.walks == 0 ? 0 : <usize>small * 72);
  record.addedCount = 0;
  record.added = words(added);
  record.x = words(2 * added);
  record.y = words(2 * added);
  record.z = words(2 * added);
  record.pointOf = words(side.vertexCount);
  record.reachedCount = 0;
  record.isNew = 0;
  record.triangles = 0;
  if (record.walks == 0 || small == 0) return next;
  record.starts = words(side.vertexCount);
  record.placeOf = words(record.vertexCount);
  record.stack = words(record.vertexCount);
  record.reached = words(record.areaCount);
  record.isNew = u32(record.neighbourStarts == 0);
  if (record.areaCount < record.triangleCount) record.triangles = words(record.areaCount);
  const end = placeNeighbours(record, record.isNew != 0 ? next : record.neighbourStarts);
  return record.isNew != 0 ? end : next;
}

/** Lists the groups of a side that is laid out, and writes their triangles. */
export function findGroups(address: usize): void {
  const record = changetype<ContactGroupsRecord>(address);
  const contact = changetype<ContactRecord>(record.contact);
  const side = sideRecord(contact, record.side);
  openSets(record, side);
  listGroups(record, side);
  writeCorners(record, side);
  joinNodes(record, contact);
  if (record.walks == 0 || record.groupCount == 0) return;
  writePlaces(record, contact);
  if (record.isNew != 0) {
    listNeighbours(
      side.corners,
      record.triangles,
      record.areaCount,
      record.vertexCount,
      record.neighbourStarts,
      record.neighbours,
    );
    const marks = 4 + <usize>record.vertexCount + <usize>record.triangleCount;
    memory.fill(record.marks, 0, marks);
  }
  walkAll(record, side);
}
