/** Every scene at a size that tests can afford, and how many frames show it at work. */
import { type SceneName, sceneNames } from '../../scenes/index.ts';

/** Triangles at which the oracle's brute force takes a moment, not a minute. */
const SIZES: Readonly<Partial<Record<SceneName, number>>> = {
  cloth: 400,
  breaking: 900,
  leaves: 1400,
  'big-models': 1200,
  stadium: 1200,
  assembly: 1000,
};
const SIZE = 1200;

/** The frames in which something has happened: the bunny has hit the dragon, the cloth has folded. */
const FRAMES: Readonly<Partial<Record<SceneName, number>>> = { cloth: 60, breaking: 45, leaves: 60 };

export interface SmallScene {
  readonly name: SceneName;
  readonly size: number;
  readonly frames: number;
}

export const smallScenes: readonly SmallScene[] = sceneNames.map((name) => ({
  name,
  size: SIZES[name] ?? SIZE,
  frames: FRAMES[name] ?? 8,
}));
