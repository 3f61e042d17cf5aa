/**
 * How far objects reach into each other, measured by the kernels (kernels/depth-search.ts): many depths at once, on all
 * threads.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { makeTrees, matrixOf } from '../closest/trees.ts';
import { canHaveClusters } from '../keep/keep.ts';
import { queryNumber } from '../registry.ts';
import type { InsideParts } from './inside-parts.ts';
import { DEPTH_ITEM, DEPTH_JOB, DEPTH_SOURCE, DEPTH_SURFACE } from './records.ts';
import type { Surface } from './surface.ts';

export interface DepthFound {
  readonly least: number;
  readonly most: number;
  /** Where `least` was found: the point inside, and the nearest point of the other surface; x y z each. */
  readonly inside: readonly number[];
  readonly nearest: readonly number[];
  /** The side whose surface reaches in. */
  readonly side: number;
}

export interface DepthAim {
  /** The largest side of the box around both objects. */
  readonly extent: number;
  /** Stop when the interval is narrower than this part of the depth, and does not straddle the tolerance … */
  readonly part: number;
  readonly tolerance: number;
  /** … or when it is narrower than this, whatever it straddles. */
  readonly width: number;
  /** Error bound of each distance, from rounding. */
  readonly slack: number;
}

/** A region to measure: the triangles of each side inside the other. */
export interface DepthQuestion {
  readonly parts: readonly [InsideParts, InsideParts];
  readonly aim: DepthAim;
}

/** Below this extent, squares of what matters would underflow. */
const SMALL_EXTENT = 2 ** -200;

/** Scale of the coordinates: 1, or the power of two that makes a small extent about 1. */
function scaleFor(extent: number): number {
  return extent >= SMALL_EXTENT || !(extent > 0) ? 1 : 2 ** -Math.max(-1022, Math.floor(Math.log2(extent)));
}

/** Triangles of all questions up to which the calling thread measures alone: waking threads would take longer. */
const SMALL_TRIANGLES = 400;

/** Objects with more triangles than this are searched by their trees. */
const UNTREED_MOST = 32;

/** Addresses for arrays, one after the other, counted before and written after the memory is there. */
class Places {
  #next: number;

  constructor(start: number) {
    this.#next = start;
  }

  take(bytes: number): number {
    const at = Math.ceil(this.#next / 8) * 8;
    this.#next = at + bytes;
    return at;
  }

  get end(): number {
    return this.#next;
  }
}

/** Lays the tables of a job out from `start` on; with `memory` it also writes them. */
class DepthTables {
  readonly #surfaces: readonly Surface[];
  readonly #numbers: ReadonlyMap<Surface, number>;
  readonly #questions: readonly DepthQuestion[];
  readonly #scale: number;
  #items = 0;

  constructor(questions: readonly DepthQuestion[], scale: number) {
    this.#questions = questions;
    this.#scale = scale;
    this.#surfaces = [...new Set(questions.flatMap(({ parts }) => parts.map(({ surface }) => surface)))];
    this.#numbers = new Map(this.#surfaces.map((surface, i) => [surface, i]));
  }

  get surfaces(): readonly Surface[] {
    return this.#surfaces;
  }

  /** How many bytes they take. */
  get bytes(): number {
    return this.#layOut(0, undefined);
  }

  write({ memory }: WasmRuntime, start: number): void {
    this.#layOut(start, memory);
  }

  #layOut(start: number, memory: WasmRuntime['memory'] | undefined): number {
    const places = new Places(start);
    const surfaces = places.take(this.#surfaces.length * DEPTH_SURFACE.bytes);
    this.#items = places.take(this.#questions.length * DEPTH_ITEM.bytes);
    const sources = places.take(2 * this.#questions.length * DEPTH_SOURCE.bytes);
    memory?.u32.fill(0, surfaces >>> 2, places.end >>> 2);
    for (const [i, surface] of this.#surfaces.entries())
      layOutSurface(surface, this.#scale, surfaces + i * DEPTH_SURFACE.bytes, places, memory);
    for (const [i, { parts, aim }] of this.#questions.entries()) {
      const [first, second] = parts.map(({ surface }) => this.#numbers.get(surface)!);
      const source = sources + 2 * i * DEPTH_SOURCE.bytes;
      layOutSource(parts[0], first, second, source, places, memory);
      layOutSource(parts[1], second, first, source + DEPTH_SOURCE.bytes, places, memory);
      const item = this.#items + i * DEPTH_ITEM.bytes;
      memory?.f64.set([aim.part, aim.tolerance, aim.width, aim.slack], (item + DEPTH_ITEM.at.part) >>> 3);
    }
    if (memory) {
      const { u32, f64 } = memory;
      f64[DEPTH_JOB.at.scale >>> 3] = this.#scale;
      u32[DEPTH_JOB.at.surfaces >>> 2] = surfaces;
      u32[DEPTH_JOB.at.surfaceCount >>> 2] = this.#surfaces.length;
      u32[DEPTH_JOB.at.items >>> 2] = this.#items;
      u32[DEPTH_JOB.at.itemCount >>> 2] = this.#questions.length;
      u32[DEPTH_JOB.at.sources >>> 2] = sources;
    }
    return places.end - start;
  }

  read({ memory }: WasmRuntime): (DepthFound | null)[] {
    const { u32, f64 } = memory;
    return this.#questions.map((_, i) => {
      const item = this.#items + i * DEPTH_ITEM.bytes;
      const numbers = (field: number, count: number) =>
        Array.from(f64.subarray((item + field) >>> 3, ((item + field) >>> 3) + count));
      if (u32[(item + DEPTH_ITEM.at.isFound) >>> 2] === 0) return null;
      return {
        least: f64[(item + DEPTH_ITEM.at.least) >>> 3],
        most: f64[(item + DEPTH_ITEM.at.most) >>> 3],
        inside: numbers(DEPTH_ITEM.at.inside, 3),
        nearest: numbers(DEPTH_ITEM.at.nearest, 3),
        side: u32[(item + DEPTH_ITEM.at.side) >>> 2],
      };
    });
  }
}

/** Puts words behind what is there already, when there are any to put. */
function layOutWords(words: ArrayLike<number>, places: Places, memory: WasmRuntime['memory'] | undefined): number {
  const at = places.take(4 * words.length);
  memory?.u32.set(words, at >>> 2);
  return at;
}

function layOutSurface(
  { object, topology }: Surface,
  scale: number,
  record: number,
  places: Places,
  memory: WasmRuntime['memory'] | undefined,
): void {
  const { corners, triangles, triangleCount, address } = topology;
  const areAll = triangles.length === triangleCount;
  const cornersAt = address ?? layOutWords(corners, places, memory);
  const trianglesAt = areAll ? 0 : layOutWords(triangles, places, memory);
  if (!memory) return;
  const { u32, f64 } = memory;
  const { at } = DEPTH_SURFACE;
  u32[(record + at.exact) >>> 2] = object.exact.address;
  u32[(record + at.exactFormat) >>> 2] = object.exact.format;
  u32[(record + at.vertexCount) >>> 2] = object.vertexCount;
  u32[(record + at.corners) >>> 2] = cornersAt;
  u32[(record + at.triangleCount) >>> 2] = triangleCount;
  u32[(record + at.triangles) >>> 2] = trianglesAt;
  u32[(record + at.count) >>> 2] = triangles.length;
  // Small ones have clusters or not, depending on what was asked before, and the order of a search shows in its interval.
  const isTreed = triangleCount > UNTREED_MOST;
  u32[(record + at.clusters) >>> 2] = (isTreed && object.kept.clusters?.block) || 0;
  f64.set(
    matrixOf(object).map((value, i) => (i === 15 ? value : value * scale)),
    (record + at.matrix) >>> 3,
  );
}

function layOutSource(
  { list, runs, small }: InsideParts,
  own: number,
  other: number,
  record: number,
  places: Places,
  memory: WasmRuntime['memory'] | undefined,
): void {
  const listAt = layOutWords(list, places, memory);
  const runsAt = layOutWords(runs, places, memory);
  const smallAt = places.take(8 * small.length);
  if (!memory) return;
  memory.f64.set(small, smallAt >>> 3);
  const { u32 } = memory;
  const { at } = DEPTH_SOURCE;
  u32[(record + at.own) >>> 2] = own;
  u32[(record + at.other) >>> 2] = other;
  u32[(record + at.list) >>> 2] = listAt;
  u32[(record + at.count) >>> 2] = list.length;
  u32[(record + at.runs) >>> 2] = runsAt;
  u32[(record + at.runCount) >>> 2] = runs.length / 2;
  u32[(record + at.small) >>> 2] = smallAt;
}

/**
 * The depth of each question; null where there are no triangles. Exact coordinates must be up to date. Must not run at the
 * same time as another job of the same engine.
 */
export async function measureDepths(
  runtime: WasmRuntime,
  questions: readonly DepthQuestion[],
  options: JobOptions,
): Promise<(DepthFound | null)[]> {
  const scales = questions.map(({ aim }) => scaleFor(aim.extent));
  const found: (DepthFound | null)[] = questions.map(() => null);
  for (const scale of new Set(scales)) {
    const members = [...questions.keys()].filter((i) => scales[i] === scale);
    const depths = await measureScaled(
      runtime,
      members.map((i) => questions[i]),
      scale,
      options,
    );
    for (const [k, i] of members.entries()) found[i] = depths[k];
  }
  return found;
}

async function measureScaled(
  runtime: WasmRuntime,
  questions: readonly DepthQuestion[],
  scale: number,
  options: JobOptions,
): Promise<(DepthFound | null)[]> {
  const tables = new DepthTables(questions, scale);
  const triangles = questions.reduce((sum, { parts: [a, b] }) => sum + a.list.length + b.list.length, 0);
  const objects = tables.surfaces.map(({ object }, id) => [id, object] as const);
  // What cannot have a tree, for coordinates beyond 2^100, is looked at triangle by triangle.
  const wanting = tables.surfaces.filter(
    ({ object }) => object.triangleCount > UNTREED_MOST && canHaveClusters(object),
  );
  await makeTrees(
    runtime,
    'clashes',
    wanting.map(({ object }) => object),
    options,
  );
  const job = {
    query: queryNumber('depths'),
    adjacency: false,
    given: 'bare',
    smallTriangles: triangles <= SMALL_TRIANGLES ? Infinity : 0,
    tableBytes: tables.bytes,
    write: (start: number) => tables.write(runtime, start),
  } as const;
  await runSceneJob(runtime, numbered(objects), job, options);
  return tables.read(runtime);
}
