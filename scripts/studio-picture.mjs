/**
 * Takes docs/images/studio.png, a screenshot of the studio playing a scene. Needs Chromium.
 * `node scripts/studio-picture.mjs [<link> [<file>]]` takes another one; a link is what follows `#` in the page's address.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildStudio } from './build-studio.mjs';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { root } from './run.mjs';
import { findChromium } from './system-packages.mjs';

const [link = 'scene=bunnies&size=40000&frame=30', file = join(root, 'docs/images/studio.png')] = process.argv.slice(2);
/** Frames to play first, so that the charts have something to show. */
const FRAMES = 60;
const SETTLING_MILLISECONDS = 3000;

const cli = await bundleCommandLine();
await buildStudio(join(root, 'build/studio'), 'published');
const server = spawn(process.execPath, [cli, 'studio', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [, address] = await new Promise((resolve) => {
  server.stdout.once('data', (text) => resolve(/(http\S+)/.exec(text)));
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.on('pageerror', (error) => console.error(error));
await page.goto(`${address}#${link}`);
const frame = () => page.evaluate(() => Number(document.getElementById('count').dataset.frame));
await page.waitForFunction(() => document.getElementById('count').dataset.frame, undefined, { timeout: 180_000 });
const last = (await frame()) + FRAMES;
await page.locator('#play').click();
while ((await frame()) < last) await page.waitForTimeout(50);
await page.locator('#play').click();
await page.mouse.move(640, 60);
await page.waitForTimeout(SETTLING_MILLISECONDS);
await page.screenshot({ path: file });
await browser.close();
server.kill();
