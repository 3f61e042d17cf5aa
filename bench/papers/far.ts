/**
 * Govindaraju, Lin & Manocha, "Fast and Reliable Collision Culling Using Graphics Hardware": what FAR leaves of pairs of
 * boxes (figure 6), what CULLIDE misses and FAR does not (figure 7), and times on both scenes and on a tree (figure 1).
 */

import { measureSettings, type SettingRow } from './cull-settings.ts';
import {
  BREAKING,
  type BreakingFrame,
  type BunniesFrame,
  measureBreaking,
  measureBunnies,
  measureResolutions,
  measureTree,
  type ResolutionRow,
  type TreeFrame,
} from './far-scenes.ts';
import { farTables } from './far-tables.ts';
import { type GeneratorOutcome, measureGenerators } from './generators.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';
import { measurePrecision, type PrecisionOutcome } from './precision.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 6, resolution: 512 },
  full: { frames: 60, resolution: 1400 },
};

export interface FarMeasured {
  readonly resolution: number;
  readonly breaking: readonly BreakingFrame[];
  readonly bunnies: readonly BunniesFrame[];
  readonly resolutions: readonly ResolutionRow[];
  readonly tree: readonly TreeFrame[];
  readonly settings: readonly SettingRow[];
  readonly precision: readonly PrecisionOutcome[];
  readonly generators: readonly GeneratorOutcome[];
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const measured: FarMeasured = {
    resolution: sizes.resolution,
    breaking: await context.part('breaking', () => measureBreaking(context, sizes)),
    bunnies: await context.part('bunnies', () => measureBunnies(context, sizes)),
    resolutions: await context.part('resolutions', () => measureResolutions(context, sizes)),
    tree: await context.part('tree', () => measureTree(context, sizes)),
    settings: await measureSettings(context, 'far', BREAKING, sizes.resolution),
    precision: await measurePrecision(context.engine, 'far'),
    generators: await measureGenerators(context, 'bunnies', { preset: 'far' }),
  };
  const setup = `views of ${sizes.resolution}², ${sizes.frames} frames of each scene; times are medians of the turns of a frame`;
  return { setup, ...farTables(measured, context), raw: measured };
}

export const far: PaperBench = {
  title: 'Fast and Reliable Collision Culling Using Graphics Hardware',
  source: 'Govindaraju, Lin & Manocha, VRST 2004',
  hardware: 'Xeon at 2.8 GHz, GeForce FX 5950 Ultra, views of 1400²',
  run,
};
