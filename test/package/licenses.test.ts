import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const projectRoot = resolve(import.meta.dirname, '../..');

/** Packages whose files are named in the source maps of a folder: told by the output, not by what the build noted. */
function mappedPackages(folder: string): Set<string> {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
  const sources = maps.flatMap((file) => {
    return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sources: string[] }).sources;
  });
  return new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []));
}

/** The studio as it is published, with source maps, which the published one has not. */
async function studioPackages(): Promise<Set<string>> {
  const outDir = mkdtempSync(join(tmpdir(), 'collidescope-studio-'));
  try {
    const configFile = join(projectRoot, 'studio/vite.config.ts');
    await build({
      configFile,
      mode: 'published',
      logLevel: 'silent',
      build: { outDir, emptyOutDir: true, sourcemap: true },
    });
    return mappedPackages(outDir);
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The text of each package, by its name. */
function notices(): Map<string, string> {
  const text = readFileSync(join(projectRoot, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  return new Map(
    text.split(`\n${'-'.repeat(80)}\n\n`).map((section) => {
      const [, name, terms] = /^(\S+) \d\S*\n\n([\s\S]*)$/.exec(section)!;
      return [name, terms];
    }),
  );
}

const TERMS = /Permission is hereby granted|END OF TERMS AND CONDITIONS|public domain/;

describe('licences of what the package ships', () => {
  it('are complete for every package in the bundles', () => {
    const packages = mappedPackages(join(projectRoot, 'dist'));
    expect(packages).toContain('@gltf-transform/core');
    for (const name of packages) expect(notices().get(name), name).toMatch(TERMS);
  });

  it('are complete for every package in the studio', async () => {
    const packages = await studioPackages();
    for (const name of ['three', 'draco3dgltf', '@nodable/entities']) expect(packages).toContain(name);
    for (const name of packages) expect(notices().get(name), name).toMatch(TERMS);
  });

  it('name whose they are, and hold terms for every package listed', () => {
    for (const [name, terms] of notices()) expect(terms, name).toMatch(TERMS);
    expect(notices().get('draco3dgltf')).toMatch(/Google Draco Team[\s\S]*Apache License[\s\S]*Version 2\.0/);
    expect(notices().get('@nodable/entities')).toMatch(/Copyright \(c\) Amit Gupta/);
    expect(notices().get('assemblyscript'), 'whose runtime is in the kernels').toMatch(/Apache License/);
  });
});
