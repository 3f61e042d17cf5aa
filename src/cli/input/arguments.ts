/**
 * Parses the words after a verb: files and options.
 *
 * Promise: unknown options, missing or superfluous values and repeated options are refused; nothing is silently ignored.
 */
import { parseArgs } from 'node:util';
import { OptionError } from '../../errors.ts';
import { nearest } from '../../report/nearest.ts';
import type { OptionSpec } from './offer.ts';

interface OptionToken {
  readonly kind: 'option';
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

export class Arguments {
  readonly files: readonly string[];
  readonly #values: ReadonlyMap<string, string>;

  constructor(files: readonly string[], values: ReadonlyMap<string, string>) {
    this.files = files;
    this.#values = values;
  }

  withFiles(files: readonly string[]): Arguments {
    return new Arguments(files, this.#values);
  }

  /** Options as they were given, by name. */
  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The value of an option; undefined if it was not given. */
  text(name: string): string | undefined {
    return this.#values.get(name);
  }
}

function unknownOption(verb: string, token: OptionToken, specs: readonly OptionSpec[]): OptionError {
  const names = specs.map(({ name }) => name);
  const near = nearest(token.name, names);
  const advice = near ? `Did you mean --${near}?` : `Its options are ${names.map((name) => `--${name}`).join(', ')}.`;
  return new OptionError('unknown-option', `${verb} has no option ${token.rawName}. ${advice}`, { option: token.name });
}

/** The value of an option as text, `''` for a switch. */
function readValue(verb: string, token: OptionToken, spec: OptionSpec): string {
  const { rawName, value } = token;
  if (spec.value === undefined) {
    if (value === undefined) return '';
    throw new OptionError('option-value', `${verb}: ${rawName} is a switch and takes no value; found "${value}".`, {
      option: spec.name,
    });
  }
  // A negative number is a value, though perhaps an invalid one: whoever reads it reports that.
  const isOption = value !== undefined && /^-[^\d.]/.test(value) && !token.inlineValue;
  if (value !== undefined && value !== '' && !isOption) return value;
  const found = isOption ? `found the option ${value}` : 'found nothing';
  throw new OptionError('option-value', `${verb}: ${rawName} expects a value <${spec.value}>; ${found}.`, {
    option: spec.name,
  });
}

export function readArguments(verb: string, words: readonly string[], specs: readonly OptionSpec[]): Arguments {
  const types = specs.map(({ name, value }) => [name, { type: value ? 'string' : 'boolean' }] as const);
  const { tokens, positionals } = parseArgs({
    args: [...words],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = specs.find(({ name }) => name === token.name);
    if (!spec || token.rawName !== `--${token.name}`) throw unknownOption(verb, token as OptionToken, specs);
    if (values.has(spec.name)) {
      throw new OptionError('option-twice', `${verb}: --${spec.name} was given twice; expected it once.`, {
        option: spec.name,
      });
    }
    values.set(spec.name, readValue(verb, token as OptionToken, spec));
  }
  return new Arguments(positionals, values);
}
