/**
 * Cloths that fall over a ball that moves, over a hand that opens and closes, or in a heap on themselves, or are pulled as no cloth can
 * follow; with three settings of a solver. Contacts are left to `advance`; nothing here knows about them.
 */
import { HAND_FILE, skinnedHand } from '../../scenes/hand-and-phone/skinned-hand.ts';
import { readPackageFile } from '../../scenes/support/read-package-file.ts';
import { closedSurface, sheet } from '../../scenes/support/shapes.ts';
import type { Advance, Engine, ObjectPair, Scene } from '../../src/index.ts';

export const DROPS = ['ball', 'hand', 'itself', 'pull'] as const;
export type Drop = (typeof DROPS)[number];

export interface Solver {
  readonly name: string;
  /** Seconds of a frame, its small steps, and how often threads are drawn back to their length in each. */
  readonly seconds: number;
  readonly steps: number;
  readonly passes: number;
  /** Parts of the way back to its length that a thread, and a diagonal, is drawn at once. */
  readonly stiffness: number;
  readonly shear: number;
  readonly friction: number;
}

export const SOLVERS: readonly Solver[] = [
  { name: 'small steps', seconds: 1 / 60, steps: 8, passes: 1, stiffness: 1, shear: 0.6, friction: 0.3 },
  { name: 'one step', seconds: 1 / 60, steps: 1, passes: 20, stiffness: 1, shear: 0.3, friction: 0 },
  { name: 'soft and coarse', seconds: 1 / 30, steps: 1, passes: 4, stiffness: 0.5, shear: 0.05, friction: 0.8 },
];

const SIDE = 2;
const GRAVITY = 9.81;
const DRAG = 0.6;
/** In edges. */
export const GAP = 0.1;
/** How far the corners of a pulled cloth are drawn in a frame. */
const PULL = 0.05;

interface Link {
  readonly a: number;
  readonly b: number;
  readonly rest: number;
  readonly stiffness: number;
}

export class ClothDrop {
  readonly scene: Scene;
  readonly drop: Drop;
  readonly solver: Solver;
  readonly edge: number;
  readonly indices: Uint32Array;
  readonly pairs: readonly ObjectPair[];
  positions: Float32Array;
  #velocities: Float64Array;
  readonly #links: readonly Link[];
  readonly #body: number | undefined;
  readonly #masses: Float64Array;
  readonly #pose: ((frame: number) => Float32Array | readonly number[]) | undefined;
  #frame = 0;

  static async create(engine: Engine, drop: Drop, triangles: number, solver: Solver): Promise<ClothDrop> {
    const hand = drop === 'hand' ? await skinnedHand(await readPackageFile(HAND_FILE), 4_800) : undefined;
    return new ClothDrop(engine, drop, triangles, solver, hand);
  }

  private constructor(
    engine: Engine,
    drop: Drop,
    triangles: number,
    solver: Solver,
    hand: Awaited<ReturnType<typeof skinnedHand>> | undefined,
  ) {
    this.drop = drop;
    this.solver = solver;
    const cells = Math.round(Math.sqrt(triangles / 2));
    this.edge = SIDE / cells;
    const across = cells + 1;
    const place = (u: number, v: number): [number, number, number] => {
      const uneven = 0.02 * this.edge * Math.sin(37 * u + 91 * v);
      // A heap begins as a cloth that stands upright; others lie flat.
      if (drop === 'itself') return [SIDE * (u - 0.5), 0.05 + SIDE * v, 0.05 * Math.sin(5 * v + u) + uneven];
      return [SIDE * (u - 0.5), 0.75 + uneven, SIDE * (v - 0.5)];
    };
    const cloth = sheet(cells, cells, place);
    this.positions = Float32Array.from(cloth.positions);
    this.indices = cloth.indices;
    this.#velocities = new Float64Array(this.positions.length);
    this.#links = [1, across, across + 1, across - 1, 2, 2 * across].flatMap((offset, kind) =>
      this.#family(offset, kind, across),
    );
    this.#masses = new Float64Array(across * across).fill(1);
    if (drop === 'pull') for (const v of [0, cells, across * cells, across * across - 1]) this.#masses[v] = 0;
    this.scene = engine.createScene();
    this.scene.add({ ...cloth, positions: this.positions });
    this.scene.add({
      positions: Float32Array.of(-9, 0, -9, 0, 0, 12, 9, 0, -9),
      indices: Uint32Array.of(0, 1, 2),
    });
    if (hand) {
      const first = new Float32Array(hand.mesh.positions.length);
      this.#pose = (frame) => this.#handPose(hand, frame, first);
      this.#body = this.scene.add({
        positions: this.#pose(0) as Float32Array,
        indices: hand.mesh.indices,
        weld: false,
      });
    } else if (drop !== 'itself') {
      const ball = closedSurface(48, 24, (u, v) => {
        const [ring, turn] = [0.3 * Math.sin(Math.PI * v), 2 * Math.PI * u];
        return [ring * Math.cos(turn), 0.35 - 0.3 * Math.cos(Math.PI * v), ring * Math.sin(turn)];
      });
      this.#body = this.scene.add(ball);
      this.#pose = (frame) => {
        const [x, y] = [0.15 * Math.sin(frame / 40), 0.05 * Math.sin(frame / 23)];
        return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1];
      };
    }
    this.pairs = [[0, 0], [0, 1], ...(this.#body === undefined ? [] : [[0, this.#body] as const])];
  }

  #family(offset: number, kind: number, across: number): Link[] {
    const { stiffness, shear } = this.solver;
    const links: Link[] = [];
    const [columns, rows] = [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
      [2, 0],
      [0, 2],
    ][kind];
    for (let row = 0; row + rows < across; row++) {
      for (let column = Math.max(0, -columns); column + columns < across; column++) {
        if (column >= across) break;
        const a = row * across + column;
        const rest = this.edge * Math.sqrt(columns * columns + rows * rows);
        links.push({ a, b: a + offset, rest, stiffness: kind < 2 ? stiffness : kind < 4 ? shear : 0.02 });
      }
    }
    return links;
  }

  /** The hand, seven times as large, palm up, opening and closing. */
  #handPose(hand: Awaited<ReturnType<typeof skinnedHand>>, frame: number, into: Float32Array): Float32Array {
    const grip = 0.35 - 0.3 * Math.cos(frame / 50);
    hand.pose([grip, grip, grip, grip, grip], into);
    const posed = into.slice();
    for (let i = 0; i < into.length; i += 3) {
      posed[i] = 5 * into[i + 2];
      posed[i + 1] = 0.3 + 5 * into[i];
      posed[i + 2] = 5 * into[i + 1] + 0.3;
    }
    return posed;
  }

  /** Where the solver takes the cloth in the next frame. */
  #aim(): Float32Array {
    const { seconds, steps, passes } = this.solver;
    const dt = seconds / steps;
    const at = Float64Array.from(this.positions);
    const velocities = this.#velocities.slice();
    for (let step = 0; step < steps; step++) {
      const before = at.slice();
      for (let i = 0; i < at.length; i++) {
        if (this.#masses[Math.floor(i / 3)] === 0) continue;
        at[i] += velocities[i] * (1 - DRAG * dt) * dt - (i % 3 === 1 ? GRAVITY * dt * dt : 0);
      }
      if (step === 0 && this.drop === 'pull') this.#pull(at);
      for (let pass = 0; pass < passes; pass++) for (const link of this.#links) this.#draw(at, link);
      for (let i = 0; i < at.length; i++) velocities[i] = (at[i] - before[i]) / dt;
    }
    return Float32Array.from(at);
  }

  /** Corners go down and outwards, through whatever is there. */
  #pull(at: Float64Array): void {
    for (const [v, mass] of this.#masses.entries()) {
      if (mass !== 0) continue;
      at[3 * v] += PULL * Math.sign(at[3 * v]);
      at[3 * v + 1] -= PULL;
      at[3 * v + 2] -= PULL * Math.sign(at[3 * v + 2]);
    }
  }

  #draw(at: Float64Array, { a, b, rest, stiffness }: Link): void {
    const [ease, other] = [this.#masses[a], this.#masses[b]];
    if (ease + other === 0) return;
    const [dx, dy, dz] = [at[3 * b] - at[3 * a], at[3 * b + 1] - at[3 * a + 1], at[3 * b + 2] - at[3 * a + 2]];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const pull = (stiffness * (length - rest)) / ((length || 1) * (ease + other));
    at[3 * a] += ease * pull * dx;
    at[3 * a + 1] += ease * pull * dy;
    at[3 * a + 2] += ease * pull * dz;
    at[3 * b] -= other * pull * dx;
    at[3 * b + 1] -= other * pull * dy;
    at[3 * b + 2] -= other * pull * dz;
  }

  /** Aims all at the next frame, without going there. */
  aim(): void {
    this.#frame++;
    this.scene.aim(0, this.#aim());
    if (this.#pose) this.scene.aim(this.#body!, this.#pose(this.#frame));
  }

  /** Aims the cloth half an edge away, each vertex in its own direction of fall. */
  aimHalfEdge(): void {
    const half = this.edge / 2;
    const end = this.positions.map((x, i) => x + (i % 3 === 1 ? -half : 0.2 * half * Math.sin(i)));
    this.scene.aim(0, end);
  }

  /** Moves all to where they are aimed, as far as nothing blocks them. */
  async advance(signal?: AbortSignal): Promise<Advance> {
    const inverseMasses: { object: number; values: number | Float64Array }[] = [{ object: 0, values: this.#masses }];
    if (this.drop === 'hand') inverseMasses.push({ object: this.#body!, values: 0 });
    const answer = await this.scene.advance({
      pairs: this.pairs,
      gap: GAP * this.edge,
      friction: this.solver.friction,
      inverseMasses,
      ...(signal && { signal }),
    });
    const end = answer.ends[0] as Float32Array;
    const before = this.positions;
    this.#velocities = Float64Array.from(end, (x, i) => (x - before[i]) / this.solver.seconds);
    this.positions = end;
    return answer;
  }

  dispose(): void {
    this.scene.dispose();
  }
}
