/**
 * What is told of each contact: distance, nearest points and their coordinates, normal, side; and which lowest features hold
 * the nearest points, so that of the contacts that share them one leads.
 */
import { mayMeet, measured, measureFeatures } from '../../../exact/kernels/feature-distance';
import { orient3d } from '../../../exact/kernels/predicates';
import { contactsJob, ImpactRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../../impacts/constants';
import { meetNow } from '../../impacts/kernels/exact-start';
import {
  FEATURES_BYTES,
  openReportedFeatures,
  reportedA,
  reportedB,
  reportedVertices,
  reportFeatures,
  takeReportedFeatures,
  VERTICES_BYTES,
} from '../../impacts/kernels/reported-features';

const POINT: usize = 24;
/** Tells triangles from vertices in `holders`. */
const FACE: u32 = 0x80000000;

const four = reserveScratch(4 * POINT);
const normal = reserveScratch(POINT);
/** Scene-wide numbers of the four points. */
const vertices = reserveScratch(16);

/** Takes memory for the lists of the answer. */
export function takeLists(): void {
  const count = <usize>contactsJob.count;
  contactsJob.features = <u32>takeReportedFeatures(contactsJob.count);
  contactsJob.vertices = <u32>(contactsJob.features + count * FEATURES_BYTES);
  contactsJob.kinds = <u32>(contactsJob.vertices + count * VERTICES_BYTES);
  contactsJob.distances = takeDoubles(1);
  contactsJob.normals = takeDoubles(3);
  contactsJob.coordinates = takeDoubles(2);
  contactsJob.points = takeDoubles(6);
  contactsJob.holders = takeDoubles(2);
  contactsJob.sides = <u32>take(<u64>count);
  contactsJob.leads = <u32>take(<u64>count);
}

/** Allocates `width` doubles for each contact. */
function takeDoubles(width: u32): u32 {
  return <u32>take((<u64>contactsJob.count * width) << 3);
}

/** Reads the four points of a pair that has just been told. */
function readFour(i: u32, isFace: bool): void {
  const own = reportedVertices(i);
  const a = reportedA();
  const b = reportedB();
  for (let slot: usize = 0; slot < 4; slot++) {
    const object = slot == 0 || (slot == 1 && !isFace) ? a : b;
    const vertex = load<u32>(own + 4 * slot);
    exactPoint(object, vertex, four + slot * POINT);
    store<u32>(vertices + 4 * slot, vertex + object.vertexStart);
  }
}

// @inline
function point(slot: usize, k: usize): f64 {
  return load<f64>(four + slot * POINT + 8 * k);
}

// @inline
function vertexOf(slot: usize): u32 {
  return load<u32>(vertices + 4 * slot);
}

/** The sign of (b1 − b0) × (b2 − b0) · (a − b0), or of (a1 − a0) × (b1 − b0) · (a0 − b0). */
function sideOf(isFace: bool): i32 {
  if (isFace) return -orient3d(four + POINT, four + 2 * POINT, four + 3 * POINT, four);
  return -orient3d(four + POINT, four + 3 * POINT, four + 2 * POINT, four);
}

/** Makes a vector of length 1, whatever its size; false when it is zero. */
function normalize(x: f64, y: f64, z: f64): bool {
  const size = max(max(abs(x), abs(y)), abs(z));
  if (!(size > 0)) return false;
  const u = x / size;
  const v = y / size;
  const w = z / size;
  const length = Math.sqrt(u * u + v * v + w * w);
  store<f64>(normal, u / length);
  store<f64>(normal, v / length, 8);
  store<f64>(normal, w / length, 16);
  return true;
}

/** The normal of the face, or of both edges; scaled first, so that products neither overflow nor vanish. */
function planeNormal(isFace: bool, side: i32): bool {
  const from: usize = isFace ? 1 : 0;
  const uTo: usize = isFace ? 2 : 1;
  const vFrom: usize = isFace ? 1 : 2;
  let ux = point(uTo, 0) - point(from, 0);
  let uy = point(uTo, 1) - point(from, 1);
  let uz = point(uTo, 2) - point(from, 2);
  let vx = point(3, 0) - point(vFrom, 0);
  let vy = point(3, 1) - point(vFrom, 1);
  let vz = point(3, 2) - point(vFrom, 2);
  const sizeU = max(max(abs(ux), abs(uy)), abs(uz));
  const sizeV = max(max(abs(vx), abs(vy)), abs(vz));
  if (!(sizeU > 0) || !(sizeV > 0)) return false;
  const sign: f64 = side < 0 ? -1 : 1;
  ux /= sizeU;
  uy /= sizeU;
  uz /= sizeU;
  vx /= sizeV;
  vy /= sizeV;
  vz /= sizeV;
  return normalize(sign * (uy * vz - uz * vy), sign * (uz * vx - ux * vz), sign * (ux * vy - uy * vx));
}

/** Some direction at right angles to the longer of two parallel edges that meet. */
function anyNormal(): void {
  let ux = point(1, 0) - point(0, 0);
  let uy = point(1, 1) - point(0, 1);
  let uz = point(1, 2) - point(0, 2);
  if (ux == 0 && uy == 0 && uz == 0) {
    ux = point(3, 0) - point(2, 0);
    uy = point(3, 1) - point(2, 1);
    uz = point(3, 2) - point(2, 2);
  }
  const least = min(min(abs(ux), abs(uy)), abs(uz));
  const found =
    abs(ux) == least ? normalize(0, uz, -uy) : abs(uy) == least ? normalize(-uz, 0, ux) : normalize(uy, -ux, 0);
  if (!found) normalize(0, 0, 1);
}

function setNormal(isFace: bool, side: i32, distance: f64): void {
  if (distance >= contactsJob.planeBelow && normalize(measured.x, measured.y, measured.z)) return;
  if (planeNormal(isFace, side)) return;
  if (distance > 0 && normalize(measured.x, measured.y, measured.z)) return;
  anyNormal();
}

/** A point of an edge, or of a face that has the part of its third corner besides; corners as they are. */
function storePoint(out: usize, from: usize, to: usize, part: f64, tip: usize, tipPart: f64): void {
  for (let k: usize = 0; k < 3; k++) {
    const origin = point(from, k);
    let x = part == 1 ? point(to, k) : tipPart == 1 ? point(tip, k) : origin + part * (point(to, k) - origin);
    if (tipPart != 0 && tipPart != 1) x += tipPart * (point(tip, k) - origin);
    store<f64>(out + 8 * k, x);
  }
}

/** The lowest feature that holds a point with these parts of the corners of a face: two numbers, packed. */
function holderOnFace(triangle: u32): u64 {
  const has0 = measured.part0 != 0;
  const has1 = measured.part1 != 0;
  const has2 = measured.part2 != 0;
  if (has0 && has1 && has2) return ((<u64>(triangle | FACE)) << 32) | <u64>(triangle | FACE);
  const p = has0 ? vertexOf(1) : has1 ? vertexOf(2) : vertexOf(3);
  const q = has2 ? vertexOf(3) : has1 ? vertexOf(2) : vertexOf(1);
  return ((<u64>min(p, q)) << 32) | <u64>max(p, q);
}

function holderOnEdge(slot: usize, part: f64): u64 {
  const p = part == 1 ? vertexOf(slot + 1) : vertexOf(slot);
  const q = part == 0 ? vertexOf(slot) : vertexOf(slot + 1);
  return ((<u64>min(p, q)) << 32) | <u64>max(p, q);
}

/** The largest number below a positive one. */
// @inline
function below(x: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(x) - 1);
}

// @inline
function copyPoint(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  store<f64>(to, load<f64>(from, 16), 16);
}

function measureContact(record: ImpactRecord, i: u32): void {
  const isFace = record.kind == VERTEX_FACE;
  reportFeatures(record, i);
  readFour(i, isFace);
  const found = measureFeatures(record.kind, four);
  // Whether those that were found meet has been decided already.
  const meets = contactsJob.given != 0 ? mayMeet() && meetNow(record.kind, four) : record.tick == 0;
  const distance = meets ? 0 : min(max(found, f64.MIN_VALUE), below(contactsJob.distance));
  const side = sideOf(isFace);
  const place = <usize>i;
  store<f64>(contactsJob.distances + (place << 3), distance);
  store<i8>(contactsJob.sides + place, <i8>side);
  setNormal(isFace, side, distance);
  copyPoint(normal, contactsJob.normals + place * POINT);
  const coordinates = contactsJob.coordinates + (place << 4);
  store<f64>(coordinates, isFace ? measured.part1 : measured.part0);
  store<f64>(coordinates, isFace ? measured.part2 : measured.part1, 8);
  const onA = contactsJob.points + place * 2 * POINT;
  const onB = onA + POINT;
  if (isFace) {
    copyPoint(four, onA);
    storePoint(onB, 1, 2, measured.part1, 3, measured.part2);
  } else {
    storePoint(onA, 0, 1, measured.part0, 0, 0);
    storePoint(onB, 2, 3, measured.part1, 2, 0);
  }
  if (meets) copyPoint(onA, onB);
  const vertex = vertexOf(0);
  const a = isFace ? ((<u64>vertex) << 32) | <u64>vertex : holderOnEdge(0, measured.part0);
  const b = isFace ? holderOnFace(record.b0) : holderOnEdge(2, measured.part1);
  const holders = contactsJob.holders + (place << 4);
  store<u64>(holders, min(a, b));
  store<u64>(holders, max(a, b), 8);
}

/** The values of the contacts from..to. */
export function measureContacts(from: u32, to: u32): void {
  const list = contactsJob.list;
  openReportedFeatures(contactsJob.kinds, contactsJob.features, contactsJob.vertices);
  for (let i = from; i < to; i++) measureContact(ImpactRecord.at(list, i), i);
}

// @inline
function holdersOf(i: u32): usize {
  return contactsJob.holders + ((<usize>i) << 4);
}

/** Marks the first contact of those whose nearest points are held by the same features. `table` has `size` zeroed u32, a power of two. */
export function markLeads(table: usize, size: u32): void {
  const count = contactsJob.count;
  const mask = size - 1;
  for (let i: u32 = 0; i < count; i++) {
    const holders = holdersOf(i);
    const a = load<u64>(holders);
    const b = load<u64>(holders, 8);
    let slot = <u32>((((a ^ (a >> 29)) * 0x9e3779b97f4a7c15 + b) * 0xbf58476d1ce4e5b9) >> 32) & mask;
    let lead: u32 = 1;
    for (let entry = load<u32>(table + ((<usize>slot) << 2)); entry != 0; ) {
      const other = holdersOf(entry - 1);
      if (load<u64>(other) == a && load<u64>(other, 8) == b) {
        lead = 0;
        break;
      }
      slot = (slot + 1) & mask;
      entry = load<u32>(table + ((<usize>slot) << 2));
    }
    if (lead != 0) store<u32>(table + ((<usize>slot) << 2), i + 1);
    store<u8>(contactsJob.leads + <usize>i, <u8>lead);
  }
}
