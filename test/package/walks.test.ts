/**
 * How far one walks through the sources to understand a call: the files that it runs, as docs/ARCHITECTURE.md lists or counts them.
 * `COLLIDESCOPE_UPDATE=1 npx vitest run test/package/walks.test.ts` writes that anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/dispatch.ts';
import { Terminal } from '../../src/cli/output/terminal.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { ASSEMBLY } from '../cli/files.ts';
import { executedFiles } from '../support/executed-files.ts';
import { sphereSoup } from '../support/sphere-soup.ts';

const root = resolve(import.meta.dirname, '../..');
const page = join(root, 'docs/ARCHITECTURE.md');
/** A walk that gets longer is a reason to think, and to say why in the commit. */
const MOST_FILES = { collide: 25, clash: 200 };
const MOST_LINES = 400;

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
const foldersOf = (files: readonly string[]) => [...new Set(files.map(folderOf))];

function listed(files: readonly string[]): string {
  const rows = foldersOf(files).map((folder) => {
    const inside = files.filter((file) => folderOf(file) === folder);
    const names = inside.map((file) => `\`${file.slice(folder.length + 1)}\``);
    return `| \`${folder}\` | ${names.join(', ')} |\n`;
  });
  return `\n${files.length} files of TypeScript run:\n\n| folder | files |\n| --- | --- |\n${rows.join('')}\n`;
}

/** Whether the page has this text between the marks of a walk, or writes it there. */
function checkPage(name: string, expected: string): void {
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [`<!-- walk of ${name} -->\n`, `<!-- end of ${name} -->\n`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  expect(to).toBeGreaterThanOrEqual(from);
  if (process.env.COLLIDESCOPE_UPDATE) writeFileSync(page, text.slice(0, from) + expected + text.slice(to));
  else expect(text.slice(from, to)).toBe(expected);
}

/** None above the limit. */
function checkLengths(files: readonly string[]): void {
  const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > MOST_LINES + 1);
  expect(long).toEqual([]);
}

describe('collide({ self: true })', () => {
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

  it('runs the files that ARCHITECTURE lists', async () => {
    const files = await walk();
    checkPage('collide', listed(files));
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.collide);
    checkLengths(files);
  });
});

describe('clash --report', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'collidescope-walk-'));
    writeFileSync(join(folder, 'assembly.obj'), ASSEMBLY);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(): Promise<void> {
    const silent = { write: () => true };
    const files = [join(folder, 'assembly.obj'), '--report', join(folder, 'report.html')];
    const terminal = new Terminal({ stdout: silent, stderr: silent, env: {} });
    expect(await runCommandLine(['clash', ...files, '--engine', 'wasm', '--threads', '0'], terminal)).toBe(1);
  }

  it('runs no more files than ARCHITECTURE says', async () => {
    await run();
    const files = await executedFiles(run);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES.clash);
    expect(readFileSync(page, 'utf8')).toContain(`at most ${MOST_FILES.clash} files`);
    checkLengths(files);
  });
});
