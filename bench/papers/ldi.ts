/**
 * Heidelberger, Teschner & Gross, "Detection of Collisions and Self-collisions Using Image-space Techniques": a hand and a
 * phone (table 1), points in a dragon (table 2), a hat and a mouse at three resolutions (table 3).
 */
import { measureDragons, measureHand, measureHat } from './ldi-scenes.ts';
import { ldiTables } from './ldi-tables.ts';
import { chosen, type PaperBench, type PaperContext, type PaperResults, type PaperSizes } from './paper.ts';

const SIZES: { quick: PaperSizes; full: PaperSizes } = {
  quick: { frames: 6, resolution: 64 },
  full: { frames: 24, resolution: 64 },
};

export interface LdiMeasured {
  readonly resolution: number;
  readonly resolutions: readonly number[];
  readonly hand: Awaited<ReturnType<typeof measureHand>>;
  readonly dragons: Awaited<ReturnType<typeof measureDragons>>;
  readonly hat: Awaited<ReturnType<typeof measureHat>>;
}

async function run(context: PaperContext): Promise<PaperResults> {
  const sizes = chosen(context, SIZES);
  const { resolution } = sizes;
  const resolutions = [Math.round(resolution / 2), resolution, 2 * resolution];
  const measured: LdiMeasured = {
    resolution,
    resolutions,
    hand: await measureHand(context, sizes, resolution),
    dragons: await measureDragons(context, resolution),
    hat: await measureHat(context, sizes, resolutions),
  };
  return { ...ldiTables(measured), raw: measured };
}

export const ldi: PaperBench = {
  title: 'Detection of Collisions and Self-collisions Using Image-space Techniques',
  source: 'Heidelberger, Teschner & Gross, WSCG 2004',
  hardware: 'Pentium 4 at 3 GHz, GeForce FX 5800 Ultra',
  run,
};
