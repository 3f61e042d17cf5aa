/**
 * Which triangles a vertex has, and which shell it belongs to: what follows from the numbers of vertices alone.
 *
 * Triangles without area are left out, for they are no part of the surface: a thread of them joins nothing.
 */
import { DisjointSets } from '../../mesh/disjoint-sets.ts';

/** The triangles around each vertex: `triangles[starts[v]]` to `triangles[starts[v + 1]]`. */
export interface Neighbours {
  readonly starts: Uint32Array;
  readonly triangles: Uint32Array;
}

export interface Shells {
  readonly count: number;
  /** Of each vertex; −1 for those that no triangle with area uses. */
  readonly ofVertex: Int32Array;
  /** Some triangle of each shell. */
  readonly triangles: Uint32Array;
}

export class SurfaceTopology {
  readonly corners: Uint32Array;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Numbers of the triangles with area. */
  readonly triangles: Uint32Array;
  #neighbours: Neighbours | undefined;
  #shells: Shells | undefined;
  #walk: Marks | undefined;
  #numbers: Marks | undefined;

  constructor(corners: Uint32Array, vertexCount: number, withoutArea: ReadonlySet<number>) {
    this.corners = corners;
    this.vertexCount = vertexCount;
    this.triangleCount = corners.length / 3;
    this.triangles = triangleNumbers(this.triangleCount, withoutArea);
  }

  get neighbours(): Neighbours {
    this.#neighbours ??= findNeighbours(this.triangles, this.corners, this.vertexCount);
    return this.#neighbours;
  }

  get shells(): Shells {
    this.#shells ??= findShells(this.triangles, this.corners, this.vertexCount);
    return this.#shells;
  }

  /** Whether it is known already that there is only one shell. */
  get isOneShell(): boolean {
    return this.#shells?.count === 1;
  }

  shellOf(triangle: number): number {
    return this.shells.ofVertex[this.corners[3 * triangle]];
  }

  /** Marks for a walk over the surface, gone with the next call. */
  freshWalk(): Marks {
    this.#walk ??= new Marks(this.vertexCount, this.triangleCount);
    return this.#walk.fresh();
  }

  /** Numbers for some vertices and triangles, gone with the next call. */
  freshNumbers(): Marks {
    this.#numbers ??= new Marks(this.vertexCount, this.triangleCount);
    return this.#numbers.fresh();
  }
}

/** Numbers noted for vertices and triangles; forgetting all of them costs nothing. */
export class Marks {
  #stamp = 0;
  readonly #vertexStamps: Int32Array;
  readonly #vertexValues: Int32Array;
  readonly #triangleStamps: Int32Array;
  readonly #triangleValues: Int32Array;

  constructor(vertexCount: number, triangleCount: number) {
    this.#vertexStamps = new Int32Array(vertexCount);
    this.#vertexValues = new Int32Array(vertexCount);
    this.#triangleStamps = new Int32Array(triangleCount);
    this.#triangleValues = new Int32Array(triangleCount);
  }

  fresh(): this {
    this.#stamp++;
    return this;
  }

  /** −1 for none. */
  vertex(vertex: number): number {
    return this.#vertexStamps[vertex] === this.#stamp ? this.#vertexValues[vertex] : -1;
  }

  setVertex(vertex: number, value: number): void {
    this.#vertexStamps[vertex] = this.#stamp;
    this.#vertexValues[vertex] = value;
  }

  /** −1 for none. */
  triangle(triangle: number): number {
    return this.#triangleStamps[triangle] === this.#stamp ? this.#triangleValues[triangle] : -1;
  }

  setTriangle(triangle: number, value: number): void {
    this.#triangleStamps[triangle] = this.#stamp;
    this.#triangleValues[triangle] = value;
  }
}

function triangleNumbers(count: number, left: ReadonlySet<number>): Uint32Array {
  const numbers = new Uint32Array(count - left.size);
  for (let triangle = 0, at = 0; triangle < count; triangle++) if (!left.has(triangle)) numbers[at++] = triangle;
  return numbers;
}

function findNeighbours(numbers: Uint32Array, corners: Uint32Array, vertexCount: number): Neighbours {
  const starts = new Uint32Array(vertexCount + 2);
  for (const triangle of numbers) for (let k = 0; k < 3; k++) starts[corners[3 * triangle + k] + 2]++;
  for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
  const triangles = new Uint32Array(3 * numbers.length);
  // Filling moves each start to the end of its own list, which is where the next begins.
  for (const triangle of numbers) {
    for (let k = 0; k < 3; k++) triangles[starts[corners[3 * triangle + k] + 1]++] = triangle;
  }
  return { starts, triangles };
}

function findShells(numbers: Uint32Array, corners: Uint32Array, vertexCount: number): Shells {
  const sets = new DisjointSets(vertexCount);
  for (const triangle of numbers) {
    const root = sets.union(corners[3 * triangle], corners[3 * triangle + 1]);
    sets.union(root, corners[3 * triangle + 2]);
  }
  const ofVertex = new Int32Array(vertexCount).fill(-1);
  const firsts: number[] = [];
  for (const triangle of numbers) {
    const root = sets.find(corners[3 * triangle]);
    if (ofVertex[root] < 0) ofVertex[root] = firsts.push(triangle) - 1;
    for (let k = 0; k < 3; k++) ofVertex[corners[3 * triangle + k]] = ofVertex[root];
  }
  return { count: firsts.length, ofVertex, triangles: Uint32Array.from(firsts) };
}
