/** Every public name says what it promises: in the declarations that editors show. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedNames } from '../support/declaration-docs.ts';
import { projectRoot } from '../support/packed-package.ts';

const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

describe.each(['index', 'io', 'papers', 'three'])('the declarations of %s', (entry) => {
  const names = documentedNames(join(projectRoot, `dist/${entry}.d.ts`));
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

  it('tell the default of every option', () => {
    const options = names.filter(({ name, isOptional }) => isOptional && /(Options|Choice)\./.test(name));
    expect(namesOf(options.filter(({ doc }) => !doc.includes('@defaultValue')))).toEqual([]);
  });
});
