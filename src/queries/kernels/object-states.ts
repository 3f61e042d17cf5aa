/**
 * Objects between queries, many at a time: placing them, looking them over, and making the object table of a job from them.
 *
 * `states` is always a list of addresses, a u32 each, of STATE records.
 */

import {
  FORMAT_F32,
  FORMAT_PLACED,
  OBJECTS_PER_PIECE,
  PIECE_OBJECTS,
  SINGULAR_NO,
  SINGULAR_UNKNOWN,
} from '../../memory/constants';
import {
  MeshRecord,
  ObjectRecord,
  PieceRecord,
  StateRecord,
  SurveyRecord,
} from '../../memory/generated/kernels/records';
import { keepsAreas, sizeOfDeterminant, valueOfDeterminant } from '../keep/kernels/placed-areas';

const LARGEST: f64 = 1.8092513943330656e75; // 2^250
const BOX_SLACK: f64 = 3.552713678800501e-15; // 2^-48

// @inline
function stateAt(states: usize, index: u32): StateRecord {
  return StateRecord.at(load<u32>(states + ((<usize>index) << 2)), 0);
}

// @inline
function meshOf(state: StateRecord): MeshRecord {
  return MeshRecord.at(state.mesh, 0);
}

/** Whether sixteen numbers are finite, the last row 0 0 0 1. */
function isPlace(m: usize): bool {
  // Differences with themselves are 0 for finite numbers, and NaN for others.
  let sum: f64 = 0;
  for (let i: usize = 0; i < 128; i += 8) {
    const value = load<f64>(m + i);
    sum += value - value;
  }
  return sum == 0 && load<f64>(m, 24) == 0 && load<f64>(m, 56) == 0 && load<f64>(m, 88) == 0 && load<f64>(m, 120) == 1;
}

function isIdentity(m: usize): bool {
  for (let i: usize = 0; i < 16; i++) if (load<f64>(m + (i << 3)) != (i % 5 == 0 ? 1.0 : 0.0)) return false;
  return true;
}

/** How far one coordinate of a placed box may be from 0; `box` is low x y z, high x y z. */
// @inline
function sizeOfRow(m: usize, box: usize): f64 {
  let size = abs(load<f64>(m, 96));
  for (let column: usize = 0; column < 3; column++) {
    const factor = load<f64>(m + (column << 5));
    const at = box + (column << 3);
    size += max(abs(factor * load<f64>(at)), abs(factor * load<f64>(at, 24)));
  }
  return size;
}

/** The same numbers as tryPlacedBox in src/mesh/placement.ts. */
function placeBox(m: usize, box: usize, out: usize): void {
  for (let row: usize = 0; row < 24; row += 8) {
    let low = load<f64>(m + row, 96);
    let high = low;
    for (let column: usize = 0; column < 3; column++) {
      const factor = load<f64>(m + row + (column << 5));
      const at = box + (column << 3);
      const a = factor * load<f64>(at);
      const b = factor * load<f64>(at, 24);
      low += min(a, b);
      high += max(a, b);
    }
    const slack = sizeOfRow(m + row, box) * BOX_SLACK;
    store<f64>(out + row, low - slack);
    store<f64>(out + row, high + slack, 24);
  }
}

/** The first object that cannot simply be placed, or not there; `count` when there is none. `matrices` are 16 f64 each. */
export function firstNotPlaceable(states: usize, count: u32, matrices: usize): u32 {
  for (let i: u32 = 0; i < count; i++) {
    const state = stateAt(states, i);
    const m = matrices + ((<usize>i) << 7);
    if (state.isSpecial != 0 || !isPlace(m)) return i;
    const box = state.restBox;
    // False for numbers that are none.
    const isInRange =
      sizeOfRow(m, box) <= LARGEST && sizeOfRow(m + 8, box) <= LARGEST && sizeOfRow(m + 16, box) <= LARGEST;
    if (!isInRange) return i;
  }
  return count;
}

function isSameMatrix(a: usize, b: usize): bool {
  for (let i: usize = 0; i < 128; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false;
  return true;
}

/** Places objects that were found placeable. Those that change get the numbers behind `stamp`, in order. */
export function placeObjects(states: usize, count: u32, matrices: usize, stamp: f64): void {
  for (let i: u32 = 0; i < count; i++) {
    const state = stateAt(states, i);
    const m = matrices + ((<usize>i) << 7);
    const stands = isIdentity(m);
    if (stands ? state.isPlaced == 0 : state.isPlaced != 0 && isSameMatrix(m, state.matrix)) continue;
    state.isPlaced = u32(!stands);
    state.version = state.stamp = stamp + <f64>(i + 1);
    if (stands) {
      for (let k: usize = 0; k < 16; k++) store<f64>(state.matrix + (k << 3), k % 5 == 0 ? 1.0 : 0.0);
      memory.copy(state.box, state.restBox, 48);
      state.singular = SINGULAR_NO;
      continue;
    }
    for (let k: usize = 0; k < 128; k += 16) v128.store(state.matrix + k, v128.load(m + k));
    placeBox(m, state.restBox, state.box);
    state.singular = isSurelyInvertible(m) ? SINGULAR_NO : SINGULAR_UNKNOWN;
  }
}

/** As the filter of isSingular in src/mesh/placement.ts: false when it takes more than floating point to tell. */
function isSurelyInvertible(m: usize): bool {
  const size = sizeOfDeterminant(m);
  return size > 1e-280 && size < 1e300 && abs(valueOfDeterminant(m)) > size * BOX_SLACK;
}

/** Looks at all objects once. */
export function surveyObjects(states: usize, count: u32, at: usize): void {
  const survey = SurveyRecord.at(at, 0);
  let lowXY = f64x2.splat(Infinity);
  let lowZ = Infinity;
  let highX = -Infinity;
  let highYZ = f64x2.splat(-Infinity);
  let clusters: u32 = 0;
  let unclustered: u32 = 0;
  let thin: u32 = 0;
  let notSingle: u32 = 0;
  let masked: u32 = 0;
  let tiny: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const state = stateAt(states, i);
    const mesh = meshOf(state);
    const box = state.box;
    lowXY = f64x2.pmin(lowXY, v128.load(box));
    lowZ = min(lowZ, load<f64>(box, 16));
    highX = max(highX, load<f64>(box, 24));
    highYZ = f64x2.pmax(highYZ, v128.load(box, 32));
    const placed = state.isPlaced != 0;
    notSingle += u32(placed || mesh.format != FORMAT_F32);
    masked += u32(state.category != 1 || state.mask != 0xffffffff);
    tiny += u32(state.hasTiny != 0);
    if (mesh.clusters == 0 || state.singular != SINGULAR_NO) {
      unclustered++;
      continue;
    }
    thin += u32(mesh.thinCount != 0 || (placed && !keepsAreas(state.matrix, state.restBox)));
    clusters += mesh.clusterCount;
  }
  v128.store(survey.box, lowXY);
  store<f64>(survey.box, lowZ, 16);
  store<f64>(survey.box, highX, 24);
  v128.store(survey.box, highYZ, 32);
  survey.clusterCount = clusters;
  survey.unclustered = unclustered;
  survey.thin = thin;
  survey.notSingle = notSingle;
  survey.masked = masked;
  survey.tiny = tiny;
}

/**
 * Writes the table of a job that searches objects by their clusters, and its pieces; all objects have clusters. `marks` has
 * the capacity that a survey determines. `map` is that of the job.
 */
export function writeClusteredTable(
  states: usize,
  count: u32,
  table: usize,
  pieces: usize,
  marks: usize,
  map: usize,
): void {
  const isUnmapped =
    load<f64>(map) == 0 && load<f64>(map, 8) == 0 && load<f64>(map, 16) == 0 && load<f64>(map, 24) == 1;
  let triangles: u32 = 0;
  let vertices: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const state = stateAt(states, i);
    const mesh = meshOf(state);
    const object = ObjectRecord.at(table, i);
    object.vertexCount = mesh.vertexCount;
    object.triangleCount = mesh.triangleCount;
    object.triangleStart = triangles;
    object.vertexStart = vertices;
    triangles += mesh.triangleCount;
    vertices += mesh.vertexCount;
    const placed = state.isPlaced != 0;
    object.rest = object.exact = mesh.rest;
    object.restFormat = mesh.format;
    object.exactFormat = placed ? FORMAT_PLACED : mesh.format;
    object.image = isUnmapped && !placed && mesh.format == FORMAT_F32 ? mesh.rest : 0;
    object.indices = mesh.indices;
    object.hasTiny = state.hasTiny;
    object.world = object.firstCorner = object.nextCorner = object.fans = 0;
    object.end = object.swept = 0;
    object.original = i;
    object.self = 1;
    object.unchanged = 0;
    object.category = state.category;
    object.mask = state.mask;
    object.clusters = mesh.clusters;
    object.leaf = 0;
    object.marks = marks;
    marks += (<usize>mesh.clusterCount) << 2;
    for (let k: usize = 0; k < 128; k += 16) v128.store(object.matrix + k, v128.load(state.matrix + k));
    v128.store(object.map, v128.load(map));
    v128.store(object.map, v128.load(map, 16), 16);
  }
  writePieces(pieces, count);
}

/** Writes the pieces that find the boxes of `count` objects. */
function writePieces(pieces: usize, count: u32): void {
  for (let from: u32 = 0, index: u32 = 0; from < count; from += OBJECTS_PER_PIECE, index++) {
    const piece = PieceRecord.at(pieces, index);
    piece.kind = PIECE_OBJECTS;
    piece.object = piece.from = from;
    piece.to = min<u32>(count, from + OBJECTS_PER_PIECE);
  }
}
