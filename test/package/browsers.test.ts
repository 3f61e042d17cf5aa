/** The page of `npm run browsers`, in the browsers that are installed. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { tryBrowser } from '../../scripts/try-browsers.mjs';
import { describeBrowser } from '../support/chromium.ts';

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0;
const PAIRS = 577;

describeBrowser('the page that is tried in browsers', () => {
  const chromium = (profile: string) => [
    process.env.COLLIDESCOPE_CHROMIUM ?? 'chromium',
    '--headless=new',
    '--no-sandbox',
    `--user-data-dir=${profile}`,
  ];
  it.each([true, false])('finds the same pairs in Chromium, isolated: %s', async (isolated) => {
    const found = await tryBrowser(chromium, isolated);
    expect(found).toMatchObject({ isolated, here: { pairs: PAIRS, threads: 0 }, usual: { pairs: PAIRS } });
    expect(found.usual!.threads > 0).toBe(isolated);
    expect(found.here!.near).toBe(found.usual!.near);
  });

  const firefox = (profile: string) => ['firefox-esr', '--headless', '--no-remote', '--profile', profile];
  it.runIf(isInstalled('firefox-esr')).each([true, false])(
    'finds the same pairs in Firefox, where it is installed, isolated: %s',
    async (isolated) => {
      const found = await tryBrowser(firefox, isolated);
      expect(found).toMatchObject({ isolated, here: { pairs: PAIRS, threads: 0 }, usual: { pairs: PAIRS } });
      expect(found.usual!.threads > 0).toBe(isolated);
    },
  );
});
