/** What is being looked at: objects with their places in the engine's scene, whether they come from files or from a scene. */
import type { Positions, Scene } from '../../../src/index.ts';
import type { Box, ObjectInfo, SceneInfo } from '../protocol.ts';
import { type Matrix, multiply, type Vector } from './matrices.ts';

export interface WorldObject {
  readonly key: number;
  readonly name: string;
  readonly file: string;
  readonly positions: Positions;
  readonly indices: Uint32Array;
  readonly deforming: boolean;
  readonly weld: boolean;
  /** In the engine's scene. */
  readonly id: number;
  /** Where a scene has placed it. */
  readonly base?: Float64Array;
  /** Where the user has dragged it, on top of that. */
  drag?: Matrix;
}

export interface World {
  /** In the order of their ids, so that pairs sorted by id are sorted by place in this list. */
  readonly objects: readonly WorldObject[];
  readonly scene: Scene;
  readonly origin: Vector;
  readonly info?: SceneInfo;
  /** Points to be looked up in a volume, where the scene has them. */
  readonly points?: Float32Array;
  /** Moves a scene on by a frame; objects may come and go. */
  step(): void | Promise<void>;
  /** Goes to a frame at once, where motion is a function of time alone. */
  seek?(frame: number): void;
  /** Hands over to the engine what `step` and `drag` have changed. */
  update(): void;
  dispose(): void;
}

/** The matrix that the engine has for the object; none where it stands as its positions say. */
export function placeOf({ base, drag }: WorldObject): ArrayLike<number> | undefined {
  return base && drag ? multiply(drag, base) : (drag ?? base);
}

export function objectInfo({ key, name, file, positions, indices, deforming }: WorldObject): ObjectInfo {
  return { key, name, file, vertices: positions.length / 3, triangles: indices.length / 3, deforming };
}

/** Keys for objects; one counter, so that no two objects of a page ever share one. */
let nextKey = 0;
export const newKey = () => nextKey++;

export class GrowingBox {
  readonly min: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly max: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  add(x: number, y: number, z: number): void {
    const { min, max } = this;
    if (x < min[0]) min[0] = x;
    if (y < min[1]) min[1] = y;
    if (z < min[2]) min[2] = z;
    if (x > max[0]) max[0] = x;
    if (y > max[1]) max[1] = y;
    if (z > max[2]) max[2] = z;
  }

  get isEmpty(): boolean {
    return this.min[0] > this.max[0];
  }

  get middle(): [number, number, number] {
    const { min, max } = this;
    return this.isEmpty ? [0, 0, 0] : [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  }

  about([x, y, z]: Vector): Box {
    const { min, max } = this;
    if (this.isEmpty) return { min: [-1, -1, -1], max: [1, 1, 1] };
    return { min: [min[0] - x, min[1] - y, min[2] - z], max: [max[0] - x, max[1] - y, max[2] - z] };
  }
}

/** Where the object's vertices are in the world, one after the other. */
export function eachVertex(object: WorldObject, visit: (x: number, y: number, z: number) => void): void {
  const { positions } = object;
  const m = placeOf(object);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    if (m) {
      visit(
        m[0] * x + m[4] * y + m[8] * z + m[12],
        m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
      );
    } else visit(x, y, z);
  }
}

export function boxAround(objects: readonly WorldObject[]): GrowingBox {
  const bounds = new GrowingBox();
  for (const object of objects) eachVertex(object, (x, y, z) => bounds.add(x, y, z));
  return bounds;
}

/** How many times as large as all that moves a slab, and anything else, may be to be looked at. */
const SLAB = 1.8;
const SURROUNDINGS = 6;
const SLAB_TRIANGLES = 100;

function diagonal({ min, max }: GrowingBox): number {
  return Math.hypot(...max.map((value, axis) => value - min[axis]));
}

/** What to look at: everything, but for floors and halls much larger than what moves in them. */
export function focusOf(objects: readonly WorldObject[]): GrowingBox {
  const moves = ({ deforming, base }: WorldObject) => deforming || base !== undefined;
  const moving = boxAround(objects.filter(moves));
  if (moving.isEmpty) return boxAround(objects);
  const isNear = (object: WorldObject) => {
    const most = object.indices.length <= 3 * SLAB_TRIANGLES ? SLAB : SURROUNDINGS;
    return diagonal(boxAround([object])) <= most * diagonal(moving);
  };
  return boxAround(objects.filter((object) => moves(object) || isNear(object)));
}
