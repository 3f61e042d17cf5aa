/**
 * The rival on the tori: one tree for all tori and one for the terrain, both kept; in each frame corners and boxes are
 * moved, boxes swept along x, and the trees of those that overlap cast against each other.
 */
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { moveInto, type Rigid } from '../rigid.ts';
import type { ToriScene } from '../tori-scene.ts';
import { buildTree, LEAF_PAIR, type RivalTree } from './tree.ts';
import { trianglesMeet } from './triangle-test.ts';

const ONE = new Vector3(1, 1, 1);

/** One side of a cast: a torus or the terrain, with its triangles as they are numbered through the scene. */
interface Side {
  positions: Float32Array;
  order: RivalTree['order'];
  indices: RivalTree['indices'];
  /** Of its coordinates in `positions`. */
  start: number;
  firstTriangle: number;
}

export class RivalTori {
  readonly #torus: RivalTree;
  readonly #terrain: RivalTree;
  readonly #terrainBox: Box3;
  readonly #count: number;
  readonly #trianglesPerTorus: number;
  readonly #coordinatesPerTorus: number;
  /** Corners of all tori where they are now. */
  readonly #world: Float32Array;
  /** Six per torus: smallest x, y, z, largest x, y, z. */
  readonly #boxes: Float32Array;
  readonly #byX: Uint32Array;
  readonly #matrices: Matrix4[];
  readonly #inverses: Matrix4[];
  readonly #relative = new Matrix4();
  readonly #translation = new Vector3();
  readonly #quaternion = new Quaternion();
  #pairs: number[] = [];
  /** The two that are being cast against each other. */
  readonly #sideA: Side;
  readonly #sideB: Side;

  constructor({ torus, terrain, frames }: ToriScene) {
    this.#torus = buildTree(torus, LEAF_PAIR);
    this.#terrain = buildTree(terrain, LEAF_PAIR);
    this.#terrainBox = this.#terrain.bvh.getBoundingBox(new Box3());
    this.#count = frames[0].length;
    this.#trianglesPerTorus = torus.indices.length / 3;
    this.#coordinatesPerTorus = torus.positions.length;
    this.#world = new Float32Array(this.#count * torus.positions.length);
    this.#boxes = new Float32Array(6 * this.#count);
    this.#byX = Uint32Array.from({ length: this.#count }, (_, index) => index);
    this.#matrices = Array.from({ length: this.#count }, () => new Matrix4());
    this.#inverses = Array.from({ length: this.#count }, () => new Matrix4());
    this.#sideA = { ...this.#terrain, start: 0, firstTriangle: 0 };
    this.#sideB = { ...this.#terrain, start: 0, firstTriangle: 0 };
  }

  /** Two numbers per pair: triangles counted through all tori, then the terrain. */
  frame(places: readonly Rigid[]): number[] {
    this.#pairs = [];
    places.forEach((rigid, index) => {
      this.#place(index, rigid);
    });
    this.#castTori();
    this.#castTerrain();
    return this.#pairs;
  }

  #place(index: number, rigid: Rigid): void {
    this.#translation.set(...rigid.translation);
    this.#quaternion.set(...rigid.quaternion);
    this.#matrices[index].compose(this.#translation, this.#quaternion, ONE);
    this.#inverses[index].copy(this.#matrices[index]).invert();
    const start = index * this.#coordinatesPerTorus;
    moveInto(this.#torus.positions, rigid, this.#world, start);
    this.#fitBox(index, start, start + this.#coordinatesPerTorus);
  }

  #fitBox(index: number, start: number, end: number): void {
    const world = this.#world;
    let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
    let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
    for (let at = start; at < end; at += 3) {
      const x = world[at];
      const y = world[at + 1];
      const z = world[at + 2];
      if (x < lowX) lowX = x;
      if (x > highX) highX = x;
      if (y < lowY) lowY = y;
      if (y > highY) highY = y;
      if (z < lowZ) lowZ = z;
      if (z > highZ) highZ = z;
    }
    const boxes = this.#boxes;
    const at = 6 * index;
    boxes[at] = lowX;
    boxes[at + 1] = lowY;
    boxes[at + 2] = lowZ;
    boxes[at + 3] = highX;
    boxes[at + 4] = highY;
    boxes[at + 5] = highZ;
  }

  #castTori(): void {
    const boxes = this.#boxes;
    const byX = this.#byX.sort((i, j) => boxes[6 * i] - boxes[6 * j]);
    for (let first = 0; first < this.#count; first++) {
      const i = byX[first];
      const reach = boxes[6 * i + 3];
      for (let second = first + 1; second < this.#count && boxes[6 * byX[second]] <= reach; second++) {
        const j = byX[second];
        if (boxes[6 * i + 1] > boxes[6 * j + 4] || boxes[6 * j + 1] > boxes[6 * i + 4]) continue;
        if (boxes[6 * i + 2] > boxes[6 * j + 5] || boxes[6 * j + 2] > boxes[6 * i + 5]) continue;
        const [a, b] = [Math.min(i, j), Math.max(i, j)];
        this.#setTorus(this.#sideA, a);
        this.#setTorus(this.#sideB, b);
        this.#relative.multiplyMatrices(this.#inverses[a], this.#matrices[b]);
        this.#torus.bvh.bvhcast(this.#torus.bvh, this.#relative, this.#collectPairs);
      }
    }
  }

  #setTorus(side: Side, index: number): void {
    side.positions = this.#world;
    side.order = this.#torus.order;
    side.indices = this.#torus.indices;
    side.start = index * this.#coordinatesPerTorus;
    side.firstTriangle = index * this.#trianglesPerTorus;
  }

  #setTerrain(side: Side): void {
    side.positions = this.#terrain.positions;
    side.order = this.#terrain.order;
    side.indices = this.#terrain.indices;
    side.start = 0;
    side.firstTriangle = this.#count * this.#trianglesPerTorus;
  }

  #castTerrain(): void {
    this.#setTerrain(this.#sideA);
    for (let index = 0; index < this.#count; index++) {
      if (this.#boxes[6 * index + 2] > this.#terrainBox.max.z) continue;
      if (this.#boxes[6 * index + 5] < this.#terrainBox.min.z) continue;
      this.#setTorus(this.#sideB, index);
      this.#terrain.bvh.bvhcast(this.#torus.bvh, this.#matrices[index], this.#collectPairs);
    }
  }

  readonly #collectPairs = {
    intersectsRanges: (start1: number, count1: number, start2: number, count2: number) => {
      const {
        positions: positionsA,
        order: orderA,
        indices: indicesA,
        start: atA,
        firstTriangle: firstA,
      } = this.#sideA;
      const {
        positions: positionsB,
        order: orderB,
        indices: indicesB,
        start: atB,
        firstTriangle: firstB,
      } = this.#sideB;
      const pairs = this.#pairs;
      for (let x = start1; x < start1 + count1; x++) {
        const i = orderA[x];
        const a0 = atA + 3 * indicesA[3 * i];
        const a1 = atA + 3 * indicesA[3 * i + 1];
        const a2 = atA + 3 * indicesA[3 * i + 2];
        for (let y = start2; y < start2 + count2; y++) {
          const j = orderB[y];
          const b0 = atB + 3 * indicesB[3 * j];
          const b1 = atB + 3 * indicesB[3 * j + 1];
          const b2 = atB + 3 * indicesB[3 * j + 2];
          if (!trianglesMeet(positionsA, a0, a1, a2, positionsB, b0, b1, b2)) continue;
          pairs.push(Math.min(firstA + i, firstB + j), Math.max(firstA + i, firstB + j));
        }
      }
      return false;
    },
  };
}
