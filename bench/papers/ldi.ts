/**
 * Heidelberger, Teschner & Gross, "Detection of Collisions and Self-collisions Using Image-space Techniques": a hand and a
 * phone (table 1), points in a dragon (table 2), a hat and a mouse at three resolutions (table 3); and against voxels.
 */
import { measureDragons, measureHand, measureHat } from './ldi-scenes.ts';
import { ldiTables } from './ldi-tables.ts';
import { type LdiVoxelsRow, measureLdiVoxels } from './ldi-voxels.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 6, resolution: 64 },
  full: { frames: 60, resolution: 64 },
};

export interface LdiMeasured {
  readonly resolution: number;
  readonly resolutions: readonly number[];
  readonly hand: Awaited<ReturnType<typeof measureHand>>;
  readonly dragons: Awaited<ReturnType<typeof measureDragons>>;
  readonly hat: Awaited<ReturnType<typeof measureHat>>;
  readonly voxels: readonly LdiVoxelsRow[];
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const { resolution } = sizes;
  const resolutions = [Math.round(resolution / 2), resolution, 2 * resolution];
  const measured: LdiMeasured = {
    resolution,
    resolutions,
    hand: await context.part('hand', () => measureHand(context, sizes, resolution)),
    dragons: await context.part('dragons', () => measureDragons(context, resolution)),
    hat: await context.part('hat', () => measureHat(context, sizes, resolutions)),
    voxels: await context.part('voxels', () => measureLdiVoxels(context, [...resolutions, 4 * resolution], [0.9, 1])),
  };
  const setup = `${sizes.frames} frames of each scene`;
  return { setup, ...ldiTables(measured, context), raw: measured };
}

export const ldi: PaperBench = {
  title: 'Detection of Collisions and Self-collisions Using Image-space Techniques',
  source: 'Heidelberger, Teschner & Gross, WSCG 2004',
  hardware: 'Pentium 4 at 3 GHz, GeForce FX 5800 Ultra',
  run,
};
