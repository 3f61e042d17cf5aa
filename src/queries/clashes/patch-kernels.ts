/** Which triangles of an object, or of its skin, meet a patch of another: asked of the kernels on the calling thread. */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { GRID_CELLS } from '../../memory/constants.ts';
import { placedTree } from './cluster-walk.ts';
import { PATCH_ENTRY_BYTES, PATCH_HIT_BYTES, PATCH_NODE_BYTES } from './constants.ts';
import { PATCH_SEARCH } from './contact-records.ts';
import { SurfaceKernels } from './surface-kernels.ts';

/** Triangles that a kernel looks at before it is called again, compiled better by then. */
const AT_ONCE = 4096;
/** There is room for this many pairs at first. */
const HITS_AT_FIRST = 4096;
const HIT_WORDS = PATCH_HIT_BYTES / 4;

/** Some triangles of an object. */
export interface Patch {
  readonly object: SceneObject;
  readonly triangles: Uint32Array;
}

/** What a patch may meet: an object as a whole, and a patch of its skin, placed alike. */
export interface PatchPartner {
  readonly object: SceneObject;
  readonly patch: Patch | undefined;
}

export interface PatchMeetings {
  /** Three numbers each: a triangle of the patch, one of the other object, and the kind of their contact. */
  readonly withObject: Uint32Array;
  /** The same with triangles of the other's patch. */
  readonly withPatch: Uint32Array;
  /** Triangles of the patch without area. */
  readonly flat: Uint32Array;
}

const NONE = new Uint32Array(0);

export class PatchKernels extends SurfaceKernels {
  readonly #runtime: WasmRuntime;
  readonly #all: AllKernelExports;
  #search = 0;

  constructor(runtime: WasmRuntime, all: AllKernelExports) {
    super(runtime);
    this.#runtime = runtime;
    this.#all = all;
  }

  /** Exact coordinates of all must be up to date, and plain arithmetic do for them. */
  meet({ object: own, triangles }: Patch, { object: other, patch }: PatchPartner): PatchMeetings {
    const count = triangles.length;
    const tree = placedTree(other, own.box);
    const listed = patch?.triangles ?? NONE;
    const [search, list, listedAt, entries, nodes, grid, cells, hits] = this.takeWords(
      PATCH_SEARCH.bytes / 4,
      count,
      listed.length,
      (PATCH_ENTRY_BYTES / 4) * count,
      (PATCH_NODE_BYTES / 2) * count,
      tree ? 0 : 2 * GRID_CELLS ** 2,
      tree ? 0 : other.vertexCount,
      HIT_WORDS * HITS_AT_FIRST,
    );
    this.#search = search;
    this.write(list, triangles);
    this.write(listedAt, listed);
    const { buffer, f64 } = this.#runtime.memory;
    PATCH_SEARCH.write(new DataView(buffer), search, {
      ownExact: own.exact.address,
      ownFormat: own.exact.format,
      ownCorners: own.indices,
      patch: list,
      patchCount: count,
      flatCount: 0,
      ...this.#fieldsOf(other),
      clusterNodes: tree?.nodes ?? 0,
      clusterStarts: tree?.starts ?? 0,
      clusterTriangles: tree?.triangles ?? 0,
      entries,
      entryCount: 0,
      nodes,
      nodeCount: 0,
      grid,
      cells,
      hits,
      hitCount: 0,
      hitsMost: HITS_AT_FIRST,
    });
    const { at } = PATCH_SEARCH;
    f64.set(other.box, (search + at.region) >>> 3);
    if (tree) {
      f64.set(tree.matrix, (search + at.matrix) >>> 3);
      f64.set(tree.middle, (search + at.middle) >>> 3);
      f64.set(tree.slack, (search + at.slack) >>> 3);
    }
    const mayMeet = this.#all.openPatch(search) !== 0;
    const flat = this.words(list, this.#field(at.flatCount)).slice();
    if (!mayMeet) return { withObject: NONE, withPatch: NONE, flat };
    if (tree) this.#find(() => this.#all.meetClusters(search));
    else this.#lookAtAll(other);
    const withObject = this.#takeHits();
    if (patch) {
      for (const [field, value] of Object.entries(this.#fieldsOf(patch.object)))
        this.#setField(at[field as keyof typeof at], value);
      this.#find(() => this.#all.meetListed(search, listedAt, listed.length));
    }
    return { withObject, withPatch: this.#takeHits(), flat };
  }

  #fieldsOf({ exact, indices, vertexCount }: SceneObject) {
    return { otherExact: exact.address, otherFormat: exact.format, otherCorners: indices, vertexCount };
  }

  #lookAtAll({ triangleCount }: SceneObject): void {
    this.#all.openGrid(this.#search);
    for (let from = 0; from < triangleCount; from += AT_ONCE)
      this.#find(() => this.#all.meetAll(this.#search, from, Math.min(triangleCount, from + AT_ONCE)));
  }

  /** Repeats a search until there is room for what it finds. */
  #find(search: () => number): void {
    const { at } = PATCH_SEARCH;
    const before = this.#field(at.hitCount);
    while (search() === 0) {
      const most = 2 * this.#field(at.hitsMost);
      // They come last.
      this.#runtime.memory.ensure(this.#field(at.hits) + most * PATCH_HIT_BYTES, 'clashes');
      this.#setField(at.hitsMost, most);
      this.#setField(at.hitCount, before);
    }
  }

  #takeHits(): Uint32Array {
    const { at } = PATCH_SEARCH;
    const found = this.words(this.#field(at.hits), HIT_WORDS * this.#field(at.hitCount)).slice();
    this.#setField(at.hitCount, 0);
    return found;
  }

  #field(at: number): number {
    return this.#runtime.memory.u32[(this.#search + at) >>> 2];
  }

  #setField(at: number, value: number): void {
    this.#runtime.memory.u32[(this.#search + at) >>> 2] = value;
  }
}
