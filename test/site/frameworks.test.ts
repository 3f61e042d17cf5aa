/**
 * The programs of the how-tos that need somebody else's framework: Babylon.js in Node, react-three-fiber and Next.js in Chromium. The
 * packages are fetched into a temporary folder, so this runs with COLLIDESCOPE_SLOW=1 only.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChromium, withPage } from '../support/chromium.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { documentationFiles } from '../support/documentation-files.ts';
import { type PackedPackage, packPackage } from '../support/packed-package.ts';
import { serveFolder } from '../support/serve.ts';
import { isLong } from '../support/thoroughness.ts';

const PACKAGES = ['@babylonjs/core@8', '@react-three/fiber@9', 'next@16', 'react@19', 'react-dom@19', 'three@0.187'];
const describeSlow = isLong ? describe : describe.skip;
const minutes = (count: number) => count * 60_000;
const pictures = process.env.COLLIDESCOPE_PICTURES;

/** The block of a page that has this text. */
function program(page: string, text: string): string {
  const found = codeBlocks(page).filter(({ code }) => code.includes(text));
  expect(found, `${page}: ${text}`).toHaveLength(1);
  return found[0].code;
}

/** Around the component of the page: two boxes that overlap, and what was found as text. */
const REACT_PAGE = `import { Canvas } from '@react-three/fiber';
import { createRoot } from 'react-dom/client';
import { Collisions } from './collisions.jsx';

const show = (hits) => { document.querySelector('#answer').textContent = hits.length + ' pairs'; };
const Box = (properties) => <mesh {...properties}><boxGeometry /><meshNormalMaterial /></mesh>;
createRoot(document.querySelector('#root')).render(
  <Canvas style={{ width: 400, height: 300 }}>
    <Collisions onHits={show}><Box position={[-0.3, 0, 0]} /><Box position={[0.3, 0.4, 0.2]} /></Collisions>
  </Canvas>,
);
`;
const HTML = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<div id="root"></div><p id="answer"></p><script type="module" src="./main.js"></script>`;
const LAYOUT = `export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n`;

describeSlow('a framework (COLLIDESCOPE_SLOW=1)', () => {
  let packed: PackedPackage;
  let project: string;
  let browser: Browser;
  beforeAll(async () => {
    packed = await packPackage();
    project = mkdtempSync(join(tmpdir(), 'collidescope-frameworks-'));
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...quiet, packed.archive, ...PACKAGES], { cwd: project });
    browser = await connectChromium();
  }, minutes(8));
  afterAll(async () => {
    await browser?.close();
    packed?.dispose();
    if (project) rmSync(project, { recursive: true, force: true, maxRetries: 3 });
  });

  function write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    }
  }

  it('Babylon.js gives its meshes to a scene', () => {
    write({ 'babylon.mjs': program('site/how-to/frameworks.md', '@babylonjs/core') });
    const printed = execFileSync(process.execPath, ['babylon.mjs'], { cwd: project, encoding: 'utf8' });
    expect(printed).toMatch(/box meets ball\n$/);
  });

  it('react-three-fiber shows what collides in every frame', async () => {
    const component = program('site/how-to/frameworks.md', 'useFrame');
    write({ 'r3f/collisions.jsx': component, 'r3f/main.jsx': REACT_PAGE, 'r3f/site/index.html': HTML });
    await build({
      absWorkingDir: join(project, 'r3f'),
      entryPoints: ['main.jsx'],
      outdir: 'site',
      bundle: true,
      splitting: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    });
    const site = await serveFolder(join(project, 'r3f/site'));
    try {
      await withPage(browser, site.url, async (page) => {
        await expect.poll(() => page.locator('#answer').textContent()).toMatch(/^[1-9]\d* pairs$/);
        if (pictures) await page.screenshot({ path: join(pictures, 'react-three-fiber.png') });
      });
    } finally {
      await site.close();
    }
  });

  it('Next.js answers on the server and in the browser', async () => {
    const page = 'site/how-to/next.md';
    write({
      'next/package.json': '{ "private": true, "type": "module" }',
      'next/next.config.mjs': program(page, 'Cross-Origin-Opener-Policy'),
      'next/app/layout.jsx': LAYOUT,
      'next/app/page.jsx': program(page, 'useEffect'),
      'next/app/api/check/route.js': program(page, 'export async function POST'),
    });
    const folder = join(project, 'next');
    const next = join(project, 'node_modules/next/dist/bin/next');
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' } as const;
    execFileSync(process.execPath, [next, 'build'], { cwd: folder, env, stdio: 'pipe' });
    const server = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
      cwd: folder,
      env,
    });
    try {
      const url = await addressOf(server);
      const files = await documentationFiles();
      const answer = await fetch(`${url}/api/check`, { method: 'POST', body: files['assembly.obj'] as string });
      expect(await answer.json()).toEqual({ parts: 2, pairs: expect.any(Number) });
      await withPage(browser, url, async (opened) => {
        await expect.poll(() => opened.locator('p').textContent()).toBe('1 pair');
        expect(await opened.evaluate(() => crossOriginIsolated)).toBe(true);
      });
    } finally {
      server.kill();
    }
  });
});

/** Where the server listens, once it says so. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (url && /ready/i.test(said)) resolve(url);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}
