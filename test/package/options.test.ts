/**
 * Options are declared once, in the query's options.ts. Whoever adds one, or a query, is told here by name what is missing: where it
 * is offered, and the table of the docs. `npm run tables` writes the tables.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOf, offeredOptions, type QueryOffer } from '../../src/cli/input/offer.ts';
import { OFFERED } from '../../src/cli/input/offered.ts';
import { inputName } from '../../src/cli/mcp/inputs.ts';
import { propertiesOf, TOOLS } from '../../src/cli/mcp/tools.ts';
import { VERBS } from '../../src/cli/verb-table.ts';
import { STARTER_NAMES } from '../../src/report/rules/starter-sets.ts';
import { optionDocs, optionTable, toolTable, withTable } from '../support/option-tables.ts';
import { projectRoot } from '../support/packed-package.ts';

const TABLE_FILE = 'src/cli/input/offered.ts';
const RUNNING = ['signal', 'onProgress'];

/** The declarations of all queries, with the file of each. */
async function declarations() {
  const folders = readdirSync(join(projectRoot, 'src/queries'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const files = folders.map(({ name }) => `src/queries/${name}/options.ts`);
  const found = [];
  for (const file of files) {
    const module: object = await import(join(projectRoot, file)).catch((error) => {
      if (error.code === 'ERR_MODULE_NOT_FOUND' || /Failed to load|Cannot find/.test(error.message)) return {};
      throw error;
    });
    for (const value of Object.values(module)) {
      if (typeof value?.check === 'function' && 'checks' in value) found.push({ file, declared: value });
    }
  }
  return found;
}

/** Writes the table into the page, or says that the page lacks it or has an old one. */
function keepTable(page: string, what: string, table: string): string {
  const path = join(projectRoot, 'docs', page);
  const text = readFileSync(path, 'utf8');
  const wanted = withTable(text, what, table);
  if (wanted === undefined) return `docs/${page} lacks the lines "<!-- ${what} -->" and "<!-- end of table -->".`;
  if (process.env.UPDATE_DOCS) writeFileSync(path, wanted);
  return process.env.UPDATE_DOCS || wanted === text
    ? ''
    : `docs/${page}: "${what}" is out of date; run: npm run tables`;
}

/** Fails with the complaints themselves as the message. */
function expectNone(complaints: readonly string[]): void {
  expect(complaints, complaints.join('\n')).toEqual([]);
}

describe('the options of queries', async () => {
  const all = await declarations();
  const named = OFFERED.map((offer) => [offer.query, offer] as const);

  it('are declared in files that are found', () => {
    expect(all.length).toBeGreaterThanOrEqual(16);
  });

  it('are all offered somewhere, or it is said why not', () => {
    const missing = all.filter(({ declared }) => !OFFERED.some((offer) => offer.declared === declared));
    expectNone(
      missing.map(({ file, declared }) => `${declared.query} (${file}) has no row in ${TABLE_FILE}: say where its options are offered, or why not.`), // biome-ignore format: one line
    );
  });

  it.each(named)('of %s have a row each where they are offered', (_query, { query, declared, options }) => {
    if (typeof options === 'string') return expect(options.length).toBeGreaterThan(4);
    const missing = declared.names.filter((name) => !RUNNING.includes(name) && !(name in options));
    expectNone(missing.map((name) => `${query}: ${name} has no row in ${TABLE_FILE}.`));
  });

  it.each(named)('of %s are those of its interface', (_query, { query, type, declared }) => {
    const documented = optionDocs(type).map(({ name }) => name);
    const own = declared.names.filter((name) => !RUNNING.includes(name));
    expect(`${query}: ${[...documented].sort()}`).toBe(`${query}: ${[...own].sort()}`);
    const silent = optionDocs(type).filter(({ text, default: fallback }) => text === '' || fallback === '');
    expectNone(silent.map(({ name }) => `${type}.${name} lacks a comment with @defaultValue.`));
  });

  it.each(named)('of %s are in a table of the docs', (_query, offer) => {
    const complaint = keepTable(offer.page, `options of ${offer.query}`, optionTable(offer));
    expect(complaint, complaint).toBe('');
  });
});

describe('the options of the command line', () => {
  const rows = OFFERED.flatMap((offer: QueryOffer) =>
    offeredOptions(offer).flatMap(([option, row]) => row.verbs.map((verb) => ({ offer, option, row, verb }))),
  );

  it('that come from queries are in the help of the verbs that offer them, once', () => {
    const complaints = rows.flatMap(({ offer, option, row, verb }) => {
      const name = nameOf(option, row);
      const which = `${offer.query}: ${option} is offered as ${verb} --${name}`;
      const known = VERBS.find((each) => each.name === verb);
      if (!known) return [`${which}; there is no such verb in src/cli/verb-table.ts.`];
      const count = known.options.filter((spec) => spec.name === name).length;
      return count === 1 ? [] : [`${which}; add offeredBy('${verb}') to its list in src/cli/input/options.ts, once.`];
    });
    expectNone(complaints);
  });

  it('that speak to language models have a tool', () => {
    const silent = rows.filter(({ row }) => row.tool && !TOOLS.some(({ verb }) => row.verbs.includes(verb)));
    expectNone(silent.map(({ offer, option, verb }) => `${offer.query}: ${option} has words for a tool, and no tool of src/cli/mcp/tools.ts runs ${verb}.`)); // biome-ignore format: one line
  });

  it('are read by a file of src/cli', () => {
    const files = readdirSync(join(projectRoot, 'src/cli'), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((name) => /^(verbs|input|shards)\W.*\.ts$/.test(name)).map((name) => readFileSync(join(projectRoot, 'src/cli', name), 'utf8')); // biome-ignore format: one line
    const unread = rows.filter(({ option, row, verb }) => {
      const pattern = row.read === 'by the verb' ? new RegExp(`(has|text)\\('${nameOf(option, row)}'\\)`) : new RegExp(`readOffered\\(\\w+, '${verb}'`); // biome-ignore format: one line
      return verb !== 'plan' && !sources.some((text) => pattern.test(text));
    });
    expectNone(unread.map(({ offer, option, verb }) => `${offer.query}: nothing in src/cli reads ${option} for ${verb}; see src/cli/input/read-offered.ts.`)); // biome-ignore format: one line
  });

  it.each(VERBS.map((verb) => [verb.name, verb] as const))(
    'of %s have different names and a line each',
    (_name, verb) => {
      const names = verb.options.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      for (const { name, text } of verb.options) expect([name, text.length > 2]).toEqual([name, true]);
    },
  );
});

describe('the tools for language models', () => {
  it('have a description of every input', () => {
    const bare = TOOLS.flatMap(
      (tool) =>
      Object.entries(propertiesOf(tool)).filter(([, schema]) => !('description' in schema)).map(([name]) => `${tool.name}: ${name}`), // biome-ignore format: one line
    );
    expect(bare).toEqual([]);
  });

  it('name no file besides those of the folder', () => {
    const files = VERBS.flatMap(
      ({ name: verb, options }) =>
      options.filter(({ value, tool }) => tool && !tool.takes && /file|folder/.test(value ?? '')).map((spec) => `${verb}: ${inputName(spec)}`), // biome-ignore format: one line
    );
    expect(files).toEqual([]);
    const rules = VERBS.find(({ name }) => name === 'clash')!.options.find(({ name }) => name === 'rules');
    expect(rules!.tool!.takes).toEqual(STARTER_NAMES);
  });

  it('are named in the help of mcp, and in the docs', () => {
    const about = VERBS.find(({ name }) => name === 'mcp')!.about.join(' ');
    expect(TOOLS.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(about)).map(({ name }) => name)).toEqual([]);
    const complaint = keepTable('mcp.md', 'tools', toolTable());
    expect(complaint, complaint).toBe('');
  });
});
