/** Every public name says what it promises: in the declarations that editors show. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as main from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { staleBuild } from '../support/built.ts';
import { documentedNames } from '../support/declaration-docs.ts';
import { projectRoot } from '../support/packed-package.ts';

// Said at once: without it, what follows fails with messages about names that are missing or as they were.
const stale = staleBuild();
if (stale) throw new Error(stale);

const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

/** `'z'`, `1024`, `2 ** 28`, `Infinity`: the value that a doc comment shows first; undefined where it says it in words. */
function shownDefault(doc: string): unknown {
  const shown = /@defaultValue `([^`]+)`/.exec(doc)?.[1];
  if (shown === undefined) return undefined;
  const [base, power] = shown.split(' ** ').map(Number);
  if (/^'[^']*'$/.test(shown)) return shown.slice(1, -1);
  if (shown === 'true' || shown === 'false') return shown === 'true';
  return power === undefined ? base : base ** power;
}

/** `VoxelCollideOptions` → `VOXEL_COLLIDE_DEFAULTS` */
const defaultsName = (options: string) =>
  `${options
    .replace(/Options$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
    .toUpperCase()}_DEFAULTS`;

describe('what a query uses for options that are left out', () => {
  const all: Readonly<Record<string, unknown>> = { ...main, ...papers };
  const documented = ['index', 'inner', 'papers'].flatMap((entry) =>
    documentedNames(join(projectRoot, `dist/${entry}.d.ts`)),
  );
  const tables = Object.keys(all).filter((name) => name.endsWith('_DEFAULTS'));
  const optionsOf = (table: string) =>
    documented.filter(({ name, isOptional }) => isOptional && defaultsName(name.split('.')[0]) === table);

  it.each(tables)('%s is what doc comments say', (table) => {
    const defaults = all[table] as Readonly<Record<string, unknown>>;
    const options = optionsOf(table);
    expect(options.length).toBeGreaterThan(0);
    const shared = documented.filter(
      ({ name }) => /^(PairSelection|GridChoice)\./.test(name) && name.split('.')[1] in defaults,
    );
    const told = new Map([...shared, ...options].map(({ name, doc }) => [name.split('.')[1], shownDefault(doc)]));
    for (const [option, value] of Object.entries(defaults)) expect([option, told.get(option)]).toEqual([option, value]);
    // A value and nothing else: what depends on other options is told in words besides.
    const plain = options.filter(({ doc }) => /@defaultValue `[^`]+`\s*$/.test(doc));
    expect(namesOf(plain.filter(({ name }) => !(name.split('.')[1] in defaults)))).toEqual([]);
  });
});

describe.each(['index', 'io', 'papers', 'three'])('the declarations of %s', (entry) => {
  const files = entry === 'index' ? ['index', 'inner'] : [entry];
  const names = files.flatMap((file) => documentedNames(join(projectRoot, `dist/${file}.d.ts`)));
  const functions = names.filter(({ kind }) => kind === 'function');

  it('are found', () => {
    expect(names.length).toBeGreaterThan(15);
    expect(functions.length).toBeGreaterThan(4);
  });

  it('have a doc comment on every name and member', () => {
    expect(namesOf(names.filter(({ doc }) => doc.replace(/@\w+.*/s, '').trim().length < 8))).toEqual([]);
  });

  it('have an example on every function', () => {
    const silent = functions.filter(({ name, doc }) => !name.endsWith('.dispose') && !doc.includes('@example'));
    expect(namesOf(silent)).toEqual([]);
  });

  it('say that what a query cost is experimental', () => {
    const stats = names.filter(({ name, kind }) => /^[A-Za-z]+\.stats$/.test(name) && kind === 'field');
    expect(namesOf(stats.filter(({ doc }) => !doc.includes('@experimental')))).toEqual([]);
  });

  it('tell the default of every option', () => {
    const options = names.filter(({ name, isOptional }) => isOptional && /(Options|Choice)\./.test(name));
    expect(namesOf(options.filter(({ doc }) => !doc.includes('@defaultValue')))).toEqual([]);
  });
});
