/** Values of motions as text, for the command line, the report and the studio. */
import { isProvenFree, type Jam, type MotionRow } from './motion-rows.ts';

/** More digits than anybody sets a joint to; what is proven is rounded inwards by `freeText`. */
const DIGITS = 5;

export const shownValue = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** So that a range that is said to be free is: a hair less than what was proven. */
function inward(value: number, sign: 1 | -1): string {
  const shown = Number(value.toPrecision(DIGITS));
  if (shown === value || shown > value === sign > 0) return String(shown);
  const last = 10 ** (Math.floor(Math.log10(Math.abs(value))) - DIGITS + 1);
  return String(Number((shown + sign * last).toPrecision(DIGITS)));
}

export const unitText = ({ unit }: Pick<MotionRow, 'unit'>): string => (unit === 'degrees' ? '°' : ` ${unit}`);

export function freeText(row: Pick<MotionRow, 'free' | 'unit'>): string {
  if (row.free.length === 0) return 'nowhere';
  const ranges = row.free.map(([from, to]) => {
    const [low, high] = [inward(from, 1), inward(to, -1)];
    return Number(low) <= Number(high) ? `${low} to ${high}` : `${from} to ${to}`;
  });
  return `${ranges.join(', ')}${unitText(row)}`;
}

export const rangeText = (row: MotionRow): string => `${shownValue(row.from)} to ${shownValue(row.to)}${unitText(row)}`;

export function jamSentence(
  row: Pick<MotionRow, 'unit'>,
  { a, b, from, to }: Pick<Jam, 'a' | 'b' | 'from' | 'to'>,
  names: readonly string[],
): string {
  const unit = unitText(row);
  const range = to ? `${shownValue(from[0])} to ${shownValue(to[1])}${unit}` : `${shownValue(from[0])}${unit} on`;
  return `${names[a]} meets ${names[b]} from ${range}`;
}

/** What is neither free nor a jam. */
export function openSentences(row: MotionRow, names: readonly string[]): string[] {
  if (row.pairs.length === 0) return ['no two parts move against each other'];
  const jammed = new Set(row.jams.map(({ a, b }) => `${a} ${b}`));
  const open = row.pairs.filter((pair) => !jammed.has(`${pair.a} ${pair.b}`) && !isProvenFree({ pairs: [pair] }));
  return open.map(({ a, b }) => `${names[a]} and ${names[b]}: not proven free everywhere, and no contact found`);
}

/** A sentence for each jam, and for what is neither free nor a jam. */
export function jamSentences(row: MotionRow, names: readonly string[]): string[] {
  return [...row.jams.map((jam) => jamSentence(row, jam, names)), ...openSentences(row, names)];
}

export function motionVerdict(rows: readonly MotionRow[]): string {
  const jams = rows.reduce((sum, { jams: list }) => sum + list.length, 0);
  if (rows.length === 0) return 'Nothing moves.';
  if (rows.every(isProvenFree)) return 'Proven free everywhere.';
  return jams > 0 ? `${jams} ${jams === 1 ? 'jam' : 'jams'}.` : 'Not proven free everywhere, and no contact found.';
}
