/** The page of a plan, in a browser: what the server tells is what it shows, and it follows. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveStudio } from '../../src/cli/studio/server.ts';
import type { PlanStatus } from '../../src/report/plan-status.ts';
import { describeBrowser } from '../support/chromium.ts';
import { studioFolder, useStudio } from './studio-page.ts';

const STATUS: PlanStatus = {
  plan: 'ship.jsonl',
  id: '0123456789abcdef',
  command: 'clash',
  kind: 'large',
  shards: 8,
  done: 5,
  stages: [
    { stage: 'spill', total: 2, done: 2, milliseconds: 500 },
    { stage: 'tile', total: 6, done: 3, milliseconds: 2000 },
  ],
  running: [{ shard: 6, host: 'here', pid: 77, milliseconds: 1500 }],
  failed: [{ shard: 7, code: 'shard-failed', message: 'the process ended <b>badly</b>' }],
  left: 6000,
  bytes: 400 * 2 ** 20,
  triangles: 3_000_000,
  pairs: 12,
  worst: [{ kind: 'penetrating', measure: 4, text: 'penetrating: pipe and hull, 4 deep' }],
  coordinator: null,
};

describeBrowser('the page of a plan', () => {
  const studio = useStudio();

  it('shows shards, failures, memory and the worst findings, and follows until all is done', async () => {
    let status = STATUS;
    const server = await serveStudio({ folder: studioFolder, files: [], port: 0, status: async () => status });
    try {
      await studio.open({ url: `${server.url}status.html` }, async (page) => {
        await page.getByText('5 of 8 shards done, 1 failed, 1 running, about 6.00 s left').waitFor();
        await page.getByText('shard 7: the process ended <b>badly</b>').waitFor();
        await page.getByText('penetrating: pipe and hull, 4 deep').waitFor();
        await page.getByText('A worker had at most 400 MiB. 3,000,000 triangles searched, 12 pairs found.').waitFor();
        if (process.env.COLLIDESCOPE_PICTURES) {
          await page.screenshot({ path: join(process.env.COLLIDESCOPE_PICTURES, 'status.png') });
        }
        status = { ...STATUS, done: 8, failed: [], running: [], left: 0 };
        await page.getByText('8 of 8 shards done', { exact: true }).waitFor();
        expect(await page.locator('#failed-section').isHidden()).toBe(true);
      });
    } finally {
      server.close();
    }
  });

  it('says so where no plan is watched', async () => {
    const server = await serveStudio({ folder: studioFolder, files: [], port: 0 });
    try {
      await studio.open({ url: `${server.url}status.html`, expected: /404/ }, async (page) => {
        await page.getByText('no plan is watched here').waitFor();
      });
    } finally {
      server.close();
    }
  });
});
