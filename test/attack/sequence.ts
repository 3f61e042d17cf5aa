/**
 * A life of a scene: objects are added, moved, placed, replaced and removed, with questions in between, some of which
 * are not waited for and some are taken back. Every answer is that of the scene as it was when the question was put.
 */
import type { Collisions, MeshInput, Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { type Answer, collidingPairs, type PairOptions } from './oracle/pairs.ts';
import { dressed, type Precision } from './scenes/dress.ts';
import { KINDS } from './scenes/kinds.ts';
import { isExact, type Matrix, placedMesh, randomMatrix, weldedIndices } from './scenes/placing.ts';
import { type Point, type Shape, shifted } from './scenes/shape.ts';

interface Held {
  /** As it was given; welding, if any, is already in the indices. */
  readonly mesh: MeshInput;
  readonly matrix?: Matrix;
}

export interface Asked {
  readonly step: string;
  readonly answer: Promise<Collisions>;
  readonly expected: Answer;
}

const TRIANGLES_MOST = 24;

/** Plays one life on a scene; the same seed gives the same life. */
export async function play(scene: Scene, seed: number): Promise<Asked[]> {
  const random = new Random(seed * 31 + 17);
  const life = new Life(scene, random);
  const asked: Asked[] = [];
  for (let step = 0; step < 12; step++) {
    const name = random.pick(['add', 'add', 'move', 'move', 'place', 'place', 'replace', 'remove', 'refused'] as const);
    life[name]();
    if (random.chance(0.2)) await life.giveUp();
    if (random.chance(0.7)) {
      const question = life.ask(`seed ${seed}, step ${step}, after ${name}`);
      asked.push(question);
      if (random.chance(0.4)) await question.answer;
    }
  }
  await Promise.all(asked.map(({ answer }) => answer));
  return asked;
}

class Life {
  readonly #scene: Scene;
  readonly #random: Random;
  /** By id; ids are never used again. */
  readonly #objects: (Held | undefined)[] = [];

  constructor(scene: Scene, random: Random) {
    this.#scene = scene;
    this.#random = random;
  }

  add(): void {
    const mesh = this.#newMesh();
    const id = this.#scene.add(mesh);
    if (id !== this.#objects.length)
      throw new Error(`the new object has number ${id}, expected ${this.#objects.length}`);
    this.#objects.push({ mesh: unwelded(mesh) });
  }

  /** The same coordinates move to the same place, so that welded vertices stay together. */
  move(): void {
    this.#change((id, held) => {
      const by = this.#random.times(3, () => this.#random.integer(-2, 2));
      const turn = this.#random.chance(0.5);
      const change = ([x, y, z]: Point) => (turn ? [y + by[0], z + by[1], -x + by[2]] : [x + by[0], y + by[1], z + x]);
      const positions = held.mesh.positions.slice();
      for (let i = 0; i < positions.length; i += 3) positions.set(change(Array.from(positions.subarray(i, i + 3))), i);
      this.#scene.move(id, positions);
      const kept = positions.slice();
      // The scene has its own copy: what the caller does with the array afterwards must not matter.
      positions.fill(Number.NaN);
      return { ...held, mesh: { ...held.mesh, positions: kept } };
    });
  }

  place(): void {
    this.#change((id, held) => {
      const matrix = randomMatrix(this.#random);
      this.#scene.place(id, matrix);
      return { ...held, matrix };
    });
  }

  replace(): void {
    this.#change((id, held) => {
      const mesh = this.#newMesh();
      this.#scene.replace(id, mesh);
      return { ...held, mesh: unwelded(mesh) };
    });
  }

  remove(): void {
    if (this.#objects.filter(Boolean).length < 3) this.add();
    this.#change((id) => {
      this.#scene.remove(id);
      return undefined;
    });
  }

  /** A call that must throw at once and change nothing. */
  refused(): void {
    this.#change((id, held) => {
      const { positions } = held.mesh;
      const broken = positions.slice().fill(this.#random.pick([Number.NaN, Number.POSITIVE_INFINITY]));
      const beyond = Uint32Array.of(0, 1, positions.length / 3);
      const call = this.#random.pick([
        () => this.#scene.move(id, broken),
        () => this.#scene.move(id, positions.slice(3)),
        () => this.#scene.replace(id, { positions: broken, indices: Uint32Array.of(0, 1, 2) }),
        () => this.#scene.replace(id, { positions, indices: beyond }),
        () => this.#scene.add({ positions, indices: beyond, weld: this.#random.chance(0.5) }),
        () => this.#scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, Number.NaN, 0, 0, 0, 0, 1]),
        () => this.#scene.remove(this.#objects.length),
      ]);
      if (!throws(call)) throw new Error(`expected ${call} to be refused`);
      return held;
    });
  }

  /** A question that is taken back at once; it may have been answered already, but must leave nothing behind. */
  async giveUp(): Promise<void> {
    const controller = new AbortController();
    const answer = this.#scene.collide({ self: true, signal: controller.signal });
    controller.abort();
    await answer.catch((error: unknown) => {
      if (error !== controller.signal.reason) throw error;
    });
  }

  ask(step: string): Asked {
    const isRounded = this.#objects.some((held) => held?.matrix && !isExact(held.mesh, held.matrix));
    const options: PairOptions = {
      self: !isRounded && this.#random.chance(0.7),
      between: isRounded || this.#random.chance(0.9),
      contacts: this.#random.pick(['all', 'all', 'penetrating'] as const),
    };
    const placed = this.#objects.map((held) => held && placedMesh(held.mesh, held.matrix));
    const expected = collidingPairs(placed, options);
    return { step, answer: this.#scene.collide({ ...options, segments: true }), expected };
  }

  #change(change: (id: number, held: Held) => Held | undefined): void {
    const ids = this.#objects.flatMap((held, id) => (held ? [id] : []));
    if (ids.length === 0) {
      this.add();
      return;
    }
    const id = this.#random.pick(ids);
    this.#objects[id] = change(id, this.#objects[id]!);
  }

  /** Shapes near the origin in plain coordinates, so that most of them meet. */
  #newMesh(): MeshInput {
    const { latticeTriangles, stackedBoxes, books, fans, tJunctions } = KINDS;
    const [shape] = this.#random.pick([latticeTriangles, stackedBoxes, books, fans, tJunctions])(this.#random);
    const near: Shape = { ...shape, faces: shape.faces.slice(0, TRIANGLES_MOST) };
    const precision: Precision = this.#random.pick(['single', 'double']);
    return dressed(
      this.#random,
      shifted(
        near,
        this.#random.times(3, () => this.#random.integer(-1, 1)),
      ),
      precision,
    );
  }
}

/** Welding happens once, so from here on it is in the indices. */
function unwelded(mesh: MeshInput): MeshInput {
  if (!(mesh.weld ?? mesh.indices === undefined)) return mesh;
  return { positions: mesh.positions, indices: weldedIndices(mesh), weld: false };
}

function throws(call: () => unknown): boolean {
  try {
    call();
    return false;
  } catch {
    return true;
  }
}
