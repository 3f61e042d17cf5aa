/**
 * Every code block of the README, the docs and the site's own pages is run with the packed package, beside small files of the names it
 * uses. A block that cannot run here says why (support/code-blocks.ts has the marks) and is checked for syntax and types. Commands of
 * pages of the docs that are not listed here are run by test/cli/doc-commands.test.ts, in this process.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, pagesBelow } from '../support/code-blocks.ts';
import { documentationFiles } from '../support/documentation-files.ts';
import { missingGpu } from '../support/gpu.ts';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';
import { PATIENCE } from '../support/thoroughness.ts';

const PAGES = [
  'README.md',
  'examples/README.md',
  ...['cull', 'errors', 'github-action', 'guide', 'impacts', 'mcp', 'package', 'three', 'webgpu'].map(
    (name) => `docs/${name}.md`,
  ),
  ...pagesBelow('site').filter((page) => !page.startsWith('site/.')),
];
/** Languages of which the blocks of all other pages of the docs are run, too. */
const PROGRAMS = ['js', 'jsx', 'ts', 'json', 'python'];
const BLOCKS = [
  ...PAGES.flatMap(codeBlocks),
  ...pagesBelow('docs')
    .filter((page) => !PAGES.includes(page))
    .flatMap(codeBlocks)
    .filter(({ language }) => PROGRAMS.includes(language)),
];
/** What a block may be; `text` is not code. */
const LANGUAGES = ['js', 'jsx', 'ts', 'bash', 'json', 'yaml', 'python', 'text'];
const SCRIPTS = BLOCKS.filter(({ language }) => language === 'js' || language === 'jsx');
/** Packages of others that programs import and that are not installed here. */
const SHIMS = `declare module '@babylonjs/core';
declare module '@react-three/fiber';
declare module 'react' { export const useEffect: any, useRef: any, useState: any; }
declare namespace JSX { interface IntrinsicElements { [name: string]: any } }
`;
const TYPES = {
  compilerOptions: {
    allowJs: true,
    checkJs: true,
    jsx: 'preserve',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    skipLibCheck: true,
    strict: false,
    target: 'es2024',
    types: ['node'],
  },
};

const withSetup = ({ setup, code }: CodeBlock) => (setup ? `${setup}\n${code}` : code);
const named = ({ page, line }: CodeBlock) => `${page}:${line}`;
const rows = (blocks: readonly CodeBlock[]) => blocks.map((block) => [named(block), block] as const);
const run = (language: string) =>
  rows(BLOCKS.filter((block) => block.language === language && block.notRun === undefined));

/** The commands of a shell block, one per entry: lines that end in a backslash go on, comments are left out. */
const commands = (code: string) =>
  code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);

describe('a code block of the documentation', () => {
  let packed: PackedPackage;
  let project: string;
  beforeAll(async () => {
    packed = await packPackage();
    project = packed.createProject('documentation', await documentationFiles());
    const bin = join(project, 'bin');
    mkdirSync(bin);
    const main = join(project, 'node_modules/collidescope/dist/cli.js');
    writeFileSync(join(bin, 'collidescope'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    writeFileSync(join(bin, 'npx'), '#!/bin/sh\n[ "$1" = --yes ] && shift\nexec "$@"\n');
    for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  });
  afterAll(() => packed?.dispose());

  function execute(program: string, arguments_: readonly string[]): SpawnSyncReturns<string> {
    const PATH = `${join(project, 'bin')}${delimiter}${process.env.PATH}`;
    const options = { cwd: project, encoding: 'utf8', timeout: PATIENCE / 2 } as const;
    return spawnSync(program, arguments_, { ...options, env: { ...process.env, PATH, NO_COLOR: '1' } });
  }

  it('is found, and says what it is', () => {
    expect(BLOCKS.length).toBeGreaterThan(40);
    expect(BLOCKS.filter(({ language }) => !LANGUAGES.includes(language)).map(named)).toEqual([]);
    expect([...new Set(BLOCKS.flatMap(({ needs }) => needs ?? []))]).toEqual(['gpu']);
    // Programs are JavaScript, which runs as it stands.
    expect(BLOCKS.filter(({ language, notRun }) => language === 'ts' && notRun === undefined).map(named)).toEqual([]);
  });

  it('is run, or says in a sentence why it is not', () => {
    const silent = BLOCKS.filter(({ notRun }) => notRun !== undefined && notRun.split(' ').length < 3);
    expect(silent.map(named)).toEqual([]);
    expect(BLOCKS.filter(({ notRun }) => notRun !== undefined).length).toBeLessThan(BLOCKS.length / 3);
  });

  it('has the right names and types, run or not', () => {
    const files = SCRIPTS.map((block) => {
      const file = `types/${named(block).replaceAll(/\W/g, '-')}.${block.language === 'js' ? 'mjs' : 'jsx'}`;
      const isModule = /^(import|export) /m.test(withSetup(block));
      return [file, withSetup(block) + (isModule ? '' : '\nexport {};\n')];
    });
    const all = { ...Object.fromEntries(files), 'types/shims.d.ts': SHIMS, 'tsconfig.json': JSON.stringify(TYPES) };
    const folder = packed.createProject('types', all);
    const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(files.length).toBeGreaterThan(20);
  });

  function runScript(name: string, block: CodeBlock): void {
    const file = join(project, `${name.replaceAll(/\W/g, '-')}.mjs`);
    writeFileSync(file, withSetup(block));
    const { stdout, stderr, status } = execute(process.execPath, [file]);
    expect(status, stderr).toBe(0);
    if (block.prints) expect(stdout).toMatch(block.prints);
  }
  it.each(run('js').filter(([, { needs }]) => needs === undefined))('%s runs', runScript);

  const onGpu = run('js').filter(([, { needs }]) => needs === 'gpu');
  const lacking = process.env.CI === 'true' ? undefined : missingGpu();
  it.skipIf(lacking).each(onGpu)(`%s runs on a GPU${lacking ? ` (needs ${lacking})` : ''}`, runScript);

  it.each(rows(SCRIPTS.filter(({ language }) => language === 'jsx')))('%s is JSX', (_, { code }) => {
    expect(transformSync(code, { loader: 'jsx', jsx: 'automatic' }).code.length).toBeGreaterThan(0);
  });

  it.each(run('bash'))('%s is a list of commands that work', (_, block) => {
    const list = commands(withSetup(block));
    expect(list.length).toBeGreaterThan(0);
    let printed = '';
    for (const command of list) {
      const { status, stdout, stderr } = execute('bash', ['-c', command]);
      // 1: something was found.
      expect(
        status === 0 || (status === 1 && /collidescope (check|clash|motion)/.test(command)),
        `${command}\n${stderr}`,
      ).toBe(true);
      printed += stdout;
    }
    if (block.prints) expect(printed).toMatch(block.prints);
  });

  it.each(run('json'))('%s is JSON', (_, { code }) => {
    expect(JSON.parse(code)).toBeTypeOf('object');
  });

  // Python has no package of ours; where there is no Python, this shows as skipped.
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  it.runIf(hasPython).each(run('python'))('%s runs', (_, block) => {
    const { stdout, stderr, status } = execute('python3', ['-c', withSetup(block)]);
    expect(status, stderr).toBe(0);
    if (block.prints) expect(stdout).toMatch(block.prints);
  });
});
