/** Where a value lies along an axis, and where the axis is marked: at 1, 2 or 5 times a power of ten. */
import type { Axis } from './plot.ts';

export interface Scale {
  /** Least and largest value of the axis; every plotted value lies between them. */
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  /** 0 at `from`, 1 at `to`. */
  position(value: number): number;
}

const STEPS = [1, 2, 5, 10];

/** The step, 1, 2 or 5 times a power of ten, that divides a length into `parts` pieces or slightly fewer. */
export function tickStep(length: number, parts: number): number {
  const power = 10 ** Math.floor(Math.log10(length / parts));
  return power * STEPS.find((step) => step * power * parts >= length * (1 - 1e-9))!;
}

/** From zero, unless all values lie in a narrow band far from it. */
function linearScale(least: number, largest: number, parts: number): Scale {
  const isBand = least > 0 && largest - least < least / 2 && largest > least;
  const [low, high] = [isBand ? least : Math.min(0, least), Math.max(isBand ? largest : 0, largest)];
  const step = tickStep(high - low || 1, parts);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  // Whole multiples of the step, rounded to its digits: 3 × 0.1 is marked 0.3.
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(digits)),
  );
  const [from, to] = [ticks[0], ticks[ticks.length - 1]];
  return { from, to, ticks, position: (value) => (value - from) / (to - from) };
}

/** Marked at every power of ten, and between them at 2 and 5 when the axis spans less than three powers. */
function logScale(least: number, largest: number): Scale {
  if (!(least > 0)) throw new RangeError(`a logarithmic axis begins above zero; found the value ${least}.`);
  const marks = Math.log10(largest / least) < 3 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)) - 1; power <= Math.ceil(Math.log10(largest)) + 1; power++) {
    for (const mark of marks) ticks.push(Number(`${mark}e${power}`));
  }
  const first = ticks.findLastIndex((tick) => tick <= least);
  let last = ticks.findIndex((tick) => tick >= largest);
  if (last === first) last++;
  const [from, to] = [ticks[first], ticks[last]];
  const length = Math.log(to / from);
  return { from, to, ticks: ticks.slice(first, last + 1), position: (value) => Math.log(value / from) / length };
}

/** The scale that holds all values; without any it goes from 0 to 1. */
export function scaleFor(values: readonly number[], { scale = 'linear' }: Pick<Axis, 'scale'>, parts = 6): Scale {
  if (values.length === 0) return linearScale(0, 1, parts);
  const wrong = values.find((value) => !Number.isFinite(value));
  if (wrong !== undefined) throw new RangeError(`a plotted value is ${wrong}; a missing one is null.`);
  const least = values.reduce((a, b) => Math.min(a, b));
  const largest = values.reduce((a, b) => Math.max(a, b));
  return scale === 'log' ? logScale(least, largest) : linearScale(least, largest, parts);
}

/** Thousands apart, no more digits than needed: 12 000, 0.5. The space does not break. */
export function tickText(value: number): string {
  const [whole, fraction] = String(Number(value.toPrecision(12))).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return (fraction === undefined ? grouped : `${grouped}.${fraction}`).replace('-', '−');
}
