/** Plays a scene and measures frames that are spread evenly over it. */
import { type AnimatedScene, FRAME_SECONDS, openScene, SceneMirror, type SceneName } from '../../scenes/index.ts';
import { type PaperContext, playSeconds } from './paper.ts';
import type { Turns } from './timing.ts';

const PROGRESS_MILLISECONDS = 300;
/** Turns of a frame at the papers' sizes. */
const TURNS = 3;

export interface PlayOptions {
  readonly name: SceneName;
  /** Triangles in all, about. */
  readonly size: number;
  /** How long the scene plays, and how many of its frames are measured. */
  readonly seconds: number;
  readonly frames: number;
  /** Of the cloth: let it run through itself. */
  readonly tangles?: boolean;
  /** Objects that are left out, such as a floor that the papers do not mention. */
  readonly without?: readonly string[];
  /** The part of the paper's benchmark that this scene is, for progress. */
  readonly part: readonly [from: number, to: number];
}

export interface SceneFrame {
  /** Without the objects that are left out. */
  readonly scene: AnimatedScene;
  readonly mirror: SceneMirror;
  /** How many frames were measured before it. */
  readonly index: number;
  /** Seconds since the scene began. */
  readonly seconds: number;
  /** How often to measure: what runs for the first time is slow, so the first frame warms up. */
  readonly turns: Turns;
}

/** The same scene without some of its objects. */
export function withoutObjects(scene: AnimatedScene, names: readonly string[]): AnimatedScene {
  return {
    name: scene.name,
    seed: scene.seed,
    selfCollisions: scene.selfCollisions,
    get objects() {
      return scene.objects.filter(({ name }) => !names.includes(name));
    },
    get version() {
      return scene.version;
    },
    step: (dt) => scene.step(dt),
    ...(scene.seek && { seek: (seconds: number) => scene.seek!(seconds) }),
    dispose: () => scene.dispose(),
  };
}

/** Measures `frames` frames, the last one at the scene's end; what `measure` gives comes back in their order. */
export async function playScene<T>(
  context: PaperContext,
  { name, size, seconds, frames, tangles, without = [], part: [from, to] }: PlayOptions,
  measure: (frame: SceneFrame) => Promise<T>,
): Promise<T[]> {
  const { engine, seed, signal, progress } = context;
  progress(`opening ${name}`, from);
  const scene = withoutObjects(await openScene(name, { seed, size, engine, tangles }), without);
  const mirror = new SceneMirror(engine, scene);
  const steps = Math.max(frames, Math.round(playSeconds(context, seconds) / FRAME_SECONDS));
  const measured: T[] = [];
  let told = performance.now();
  try {
    for (let step = 1; step <= steps; step++) {
      signal?.throwIfAborted();
      await scene.step(FRAME_SECONDS);
      if (step < ((measured.length + 1) * steps) / frames) continue;
      mirror.update();
      const turns = { warmUp: measured.length === 0 ? 2 : 0, measured: context.full ? TURNS : 1 };
      measured.push(await measure({ scene, mirror, index: measured.length, seconds: step * FRAME_SECONDS, turns }));
      if (performance.now() - told < PROGRESS_MILLISECONDS) continue;
      told = performance.now();
      progress(`${name}, frame ${measured.length} of ${frames}`, from + ((to - from) * step) / steps);
    }
  } finally {
    mirror.dispose();
    scene.dispose();
  }
  return measured;
}

export function triangleCount(scene: AnimatedScene): number {
  return scene.objects.reduce((sum, { indices }) => sum + indices.length / 3, 0);
}
