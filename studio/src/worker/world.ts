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

export class Bounds {
  readonly low: [number, number, number] = [Infinity, Infinity, Infinity];
  readonly high: [number, number, number] = [-Infinity, -Infinity, -Infinity];

  add(x: number, y: number, z: number): void {
    const { low, high } = this;
    if (x < low[0]) low[0] = x;
    if (y < low[1]) low[1] = y;
    if (z < low[2]) low[2] = z;
    if (x > high[0]) high[0] = x;
    if (y > high[1]) high[1] = y;
    if (z > high[2]) high[2] = z;
  }

  get isEmpty(): boolean {
    return this.low[0] > this.high[0];
  }

  get middle(): [number, number, number] {
    const { low, high } = this;
    return this.isEmpty ? [0, 0, 0] : [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  }

  about([x, y, z]: Vector): Box {
    const { low, high } = this;
    if (this.isEmpty) return { low: [-1, -1, -1], high: [1, 1, 1] };
    return { low: [low[0] - x, low[1] - y, low[2] - z], high: [high[0] - x, high[1] - y, high[2] - z] };
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

export function boundsOf(objects: readonly WorldObject[]): Bounds {
  const bounds = new Bounds();
  for (const object of objects) eachVertex(object, (x, y, z) => bounds.add(x, y, z));
  return bounds;
}

/** How many times as large as all that moves a slab, and anything else, may be to be looked at. */
const SLAB = 1.8;
const SURROUNDINGS = 6;
const SLAB_TRIANGLES = 100;

function diagonal({ low, high }: Bounds): number {
  return Math.hypot(...high.map((value, axis) => value - low[axis]));
}

/** What to look at: everything, but for floors and halls much larger than what moves in them. */
export function focusOf(objects: readonly WorldObject[]): Bounds {
  const moves = ({ deforming, base }: WorldObject) => deforming || base !== undefined;
  const moving = boundsOf(objects.filter(moves));
  if (moving.isEmpty) return boundsOf(objects);
  const isNear = (object: WorldObject) => {
    const most = object.indices.length <= 3 * SLAB_TRIANGLES ? SLAB : SURROUNDINGS;
    return diagonal(boundsOf([object])) <= most * diagonal(moving);
  };
  return boundsOf(objects.filter((object) => moves(object) || isNear(object)));
}
