/** What the studio is when it opens: a place for models, samples, and a review that says where clashes are. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { afterChange, answerOn, drop, noticeOn, restOn, useStudio } from './studio-page.ts';

const openSample = async (page: Page, name: string) => {
  await afterChange(page, () => page.locator(`[data-sample="${name}"]`).click());
  await answerOn(page, 'clashes');
  await restOn(page);
};

const states = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#review-list [data-clash]')].map(({ dataset }) => dataset.state),
  );

describeBrowser('the studio begins', () => {
  const studio = useStudio();

  it('with a sample building: what clashes, between which disciplines and where, worst first', async () => {
    await studio.open({ viewport: { width: 1440, height: 900 } }, async (page) => {
      expect(await page.locator('#drop-zone').isVisible()).toBe(true);
      expect(await page.locator('#right').isVisible()).toBe(false);
      await openSample(page, 'building');
      expect(await page.locator('#drop-zone').isVisible()).toBe(false);
      expect(await page.locator('#count').textContent()).toBe('16');
      const sentence = (await page.locator('#sentence').textContent())!;
      expect(sentence).toMatch(/^16 between disciplines; 7 on Level 1, 6 on Level 2, 3 on Ground floor\. 9 by design/);
      expect(sentence).toContain('rules building, tolerance 1 mm');
      const first = page.locator('#review-list [data-clash]').first();
      expect(await first.textContent()).toMatch(/structure.*Beam.*IfcBeam.*150 mm.*services.*Supply duct 2.*Level 1/);
      const visible = await page.evaluate(() => {
        const list = document.getElementById('review-list')!;
        return Math.floor(list.clientHeight / 32);
      });
      expect(visible).toBeGreaterThanOrEqual(15);
      expect(await page.locator('#decision').isVisible()).toBe(true);
    });
  });

  it('and finds by class and storey, decides several at once, and takes it back', async () => {
    await studio.open({}, async (page) => {
      await openSample(page, 'building');
      const listed = (count: number) =>
        expect.poll(() => page.locator('#review-count').textContent()).toMatch(new RegExp(`^${count} of 328 listed`));
      await page.locator('#review-text').fill('ifcbeam');
      await listed(2);
      await page.locator('#review-list').press('Control+a');
      await page.locator('[data-decision="approved"]').click();
      await page.locator('#decision input[type="text"]').fill('Ada');
      await page.locator('#decision input[type="text"]').press('Tab');
      expect(await states(page)).toEqual(['approved', 'approved']);
      await page.locator('#review-text').fill('ada');
      await listed(2);
      await page.locator('#view').focus();
      await page.keyboard.press('u');
      await page.keyboard.press('u');
      await page.locator('#review-text').fill('"level 2" pipe');
      await listed(6);
      expect(await states(page)).toEqual(Array(6).fill('open'));
      await page.locator('#review-text').fill('');
      await page.locator('#review-group').selectOption('storey');
      expect(await page.locator('#review-list .group .title').allTextContents()).toEqual([
        'Level 1',
        'Level 2',
        'Ground floor',
      ]);
      await page.locator('#review-list .group').first().click();
      expect(await page.locator('#decision-title').textContent()).toBe('7 clashes');
    });
  });

  it('and tests as strictly as it is told, as the command line would; errors leave with the next file', async () => {
    await studio.open({}, async (page) => {
      await openSample(page, 'building');
      // Rules have tolerances of their own.
      await afterChange(page, () => page.locator('#settings select[name="rules"]').selectOption('none'));
      expect((await answerOn(page, 'clashes')).value).toBe(24);
      const tolerance = page.locator('#settings input[name="tolerance"]');
      await tolerance.fill('a bit');
      await tolerance.press('Tab');
      expect(await noticeOn(page, 'option-value')).toContain('"a bit"');
      await afterChange(page, async () => {
        await tolerance.fill('10cm');
        await tolerance.press('Tab');
      });
      // Six are deeper. Sockets are not; half of each lies in its wall, and no tolerance takes that for touching.
      expect((await answerOn(page, 'clashes')).value).toBe(15);
      expect(await page.locator('.notice.error').count()).toBe(1);
      // The next file does not say its unit.
      await afterChange(page, async () => {
        await tolerance.fill('');
        await tolerance.press('Tab');
      });
      expect((await answerOn(page, 'clashes')).value).toBe(24);
      await afterChange(page, () => drop(page, { 'one.obj': box('one', [0, 0, 0]) }));
      await answerOn(page, 'clashes');
      expect(await page.locator('.notice.error').count()).toBe(0);
    });
  });

  it('with nothing when a file cannot be read, and with a gearbox upright along z', async () => {
    await studio.open({}, async (page) => {
      await drop(page, { 'broken.stl': 'no model' });
      await page.locator('.notice.error').first().waitFor();
      await expect.poll(() => page.locator('#drop-zone').isVisible()).toBe(true);
      await openSample(page, 'gearbox');
      await page.keyboard.press('n');
      await expect.poll(() => page.locator('#clash').textContent()).toMatch(/base plate.*Stud M8.*x y z \(mm\)/);
    });
  });
});
