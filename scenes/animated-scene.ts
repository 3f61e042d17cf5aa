/** What every scene offers: named objects that `step` moves, the same for the same seed on every machine. */
import type { Engine } from '../src/index.ts';
import type { Mesh } from './support/mesh.ts';
import { identityMatrix } from './support/rotation.ts';

export interface AnimatedObject {
  readonly name: string;
  /** Where its vertices are; `step` writes here when the object deforms. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly deforming: boolean;
  /** Where a rigid object is: 4 × 4, column by column; `step` writes here. None: it stays where its positions are. */
  readonly matrix?: Float64Array;
}

export interface AnimatedScene {
  readonly name: string;
  readonly seed: number;
  /** Replaced, never changed, when objects come or go. */
  readonly objects: readonly AnimatedObject[];
  /** Counts how often `objects` was replaced. */
  readonly version: number;
  /** Points to be looked up in a volume, where the scene has them. */
  readonly points?: Float32Array;
  /** Whether collisions of an object with itself are part of the experiment. */
  readonly selfCollisions: boolean;
  /** Moves on by so many seconds; whoever calls waits before looking or calling again. */
  step(dt: number): void | Promise<void>;
  /** Goes to so many seconds after the start, in either direction, where motion is a function of time alone. */
  seek?(seconds: number): void;
  /** Frees what the scene holds in the engine. */
  dispose(): void;
}

export interface SceneOptions {
  seed?: number;
  /** Triangles in all, about; the paper's number when left out. */
  size?: number;
  /** Finds the collisions that simulated scenes respond to. The caller owns it. */
  engine?: Engine;
  /** Of the cloth: fall ten times as fast, and let nothing pass through anything on the way. */
  continuous?: boolean;
  /** Reads a file of a package, given as `package/path`. In Node files are found by themselves; pages must bring this. */
  readFile?: (path: string) => Promise<Uint8Array>;
}

/** Frames in a second of all scenes, when the caller has no wish of its own. */
export const FRAME_SECONDS = 1 / 60;

export function fixedObject(name: string, { positions, indices }: Mesh): AnimatedObject {
  return { name, positions, indices, deforming: false };
}

export function rigidObject(name: string, { positions, indices }: Mesh): AnimatedObject & { matrix: Float64Array } {
  return { name, positions, indices, deforming: false, matrix: identityMatrix() };
}

export function deformingObject(name: string, { positions, indices }: Mesh): AnimatedObject {
  return { name, positions: positions.slice(), indices, deforming: true };
}

export interface KinematicParts {
  readonly name: string;
  readonly seed: number;
  readonly objects: readonly AnimatedObject[];
  readonly points?: Float32Array;
  readonly selfCollisions?: boolean;
  /** Writes positions and matrices as they are so many seconds after the start. */
  pose(seconds: number): void;
}

/** A scene whose motion is a function of time alone. */
export function kinematicScene(parts: KinematicParts): AnimatedScene {
  let seconds = 0;
  parts.pose(0);
  return {
    name: parts.name,
    seed: parts.seed,
    objects: parts.objects,
    version: 0,
    points: parts.points,
    selfCollisions: parts.selfCollisions ?? true,
    step(dt) {
      seconds += dt;
      parts.pose(seconds);
    },
    seek(to) {
      seconds = to;
      parts.pose(seconds);
    },
    dispose() {},
  };
}

/** Refuses a scene that needs to know its collisions when nothing is there to find them. */
export function neededEngine(name: string, engine: Engine | undefined): Engine {
  if (engine) return engine;
  throw new Error(`scene "${name}" responds to its collisions: open it with { engine: await createEngine() }.`);
}
