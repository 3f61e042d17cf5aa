/** The codes that are thrown, the type that lists them, and the page that explains them are the same set. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const CODE = /'([a-z0-9]+(?:-[a-z0-9]+)*)'/g;
/** Constructors of errors, and the helpers that fill in the class. */
const THROWN = /(?:new (?:Mesh|Option|Engine)Error|fileError|meshError|\.unexpected|[.#]error|refused)\(([^`]*?)['`]/g;

function codesOf(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, code]) => code);
}

function sources(): string[] {
  const files = ['src', 'scenes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return files
    .filter((file) => file.endsWith('.ts') && !/\/(kernels|generated)\/|error-codes\.ts$/.test(file))
    .map(read);
}

const listed = codesOf(read('src/error-codes.ts').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));

describe('error codes', () => {
  it('are listed once', () => {
    expect(listed.length).toBeGreaterThan(50);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('that are thrown are listed', () => {
    const thrown = sources().flatMap((text) =>
      [...text.matchAll(THROWN)].flatMap(
        (found) => codesOf(text.slice(found.index, found.index + found[0].length + 40))[0] ?? [],
      ),
    );
    expect(new Set(thrown).size).toBeGreaterThan(50);
    expect(thrown.filter((code) => code.includes('-') && !listed.includes(code))).toEqual([]);
  });

  it('that are listed occur in the code', () => {
    const used = new Set(sources().flatMap(codesOf));
    expect(listed.filter((code) => !used.has(code))).toEqual([]);
  });

  it('are explained in docs/errors.md, each in one row with a cause and a remedy', () => {
    const rows = [...read('docs/errors.md').matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)];
    expect(rows.map(([, code]) => code).sort()).toEqual([...listed].sort());
    for (const [, code, cause, remedy] of rows) {
      expect(cause.length, code).toBeGreaterThan(15);
      expect(remedy.length, code).toBeGreaterThan(5);
    }
  });
});
