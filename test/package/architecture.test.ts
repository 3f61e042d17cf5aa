/** The tables of docs/ARCHITECTURE.md: they name files that are there, and of every folder some file or what it is for. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);

/** Files of the repository that are sources, from its root. */
const sources = ['src', 'studio', 'scripts', 'test', 'bench', 'scenes', 'oracle', 'site', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path).replaceAll('\\', '/'),
  ),
);

it('names only files that are there', () => {
  const known = new Set(sources.map((path) => basename(path)));
  const files = named.filter((name) => /^[\w./-]+\.(ts|mjs)$/.test(name) && !name.startsWith('.'));
  const ends = (name: string) => sources.some((path) => path === name || path.endsWith(`/${name}`));
  expect(files.filter((name) => !known.has(basename(name)) || !ends(name))).toEqual([]);
});

it('says of every folder of src what is there', () => {
  const folders = new Set(
    sources.filter((path) => /^src\/.*\.ts$/.test(path) && !path.includes('/generated/')).map((path) => dirname(path)),
  );
  // Of these there is one rule for all, above the tables.
  const isCommon = (folder: string) => ['kernels', 'gpu'].includes(basename(folder));
  // One reader per format.
  const isReader = (folder: string) => dirname(folder) === 'src/io';
  const isNamed = (folder: string) =>
    named.some(
      (name) => [folder, `${folder}/`, `${basename(folder)}/`].includes(name) || name.startsWith(`${folder}/`),
    );
  const missing = [...folders].filter((folder) => !isCommon(folder) && !isReader(folder) && !isNamed(folder));
  expect(missing.sort(), 'docs/ARCHITECTURE.md names no file of these: add a row to one of its tables').toEqual([]);
});
