/**
 * Pairs of objects whose survivors' boxes overlap: the sweep and prune that follows culling in the papers (FAR §4.2).
 *
 * Boxes are of image coordinates, which are rounded monotonically, so boxes of objects that collide overlap. Two objects
 * of which all that is left is FFV, or all SFV, do not collide, whatever their boxes (Quick-CULLIDE, lemma 2).
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { IDENTITY_MAP } from '../../tile-lists/image-map.ts';
import { CULL_SET } from './cull.ts';
import type { Elements } from './elements.ts';
import type { Left } from './result.ts';

interface ObjectBox {
  readonly id: number;
  /** Low x y z, high x y z. */
  readonly box: Float64Array;
  /** The set that all survivors of the object are in; none when they differ. */
  readonly set: number | undefined;
}

/** The set that all survivors of each object are in; none when they differ, null when there are none. */
function commonSets(list: readonly Participant[], { count, object, sets }: Elements): (number | null | undefined)[] {
  const common: (number | null | undefined)[] = list.map(() => null);
  for (let element = 0; element < count; element++) {
    const index = object[element];
    const set = sets[element];
    if (common[index] === null) common[index] = set;
    else if (common[index] !== set) common[index] = undefined;
  }
  return common;
}

/** Of those boxes as a job left them. */
function readBox(boxes: Float32Array, index: number): Float64Array {
  const at = 8 * index;
  return Float64Array.of(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 4], boxes[at + 5], boxes[at + 6]);
}

/** Finds them. Without a call per triangle: there may be a million of them. */
function findBoxes(runtime: WasmRuntime, list: readonly Participant[], left: Left): Float64Array[] {
  const { elements, orders, frame } = left;
  const { f32, u32 } = runtime.memory;
  const images = list.map(({ object }) => object.imageFor(frame.map, IDENTITY_MAP) >>> 2);
  const indices = list.map(({ object }) => object.indices >>> 2);
  const boxes = list.map(emptyBox);
  for (let element = 0; element < elements.count; element++) {
    const index = elements.object[element];
    const box = boxes[index];
    const order = orders[index];
    const end = elements.to[element];
    for (let place = elements.from[element]; place < end; place++) {
      const corners = indices[index] + 3 * (order ? order[place] : place);
      for (let corner = corners; corner < corners + 3; corner++) {
        const vertex = images[index] + 4 * u32[corner];
        const x = f32[vertex];
        const y = f32[vertex + 1];
        const z = f32[vertex + 2];
        if (x < box[0]) box[0] = x;
        if (x > box[3]) box[3] = x;
        if (y < box[1]) box[1] = y;
        if (y > box[4]) box[4] = y;
        if (z < box[2]) box[2] = z;
        if (z > box[5]) box[5] = z;
      }
    }
  }
  return boxes;
}

function survivorBoxes(runtime: WasmRuntime, list: readonly Participant[], left: Left): ObjectBox[] {
  const sets = commonSets(list, left.elements);
  const known = left.boxes;
  const boxes = known ? list.map((_, index) => readBox(known, index)) : findBoxes(runtime, list, left);
  const own = list.map(({ id }, index) => ({ id, box: boxes[index], set: sets[index] ?? undefined }));
  return own.filter((_, index) => sets[index] !== null);
}

function emptyBox(): Float64Array {
  return Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
}

function mayCollide(a: ObjectBox, b: ObjectBox, reach: number): boolean {
  if (a.set === b.set && (a.set === CULL_SET.FFV || a.set === CULL_SET.SFV)) return false;
  for (let k = 0; k < 3; k++) {
    if (a.box[k] > b.box[k + 3] + reach || b.box[k] > a.box[k + 3] + reach) return false;
  }
  return true;
}

/** Image coordinates must be up to date. Objects nearer to each other than `distance` count too. */
export function overlappingObjects(
  runtime: WasmRuntime,
  list: readonly Participant[],
  left: Left,
  distance: number,
): Uint32Array {
  const { map, rounding } = left.frame;
  const reach = distance > 0 ? distance * map.scale + 2 * rounding : 0;
  const boxes = survivorBoxes(runtime, list, left).sort((a, b) => a.box[0] - b.box[0]);
  const pairs: [number, number][] = [];
  let open: ObjectBox[] = [];
  for (const box of boxes) {
    open = open.filter((other) => other.box[3] + reach >= box.box[0]);
    for (const other of open) {
      if (mayCollide(box, other, reach)) pairs.push([Math.min(box.id, other.id), Math.max(box.id, other.id)]);
    }
    open.push(box);
  }
  return Uint32Array.from(pairs.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}
