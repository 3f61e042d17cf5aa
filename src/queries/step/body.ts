/** An object on its way from where it is to where it is aimed. */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { weld } from '../../mesh/weld.ts';

/** Where an object ends: positions in its own precision, numbered as after welding, and its place. */
export interface End {
  readonly positions: Positions;
  readonly matrix: Float64Array | undefined;
}

/** A triangle whose area is a smaller part of that of its edges' rectangle may have none. */
const SLIVER = 2 ** -36;

export const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export const isSame = (p: ArrayLike<number>, q: ArrayLike<number>): boolean => {
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
};

/** One object: where it is and, if it is aimed, where it is to go. */
export class Body {
  readonly id: number;
  readonly object: SceneObject;
  /** The same as `start` for an object that does not move, which is not copied. */
  readonly aim: End;
  readonly start: End;
  readonly isAimed: boolean;
  /** Whether its vertices move independently: aimed by positions, with its present matrix. */
  readonly isDynamic: boolean;
  /** Whether it was aimed by a matrix alone, possibly its present one: it moves as a whole. */
  readonly isPlaceOnly: boolean;
  readonly #welded: ReadonlyMap<number, number> | undefined;
  #hasSlivers: boolean | undefined;
  #worlds = new Map<End, Float64Array>();
  /** Where the vertices of a welded object are aimed, as they were given. */
  readonly givenAim: Positions | undefined;

  constructor(id: number, object: SceneObject) {
    this.id = id;
    this.object = object;
    const { aimed } = object;
    this.isAimed = aimed !== undefined;
    this.start = aimed ? { positions: object.positions, matrix: object.matrix } : restingEnd(object);
    this.aim = aimed ? { positions: aimed.positions, matrix: aimed.matrix } : this.start;
    const isPlaced = !isSame(this.start.matrix ?? IDENTITY, this.aim.matrix ?? IDENTITY);
    this.isPlaceOnly = aimed?.isPlaceOnly ?? false;
    this.isDynamic = this.isAimed && !isPlaced && !this.isPlaceOnly;
    this.givenAim = aimed?.givenEnd;
    const { sources } = object;
    this.#welded = sources && new Map(Array.from(sources, (given, vertex) => [given, vertex]));
  }

  get vertexCount(): number {
    return this.object.vertexCount;
  }

  /** The number after welding of a vertex as it was given. */
  vertex(given: number): number {
    return this.#welded?.get(given) ?? given;
  }

  corner(triangle: number, k: number): number {
    const { indices, runtime } = this.object;
    return runtime.memory.u32[(indices >>> 2) + 3 * triangle + k];
  }

  /** Triangles, three vertices each. */
  get indices(): Uint32Array {
    const { indices, runtime, triangleCount } = this.object;
    return runtime.memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
  }

  /** Writes a vertex of an end, in the world, to three numbers. */
  writeWorld({ positions, matrix: m }: End, vertex: number, out: Float64Array, at: number): void {
    const [x, y, z] = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
    for (let k = 0; k < 3; k++) {
      out[at + k] = m ? m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k] : positions[3 * vertex + k];
    }
  }

  /** All vertices in the world; not to be changed, because those of the start and of the aim are cached. */
  world(end: End): Float64Array {
    const known = this.#worlds.get(end);
    if (known) return known;
    const world = placed(end);
    if (end === this.start || end === this.aim) this.#worlds.set(end, world);
    return world;
  }

  /** Whether a triangle may have no area where the body begins. */
  get hasSlivers(): boolean {
    this.#hasSlivers ??= haveSlivers(this.world(this.start), this.indices);
    return this.#hasSlivers;
  }

  /** Own coordinates of points in the world, rounded to the object's precision; undefined where its matrix is singular. */
  stored(world: Float64Array): Positions | undefined {
    const { matrix } = this.start;
    const own = matrix ? unplaced(world, matrix) : world;
    if (!own) return undefined;
    return this.start.positions instanceof Float32Array ? Float32Array.from(own) : Float64Array.from(own);
  }

  /**
   * The positions at a fraction of the path to an end, per vertex or for all; rounded to the stored precision. A body that is not
   * dynamic moves as a whole, by the fraction of its first vertex.
   */
  between(given: number | Float64Array, aim: End = this.aim): End {
    const { start } = this;
    const parts = this.isDynamic || typeof given === 'number' ? given : (given[0] ?? 1);
    if (parts === 1) return aim;
    if (parts === 0) return start;
    const positions = start.positions.slice();
    for (let i = 0, v = 0; i < positions.length; v++) {
      const part = typeof parts === 'number' ? parts : parts[v];
      for (const last = i + 3; i < last; i++) {
        const from = positions[i];
        positions[i] = part === 1 ? aim.positions[i] : from + part * (aim.positions[i] - from);
      }
    }
    if (this.isDynamic || typeof parts !== 'number') return { positions, matrix: start.matrix };
    const from = start.matrix ?? IDENTITY;
    const to = aim.matrix ?? IDENTITY;
    return { positions, matrix: from.map((x, i) => x + parts * (to[i] - x)) };
  }

  /** Positions as `move` takes them: of all vertices that were given. */
  givenPositions({ positions }: End): Positions {
    const { sources } = this.object;
    const given = this.givenAim;
    if (!sources || !given) return positions.slice();
    const ends = given.slice();
    // Which of the others were welded to what is not kept; those that are aimed at the same point go with it.
    const { targets } = weld(given);
    const ofTarget = new Map(Array.from(sources, (vertex, welded) => [targets[vertex], welded]));
    for (let v = 0; v < targets.length; v++) {
      const welded = this.#welded!.get(v) ?? ofTarget.get(targets[v]);
      if (welded !== undefined) ends.set(positions.subarray(3 * welded, 3 * welded + 3), 3 * v);
    }
    return ends;
  }

  /** Numbers per welded vertex as numbers per vertex that was given; those that no triangle uses have another. */
  givenNumbers(numbers: Float64Array, width: number, unused: number): Float64Array {
    const { sources, givenVertexCount } = this.object;
    if (!sources) return numbers;
    const given = new Float64Array(width * givenVertexCount).fill(unused);
    for (const [welded, vertex] of sources.entries()) {
      given.set(numbers.subarray(width * welded, width * welded + width), width * vertex);
    }
    return given;
  }

  /** Whether its mesh keeps its shape, so that only its place is to be changed. */
  get keepsShape(): boolean {
    return !this.isDynamic && isSame(this.start.positions, this.aim.positions);
  }
}

function placed({ positions, matrix: m }: End): Float64Array {
  const world = new Float64Array(positions);
  if (!m) return world;
  for (let v = 0; v < world.length; v += 3) {
    const [x, y, z] = [world[v], world[v + 1], world[v + 2]];
    world[v] = m[0] * x + m[4] * y + m[8] * z + m[12];
    world[v + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    world[v + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
  return world;
}

function haveSlivers(p: Float64Array, indices: Uint32Array): boolean {
  for (let i = 0; i < indices.length; i += 3) {
    const [u, v, w] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [ax, ay, az] = [p[v] - p[u], p[v + 1] - p[u + 1], p[v + 2] - p[u + 2]];
    const [bx, by, bz] = [p[w] - p[u], p[w + 1] - p[u + 1], p[w + 2] - p[u + 2]];
    const [cx, cy, cz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const [area, a, b] = [cx * cx + cy * cy + cz * cz, ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz];
    // Not ≤: products that are too small or too large for doubles prove nothing either.
    if (!(area > SLIVER ** 2 * a * b)) return true;
  }
  return false;
}

/** Where an object stands that is not aimed: copied out of memory when something asks for it, as most are never touched. */
function restingEnd(object: SceneObject): End {
  let positions: Positions | undefined;
  return {
    get positions() {
      positions ??= object.positions;
      return positions;
    },
    matrix: object.matrix,
  };
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
