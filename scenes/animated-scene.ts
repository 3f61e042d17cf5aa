/** The interface of all scenes: named objects that `step` moves, identical for the same seed on every machine. */
import type { Engine } from '../src/index.ts';
import type { Mesh } from './support/mesh.ts';
import { identityMatrix } from './support/rotation.ts';

export interface AnimatedObject {
  readonly name: string;
  /** Its vertices; `step` writes here if the object deforms. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly deforming: boolean;
  /** Matrix of a rigid object, 4 × 4, column-major; `step` writes here. Without one, the object stays at its positions. */
  readonly matrix?: Float64Array;
}

export interface AnimatedScene {
  readonly name: string;
  readonly seed: number;
  /** Replaced, never changed, when objects come or go. */
  readonly objects: readonly AnimatedObject[];
  /** Counts how often `objects` was replaced. */
  readonly version: number;
  /** Points for the query `inside`, if the scene has any. */
  readonly points?: Float32Array;
  /** Whether collisions of an object with itself are part of the experiment. */
  readonly selfCollisions: boolean;
  /** Advances by `seconds`; wait for it before reading the scene or calling again. */
  step(dt: number): void | Promise<void>;
  /** Jumps to a time in seconds after the start, in either direction; only where motion depends on time alone. */
  seek?(seconds: number): void;
  /** Frees what the scene holds in the engine. */
  dispose(): void;
}

export interface SceneOptions {
  seed?: number;
  /** Approximate total of triangles; by default, the paper's number. */
  size?: number;
  /** Finds the collisions that simulated scenes respond to. The caller owns it. */
  engine?: Engine;
  /** Of the cloth: fall ten times as fast, and let nothing pass through anything on the way. */
  continuous?: boolean;
  /** Of the cloth: let it run through itself, as a solver without self-collisions does, so that there is something to find. */
  tangles?: boolean;
  /** Reads a file of a package, given as `package/path`. Node finds files by itself; pages must supply this. */
  readFile?: (path: string) => Promise<Uint8Array>;
}

/** The default duration of a frame. */
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
  /** Writes the positions and matrices at a time in seconds after the start. */
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

/** Refuses to open a scene that responds to collisions without an engine to find them. */
export function neededEngine(name: string, engine: Engine | undefined): Engine {
  if (engine) return engine;
  throw new Error(`scene "${name}" responds to its collisions: open it with { engine: await createEngine() }.`);
}
