/**
 * Leaves let go of a tree, flutter down, brush against branches and each other, and settle on the ground.
 *
 * Source: "Fast and Reliable Collision Culling Using Graphics Hardware" and "Quick-CULLIDE": 150 leaves of 156
 * triangles, 40 K triangles with the tree.
 *
 * The engine's pairs say what has run into what; each leaf is pushed back to its side of the triangles it crossed.
 */
import type { Engine } from '../../src/index.ts';
import {
  type AnimatedObject,
  type AnimatedScene,
  fixedObject,
  neededEngine,
  type SceneOptions,
} from '../animated-scene.ts';
import { SceneMirror } from '../mirror.ts';
import { length } from '../support/maths.ts';
import type { Mesh } from '../support/mesh.ts';
import { Random } from '../support/random.ts';
import { multiplied, rotated, turn } from '../support/rotation.ts';
import { box } from '../support/shapes.ts';
import { Leaf } from './leaf.ts';
import { type LeafShape, leafShape, NET_SIZE } from './leaf-shape.ts';
import { growTree, leafPlace, type Tree, treeMesh } from './tree.ts';

export const LEAVES_SIZE = 40_000;

const LEAVES = 150;
const LEAF_TRIANGLES = 156;
const SMALL_STEPS = 4;
const LETS_GO_LATEST = 12;
const PLACES_TRIED = 16;
/** How far beyond a triangle that it crossed a leaf is pushed, and how far in one frame at most. */
const CLEAR = 0.004;
const PUSH_MOST = 0.02;

export interface LeavesScene extends AnimatedScene {
  measure(): { speed: number; stretch: number };
}

function hangLeaf(shape: LeafShape, tree: Tree, index: number, random: Random): Leaf {
  const { stem, angle } = leafPlace(tree, random);
  const rotation = multiplied(turn([0, 1, 0], -angle), turn([0.3, 0, 1], -random.real(0.4, 1.2)));
  const net = new Float64Array(3 * NET_SIZE);
  for (let at = 0; at < net.length; at += 3) {
    const [x, y, z] = rotated(rotation, [shape.net[at], shape.net[at + 1], shape.net[at + 2]]);
    net.set([stem[0] + x, stem[1] + y, stem[2] + z], at);
  }
  return new Leaf(shape, net, random.real(0.2, LETS_GO_LATEST), index);
}

/** Hangs leaves one after the other, each where it is farthest from the others of a few places. */
function hangLeaves(shape: LeafShape, tree: Tree, count: number, random: Random): Leaf[] {
  const leaves: Leaf[] = [];
  for (let index = 0; index < count; index++) {
    const tries = Array.from({ length: PLACES_TRIED }, () => hangLeaf(shape, tree, index, random));
    const free = tries.map(({ middle }) =>
      Math.min(
        ...leaves.map((other) =>
          length(...(other.middle.map((at, axis) => at - middle[axis]) as [number, number, number])),
        ),
        9,
      ),
    );
    leaves.push(tries[free.indexOf(Math.max(...free))]);
  }
  return leaves;
}

class Leaves implements LeavesScene {
  readonly name = 'leaves';
  readonly seed: number;
  readonly objects: readonly AnimatedObject[];
  readonly version = 0;
  readonly selfCollisions = true;
  readonly #leaves: readonly Leaf[];
  readonly #mirror: SceneMirror;
  #seconds = 0;
  #dt = 1;

  constructor(engine: Engine, seed: number, tree: Mesh, leaves: readonly Leaf[], { mesh }: LeafShape) {
    this.seed = seed;
    this.#leaves = leaves;
    const ground = fixedObject('ground', box([0, -0.05, 0], [12, 0.1, 12]));
    const { indices } = mesh;
    this.objects = [
      fixedObject('tree', tree),
      ground,
      ...leaves.map(({ positions }, index) => ({ name: `leaf ${index}`, positions, indices, deforming: true })),
    ];
    this.#mirror = new SceneMirror(engine, this);
  }

  async step(dt: number): Promise<void> {
    this.#dt = dt;
    await this.#respond();
    for (let small = 0; small < SMALL_STEPS; small++) {
      this.#seconds += dt / SMALL_STEPS;
      for (const leaf of this.#leaves) leaf.advance(dt / SMALL_STEPS, this.#seconds);
    }
    for (const leaf of this.#leaves) leaf.chooseLayer(this.#leaves);
    for (const leaf of this.#leaves) leaf.writePositions();
  }

  async #respond(): Promise<void> {
    this.#mirror.update();
    const { trianglePairs } = await this.#mirror.scene.collide({ ignore: [[0, 1]] });
    for (let at = 0; at < trianglePairs.length; at += 4) {
      const [objectA, triangleA, objectB, triangleB] = trianglePairs.subarray(at, at + 4);
      // Ids are places in `objects`: tree and ground come first.
      if (objectB >= 2) this.#pushLeaf(objectB, triangleB, objectA, triangleA);
      if (objectA >= 2) this.#pushLeaf(objectA, triangleA, objectB, triangleB);
    }
    for (const leaf of this.#leaves) leaf.applyPushes(this.#seconds);
  }

  /** Pushes a leaf's triangle to its side of a triangle of another object. */
  #pushLeaf(object: number, triangle: number, other: number, otherTriangle: number): void {
    const leaf = this.#leaves[object - 2];
    const { positions, indices } = this.objects[other];
    const plane = trianglePlane(positions, indices, otherTriangle);
    // Solid things push outwards; between leaves each stays on the side where most of it is.
    const side = other < 2 ? 1 : this.#sideOf(leaf, plane);
    const share = other < 2 ? 1 : 0.5;
    const corners = this.objects[object].indices.subarray(3 * triangle, 3 * triangle + 3);
    for (const vertex of corners) {
      const height = side * heightOver(plane, leaf.positions, 3 * vertex);
      const depth = Math.min(PUSH_MOST, CLEAR - height);
      if (depth <= 0) continue;
      const push = share * side * depth;
      leaf.push(vertex, push * plane[0], push * plane[1], push * plane[2]);
    }
  }

  #sideOf({ positions }: Leaf, plane: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < positions.length; at += 3) sum += heightOver(plane, positions, at);
    return sum < 0 ? -1 : 1;
  }

  measure() {
    const measures = this.#leaves.map((leaf) => leaf.measure(this.#dt / SMALL_STEPS));
    return {
      speed: Math.max(...measures.map(({ speed }) => speed)),
      stretch: Math.max(...measures.map(({ stretch }) => stretch)),
    };
  }

  dispose(): void {
    this.#mirror.dispose();
  }
}

/** Unit normal and offset. */
function trianglePlane(
  positions: Float32Array,
  indices: Uint32Array,
  triangle: number,
): [number, number, number, number] {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]);
  const [ux, uy, uz] = [
    positions[b] - positions[a],
    positions[b + 1] - positions[a + 1],
    positions[b + 2] - positions[a + 2],
  ];
  const [vx, vy, vz] = [
    positions[c] - positions[a],
    positions[c + 1] - positions[a + 1],
    positions[c + 2] - positions[a + 2],
  ];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const scale = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
  const [x, y, z] = [nx * scale, ny * scale, nz * scale];
  return [x, y, z, -(x * positions[a] + y * positions[a + 1] + z * positions[a + 2])];
}

function heightOver([nx, ny, nz, offset]: readonly number[], positions: Float32Array, at: number): number {
  return nx * positions[at] + ny * positions[at + 1] + nz * positions[at + 2] + offset;
}

export async function leavesScene({ seed = 1, size = LEAVES_SIZE, engine }: SceneOptions = {}): Promise<LeavesScene> {
  const needed = neededEngine('leaves', engine);
  const count = Math.max(2, Math.round((LEAVES * size) / LEAVES_SIZE));
  const random = new Random(seed);
  const tree = growTree(random);
  const shape = leafShape();
  const mesh = await treeMesh(tree, Math.max(1000, size - count * LEAF_TRIANGLES - 12));
  const leaves = hangLeaves(shape, tree, count, random);
  return new Leaves(needed, seed, mesh, leaves, shape);
}
