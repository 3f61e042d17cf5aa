/**
 * The lock file serves every platform: `npm ci` refuses one that lacks an optional package of any of them, and one made with
 * versions whose packages could not all be had lacks some.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

interface LockedPackage {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** Where Node would find a package that `path` asks for: beside it, or in a folder above. */
function found(path: string, name: string): LockedPackage | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const own = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (own || folder === '') return own;
  }
}

it('has every package that another one asks for, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies = {}, optionalDependencies = {} }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !found(path, name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('has a checksum for each, and no server that it must come from', () => {
  for (const [path, { integrity, resolved }] of Object.entries(packages)) {
    if (path !== '') expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toBeUndefined();
  }
});

it('covers the platforms that contributors use', () => {
  const names = Object.keys(packages);
  for (const tool of ['@biomejs/cli-', '@rolldown/binding-', '@esbuild/', '@rollup/rollup-']) {
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']) {
      expect(
        names.some((name) => name.includes(tool + platform)),
        tool + platform,
      ).toBe(true);
    }
  }
});
