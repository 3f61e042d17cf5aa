/**
 * Takes docs/images/studio.png, a screenshot of the studio with one of its samples in review. Needs Chromium.
 * `node scripts/studio-picture.mjs [<sample> [<file>]]` takes another one: building or gearbox.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { buildStudio } from './build-studio.mjs';
import { bundleCommandLine } from './bundle-command-line.mjs';
import { root } from './run.mjs';
import { findChromium } from './system-packages.mjs';

const [sample = 'building', file = join(root, 'docs/images/studio.png')] = process.argv.slice(2);
const SETTLING_MILLISECONDS = 3000;

const cli = await bundleCommandLine();
await buildStudio(join(root, 'build/studio'), 'published');
const server = spawn(process.execPath, [cli, 'studio', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const [, address] = await new Promise((resolve) => {
  server.stdout.once('data', (text) => resolve(/(http\S+)/.exec(text)));
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('pageerror', (error) => console.error(error));
await page.goto(address);
await page.locator(`[data-sample="${sample}"]`).click();
await page
  .getByText(/\d+ clashes/)
  .first()
  .waitFor({ timeout: 180_000 });
await page.waitForTimeout(SETTLING_MILLISECONDS);
await page.locator('.line.clash').first().click();
await page.waitForTimeout(SETTLING_MILLISECONDS);
await page.screenshot({ path: file });
await browser.close();
server.kill();
