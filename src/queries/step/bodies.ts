/** Objects on their way from where they are to where they are aimed, and trials of other ends. */
import { makeEnd } from '../../backend/wasm/motion-end.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { weld } from '../../mesh/weld.ts';
import type { Impacts } from '../impacts/impacts.ts';
import { checkImpactsOptions, GAP_MAX } from '../impacts/options.ts';
import { impactsWasm } from '../impacts/wasm.ts';
import { selectionOf } from '../pair-selection.ts';
import type { CheckedStepOptions } from './options.ts';

/** Where an object ends: positions in its own precision, numbered as after welding, and its place. */
export interface End {
  readonly positions: Positions;
  readonly matrix: Float64Array | undefined;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

const isSame = (p: ArrayLike<number>, q: ArrayLike<number>): boolean => {
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
};

/** One object: where it is and, if it is aimed, where it is to go. */
export class Body {
  readonly id: number;
  readonly object: SceneObject;
  readonly start: End;
  /** The same as `start` for an object that stands still. */
  readonly aim: End;
  readonly isAimed: boolean;
  /** Whether its vertices go their own ways: aimed by positions, in the place that it has. */
  readonly isDynamic: boolean;
  readonly #welded: ReadonlyMap<number, number> | undefined;
  readonly #indices: Uint32Array;

  constructor(id: number, object: SceneObject) {
    this.id = id;
    this.object = object;
    this.start = { positions: object.positions.slice(), matrix: object.matrix };
    const { aimed } = object;
    this.isAimed = aimed !== undefined;
    this.aim = aimed ? { positions: aimed.positions.slice(), matrix: aimed.matrix } : this.start;
    const isPlaced = !isSame(this.start.matrix ?? IDENTITY, this.aim.matrix ?? IDENTITY);
    this.isDynamic = this.isAimed && !isPlaced;
    const { sources } = object;
    this.#welded = sources && new Map(Array.from(sources, (given, vertex) => [given, vertex]));
    const at = object.indices >>> 2;
    this.#indices = object.runtime.memory.u32.slice(at, at + 3 * object.triangleCount);
  }

  get vertexCount(): number {
    return this.object.vertexCount;
  }

  /** The number after welding of a vertex as it was given. */
  vertex(given: number): number {
    return this.#welded?.get(given) ?? given;
  }

  corner(triangle: number, k: number): number {
    return this.#indices[3 * triangle + k];
  }

  /** Triangles, three vertices each. */
  get indices(): Uint32Array {
    return this.#indices;
  }

  /** All vertices in the world. */
  world({ positions, matrix }: End): Float64Array {
    const world = Float64Array.from(positions);
    if (!matrix) return world;
    for (let v = 0; v < world.length; v += 3) {
      const [x, y, z] = [world[v], world[v + 1], world[v + 2]];
      for (let k = 0; k < 3; k++) world[v + k] = matrix[k] * x + matrix[4 + k] * y + matrix[8 + k] * z + matrix[12 + k];
    }
    return world;
  }

  /** Own coordinates of points in the world, rounded to the object's precision; undefined where its place cannot be undone. */
  stored(world: Float64Array): Positions | undefined {
    const { matrix } = this.start;
    const own = matrix ? unplaced(world, matrix) : world;
    if (!own) return undefined;
    return this.start.positions instanceof Float32Array ? Float32Array.from(own) : Float64Array.from(own);
  }

  /**
   * A part of the way to an end for each vertex, or for the whole; rounded to what is stored. A body that is not dynamic goes as a
   * whole, as far as the first of its vertices.
   */
  between(given: number | Float64Array, aim: End = this.aim): End {
    const { start } = this;
    const parts = this.isDynamic || typeof given === 'number' ? given : (given[0] ?? 1);
    if (typeof parts === 'number' && parts === 1) return aim;
    if (typeof parts === 'number' && parts === 0) return start;
    const positions = start.positions.slice();
    for (let i = 0; i < positions.length; i++) {
      const part = typeof parts === 'number' ? parts : parts[Math.floor(i / 3)];
      positions[i] =
        part === 1 ? aim.positions[i] : start.positions[i] + part * (aim.positions[i] - start.positions[i]);
    }
    if (this.isDynamic || typeof parts !== 'number') return { positions, matrix: start.matrix };
    const from = start.matrix ?? IDENTITY;
    const to = aim.matrix ?? IDENTITY;
    return { positions, matrix: from.map((x, i) => x + parts * (to[i] - x)) };
  }

  /** Positions as `move` takes them: of all vertices that were given. */
  givenPositions({ positions }: End): Positions {
    const { sources, aimed } = this.object;
    const given = aimed?.givenEnd;
    if (!sources || !given) return positions.slice();
    const { targets } = weld(given);
    const ofTarget = new Map(Array.from(sources, (vertex, welded) => [targets[vertex], welded]));
    const ends = given.slice();
    for (let v = 0; v < targets.length; v++) {
      const welded = ofTarget.get(targets[v]);
      if (welded !== undefined) ends.set(positions.subarray(3 * welded, 3 * welded + 3), 3 * v);
    }
    return ends;
  }

  /** Whether its mesh keeps its shape, so that only its place is to be changed. */
  get keepsShape(): boolean {
    return isSame(this.start.positions, this.aim.positions) && !this.isDynamic;
  }
}

/** Solves the linear part by Cramer's rule. */
function unplaced(world: Float64Array, m: Float64Array): Float64Array | undefined {
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!Number.isFinite(1 / determinant)) return undefined;
  const own = new Float64Array(world.length);
  for (let v = 0; v < world.length; v += 3) {
    const [x, y, z] = [world[v] - m[12], world[v + 1] - m[13], world[v + 2] - m[14]];
    own[v] = ((e * i - f * h) * x + (c * h - b * i) * y + (b * f - c * e) * z) / determinant;
    own[v + 1] = ((f * g - d * i) * x + (a * i - c * g) * y + (c * d - a * f) * z) / determinant;
    own[v + 2] = ((d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d) * z) / determinant;
  }
  return own;
}

function extentOf(objects: readonly SceneObject[]): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { box } of objects) {
      low = Math.min(low, box[k]);
      high = Math.max(high, box[k + 3]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** All objects of a query, by their ids. */
export class Bodies {
  readonly #runtime: WasmRuntime;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #options: CheckedStepOptions;
  readonly all = new Map<number, Body>();
  readonly aimed: readonly Body[];

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>, options: CheckedStepOptions) {
    this.#runtime = runtime;
    this.#objects = objects;
    this.#options = options;
    for (const { id, object } of participants(objects)) this.all.set(id, new Body(id, object));
    this.aimed = [...this.all.values()].filter(({ isAimed }) => isAimed);
  }

  /** Of where all are and where they are aimed. */
  get extent(): number {
    return extentOf([...this.all.values()].flatMap(({ object }) => (object.aimed ? [object, object.aimed] : [object])));
  }

  /** Of where all are now. */
  get extentNow(): number {
    return extentOf(Array.from(this.all.values(), ({ object }) => object));
  }

  /**
   * Impacts on the way to other ends of the aimed bodies: exact, or, with a gap, where pairs come nearer than that, or than the
   * part `keep` of their distance. Where they are aimed stays as it was.
   */
  async impacts(ends: ReadonlyMap<Body, End>, gap = 0): Promise<Impacts> {
    const { signal, keep } = this.#options;
    const apart = { gap: Math.min(gap, GAP_MAX), keep };
    const options = { ...checkImpactsOptions({}), ...selectionOf(this.#options), ...apart, signal };
    const before = this.aimed.map(({ object }) => object.aimed!);
    const made: SceneObject[] = [];
    try {
      for (const body of this.aimed) {
        const { positions, matrix } = ends.get(body) ?? body.start;
        const end = makeEnd(this.#runtime, body.object, positions, true);
        made.push(end);
        if (matrix) end.place(matrix);
        body.object.aimed = end;
      }
      return await impactsWasm(this.#runtime, this.#objects, options);
    } finally {
      for (const [i, body] of this.aimed.entries()) body.object.aimed = before[i];
      if (!this.#runtime.disposed) for (const end of made) end.free();
    }
  }
}

/** Four vertices with their weights in A minus B; of a vertex and a face, or two edges. */
export interface FourVertices {
  readonly bodies: readonly Body[];
  readonly vertices: readonly number[];
  readonly weights: readonly number[];
}

interface Features {
  readonly kinds: Uint8Array;
  readonly features: Uint32Array;
  readonly coordinates?: Float64Array;
}

export function fourVertices(bodies: Bodies, { kinds, features, coordinates }: Features, i: number): FourVertices {
  const [objectA, a0, a1, objectB, b0, b1] = features.subarray(6 * i, 6 * i + 6);
  const [a, b] = [bodies.all.get(objectA)!, bodies.all.get(objectB)!];
  const [x, y] = coordinates ? coordinates.subarray(2 * i, 2 * i + 2) : [0, 0];
  if (kinds[i] === 0) {
    return {
      bodies: [a, b, b, b],
      vertices: [a.vertex(a0), b.corner(b0, 0), b.corner(b0, 1), b.corner(b0, 2)],
      weights: [1, x + y - 1, -x, -y],
    };
  }
  return {
    bodies: [a, a, b, b],
    vertices: [a.vertex(a0), a.vertex(a1), b.vertex(b0), b.vertex(b1)],
    weights: [1 - x, x, y - 1, -y],
  };
}
