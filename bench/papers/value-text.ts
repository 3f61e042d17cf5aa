/** Numbers, and values of tables, as text. */
import type { PaperValue } from './paper.ts';

/** Thousands apart; fractions with as many digits as say something: 1 340, 21.3, 0.052. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return size >= 0.1 ? value.toFixed(size >= 10 ? 1 : 2) : String(Number(value.toPrecision(2)));
}

export function valueText(value: PaperValue | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value.replaceAll('|', '\\|');
  if (typeof value === 'number') return numberText(value);
  return `${numberText(value[0])}–${numberText(value[1])}`;
}
