/**
 * The skins of the objects of a query that meet themselves, or have shells inside each other, and the pairs of triangles in
 * which they meet others. All other objects are their own skins.
 *
 * Skins are made of the coordinates that were given, once, and kept until these change; placed, they are objects of their
 * own (placed-skins.ts).
 */

import type { KeptParts } from '../../backend/wasm/kept-parts.ts';
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants } from '../../backend/wasm/scene-job.ts';
import { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import { checkMesh } from '../../mesh/check-mesh.ts';
import { determinantSign, stretchOf } from '../../mesh/placement.ts';
import type { Collisions } from '../collide/collide.ts';
import { Keeper } from '../collide/keeper.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { findOwnPairs } from '../collide/own-pairs.ts';
import { collideOnWasm } from '../collide/run.ts';
import type { EngineContext } from '../context.ts';
import { AreaKernels } from './area-kernels.ts';
import { ContactKernels } from './contact-kernels.ts';
import { type ObjectPairs, pairsByObjects, type TrianglePairs, trianglesOf } from './pairs-by-objects.ts';
import { dropSkin, placedSkin } from './placed-skins.ts';
import { isOwnSkin, type Skin, skinOf } from './skin.ts';
import { meetSkins, type Skinned, searchesPatches } from './skin-meetings.ts';
import { noteSolid, solidWindings } from './solid-windings.ts';
import { givenCorners, givenSurfaceOf, type Surface } from './surface.ts';
import { bringExactCoordinates, Surfaces } from './surfaces.ts';

/** Two objects of which one has a skin, with the skins in their places. */
export interface SkinnedPair {
  readonly surfaces: readonly [Surface, Surface];
  readonly pairs: TrianglePairs;
  /** Undefined for an object without a skin. */
  readonly skins: readonly [Skin | undefined, Skin | undefined];
  /** How far rounding has moved points of the skins. */
  readonly error: number;
}

const NO_PAIRS: TrianglePairs = { pairs: new Uint32Array(0), kinds: new Uint8Array(0) };
const key = (a: number, b: number) => `${a} ${b}`;

/** What is known of a mesh until its vertices are written. */
interface KnownSkin {
  readonly writes: number;
  readonly skin: Skin | null;
  /** Whether its triangles meet nowhere. */
  readonly isApart: boolean;
  /** The winding number of what is inside, as given, once it is known; 0 when it differs. */
  inside?: number;
}

const known = new WeakMap<KeptParts, KnownSkin>();

/** Pairs between skins that are kept, beside those of the scene. */
const keptBetween = new WeakMap<Keeper, Keeper>();

export class Skins {
  readonly #skins: ReadonlyMap<number, Skin>;
  #surfaces: Surfaces | undefined;
  readonly #pairs = new Map<string, TrianglePairs>();

  private constructor(skins: ReadonlyMap<number, Skin>) {
    this.#skins = skins;
  }

  /** Those of the objects of `asked`; `kept` is what the scene keeps between queries. */
  static async find(
    context: EngineContext,
    objects: ReadonlyMap<number, SceneObject>,
    surfaces: Surfaces,
    asked: readonly ObjectPairs[],
    signal: AbortSignal | undefined,
    kept = new Keeper(),
  ): Promise<Skins> {
    const ids = [...new Set(asked.flatMap(({ a, b }) => [a, b]))].sort((p, q) => p - q);
    await findSkins(
      context.runtime,
      ids.map((id) => surfaces.of(id)),
      signal,
    );
    const skins = new Map(
      ids.flatMap((id) => {
        const skin = known.get(objects.get(id)!.kept)!.skin;
        if (!skin) dropSkin(objects.get(id)!);
        return skin ? [[id, skin] as const] : [];
      }),
    );
    for (const id of ids) noteWindings(context.runtime, surfaces.of(id));
    const found = new Skins(skins);
    await found.#meet(context, objects, surfaces.collisions, asked, signal, kept);
    return found;
  }

  /** Finds the pairs of triangles of all pairs of objects of which one has a skin. */
  async #meet(
    context: EngineContext,
    objects: ReadonlyMap<number, SceneObject>,
    collisions: Collisions,
    asked: readonly ObjectPairs[],
    signal: AbortSignal | undefined,
    kept: Keeper,
  ): Promise<void> {
    const pairs = asked.filter(({ a, b }) => this.#skins.has(a) || this.#skins.has(b));
    if (pairs.length === 0) return;
    const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].sort((p, q) => p - q);
    const skinned = new Map<number, Skinned>();
    for (const id of ids) {
      const object = objects.get(id)!;
      const skin = this.#skins.get(id);
      skinned.set(id, { object, placed: skin ? placedSkin(object, skin) : object, skin });
    }
    const placed = new Map(ids.map((id) => [id, skinned.get(id)!.placed]));
    await bringExactCoordinates(context, participants(placed), signal);
    const { runtime } = context;
    if (searchesPatches(skinned, pairs)) {
      const all = await runtime.loadKernels('all', signal);
      const found = await meetSkins(runtime, all, skinned, pairs, collisions, signal);
      this.#surfaces = new Surfaces(runtime, placed, collisions, found.degenerate);
      for (const [i, { a, b }] of pairs.entries()) this.#pairs.set(key(a, b), found.pairs[i]);
    } else {
      const keptSkins = keptBetween.get(kept) ?? new Keeper();
      keptBetween.set(kept, keptSkins);
      const options = { ...checkCollideOptions({}), signal };
      const between = await runAsync(collideOnWasm(runtime, placed, options, keptSkins));
      this.#surfaces = new Surfaces(runtime, placed, between);
      for (const { a, b } of pairs) this.#pairs.set(key(a, b), NO_PAIRS);
      for (const { a, b, pairs: numbers } of pairsByObjects(between))
        if (this.#pairs.has(key(a, b))) this.#pairs.set(key(a, b), trianglesOf(between, numbers));
    }
    for (const [id, { error }] of this.#skins) {
      const object = objects.get(id)!;
      if (placed.has(id)) noteSolid(this.#surfaces.of(id), turnOf(object), error === 0 && !object.matrix);
    }
  }

  /** Undefined when neither object has a skin, or when they were not asked for. */
  of(a: number, b: number): SkinnedPair | undefined {
    const skins = [this.#skins.get(a), this.#skins.get(b)] as const;
    const pairs = this.#pairs.get(key(a, b));
    if (!this.#surfaces || !pairs) return undefined;
    const surfaces = [this.#surfaces.of(a), this.#surfaces.of(b)] as const;
    const error = Math.max(...surfaces.map((surface, side) => placedError(skins[side], surface)));
    return { surfaces, pairs, skins, error };
  }

  /** The surfaces that are looked at for pairs of objects: their skins, or those of `others`. */
  surfacesOf(asked: readonly ObjectPairs[], others: Surfaces): Surface[] {
    const own = asked.flatMap(({ a, b }) => this.of(a, b)?.surfaces ?? [others.of(a), others.of(b)]);
    return [...new Set(own)];
  }
}

/** How far rounding has moved points of a skin where it is placed; never 0 if it has moved some. */
function placedError(skin: Skin | undefined, { object: { matrix } }: Surface): number {
  if (!skin || skin.error === 0) return 0;
  return matrix ? Math.max(Number.MIN_VALUE, stretchOf(matrix) * skin.error) : skin.error;
}

/** Notes how an object that is its own skin winds round what is inside, without looking again when it is placed anew. */
function noteWindings(runtime: WasmRuntime, surface: Surface): void {
  const { object } = surface;
  const own = known.get(object.kept)!;
  if (own.skin || !own.isApart) return;
  // As given, so that rounding where it happens to be first plays no part.
  own.inside ??= solidWindings(object.matrix ? asGiven(runtime, surface) : surface)?.inside ?? 0;
  if (own.inside !== 0) noteSolid(surface, turnOf(object) * own.inside > 0 ? 1 : -1, object.matrix === undefined);
}

function asGiven(runtime: WasmRuntime, surface: Surface): Surface {
  const { object } = surface;
  return givenSurfaceOf(runtime, object, givenCorners(runtime, surface), new Set(object.kept.degenerate));
}

/** −1 for an object placed by a matrix that turns it inside out; of a singular one, rounding decides. */
function turnOf({ matrix }: SceneObject): 1 | -1 {
  return matrix && determinantSign(matrix) < 0 ? -1 : 1;
}

/** Makes the skins that are not yet known. */
async function findSkins(
  runtime: WasmRuntime,
  surfaces: readonly Surface[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const isKnown = ({ kept }: SceneObject) => known.get(kept)?.writes === kept.writes;
  const unknown = [...new Map(surfaces.map((surface) => [surface.object.kept, surface])).values()].filter(
    ({ object }) => !isKnown(object),
  );
  if (unknown.length === 0) return;
  const all = await runtime.loadKernels('all', signal);
  // Vertices in the same place that have several numbers are made one, where that is what closes the mesh.
  const joined = new Map<SceneObject, SceneObject>();
  try {
    const corners = unknown.map((surface) => givenCorners(runtime, surface));
    for (const [i, { object }] of unknown.entries())
      if (!object.edgesCancel) joined.set(object, madeOf(runtime, object.positions, corners[i]));
    const objects = unknown.map(({ object }) => joined.get(object) ?? object);
    const unmet = objects.filter(({ kept }) => !kept.pairs);
    await runAsync(findOwnPairs(runtime, unmet, false, signal ? { signal } : {}));
    for (const [i, surface] of unknown.entries()) {
      signal?.throwIfAborted();
      const { kept } = surface.object;
      const skin = closedSkin(runtime, all, surface, corners[i], objects[i]);
      known.set(kept, { writes: kept.writes, skin, isApart: objects[i].kept.pairs!.pairs.length === 0 });
    }
  } finally {
    for (const object of joined.values()) object.free();
  }
}

/** Null for an object that is its own skin, and for one that winds round nothing; the last is the object with vertices joined, if they were. */
function closedSkin(
  runtime: WasmRuntime,
  all: AllKernelExports,
  { object, topology }: Surface,
  corners: Uint32Array,
  { adjacency, kept: { pairs, degenerate } }: SceneObject,
): Skin | null {
  const kernels = new AreaKernels(runtime, all);
  // Where no triangle is degenerate, as given and as placed, the same triangles are connected.
  const isAlike = degenerate?.length === 0 && topology.triangles.length === topology.triangleCount;
  if (isAlike && isOwnSkin(topology, pairs!.pairs, kernels, adjacency)) return null;
  const surface = givenSurfaceOf(runtime, object, corners, new Set(degenerate));
  const skin = skinOf(surface, pairs!.pairs, kernels, new ContactKernels(runtime, all), adjacency);
  if (!skin || skin.indices.length === 0) return null;
  return kernels.edgesCancel(skin.indices, undefined) ? skin : null;
}

function madeOf(runtime: WasmRuntime, positions: Float32Array | Float64Array, indices: Uint32Array): SceneObject {
  return new SceneObject(runtime, checkMesh({ positions, indices, weld: false }));
}
