/**
 * How far one walks through the sources to understand `collide`: the files that it runs, as docs/ARCHITECTURE.md lists them.
 * `COLLIDESCOPE_UPDATE=1 npx vitest run test/package/walks.test.ts` writes the list anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { executedFiles } from '../support/executed-files.ts';
import { sphereSoup } from '../support/sphere-soup.ts';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/ARCHITECTURE.md');
const [BEGIN, END] = ['<!-- walk of collide -->\n', '<!-- end of walk -->\n'];
/** A walk that gets longer is a reason to think, and to say why in the commit. */
const MOST_FILES = 26;
const MOST_LINES = 400;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

/** Of two objects, asked about for the first time. On one thread: which of several does what is not the same every time. */
async function walk(): Promise<string[]> {
  using warm = engine.createScene();
  using scene = engine.createScene();
  for (const id of [0, 1]) {
    const positions = sphereSoup(40, 1 + id / 100);
    warm.add({ positions });
    scene.add({ positions });
  }
  await warm.collide({ self: true });
  return await executedFiles(() => scene.collide({ self: true }));
}

function listed(files: readonly string[]): string {
  const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
  const rows = [...new Set(files.map(folderOf))].map((folder) => {
    const inside = files.filter((file) => folderOf(file) === folder);
    const names = inside.map((file) => `\`${file.slice(folder.length + 1)}\``);
    return `| \`${folder}\` | ${names.join(', ')} |\n`;
  });
  return `\n${files.length} files of TypeScript run:\n\n| folder | files |\n| --- | --- |\n${rows.join('')}\n`;
}

it('the files that collide({ self: true }) runs are those that ARCHITECTURE lists', async () => {
  const files = await walk();
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  expect(to).toBeGreaterThanOrEqual(from);
  const expected = listed(files);
  if (process.env.COLLIDESCOPE_UPDATE) writeFileSync(page, text.slice(0, from) + expected + text.slice(to));
  else expect(text.slice(from, to)).toBe(expected);
  expect(files.length).toBeLessThanOrEqual(MOST_FILES);
  const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > MOST_LINES + 1);
  expect(long).toEqual([]);
});
