/** The generator of the API reference, and the step that makes a site work below any path. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { apiReference } from '../../scripts/api-reference.mjs';
import { PLACEHOLDER, relativePage, relativeScript } from '../../scripts/relative-site.mjs';
import { projectRoot } from '../support/packed-package.ts';
import { publicNames } from '../support/public-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'collidescope-reference-'));
afterAll(() => rmSync(folder, { recursive: true }));

function reference(declarations: string): string {
  const file = join(folder, 'index.d.ts');
  writeFileSync(file, declarations);
  return apiReference({ index: { title: 'it', module: 'it', file } }).index;
}

describe('the API reference', () => {
  it.each(['index', 'io', 'papers', 'three'])('of %s has every public name', (entry) => {
    const file = join(projectRoot, `dist/${entry}.d.ts`);
    const all = ['index', 'io', 'papers', 'three'].map((name) => [
      name,
      {
        title: name,
        module: name,
        file: join(projectRoot, `dist/${name}.d.ts`),
        ...(name === 'index' && { inner: join(projectRoot, 'dist/inner.d.ts') }),
      },
    ]);
    const text = apiReference(Object.fromEntries(all))[entry];
    const source = entry === 'index' ? 'src/index.ts' : `src/${entry}/index.ts`;
    const { types, values } = publicNames(source);
    const reexported = [...types, ...values].filter((name) => !text.includes(`{#${name}}`));
    expect(reexported, `not in ${file}`).toEqual([]);
  });

  it('joins overloads, tells defaults and errors, and links names', () => {
    const text = reference(`/** A thing to use. */
export interface Thing {
  /** One way to do it. */
  act(): void;
  /**
   * Another way, see {@link Thing.size}.
   * @throws \`sometimes\`
   */
  act(size: number): void;
  /**
   * How large it is, <b>.
   * @defaultValue 7
   */
  size?: number;
}
`);
    expect(text).toContain('#### act() {#Thing-act}');
    expect(text).toContain('act(): void;\nact(size: number): void;');
    expect(text).toContain('[`Thing.size`](./index.md#Thing-size)');
    expect(text).toContain('**Throws** `sometimes`');
    expect(text).toContain('**Default:** 7');
    expect(text).toContain('&lt;b>');
  });

  it('says how to write types that are not exported', () => {
    const text = reference(`/** What it found. */
export interface Answer {
  /** How deep it is. */
  readonly depth?: Depth;
}
/** How deep something is. */
interface Depth {
  /** Each of the bounds. */
  readonly bounds: readonly Bound[];
}
/** Where it ends. */
type Bound = number;
/** What nobody has. */
type Lonely = 1;
export {};
`);
    expect(text).toContain("Not exported; write `NonNullable<Answer['depth']>`.");
    expect(text).toContain("Not exported; write `NonNullable<Answer['depth']>['bounds'][number]`.");
    expect(text.match(/Not exported\.$/gm)).toHaveLength(1);
  });

  it('refuses a name or member without a comment, and a link that leads nowhere', () => {
    expect(() => reference('export declare const bare: number;\n')).toThrow('bare has no doc comment');
    expect(() => reference('/** A type of things. */\nexport interface Thing { size: number }\n')).toThrow(
      'Thing.size has no doc comment',
    );
    expect(() => reference('/** Like {@link Nothing}, but more. */\nexport type Some = 1;\n')).toThrow('leads nowhere');
  });
});

describe('a site below any path', () => {
  const value = (script: string, base: string) => {
    const text = relativeScript('a.js', script);
    return new Function('globalThis', text.replace('export default', 'return'))({ __siteBase: base });
  };

  it('has scripts whose strings begin where the page is', () => {
    const p = PLACEHOLDER;
    expect(value(`export default "${p}a" + '<a href="${p}b">'`, '/x/y/')).toBe('/x/y/a<a href="/x/y/b">');
    const template = `export default \`${p}c\${1 + 1}${p}\``;
    expect(value(template, '/x/')).toBe('/x/c2/x/');
    expect(relativeScript('a.js', 'const a = 1;')).toBe('const a = 1;');
  });

  it('refuses a placeholder that is in no string', () => {
    expect(() =>
      relativeScript('a.js', `const a = /${PLACEHOLDER.replaceAll('/', '\\/')}/; // ${PLACEHOLDER}`),
    ).toThrow('somewhere else');
  });

  it('has pages with relative links, by their depth', () => {
    const page = `<html><head></head><a href="${PLACEHOLDER}guide.html"></a></html>`;
    expect(relativePage(page, 0)).toContain('href="./guide.html"');
    expect(relativePage(page, 2)).toContain('href="../../guide.html"');
    expect(relativePage(page, 1)).toContain('new URL("../",location.href)');
  });
});
