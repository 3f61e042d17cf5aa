/**
 * How an option of a query becomes an option of the command line and an input of an MCP tool: what its declaration says of values and
 * defaults, with the words that are added in offered.ts.
 */
import type { Check, DeclaredOptions, RunningOptions } from '../../queries/options.ts';

/** An option of the command line. */
export interface OptionSpec {
  readonly name: string;
  /** What the value is called in the help; an option without one is a switch. */
  readonly value?: string;
  readonly text: string;
  /** What applies when the option is left out, for the help. */
  readonly default?: string;
  /** What the value is, if it is more than a text. */
  readonly takes?: ValueKind;
  /** As an input of the MCP tools that run the verb: what is different there, and what it says to a language model. */
  readonly tool?: { readonly name?: string; readonly takes?: ValueKind; readonly text: string };
}

/** One of some words; a length, with a unit or without; a number above 0. */
export type ValueKind = readonly string[] | 'length' | 'above 0';

/** The words for one option of a query. What is left out follows from its declaration. */
export interface Offered {
  /** The verbs that have it. */
  readonly verbs: readonly string[];
  /** Its name on the command line; else that of the query: clusterSize, cluster-size. */
  readonly name?: string;
  /** Else the choices, or `number`; a flag has none. */
  readonly value?: string;
  /** Its line in the help; else the choices. */
  readonly text?: string;
  /** What applies when it is left out, in words, empty for nothing; else the default of the query. */
  readonly default?: string;
  readonly takes?: ValueKind;
  readonly tool?: OptionSpec['tool'];
  /** What a switch stands for, if not for true. */
  readonly sets?: unknown;
  /** The help of a second switch, `--no-<name>`, that stands for false. */
  readonly no?: string;
  /** How typed text becomes the query's value, if its declaration does not say; `by the verb` where that needs the files. */
  readonly read?: 'text' | 'number' | 'count or all' | 'by the verb' | ((text: string, name: string) => unknown);
}

/** Why an option, or all of a query's, are offered neither on the command line nor to language models. */
export type Reason = string;

/** Every option that the interface of a query has. */
export type Offers<Options> = { readonly [K in Exclude<keyof Options, keyof RunningOptions>]-?: Offered | Reason };

export interface QueryOffer<Options = unknown> {
  readonly query: string;
  /** The interface of its options, for the docs. */
  readonly type: string;
  /** The page of docs with the table of its options. */
  readonly page: string;
  readonly declared: Pick<
    DeclaredOptions<Options, Readonly<Record<string, Check<unknown>>>>,
    'names' | 'defaults' | 'checks'
  >;
  readonly options: Readonly<Record<string, Offered | Reason>> | Reason;
  /** Only a type. */
  readonly takes?: Options;
}

export function offer<Options, Each>(
  declared: DeclaredOptions<Options, Each>,
  type: string,
  page: string,
  options: Offers<Options> | Reason,
): QueryOffer<Options> {
  return { query: declared.query, type, page, declared, options } as unknown as QueryOffer<Options>;
}

/** The rows of a query that are offered, with the names of the options. */
export function offeredOptions({ options }: QueryOffer): (readonly [string, Offered])[] {
  return typeof options === 'string'
    ? []
    : Object.entries(options).filter((row): row is [string, Offered] => typeof row[1] === 'object');
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const nameOf = (option: string, { name }: Offered): string => name ?? kebab(option);

export const takesOf = ({ declared }: QueryOffer, option: string) => declared.checks[option]?.takes;

export function isSwitch(offer: QueryOffer, option: string, { value, sets }: Offered): boolean {
  return value === undefined && (sets !== undefined || takesOf(offer, option)?.kind === 'flag');
}

/** The query's own default, where it is informative. */
function defaultOf({ declared }: QueryOffer, option: string): string | undefined {
  const value = declared.defaults[option];
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? `${value}` : undefined;
}

/** The options of the command line that stand for one of a query. */
export function specsOf(offer: QueryOffer, option: string, offered: Offered): OptionSpec[] {
  const name = nameOf(option, offered);
  const tool = offered.tool && { tool: { name: option, ...offered.tool } };
  if (isSwitch(offer, option, offered)) {
    const second = offered.no === undefined ? [] : [{ name: `no-${name}`, text: offered.no }];
    return [{ name, text: offered.text ?? '', ...tool }, ...second];
  }
  const takes = takesOf(offer, option);
  const choices = takes?.kind === 'choice' ? takes.choices : undefined;
  const fallback = offered.default ?? defaultOf(offer, option);
  const kind = offered.takes ?? choices;
  return [
    {
      name,
      value: offered.value ?? choices?.join('|') ?? 'number',
      text: offered.text ?? choices?.filter((choice) => choice !== fallback).join(', ') ?? '',
      ...(fallback && { default: fallback }),
      ...(kind && { takes: kind }),
      ...tool,
    },
  ];
}
