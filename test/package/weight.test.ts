/** What the package costs: on disk once it is installed, and on a page. Prints the table that docs/package.md shows. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureSizes, type ProgramSize, sizeTable } from '../../scripts/sizes.mjs';
import { connectChromium, describeBrowser } from '../support/chromium.ts';
import { type PackedPackage, packPackage, projectRoot } from '../support/packed-package.ts';
import { viteProduction } from '../support/page-builds.ts';

const KILO = 1000;
const INSTALLED_MAX = 15 * KILO * KILO;
/** Of gzip at its strongest, each file by itself. */
const COLLIDE_PAGE_MAX = 120 * KILO;

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
}

/** The folders of the packages that come with the package: the same that `npm install collidescope` fetches. */
function installedFolders(): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lock.packages as Record<string, LockedPackage>);
  const needed = packages.filter(
    ([path, { dev, optional, devOptional, peer }]) => path && !dev && !optional && !devOptional && !peer,
  );
  return needed.map(([path]) => path);
}

function sizeBelow(folder: string): number {
  const entries = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true });
  return entries.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

describe('the weight of the package', () => {
  let packed: PackedPackage;
  let rows: readonly ProgramSize[];
  beforeAll(async () => {
    packed = await packPackage();
    rows = await measureSizes();
    console.log(sizeTable(rows));
  });
  afterAll(() => packed?.dispose());

  it('is at most 15 MB on disk, with all that it needs', () => {
    const folders = installedFolders();
    expect(folders).toContain('node_modules/draco3dgltf');
    const bytes = packed.unpackedSize + folders.reduce((sum, folder) => sum + sizeBelow(folder), 0);
    expect(bytes).toBeLessThan(INSTALLED_MAX);
  });

  it('is at most 120 kB of gzip on a page that only collides on wasm', () => {
    const { gzip, minified } = rows.find(({ name }) => name === 'collide on wasm')!;
    expect(gzip).toBeLessThan(COLLIDE_PAGE_MAX);
    expect(gzip, 'the kernels are among what is counted').toBeGreaterThan(60 * KILO);
    expect(minified).toBeGreaterThan(gzip);
  });

  it('does not grow by queries that a page does not ask', () => {
    const of = (name: string) => rows.find((row) => row.name === name)!.gzip;
    expect(of('clashes on wasm') - of('collide on wasm')).toBeGreaterThan(20 * KILO);
  });

  it('is what publint accepts, suggestions included', async () => {
    const project = packed.createProject('publint', {});
    const pkgDir = join(project, 'node_modules/collidescope');
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describeBrowser('a Vite build that only collides', () => {
  it('sends at most 120 kB of gzip', async () => {
    const packed = await packPackage();
    const browser = await connectChromium();
    try {
      const site = await (await viteProduction(COLLIDE_ONLY).prepare(packed))({});
      const page = await browser.newPage();
      const scripts: Promise<Buffer>[] = [];
      page.on('response', (response) => /\.js$/.test(response.url()) && scripts.push(response.body()));
      await page.goto(site.url);
      await page.waitForFunction(() => 'pairs' in globalThis);
      expect(await page.evaluate(() => (globalThis as unknown as { pairs: number[] }).pairs)).toEqual([0, 0, 1, 0]);
      const bodies = await Promise.all(scripts);
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
      console.log(`a Vite build that only collides: ${bodies.length} scripts, ${(bytes / KILO).toFixed(1)} kB gzip`);
      expect(bytes).toBeGreaterThan(60 * KILO);
      expect(bytes).toBeLessThan(COLLIDE_PAGE_MAX);
      await site.close();
    } finally {
      await browser.close();
      packed.dispose();
    }
  });
});

const COLLIDE_ONLY = `import { createEngine } from 'collidescope';
const engine = await createEngine({ backend: 'wasm' });
const scene = engine.createScene();
scene.add({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) });
scene.add({ positions: new Float64Array([0.25, 0.25, -1, 0.25, 0.25, 1, 1, 1, 0]) });
const { trianglePairs } = await scene.collide();
globalThis.pairs = [...trianglePairs];
`;
