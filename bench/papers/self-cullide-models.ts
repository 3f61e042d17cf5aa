/** The two models of self-CULLIDE, at the sizes at which they are measured, and the times that the paper reports. */
import type { SceneName } from '../../scenes/index.ts';

export interface Model {
  readonly label: string;
  readonly scene: SceneName;
  readonly sizes: readonly number[];
  /** Milliseconds that the paper reports, by triangles. */
  readonly paper: Readonly<Record<number, number>>;
}

export const MODELS: readonly Model[] = [
  {
    label: 'deformed bunny',
    scene: 'bent-bunny',
    sizes: [5_000, 10_000, 20_000, 40_000, 70_000, 140_000, 270_000],
    paper: { 5000: 20, 270000: 600 },
  },
  {
    label: 'merged cows',
    scene: 'merged-cows',
    sizes: [3_000, 6_000, 12_000, 25_000, 50_000, 120_000, 270_000],
    paper: { 3000: 35, 270000: 1000 },
  },
];
