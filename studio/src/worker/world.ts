/** The open objects and their placement in the engine's scene, whether from files or from an animated scene. */
import type { Positions, Scene } from '../../../src/index.ts';
import { disciplinesOf } from '../../../src/report/disciplines.ts';
import type { ModelFile } from '../../../src/report/model-file.ts';
import type { FileObject } from '../../../src/report/objects.ts';
import type { Hidden } from '../../../src/report/tessellation.ts';
import type { Box, Triple } from '../answer.ts';
import type { MotionInfo, ObjectInfo, SceneInfo } from '../protocol.ts';
import type { Jointed } from './jointed.ts';
import { type Matrix, multiply, type Vector } from './matrices.ts';

/** What a file says of an object besides its name and shape, and how far its triangles are from its surfaces. */
export type ObjectFacts = Omit<FileObject, 'file' | 'name' | 'vertices' | 'triangles' | 'mesh'>;

export interface WorldObject {
  readonly key: number;
  readonly name: string;
  readonly file: string;
  readonly facts?: ObjectFacts;
  readonly colour?: Triple;
  /** Of an object that deforms, those of the frame that is shown. */
  positions: Positions;
  readonly indices: Uint32Array;
  readonly deforming: boolean;
  readonly weld: boolean;
  /** Id in the engine's scene. */
  readonly id: number;
  /** Placement by the scene, or by joints. */
  base?: Float64Array;
  /** Movement by the user, applied after that. */
  drag?: Matrix;
}

/** Where an object was in the frame before: its positions if it deforms, its placement if it has one. */
export interface Before {
  readonly positions?: Positions;
  readonly base?: Float64Array;
}

export interface World {
  /** Ordered by id, so that pairs sorted by id are also sorted by index in this list. */
  readonly objects: readonly WorldObject[];
  readonly scene: Scene;
  readonly origin: Vector;
  readonly info?: SceneInfo;
  readonly motion?: MotionInfo;
  readonly joints?: Jointed | undefined;
  readonly up: 'y' | 'z';
  /** Whether coordinates are x, z and −y of what the files say, as those of IFC are. */
  readonly isTurned?: boolean;
  /** What files say about their units, and about which axis is up. */
  readonly units?: string | undefined;
  /** The unit of lengths, and what their rounding makes of objects that only touch. */
  readonly unit?: string;
  readonly tolerance: number;
  /** Where the tolerance comes from, as reports say it; left out: from rounding. */
  readonly toleranceGiven?: string;
  /** What is open, where it comes from files. */
  readonly modelFiles?: readonly ModelFile[];
  /** What may go unnoticed because triangles approximate curved surfaces. */
  readonly hidden?: Hidden;
  /** Points for the query "inside", if the scene has any. */
  readonly points?: Float32Array;
  /** Where the objects that moved were in the frame before, as far as that is known. */
  before?(): Map<WorldObject, Before>;
  /** Advances a scene by one frame; objects may come and go. */
  step(): void | Promise<void>;
  /** Jumps to a frame; only where motion depends on time alone. */
  seek?(frame: number): void;
  /** Updates the engine with what `step` and `drag` have changed. */
  update(): void;
  dispose(): void;
}

/** The object's matrix in the engine; undefined for the identity. */
export function placeOf({ base, drag }: WorldObject): ArrayLike<number> | undefined {
  return base && drag ? multiply(drag, base) : (drag ?? base);
}

function objectInfo({ key, name, file, facts, positions, indices, deforming, colour }: WorldObject): ObjectInfo {
  const counts = { vertices: positions.length / 3, triangles: indices.length / 3 };
  const { class: ownClass, storey, path, assembly: place } = facts ?? {};
  const said = {
    ...(ownClass !== undefined && { class: ownClass }),
    ...(storey !== undefined && { storey }),
    ...(path && ownClass === undefined && { assembly: { names: path, place: `${file} ${place ?? path.join('/')}` } }),
  };
  return { key, name, file, ...counts, deforming, ...(colour && { colour }), ...said };
}

export function objectInfos(objects: readonly WorldObject[]): ObjectInfo[] {
  const disciplines = disciplinesOf(objects.map(({ name, file, facts }) => ({ ...facts, name, file })));
  return objects.map((object, i) => {
    const discipline = disciplines[i];
    return { ...objectInfo(object), ...(discipline && { discipline }) };
  });
}

/** Keys for objects: one counter, so that no key is used twice in a page. */
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

/** The world positions of the object's vertices. */
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

/** How many times larger than everything that moves a slab, or any other object, may be to count. */
const SLAB = 1.8;
const SURROUNDINGS = 6;
const SLAB_TRIANGLES = 100;

function diagonal({ min, max }: GrowingBox): number {
  return Math.hypot(...max.map((value, axis) => value - min[axis]));
}

/** What to show: everything except floors and halls that are much larger than what moves in them. */
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
