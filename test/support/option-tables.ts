/** The tables of the docs that come from declarations: options of queries, and inputs of MCP tools. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEntry } from '../../scripts/api-reference.mjs';
import { nameOf, offeredOptions, type QueryOffer } from '../../src/cli/input/offer.ts';
import { propertiesOf, TOOLS } from '../../src/cli/mcp/tools.ts';
import { projectRoot } from './packed-package.ts';

const QUERIES = join(projectRoot, 'src/queries');

export interface OptionDoc {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  readonly text: string;
}

/** Where each interface of options is declared. */
function interfaces(): Map<string, string> {
  const files = readdirSync(QUERIES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/kernels|generated/.test(file),
  );
  const found = files.flatMap((file) => {
    const path = join(QUERIES, file);
    return [...readFileSync(path, 'utf8').matchAll(/^export interface (\w+)/gm)].map(
      ([, name]) => [name, path] as const,
    );
  });
  return new Map(found);
}

const FILES = interfaces();

/** One line, for a cell of a table. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .trim();
const linkless = (text: string): string => text.replaceAll(/\{@link ([\w.]+)\}/g, '`$1`');

/** What doc comments say of the options of an interface, with those that it inherits; not those that all queries have. */
export function optionDocs(type: string): OptionDoc[] {
  const file = FILES.get(type);
  if (!file) throw new Error(`src/queries has no interface ${type}.`);
  const { members, code } = readEntry(file).find(({ name }) => name === type)!;
  const parents = /extends ([^{]+)\{/.exec(code)?.[1].split(',') ?? [];
  const own = members.map(({ name, doc, code: member }) => {
    const [text, fallback] = doc.split('@defaultValue');
    return {
      name: name.replace(/^.*\./, ''),
      type: /^\w+\??: ([\s\S]*?);?$/.exec(member)?.[1] ?? member,
      text: cell(linkless(text)),
      default: cell(linkless(fallback ?? '')),
    };
  });
  const inherited = parents
    .map((parent) => parent.trim())
    .filter((parent) => parent !== 'RunningOptions')
    .flatMap(optionDocs)
    .filter(({ name }) => !own.some((each) => each.name === name));
  return [...inherited, ...own];
}

/** `'a'`, `'b'` for choices, else the type. */
function valuesOf({ declared }: QueryOffer, { name, type }: OptionDoc): string {
  const takes = declared.checks[name]?.takes;
  if (takes?.kind === 'choice') return takes.choices.map((choice) => `\`'${choice}'\``).join(', ');
  if (takes?.kind === 'whole') return `${takes.from} to ${takes.to}`;
  return `\`${cell(type)}\``;
}

/** The table of a query's options, as Markdown. */
export function optionTable(offer: QueryOffer): string {
  const offered = new Map(offeredOptions(offer));
  const rank = ({ name }: OptionDoc) => offer.declared.names.indexOf(name);
  const docs = optionDocs(offer.type).sort((a, b) => rank(a) - rank(b));
  const rows = docs.map((doc) => {
    const row = offered.get(doc.name);
    const verbs = row?.verbs.map((verb) => `\`${verb} --${nameOf(doc.name, row)}\``) ?? [];
    const offeredAs = verbs.length > 0 ? ` Command line: ${verbs.join(', ')}.` : '';
    const cells = [`\`${doc.name}\``, valuesOf(offer, doc), doc.default, `${doc.text}${offeredAs}`];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| option | values | default | what it does |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** The table of the MCP tools. */
export function toolTable(): string {
  const rows = TOOLS.map((tool) => {
    const inputs = Object.keys(propertiesOf(tool)).map((name) => {
      const count = name === 'files' ? { 1: ' (one)', 2: ' (one or two)' }[tool.filesMost as 1 | 2] : undefined;
      return `\`${name}\`${count ?? ''}`;
    });
    return `| \`${tool.name}\` | ${inputs.join(', ')} | ${tool.answers} |`;
  });
  return ['| tool | input | answer |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A page with the table between two comments replaced; undefined when it has no such comments. */
export function withTable(page: string, what: string, table: string): string | undefined {
  const [start, end] = [`<!-- ${what} -->\n`, '<!-- end of table -->\n'];
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) return undefined;
  return `${page.slice(0, from + start.length)}\n${table}\n\n${page.slice(to)}`;
}
