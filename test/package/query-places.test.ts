/**
 * Where a query of the scene belongs. Whoever adds one is told here, by name, which place was forgotten: add the query there, or say
 * in `not` why it does not belong. The table "Where does my change go?" of docs/ARCHITECTURE.md names the same places.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEntry } from '../../scripts/api-reference.mjs';
import { OFFERED } from '../../src/cli/input/offered.ts';
import { projectRoot } from '../support/packed-package.ts';
import { publicNames } from '../support/public-names.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** The methods of a scene that give a promise, each with its signatures. */
const scene = readEntry(join(projectRoot, 'src/scene.ts')).find(({ name }) => name === 'Scene')!;
const QUERIES = scene.members
  .filter(({ code }) => /\): Promise</.test(code))
  .map(({ name, code }) => [name.replace('Scene.', ''), code] as const);

interface Place {
  readonly file: string;
  /** What the file has for a query. */
  readonly has: (query: string) => RegExp;
  readonly what: string;
  /** Queries that do not belong there, and why. */
  readonly not?: Readonly<Record<string, string>>;
}

const called = (query: string) => new RegExp(`\\.${query}\\(`);
const named = (query: string) => new RegExp(`\\b${query}\\b`);
const quoted = (query: string) => new RegExp(`['\`]${query}['\`]`);
const COMPOSED = 'asks queries that are there themselves';

const NOT_IN_THREE = {
  closest: 'within() gives the nearest points of each two objects',
  inside: 'a Raycaster does it for one point',
  sweep: 'clips and joints are motions of the scene, not of an update',
  overlapVolume: 'clashes({ volume: true }) has it',
  selfOverlapVolume: 'measures models, not frames',
};

const PLACES: readonly Place[] = [
  {
    file: 'src/engine-scene.ts',
    has: (query) => new RegExp(`async ${query}\\(`),
    what: 'the method that checks and runs it',
  },
  { file: 'docs/guide.md', has: named, what: 'a sentence that says what it is for' },
  { file: 'README.md', has: named, what: 'its name among the queries' },
  { file: 'docs/words.md', has: named, what: 'the words of the field that lead to it', not: { overlapVolume: 'the page says volume', selfOverlapVolume: 'the page says volume' } }, // biome-ignore format: one line
  { file: 'docs/webgpu.md', has: named, what: 'whether it runs on the GPU' },
  {
    file: 'src/three/collider.ts',
    has: (query) => new RegExp(`async ${query}\\(`),
    what: 'a method for objects of three.js',
    not: NOT_IN_THREE,
  },
  {
    file: 'docs/three.md',
    has: (query) => new RegExp(`\\b${query}\\(`),
    what: 'how it is called with objects of three.js',
    not: NOT_IN_THREE,
  },
  { file: 'bench/support/versions/cases.ts', has: quoted, what: 'a case for `npm run bench -- versions`' },
  {
    file: 'test/backend/wasm/checked-kernels.test.ts',
    has: called,
    what: 'a row, so that its kernels run with checked loads and stores',
    not: { safeStep: COMPOSED, advance: COMPOSED, separate: COMPOSED },
  },
  {
    file: 'test/backend/gpu/left-to-wasm.test.ts',
    has: called,
    what: 'a row that says what a WebGPU engine leaves to wasm',
    not: {
      inside: 'its answer has no stats',
      separate: 'its answer has no stats',
      safeStep: 'its answer has no stats',
      advance: 'its answer has no stats',
    },
  },
];

const testsIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => read(join(folder, name))),
  );
/** Files of tests that compare with the oracle, which shares no code with the engine, or derive what must hold. */
const tests = testsIn('test/queries', 'test/fuzz', 'test/attack');
const threeTests = testsIn('test/three');

/** What the lists of additions say, of all versions: a query that is new can only be in the newest. */
const additions = read('CHANGELOG.md')
  .split(/^(?=#{2,3} )/m)
  .filter((section) => section.startsWith('### Added'))
  .join('');

/** `CollideOptions` → `COLLIDE_DEFAULTS` */
const defaultsOf = (type: string) =>
  `${type
    .replace(/Options$/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
    .toUpperCase()}_DEFAULTS`;

it('the queries of a scene are found', () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(13);
});

describe.each(QUERIES)('%s', (query, code) => {
  const signature = code.split('\n').findLast((line) => line.includes('Promise<'))!;
  const options = /\w+Options\b/.exec(signature)?.[0];

  it('declares its options, with a row in src/cli/input/offered.ts', () => {
    expect(
      options,
      `the last signature of Scene.${query} takes no options; expected at least RunningOptions`,
    ).toBeDefined();
    const isOffered = OFFERED.some(({ type }) => type === options);
    expect(isOffered, `${query}: ${options} has no row in src/cli/input/offered.ts`).toBe(true);
  });

  it('has its types and defaults in src/index.ts', () => {
    const { types, values } = publicNames('src/index.ts');
    const answer = /Promise<(\w+)>/.exec(signature)![1];
    const wanted = [options!, ...(/Array$/.test(answer) ? [] : [answer]), defaultsOf(options!)];
    const missing = wanted.filter((name) => !types.includes(name) && !values.includes(name));
    expect(missing, `src/index.ts does not export ${missing.join(', ')} of ${query}`).toEqual([]);
  });

  it('is on its page of the docs, which the site lists', () => {
    const page = OFFERED.find(({ type }) => type === options)?.page ?? `${query}.md`;
    const text = existsSync(join(projectRoot, 'docs', page)) ? read(`docs/${page}`) : '';
    expect(named(query).test(text), `docs/${page} does not name ${query}, or is not there`).toBe(true);
    const link = `'/${page.replace('.md', '')}'`;
    expect(read('site/.vitepress/config.mjs').includes(link), `site/.vitepress/config.mjs lacks ${link}`).toBe(true);
  });

  it('is tested', () => {
    const found = tests.filter((text) => called(query).test(text));
    expect(found.length, `no file in test/queries calls scene.${query}()`).toBeGreaterThan(0);
  });

  it('is tested with objects of three.js', () => {
    if (query in NOT_IN_THREE) return;
    const found = threeTests.filter((text) => called(query).test(text));
    expect(found.length, `no file in test/three calls collider.${query}()`).toBeGreaterThan(0);
  });

  it('is announced', () => {
    const isThere = additions.includes(`\`scene.${query}(`);
    expect(isThere, `no list "### Added" of CHANGELOG.md has \`scene.${query}(…)\``).toBe(true);
  });

  it.each(PLACES)('is in $file', ({ file, has, what, not = {} }) => {
    const isThere = has(query).test(read(file));
    if (query in not) return expect(isThere, `${file} has ${query}; take it out of "not" here`).toBe(false);
    expect(
      isThere,
      `${query} is missing in ${file}: ${what}. Add it, or say in \`not\` of this test why it does not belong there.`,
    ).toBe(true);
  });
});

it('every folder with kernels of a query has a row in src/queries/registry.ts', () => {
  const folders = readdirSync(join(projectRoot, 'src/queries')).filter((name) =>
    existsSync(join(projectRoot, 'src/queries', name, 'kernels/job.ts')),
  );
  const missing = folders.filter((name) => !read('src/queries/registry.ts').includes(`'${name}/kernels/job'`));
  expect(folders.length).toBeGreaterThan(8);
  expect(missing, `src/queries/registry.ts has no row for ${missing.join(', ')}`).toEqual([]);
});

it('every query but collide is loaded on first use, by src/queries/on-demand.ts', () => {
  const folders = readdirSync(join(projectRoot, 'src/queries')).filter(
    (name) => name !== 'collide' && existsSync(join(projectRoot, 'src/queries', name, 'options.ts')),
  );
  const missing = folders.filter((name) => !read('src/queries/on-demand.ts').includes(`import('./${name}/`));
  expect(folders.length).toBeGreaterThan(8);
  expect(missing, `src/queries/on-demand.ts does not import ${missing.join(', ')}`).toEqual([]);
});

it('docs/ARCHITECTURE.md names every place', () => {
  const row = read('docs/ARCHITECTURE.md')
    .split('\n')
    .find((line) => line.startsWith('| a query |'))!;
  const files = [...PLACES.map(({ file }) => file), 'CHANGELOG.md', 'src/queries/on-demand.ts', 'test/three/'];
  expect(files.filter((file) => !row.includes(`\`${file}\``))).toEqual([]);
});
