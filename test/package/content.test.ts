import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';

const KILO = 1000;

/** What a file of the package loads at once: its own files and the names of packages. */
function staticImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(projectRoot, file), 'utf8');
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^'"`;()]*?(?:from )?"([^"]+)";$/gm)) {
    if (path.startsWith('.')) staticImports(posix.join(dirname(file), path), seen);
    else seen.add(path);
  }
  return seen;
}

const isPackage = (name: string) => !name.startsWith('dist/');

describe('what is published', () => {
  let packed: PackedPackage;
  beforeAll(async () => {
    packed = await packPackage();
  });
  afterAll(() => packed?.dispose());

  it('is dist, and what the README leads to', () => {
    const outside = packed.files.map(({ path }) => path).filter((path) => !/^(dist|docs|examples)\//.test(path));
    const known = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'];
    expect(outside.sort()).toEqual(known);
  });

  it('holds scripts and declarations, and the licences of what is bundled', () => {
    const library = packed.files.map(({ path }) => path).filter((path) => /^dist\/(?!studio\/)/.test(path));
    expect(library.filter((path) => !/\.(js|d\.ts)$/.test(path))).toEqual(['dist/THIRD-PARTY-LICENSES.txt']);
    const named = library.filter(
      (path) => path.endsWith('.js') && readFileSync(join(projectRoot, path)).includes('sourceMappingURL='),
    );
    expect(named).toEqual([]);
  });

  it('has what every link and picture of the README leads to', () => {
    const text = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, path]) => path);
    const paths = packed.files.map(({ path }) => path);
    const isThere = (link: string) => paths.some((path) => path === link || path.startsWith(`${link}/`));
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !/^https:/.test(link) && !isThere(link))).toEqual([]);
  });

  it('holds the studio, with models that may be passed on', () => {
    const studio = packed.files.map(({ path }) => path).filter((path) => path.startsWith('dist/studio/'));
    expect(studio).toContain('dist/studio/index.html');
    expect(studio.filter((path) => path.includes('/models/')).sort()).toEqual([
      'dist/studio/models/bunny.bin',
      'dist/studio/models/hand.glb',
    ]);
    const notices = readFileSync(join(projectRoot, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['three', 'uplot', 'bunny', '@webxr-input-profiles/assets']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('is small', () => {
    const sizes = new Map(packed.files.map(({ path, size }) => [path, size]));
    const loadedSize = (file: string) =>
      [...staticImports(file)].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    const isStudio = (path: string) => path.startsWith('dist/studio/');
    const studioSize = packed.files.reduce((sum, { path, size }) => sum + (isStudio(path) ? size : 0), 0);
    // The studio brings three.js, the engine once more and two models: a quarter of what is packed. The kernels come in three sets,
    // each with threads and without, so that a page loads the smallest one that it needs; the largest is once more in the single
    // file for CDNs.
    expect(packed.size).toBeLessThan(4300 * KILO);
    expect(studioSize).toBeLessThan(3500 * KILO);
    expect(packed.unpackedSize - studioSize).toBeLessThan(6600 * KILO);
    // Not minified; what counts on a page is in weight.test.ts.
    expect(loadedSize('dist/index.js')).toBeLessThan(410 * KILO);
    // Help texts are made from the table of formats, which loads no reader, and from the declarations of options, which load no engine.
    expect(loadedSize('dist/cli.js')).toBeLessThan(145 * KILO);
    expect(loadedSize('dist/io.js')).toBeLessThan(100 * KILO);
    expect(loadedSize('dist/three.js') - loadedSize('dist/index.js')).toBeLessThan(100 * KILO);
  });

  it('declares each entry in one file, and in another what several use', () => {
    const declarations = packed.files.filter(({ path }) => path.endsWith('.d.ts'));
    expect(declarations.map(({ path }) => path).sort()).toEqual([
      'dist/index.d.ts',
      'dist/inner.d.ts',
      'dist/io.d.ts',
      'dist/papers.d.ts',
      'dist/three.d.ts',
    ]);
    for (const { path, size } of declarations) expect(size, path).toBeLessThan(120 * KILO);
  });

  it('has every file that package.json points to', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const targets = [
      ...Object.values(exports).flatMap((entry) => Object.values(entry as object)),
      ...Object.values(bin),
    ];
    const paths = packed.files.map(({ path }) => `./${path}`);
    expect(targets.filter((target) => !paths.includes(target))).toEqual([]);
  });

  it('has a command that can be run', () => {
    const command = packed.files.find(({ path }) => path === 'dist/cli.js');
    expect(command && command.mode & 0o111).toBe(0o111);
    expect(readFileSync(join(projectRoot, 'dist/cli.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each(['dist/index.js', 'dist/io.js'])('%s loads no package and nothing of Node at once', (file) => {
    expect([...staticImports(file)].filter(isPackage)).toEqual([]);
  });

  it('dist/three.js loads three.js and no other package', () => {
    expect([...staticImports('dist/three.js')].filter(isPackage)).toEqual(['three']);
  });

  it('has what only some need as optional peers', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(projectRoot, 'package.json'), 'utf8'),
    );
    const peers = Object.keys(peerDependencies);
    expect(peers).toEqual(expect.arrayContaining(['three', 'webgpu']));
    expect(peerDependenciesMeta).toEqual(Object.fromEntries(peers.map((name) => [name, { optional: true }])));
    expect(peers.filter((name) => name in dependencies)).toEqual([]);
  });
});
