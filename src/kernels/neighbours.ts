/** Pairs of triangles around a vertex whose fan could not be certified: tested one by one, exactly. */
import { fanFrom, fanSize, fanTo, fanTriangles, readFan } from './fans';
import { addHit } from './hits';
import {
  GRID_CERTIFIED,
  GRID_SIGNS,
  JOB_PENETRATING,
  KIND_COPLANAR,
  KIND_NONE,
  KIND_TOUCHING,
  OBJECT_TRIANGLE_START,
  OBJECT_VERTEX_START,
} from './layout';
import { control, stopped } from './memory';
import { exactPoint } from './objects';
import { reserveScratch } from './scratch';
import { edgePairKind, vertexPairKind } from './triangle-pair';

/** Pairs tested by this thread since the job began. */
export let neighbourTests: u64 = 0;

export function openNeighbours(): void {
  neighbourTests = 0;
}

let first: usize = 0;
let second: usize = 0;

export function bindNeighbours(): void {
  first = reserveScratch(72);
  second = reserveScratch(72);
}

/** Two triangles at `vertex` that share the further vertex `common`; each has one vertex of its own. */
function testEdgePair(object: usize, vertex: u32, common: u32, ownA: u32, ownB: u32): i32 {
  exactPoint(object, vertex, first);
  exactPoint(object, common, first + 24);
  exactPoint(object, ownA, first + 48);
  memory.copy(second, first, 48);
  exactPoint(object, ownB, second + 48);
  neighbourTests++;
  return edgePairKind(first, second);
}

function testVertexPair(object: usize, bFrom: u32, bTo: u32): i32 {
  memory.copy(second, first, 24);
  exactPoint(object, bFrom, second + 24);
  exactPoint(object, bTo, second + 48);
  neighbourTests++;
  return vertexPairKind(first, second);
}

/**
 * The kind of a pair of triangles at `vertex`, or KIND_NONE when they do not collide or another vertex answers for
 * them: pairs that share an edge are tested at its lower vertex, duplicates at the lowest.
 */
function neighbourKind(object: usize, vertex: u32, aFrom: u32, aTo: u32, bFrom: u32, bTo: u32, certified: usize): i32 {
  const fromShared = aFrom == bFrom || aFrom == bTo;
  const toShared = aTo == bFrom || aTo == bTo;
  if (fromShared && toShared) return vertex < aFrom && vertex < aTo ? KIND_COPLANAR : KIND_NONE;
  if (fromShared || toShared) {
    const common = fromShared ? aFrom : aTo;
    if (vertex > common || load<u8>(certified + <usize>common) != 0) return KIND_NONE;
    return testEdgePair(object, vertex, common, fromShared ? aTo : aFrom, bFrom == common ? bTo : bFrom);
  }
  exactPoint(object, vertex, first);
  exactPoint(object, aFrom, first + 24);
  exactPoint(object, aTo, first + 48);
  return testVertexPair(object, bFrom, bTo);
}

function testFan(object: usize, vertex: u32, certified: usize): void {
  readFan(object, vertex);
  const start = load<u32>(object, OBJECT_TRIANGLE_START);
  const signs = <usize>control(GRID_SIGNS) + <usize>start;
  const penetrating = control(JOB_PENETRATING) != 0;
  for (let i: u32 = 0; i + 1 < fanSize; i++) {
    const a = load<u32>(fanTriangles + (<usize>i << 2));
    if (load<u8>(signs + <usize>a) == 0) continue;
    if ((i & 63) == 63 && stopped()) return;
    const aFrom = load<u32>(fanFrom + (<usize>i << 2));
    const aTo = load<u32>(fanTo + (<usize>i << 2));
    for (let j = i + 1; j < fanSize; j++) {
      const b = load<u32>(fanTriangles + (<usize>j << 2));
      if (load<u8>(signs + <usize>b) == 0) continue;
      const bFrom = load<u32>(fanFrom + (<usize>j << 2));
      const bTo = load<u32>(fanTo + (<usize>j << 2));
      const kind = neighbourKind(object, vertex, aFrom, aTo, bFrom, bTo, certified);
      if (kind == KIND_NONE || (penetrating && kind == KIND_TOUCHING)) continue;
      addHit(start + a, start + b, kind);
    }
  }
}

/** Tests the fans of the vertices from..to that are not certified. */
export function testNeighbours(object: usize, from: u32, to: u32): void {
  const certified = <usize>control(GRID_CERTIFIED) + <usize>load<u32>(object, OBJECT_VERTEX_START);
  for (let vertex = from; vertex < to; vertex++) {
    if (load<u8>(certified + <usize>vertex) == 0) testFan(object, vertex, certified);
  }
}
