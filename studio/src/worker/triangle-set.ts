/** A set of triangles of a world's objects, and their corners for drawing. */
import type { Box } from '../answer.ts';
import type { Vector } from './matrices.ts';
import { focusOf, GrowingBox, placeOf, type World } from './world.ts';

/** A triangle with a side longer than this fraction of the diagonal in view is wide. */
const WIDE_SHARE = 1;

export class TriangleSet {
  readonly #flags: (Uint8Array | undefined)[] = [];
  readonly #world: World;
  #count = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get count(): number {
    return this.#count;
  }

  add(object: number, triangle: number): void {
    const flags = (this.#flags[object] ??= new Uint8Array(this.#world.objects[object].indices.length / 3));
    if (flags[triangle]) return;
    flags[triangle] = 1;
    this.#count++;
  }

  has(object: number, triangle: number): boolean {
    return this.#flags[object]?.[triangle] === 1;
  }

  /** Nine numbers per triangle, relative to the world's origin, at the objects' current positions. */
  corners(): Float32Array<ArrayBuffer> {
    const corners = new Float32Array(9 * this.#count);
    let at = 0;
    for (const [object, flags] of this.#flags.entries()) {
      if (!flags) continue;
      const write = cornerWriter(this.#world, object, corners);
      for (let triangle = 0; triangle < flags.length; triangle++) {
        if (!flags[triangle]) continue;
        write(triangle, at);
        at += 9;
      }
    }
    return corners;
  }

  /** The same, with wide triangles separated: those of floors and walls would hide everything else. */
  cornersBySize(): { small: Float32Array<ArrayBuffer>; wide: Float32Array<ArrayBuffer> } {
    const corners = this.corners();
    const most = WIDE_SHARE * focusSize(this.#world);
    const wide: number[] = [];
    let kept = 0;
    for (let at = 0; at < corners.length; at += 9) {
      if (longestSide(corners, at) > most) wide.push(...corners.subarray(at, at + 9));
      else {
        corners.copyWithin(kept, at, at + 9);
        kept += 9;
      }
    }
    return { small: kept === corners.length ? corners : corners.slice(0, kept), wide: Float32Array.from(wide) };
  }

  bounds(): GrowingBox {
    const corners = this.corners();
    const bounds = new GrowingBox();
    for (let at = 0; at < corners.length; at += 3) bounds.add(corners[at], corners[at + 1], corners[at + 2]);
    return bounds;
  }
}

/** By list of objects; adding or removing objects makes a new list. */
const focusSizes = new WeakMap<World['objects'], number>();

function focusSize({ objects }: World): number {
  const known = focusSizes.get(objects);
  if (known !== undefined) return known;
  const { min, max } = focusOf(objects);
  const size = Math.hypot(...max.map((value, axis) => value - min[axis]));
  focusSizes.set(objects, size);
  return size;
}

function longestSide(corners: Float32Array, at: number): number {
  const side = (p: number, q: number) =>
    Math.hypot(corners[p] - corners[q], corners[p + 1] - corners[q + 1], corners[p + 2] - corners[q + 2]);
  return Math.max(side(at, at + 3), side(at + 3, at + 6), side(at + 6, at));
}

/** Writes the nine coordinates of a placed triangle, relative to the origin. */
function cornerWriter(world: World, object: number, out: Float32Array): (triangle: number, at: number) => void {
  const { positions, indices } = world.objects[object];
  const m = placeOf(world.objects[object]);
  const [ox, oy, oz]: Vector = world.origin;
  return (triangle, at) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * indices[3 * triangle + corner];
      const [x, y, z] = [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
      const to = at + 3 * corner;
      out[to] = (m ? m[0] * x + m[4] * y + m[8] * z + m[12] : x) - ox;
      out[to + 1] = (m ? m[1] * x + m[5] * y + m[9] * z + m[13] : y) - oy;
      out[to + 2] = (m ? m[2] * x + m[6] * y + m[10] * z + m[14] : z) - oz;
    }
  };
}

/** The box around the triangles of the pairs of two objects, relative to the origin; undefined when they have none. */
export function boxOfPairs(world: World, trianglePairs: Uint32Array, a: number, b: number): Box | undefined {
  const set = new TriangleSet(world);
  for (let at = 0; at < trianglePairs.length; at += 4) {
    if (trianglePairs[at] !== a || trianglePairs[at + 2] !== b) continue;
    set.add(a, trianglePairs[at + 1]);
    set.add(b, trianglePairs[at + 3]);
  }
  return set.count > 0 ? set.bounds().about([0, 0, 0]) : undefined;
}
