/**
 * Which parts inside the other surface are connected by triangles in no pair, without listing these: walks from vertex to vertex, one from each
 * part, that take turns and stop as soon as no two of them can still meet.
 */
import { WalksInTurnRecord } from '../../../memory/generated/kernels/records';
import { join, rootOf } from '../../../mesh/kernels/surface';
import { faceMarkAt, openMarks, vertexMarkAt } from './walk-marks';

const NONE: u32 = 0xffffffff;
/** Vertices that a walk comes past before the next one continues. */
const STEPS: u32 = 64;

// @inline
function wordAt(list: usize, i: u32): u32 {
  return load<u32>(list + ((<usize>i) << 2));
}

// @inline
function setWord(list: usize, i: u32, value: u32): void {
  store<u32>(list + ((<usize>i) << 2), value);
}

/** Puts a vertex that a walk has reached on top of those that it is still to leave from. */
// @inline
function push(record: WalksInTurnRecord, vertex: u32, walk: u32, mark: u8): void {
  store<u8>(vertexMarkAt(record.marks, vertex), mark);
  setWord(record.walkOf, vertex, walk);
  setWord(record.below, vertex, wordAt(record.tops, walk));
  setWord(record.tops, walk, vertex);
}

/** Joins two walks that have met. */
function meet(record: WalksInTurnRecord, p: u32, q: u32): void {
  const a = rootOf(record.sets, p);
  const b = rootOf(record.sets, q);
  if (a == b) return;
  const own = wordAt(record.walking, a);
  const other = wordAt(record.walking, b);
  if (own > 0 && other > 0) record.setCount--;
  setWord(record.walking, join(record.sets, a, b), own + other);
}

/** A walk has nowhere left to go. */
function end(record: WalksInTurnRecord, walk: u32): void {
  const root = rootOf(record.sets, walk);
  const left = wordAt(record.walking, root) - 1;
  setWord(record.walking, root, left);
  if (left == 0) record.setCount--;
}

/** Continues a walk; false when it has nowhere left to go. */
function advance(record: WalksInTurnRecord, walk: u32, mark: u8): bool {
  for (let steps: u32 = 0; steps < STEPS; steps++) {
    const vertex = wordAt(record.tops, walk);
    if (vertex == NONE) return false;
    setWord(record.tops, walk, wordAt(record.below, vertex));
    const last = wordAt(record.neighbourStarts, vertex + 1);
    for (let i = wordAt(record.neighbourStarts, vertex); i < last; i++) {
      const face = wordAt(record.neighbours, i);
      const known = faceMarkAt(record.marks, record.vertexCount, face);
      if (load<u8>(known) == mark) continue;
      store<u8>(known, mark);
      const corners = record.corners + <usize>face * 12;
      for (let k: usize = 0; k < 12; k += 4) {
        const other = load<u32>(corners + k);
        if (load<u8>(vertexMarkAt(record.marks, other)) != mark) push(record, other, walk, mark);
        else if (wordAt(record.walkOf, other) != walk) meet(record, walk, wordAt(record.walkOf, other));
      }
    }
  }
  return wordAt(record.tops, walk) != NONE;
}

/** Joins in `sets` the walks that meet. */
export function walkInTurn(address: usize): void {
  const record = changetype<WalksInTurnRecord>(address);
  const mark = openMarks(record.marks, record.vertexCount, record.triangleCount);
  for (let i: u32 = 0; i < record.faceCount; i++)
    store<u8>(faceMarkAt(record.marks, record.vertexCount, wordAt(record.faces, i)), mark);
  let active = record.walkCount;
  record.setCount = active;
  for (let walk: u32 = 0; walk < active; walk++) {
    setWord(record.sets, walk, walk);
    setWord(record.walking, walk, 1);
    setWord(record.active, walk, walk);
    setWord(record.tops, walk, NONE);
  }
  for (let i: u32 = 0; i < record.startCount; i++) {
    const walk = wordAt(record.walksAt, i);
    if (walk != NONE) push(record, wordAt(record.starts, i), walk, mark);
  }
  while (record.setCount > 1) {
    let left: u32 = 0;
    for (let i: u32 = 0; i < active; i++) {
      const walk = wordAt(record.active, i);
      if (advance(record, walk, mark)) setWord(record.active, left++, walk);
      else end(record, walk);
    }
    active = left;
  }
}
