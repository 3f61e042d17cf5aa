/** Views as shaders have them (project.wgsl.ts). */
import { BetterOnWasm } from '../../../backend/choose.ts';
import type { ViewFrame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { BOX_BITS_MOST, DEPTH_UNIT_BITS } from './box-pieces.wgsl.ts';
import { doubleWords } from './double.wgsl.ts';
import { VIEW, VIEW_WORDS } from './project.wgsl.ts';

/** Places of a corner in a pixel. */
const PLACES = 256;
/** Below these, products with what a row of a view is made of, or with a scale, might leave the range of double.wgsl.ts. */
const ROW_LEAST = 2 ** -200;
const SCALE_LEAST = 2 ** -400;
/** As in kernels/box.ts: half a pixel's diagonal, what pays for rounding, and how far boxes may reach beyond the scene. */
const HALF_DIAGONAL = 0.8660254037844386;
const MARGIN = 1.00001;
const FARTHEST = 2 ** 20;

const doublesOf = (values: readonly number[]) => values.flatMap((value) => [...doubleWords(value)]);

/**
 * Pixels or steps per unit along an axis, as in kernels/box.ts. Where an extent is zero, all lies in the first pixel: one as wide as the
 * others. So it does where all boxes reach far beyond the extent.
 */
function perUnit(given: number, steps: number, half: number): number {
  return given > 0 && given * half < steps * FARTHEST ? given : HALF_DIAGONAL / half;
}

/** Units per image unit across, down and in depth; and what a unit of each measures in radii of FAR's boxes. */
function boxUnits({ scale, radius }: ViewFrame, { resolution, depthBits }: CheckedCullOptions) {
  const half = radius > 0 ? radius * MARGIN : 1;
  const bits = Math.min(depthBits, BOX_BITS_MOST);
  const steps = [resolution, resolution, 2 ** bits];
  const given = [scale[0], scale[1], scale[2] / 2 ** (depthBits - bits)];
  const perStep = [PLACES, PLACES, 2 ** (DEPTH_UNIT_BITS - bits)];
  const units = given.map((perPixel, k) => perUnit(perPixel, steps[k], half) * perStep[k]);
  return { units, sizes: units.map((unit) => 1 / (unit * half)) };
}

/** Units per image unit of samples: places across and down, steps in depth. Radii do not matter to them. */
function sampleUnits({ scale }: ViewFrame) {
  return { units: [scale[0] * PLACES, scale[1] * PLACES, scale[2]], sizes: [0, 0, 0] };
}

/** Units that pay for moving corners; and what pays for rounding these sums. */
const MOVED = [1, 1, 2];
const GROWN_MARGIN = 1 + 2 ** -20;
/** More than the whole frame, across, down and in depth. */
const GROWN_MOST = 2 ** 34;

/** Units per image unit where all touched pixels are covered, and by how many of each triangles grow. */
function touchedUnits({ scale, grow }: ViewFrame, { depthBits }: CheckedCullOptions) {
  const perStep = [PLACES, PLACES, 2 ** (DEPTH_UNIT_BITS - depthBits)];
  return {
    units: scale.map((perPixel, k) => perPixel * perStep[k]),
    sizes: grow.map((steps, k) => Math.min(GROWN_MOST, (MOVED[k] + steps * perStep[k]) * GROWN_MARGIN)),
  };
}

/** Units for samples that are left to a rasterizer: whole numbers too. */
function drawnUnits({ scale }: ViewFrame, { depthBits }: CheckedCullOptions) {
  const perStep = [PLACES, PLACES, 2 ** (DEPTH_UNIT_BITS - depthBits)];
  return { units: scale.map((perPixel, k) => perPixel * perStep[k]), sizes: [0, 0, 0] };
}

const UNITS = { sampled: sampleUnits, uobb: boxUnits, conservative: touchedUnits };

function unitsOf(frame: ViewFrame, options: CheckedCullOptions) {
  const isDrawn = options.generator === 'hardware' && options.coverage === 'sampled';
  return (isDrawn ? drawnUnits : UNITS[options.coverage])(frame, options);
}

export function viewWords(views: readonly ViewFrame[], options: CheckedCullOptions): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(VIEW_WORDS * views.length);
  for (const [i, frame] of views.entries()) {
    const at = VIEW_WORDS * i;
    const { units, sizes } = unitsOf(frame, options);
    const isTiny = (value: number) => value !== 0 && Math.abs(value) < ROW_LEAST;
    const isBeyond =
      frame.view.rows.some((row) => row.some(isTiny)) || units.some((unit) => unit !== 0 && unit < SCALE_LEAST);
    if (isBeyond) throw new BetterOnWasm('double-precision');
    words.set(doublesOf(frame.view.rows.flat()), at + VIEW.rows);
    words.set(doublesOf(frame.low), at + VIEW.low);
    words.set(doublesOf(units), at + VIEW.scale);
    words.set(new Uint32Array(Float32Array.from(sizes).buffer), at + VIEW.sizes);
  }
  return words;
}
