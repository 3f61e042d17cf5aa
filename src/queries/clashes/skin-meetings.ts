/**
 * The pairs of triangles in which skins meet each other, and objects that are their own skins.
 *
 * A triangle of a skin that is a whole one of its object meets what it met there. Pairs are searched only for the others, the patch
 * of the skin: their points were rounded, so they may meet what the triangles that they are parts of do not.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { yieldToEvents } from '../../backend/wasm/task.ts';
import type { Collisions } from '../collide/collide.ts';
import type { ObjectPairs, TrianglePairs } from './pairs-by-objects.ts';
import { type Patch, PatchKernels, type PatchMeetings } from './patch-kernels.ts';
import type { Skin } from './skin.ts';
import { LARGEST } from './surface.ts';

/** Milliseconds after which the thread is given free for a moment, so that a signal is heard. */
const SLICE_MILLISECONDS = 30;

/** An object, and what stands for it. */
export interface Skinned {
  readonly object: SceneObject;
  /** The skin, placed where the object is; the object itself if it is its own skin. */
  readonly placed: SceneObject;
  readonly skin: Skin | undefined;
}

/** What was found for two objects as they were placed then. */
interface Found {
  readonly versions: readonly [number, number];
  readonly meetings: PatchMeetings;
}

/** By the skin that the patch is of, and the other object. */
const found = new WeakMap<SceneObject, WeakMap<SceneObject, Found>>();

/** When patches are searched; tests set other numbers. */
export const PATCHES = {
  /**
   * Each pair of objects takes a look at all triangles of what a patch may meet. A search between all skins looks at each triangle once, but
   * takes this many times as long for it.
   */
  looksMost: 8,
};

/** Whether searching patches is possible, and takes less time than a search between all skins. */
export function searchesPatches(skinned: ReadonlyMap<number, Skinned>, asked: readonly ObjectPairs[]): boolean {
  let total = 0;
  for (const { placed } of skinned.values()) {
    if (placed.isWide || placed.box.some((value) => Math.abs(value) > LARGEST)) return false;
    total += placed.triangleCount;
  }
  let looks = 0;
  for (const { a, b } of asked) {
    const [own, other] = [skinned.get(a)!, skinned.get(b)!];
    if (own.skin) looks += other.placed.triangleCount;
    if (other.skin) looks += own.placed.triangleCount;
  }
  return looks <= PATCHES.looksMost * total;
}

export interface SkinMeetings {
  /** The pairs of the skins of each of the pairs of objects. */
  readonly pairs: readonly TrianglePairs[];
  /** Two numbers per triangle without area: object, triangle of its skin. */
  readonly degenerate: Uint32Array;
}

/** The pairs of skins, from those of the objects and a search of the patches. Exact coordinates must be up to date. */
export async function meetSkins(
  runtime: WasmRuntime,
  all: AllKernelExports,
  skinned: ReadonlyMap<number, Skinned>,
  asked: readonly ObjectPairs[],
  collisions: Collisions,
  signal: AbortSignal | undefined,
): Promise<SkinMeetings> {
  const kernels = new PatchKernels(runtime, all);
  const flat = new Map<number, Uint32Array>();
  const pairs: TrianglePairs[] = [];
  let sliceStart = performance.now();
  for (const { a, b, pairs: numbers } of asked) {
    if (performance.now() - sliceStart > SLICE_MILLISECONDS) {
      await yieldToEvents();
      sliceStart = performance.now();
    }
    signal?.throwIfAborted();
    const [own, other] = [skinned.get(a)!, skinned.get(b)!];
    const patches = new PatchPairs(own, other);
    if (own.skin) flat.set(a, patches.add(0, meetingsOf(kernels, own, other)));
    if (other.skin) flat.set(b, patches.add(1, meetingsOf(kernels, other, own)));
    pairs.push(joined(wholePairs(own.skin, other.skin, collisions, numbers), patches.sorted()));
  }
  return { pairs, degenerate: degenerateOf(skinned, flat, collisions) };
}

function meetingsOf(kernels: PatchKernels, own: Skinned, other: Skinned): PatchMeetings {
  const known = found.get(own.placed) ?? new WeakMap<SceneObject, Found>();
  found.set(own.placed, known);
  const before = known.get(other.placed);
  const versions = [own.placed.version, other.placed.version] as const;
  if (before?.versions[0] === versions[0] && before.versions[1] === versions[1]) return before.meetings;
  // Of the other object, which has clusters, only the patch is looked at in its skin.
  const partner = { object: other.object, patch: patchOf(other) };
  const meetings = kernels.meet(patchOf(own)!, partner);
  known.set(other.placed, { versions, meetings });
  return meetings;
}

function patchOf({ placed, skin }: Skinned): Patch | undefined {
  return skin && { object: placed, triangles: skin.patch };
}

/** The pairs of objects whose triangles are whole ones of their skins. Skins have these in the order of the objects, so pairs stay ascending. */
function wholePairs(
  a: Skin | undefined,
  b: Skin | undefined,
  { trianglePairs, kinds }: Collisions,
  numbers: Uint32Array,
): TrianglePairs {
  const pairs = new Uint32Array(2 * numbers.length);
  const own = new Uint8Array(numbers.length);
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const f = trianglePairs[4 * numbers[i] + 1];
    const g = trianglePairs[4 * numbers[i] + 3];
    const p = a ? a.wholeOf[f] : f;
    const q = b ? b.wholeOf[g] : g;
    if (p < 0 || q < 0) continue;
    pairs[2 * count] = p;
    pairs[2 * count + 1] = q;
    own[count++] = kinds[numbers[i]];
  }
  return { pairs: pairs.subarray(0, 2 * count), kinds: own.subarray(0, count) };
}

/** Pairs of two skins in which one triangle at least is of a patch. */
class PatchPairs {
  /** A pair as one number, ascending as pairs are, times four, and its kind. */
  readonly #keys = new Set<number>();
  readonly #sides: readonly [Skinned, Skinned];
  readonly #others: number;

  constructor(a: Skinned, b: Skinned) {
    this.#sides = [a, b];
    this.#others = b.placed.triangleCount;
  }

  /** Adds what the patch of one side meets; returns its triangles without area. Both find the pairs of two patches. */
  add(side: 0 | 1, { withObject, withPatch, flat }: PatchMeetings): Uint32Array {
    const wholeOf = this.#sides[1 - side].skin?.wholeOf;
    for (let at = 0; at < withObject.length; at += 3) {
      const other = wholeOf ? wholeOf[withObject[at + 1]] : withObject[at + 1];
      if (other >= 0) this.#add(side, withObject[at], other, withObject[at + 2]);
    }
    for (let at = 0; at < withPatch.length; at += 3)
      this.#add(side, withPatch[at], withPatch[at + 1], withPatch[at + 2]);
    return flat;
  }

  #add(side: 0 | 1, own: number, other: number, kind: number): void {
    const [p, q] = side === 0 ? [own, other] : [other, own];
    this.#keys.add(4 * (p * this.#others + q) + kind);
  }

  sorted(): TrianglePairs {
    const keys = Float64Array.from(this.#keys).sort();
    const pairs = new Uint32Array(2 * keys.length);
    const kinds = new Uint8Array(keys.length);
    for (let i = 0; i < keys.length; i++) {
      const pair = Math.floor(keys[i] / 4);
      pairs[2 * i] = Math.floor(pair / this.#others);
      pairs[2 * i + 1] = pair % this.#others;
      kinds[i] = keys[i] % 4;
    }
    return { pairs, kinds };
  }
}

/** Both lists as one, ascending. */
function joined(a: TrianglePairs, b: TrianglePairs): TrianglePairs {
  if (b.kinds.length === 0) return a;
  const count = a.kinds.length + b.kinds.length;
  const pairs = new Uint32Array(2 * count);
  const kinds = new Uint8Array(count);
  for (let to = 0, i = 0, j = 0; to < count; to++) {
    const isFirst = j === b.kinds.length || (i < a.kinds.length && isBefore(a.pairs, i, b.pairs, j));
    const from = isFirst ? a : b;
    const at = isFirst ? i++ : j++;
    pairs[2 * to] = from.pairs[2 * at];
    pairs[2 * to + 1] = from.pairs[2 * at + 1];
    kinds[to] = from.kinds[at];
  }
  return { pairs, kinds };
}

function isBefore(p: Uint32Array, i: number, q: Uint32Array, j: number): boolean {
  return p[2 * i] < q[2 * j] || (p[2 * i] === q[2 * j] && p[2 * i + 1] < q[2 * j + 1]);
}

/** Whole triangles of skins that have no area where objects are placed, and those of patches. */
function degenerateOf(
  skinned: ReadonlyMap<number, Skinned>,
  flat: ReadonlyMap<number, Uint32Array>,
  { degenerateTriangles }: Collisions,
): Uint32Array {
  const rows: number[] = [];
  for (let at = 0; at < degenerateTriangles.length; at += 2) {
    const id = degenerateTriangles[at];
    const own = skinned.get(id);
    const triangle = own?.skin ? own.skin.wholeOf[degenerateTriangles[at + 1]] : degenerateTriangles[at + 1];
    if (own && triangle >= 0) rows.push(id, triangle);
  }
  for (const [id, triangles] of flat) for (const triangle of triangles) rows.push(id, triangle);
  return Uint32Array.from(rows);
}
