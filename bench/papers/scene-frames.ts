/** Plays a scene and measures frames that are spread evenly over it. */
import { type AnimatedScene, FRAME_SECONDS, openScene, SceneMirror, type SceneName } from '../../scenes/index.ts';
import type { Engine } from '../../src/index.ts';
import { type PaperContext, playSeconds } from './paper.ts';

const PROGRESS_MILLISECONDS = 300;

export interface PlayOptions {
  readonly name: SceneName;
  /** Triangles in all, about. */
  readonly size: number;
  /** How long the scene plays, and how many of its frames are measured. */
  readonly seconds: number;
  readonly frames: number;
  /** The part of the paper's benchmark that this scene is, for progress. */
  readonly part: readonly [from: number, to: number];
}

export interface SceneFrame {
  readonly scene: AnimatedScene;
  readonly mirror: SceneMirror;
  /** Seconds since the scene began. */
  readonly seconds: number;
}

/** Measures `frames` frames, the last one at the scene's end; what `measure` gives comes back in their order. */
export async function playScene<T>(
  context: PaperContext,
  { name, size, seconds, frames, part: [from, to] }: PlayOptions,
  measure: (frame: SceneFrame) => Promise<T>,
): Promise<T[]> {
  const { engine, seed, signal, progress } = context;
  progress(`opening ${name}`, from);
  const scene = await openScene(name, { seed, size, engine });
  const mirror = new SceneMirror(engine, scene);
  const steps = Math.max(frames, Math.round(playSeconds(context, seconds) / FRAME_SECONDS));
  const measured: T[] = [];
  let told = performance.now();
  try {
    for (let step = 1; step <= steps; step++) {
      signal?.throwIfAborted();
      await scene.step(FRAME_SECONDS);
      if (step < ((measured.length + 1) * steps) / frames) continue;
      measured.push(await measure({ scene, mirror, seconds: step * FRAME_SECONDS }));
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

/** Runs everything once, then in turns, and gives the fastest milliseconds and the last answer of each. */
export async function fastestInTurns<Name extends string, Answer>(
  contestants: Readonly<Record<Name, () => Promise<Answer>>>,
  rounds: number,
): Promise<Record<Name, { milliseconds: number; answer: Answer }>> {
  const best = {} as Record<Name, { milliseconds: number; answer: Answer }>;
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(contestants) as Name[]) {
      const start = performance.now();
      const answer = await contestants[name]();
      const milliseconds = Math.min(performance.now() - start, best[name]?.milliseconds ?? Infinity);
      best[name] = { milliseconds, answer };
    }
  }
  return best;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A scene of the engine with the objects of one moment, for paper scenes that stand still. The caller disposes it. */
export async function openStill(engine: Engine, name: SceneName, size: number, seconds: number, seed: number) {
  const scene = await openScene(name, { seed, size, engine });
  if (seconds > 0) await scene.step(seconds);
  return { scene, mirror: new SceneMirror(engine, scene) };
}
