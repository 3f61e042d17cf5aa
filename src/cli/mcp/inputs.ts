/** Options of a verb as inputs of a tool: their JSON Schema, and the words of a command line for what was given. */
import { OptionError } from '../../errors.ts';
import type { OptionSpec } from '../input/offer.ts';

export type ToolInput = Readonly<Record<string, unknown>>;

export const LENGTH_TEXT = 'A length, in the unit of the files ("0.2") or with a unit ("0.2mm", "1in").';

export function wrong(name: string, found: unknown, expected: string): OptionError {
  const shown = JSON.stringify(found) ?? 'missing';
  return new OptionError('option-value', `${name} is ${shown.slice(0, 80)}; expected ${expected}.`, { option: name });
}

export const inputName = ({ name, tool }: OptionSpec): string => tool?.name ?? name;

/** A tool may accept less than a person may type. */
const takesOf = ({ takes, tool }: OptionSpec) => tool?.takes ?? takes;

export function inputSchema(spec: OptionSpec): object {
  const { value } = spec;
  const takes = takesOf(spec);
  const description = spec.tool!.text;
  if (value === undefined) return { type: 'boolean', default: false, description };
  if (takes === 'length') return { type: ['string', 'number'], description: `${description} ${LENGTH_TEXT}` };
  if (takes === 'above 0') return { type: 'number', exclusiveMinimum: 0, description };
  return { type: 'string', ...(takes && { enum: takes }), description };
}

export function lengthText(name: string, value: unknown): string {
  const text = typeof value === 'number' ? `${value}` : value;
  if (typeof text === 'string' && /^\d*\.?\d+(e[+-]?\d+)?\s*[a-z]*$/i.test(text)) return text;
  throw wrong(name, value, 'a length, such as 0.2 or "0.2mm"');
}

/** The value as a word of a command line. */
function wordOf(name: string, value: unknown, takes: OptionSpec['takes']): string {
  if (takes === 'length') return lengthText(name, value);
  if (takes === 'above 0') {
    if (typeof value === 'number' && value > 0 && value < Infinity) return `${value}`;
    throw wrong(name, value, 'a number greater than 0');
  }
  if (takes) {
    if (takes.includes(value as string)) return value as string;
    throw wrong(name, value, `one of ${takes.join(', ')}`);
  }
  if (typeof value === 'string' && value !== '' && !value.startsWith('-')) return value;
  throw wrong(name, value, 'a text that does not begin with -');
}

/** `--name value` for an input that was given. */
export function inputWords(spec: OptionSpec, input: ToolInput): string[] {
  const name = inputName(spec);
  const value = input[name];
  if (value === undefined) return [];
  if (spec.value !== undefined) return [`--${spec.name}`, wordOf(name, value, takesOf(spec))];
  if (typeof value !== 'boolean') throw wrong(name, value, 'true or false');
  return value ? [`--${spec.name}`] : [];
}
