/**
 * Vertices around which nothing meets, although everything moves: pairs of triangles that share such a vertex need no test.
 *
 * In collide's fans.ts, a closed fan lies over sectors that go round its vertex once, seen along an axis, when all its triangles are seen
 * from the same side. If they are seen from that side throughout the motion, their sectors add up to the same whole number of turns
 * throughout, because that number cannot jump. So it is enough to count turns at the start. Two triangles of such a fan never have more in common
 * than the vertex or edge they share, and features of theirs without a common vertex never meet.
 *
 * A normal of vertices that move on straight lines is quadratic in time, and positive where its three Bernstein coefficients are. Ends may
 * be off their paths by the margin of the job. Where each vertex may go any fraction of its path, the normal must be positive for all
 * positions of the vertices in the boxes around their paths.
 */
import { grid, impactsJob, job } from '../../../memory/generated/kernels/records';
import { objectOfTriangle, objectOfVertex, objectRecord, triangleEnd } from '../../../memory/kernels/objects';
import { certifyClosed, readyFans } from '../../collide/kernels/fans';
import { COLLECT_EACH } from '../constants';
import { wholeSwept } from './reach';

export const FAN_VERTICES: u32 = 4096;

/** Image coordinates are off by half of this, of the largest of them. */
const IMAGE_ROUNDING: f32 = 1.2e-7;
/** As in normal-signs.ts, with some more for sums. */
const SINGLE_BOUND: f32 = 1e-6;
const SINGLE_UNDERFLOW: f32 = 1e-42;

/** Whether the job has use for this: without a gap, and where objects are asked about themselves. */
export function certifiesFans(): bool {
  return job.self != 0 && !(impactsJob.gap > 0);
}

// @inline
function turned(v: v128): v128 {
  return v128.shuffle<f32>(v, v, 1, 2, 0, 3);
}

/** The sum of the first three lanes. */
// @inline
function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2);
}

// @inline
function largestOf(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), f32x4.extract_lane(v, 2));
}

/** Signs of p − q, bits as in normal-signs.ts; `size` is that of all products in it, `more` what else it may be off by. */
// @inline
function signsOf(p: v128, q: v128, size: v128, more: v128): u32 {
  const bound = f32x4.add(f32x4.mul(size, f32x4.splat(SINGLE_BOUND)), more);
  const normal = f32x4.sub(p, q);
  const positive = i32x4.bitmask(f32x4.gt(normal, bound)) & 7;
  const negative = i32x4.bitmask(f32x4.lt(normal, f32x4.neg(bound))) & 7;
  return <u32>(positive | (negative << 3));
}

/** Signs of the normal at one end, or of one of two cross products. */
// @inline
function crossSigns(u: v128, v: v128, more: v128): u32 {
  const p = f32x4.mul(u, turned(v));
  const q = f32x4.mul(turned(u), v);
  return signsOf(p, q, f32x4.add(f32x4.abs(p), f32x4.abs(q)), more);
}

/** Signs that the normal has throughout the motion, where corners that move on straight lines are off by `off` at most. */
// @inline
function signsOnPath(u0: v128, v0: v128, u1: v128, v1: v128, off: f32): u32 {
  const spans = f32x4.add(f32x4.add(f32x4.abs(u0), f32x4.abs(v0)), f32x4.add(f32x4.abs(u1), f32x4.abs(v1)));
  const more = f32x4.splat(off * (3 * sumOf(spans) + 16 * off) + SINGLE_UNDERFLOW);
  const bits = crossSigns(u0, v0, more) & crossSigns(u1, v1, more);
  if (bits == 0) return 0;
  const p0 = f32x4.mul(u0, turned(v1));
  const p1 = f32x4.mul(u1, turned(v0));
  const q0 = f32x4.mul(turned(u0), v1);
  const q1 = f32x4.mul(turned(u1), v0);
  const size = f32x4.add(f32x4.add(f32x4.abs(p0), f32x4.abs(p1)), f32x4.add(f32x4.abs(q0), f32x4.abs(q1)));
  return bits & signsOf(f32x4.add(p0, p1), f32x4.add(q0, q1), size, f32x4.add(more, more));
}

/** Signs that the normal has wherever the corners are in boxes with these middles' differences and half widths. */
// @inline
function signsInBoxes(u: v128, v: v128, widthU: v128, widthV: v128): u32 {
  const sizeU = f32x4.abs(u);
  const sizeV = f32x4.abs(v);
  const ofP = f32x4.add(f32x4.mul(f32x4.add(sizeU, widthU), turned(widthV)), f32x4.mul(widthU, turned(sizeV)));
  const ofQ = f32x4.add(f32x4.mul(turned(f32x4.add(sizeU, widthU)), widthV), f32x4.mul(turned(widthU), sizeV));
  const more = f32x4.mul(f32x4.add(ofP, ofQ), f32x4.splat(1 + SINGLE_BOUND));
  return crossSigns(u, v, f32x4.add(more, f32x4.splat(SINGLE_UNDERFLOW)));
}

/** The middle of what a corner passes, and half of its width. */
// @inline
function middle(p: v128, q: v128): v128 {
  return f32x4.mul(f32x4.add(p, q), f32x4.splat(0.5));
}

// @inline
function halfWidth(p: v128, q: v128, off: v128): v128 {
  return f32x4.add(f32x4.mul(f32x4.abs(f32x4.sub(p, q)), f32x4.splat(0.5 * (1 + SINGLE_BOUND))), off);
}

/** Signs that the normal of a triangle has throughout the motion, given its corners at the start and where they are at the end. */
function movingSigns(pa: usize, pb: usize, pc: usize, swept: usize, isEach: bool): u32 {
  const a0 = v128.load(pa);
  const b0 = v128.load(pb);
  const c0 = v128.load(pc);
  const a1 = v128.load(pa + swept);
  const b1 = v128.load(pb + swept);
  const c1 = v128.load(pc + swept);
  const sizes = f32x4.pmax(
    f32x4.pmax(f32x4.pmax(f32x4.abs(a0), f32x4.abs(b0)), f32x4.pmax(f32x4.abs(c0), f32x4.abs(a1))),
    f32x4.pmax(f32x4.abs(b1), f32x4.abs(c1)),
  );
  const off = IMAGE_ROUNDING * largestOf(sizes) + 0.5 * impactsJob.imageMargin;
  if (!isEach) return signsOnPath(f32x4.sub(b0, a0), f32x4.sub(c0, a0), f32x4.sub(b1, a1), f32x4.sub(c1, a1), off);
  const a = middle(a0, a1);
  const offs = f32x4.splat(off);
  const widthA = halfWidth(a0, a1, offs);
  return signsInBoxes(
    f32x4.sub(middle(b0, b1), a),
    f32x4.sub(middle(c0, c1), a),
    f32x4.add(widthA, halfWidth(b0, b1, offs)),
    f32x4.add(widthA, halfWidth(c0, c1, offs)),
  );
}

/** Sets the signs of a group of triangles. */
export function setMovingSigns(group: u32): void {
  const size = grid.groupSize;
  const end = min(job.triangleCount, (group + 1) * size);
  const signs = impactsJob.signs;
  const isEach = impactsJob.collects == COLLECT_EACH;
  let index = objectOfTriangle(group * size);
  for (let triangle = group * size; triangle < end; index++) {
    const object = objectRecord(index);
    const stop = min(end, triangleEnd(object));
    if (object.self == 0) {
      triangle = stop;
      continue;
    }
    const image = object.image;
    const swept = wholeSwept(object);
    for (; triangle < stop; triangle++) {
      const at = object.indices + <usize>(triangle - object.triangleStart) * 12;
      const pa = image + ((<usize>load<u32>(at)) << 4);
      const pb = image + ((<usize>load<u32>(at, 4)) << 4);
      const pc = image + ((<usize>load<u32>(at, 8)) << 4);
      store<u8>(signs + <usize>triangle, <u8>movingSigns(pa, pb, pc, swept, isEach));
    }
  }
}

/** Certifies the fans of a range of vertices, numbered through the scene. */
export function certifyMovingFans(piece: u32): void {
  const from = piece * FAN_VERTICES;
  const to = min(job.vertexCount, from + FAN_VERTICES);
  readyFans();
  for (let i: u32 = objectOfVertex(from); i < job.objectCount; i++) {
    const object = objectRecord(i);
    const start = object.vertexStart;
    if (start >= to) break;
    if (object.self == 0) continue;
    const signs = impactsJob.signs + <usize>object.triangleStart;
    const stop = min(to, start + object.vertexCount);
    for (let number = max(from, start); number < stop; number++) {
      const vertex = number - start;
      const corner = load<u32>(object.firstCorner + ((<usize>vertex) << 2));
      const isCertified =
        corner != u32.MAX_VALUE && certifyClosed(object, vertex, corner, object.fans + <usize>vertex, signs);
      store<u8>(impactsJob.certified + <usize>number, u8(isCertified));
    }
  }
}
