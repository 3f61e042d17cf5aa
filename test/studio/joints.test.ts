/** Joints in the studio: a slider each, what is proven of it, where dragging stops, and a page about it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useCommandLine } from '../cli/command-line.ts';
import { box } from '../cli/files.ts';
import { contentOf, describeBrowser } from '../support/chromium.ts';
import { noticeOn, useStudio } from './studio-page.ts';

/** The cube goes from 5 to 6 along the x axis, and meets the wall at 9 when it has come 3. */
const MODEL = [box('base', [-1, -1, -4], 2), box('cube', [5, 0, 0]), box('wall', [9, -2, -2], 4)].join('');
const JOINTS = {
  joints: [
    { name: 'slide', type: 'prismatic', parent: 'base', child: 'cube', axis: [1, 0, 0], limits: [0, 3.5] },
    { name: 'turn', type: 'revolute', child: 'wall', axis: [1, 0, 0], limits: [-90, 90] },
  ],
};

const ROBOT = `<robot name="r">
  <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="3 0 0"/><geometry><mesh filename="package://robot/meshes/arm.obj"/></geometry></collision></link>
  <link name="post"><collision><origin xyz="0 3 0"/><geometry><box size="0.2 0.2 2"/></geometry></collision></link>
  <joint name="foot" type="fixed"><parent link="base"/><child link="post"/></joint>
  <joint name="shoulder" type="revolute"><axis xyz="0 0 1"/><parent link="base"/><child link="arm"/><limit lower="0" upper="3"/></joint>
</robot>`;

describeBrowser('joints in the studio', () => {
  const studio = useStudio();
  const cli = useCommandLine();
  const rowOf = (page: Page, name: string) => page.locator(`.joint[data-joint="${name}"]`);
  const proven = async (page: Page) =>
    page.waitForFunction(() => {
      const rows = [...document.querySelectorAll<HTMLElement>('.joint')];
      return rows.length > 0 && rows.every(({ dataset }) => dataset.state !== 'unproven');
    });
  /** As a hand does it: the thumb goes on, then is let go. */
  const dragToEnd = (row: Locator) =>
    row.locator('input[type=range]').evaluate((slider: HTMLInputElement) => {
      slider.value = slider.max;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    });

  it('stop at the jam, and say what it is', async () => {
    const model = join(cli.folder, 'model.obj');
    const joints = join(cli.folder, 'joints.txt');
    writeFileSync(model, MODEL);
    writeFileSync(joints, JSON.stringify(JOINTS));
    await studio.open({ files: [model], joints }, async (page) => {
      await proven(page);
      const slide = rowOf(page, 'slide');
      expect(await slide.getAttribute('data-state')).toBe('jams');
      expect(await rowOf(page, 'turn').getAttribute('data-state')).toBe('free');
      expect(await slide.locator('.jam').textContent()).toMatch(/^cube meets wall from (2\.9999|3) units on$/);
      await dragToEnd(slide);
      const value = Number(await slide.locator('.joint-value').inputValue());
      expect(value).toBeLessThan(3);
      expect(value).toBeGreaterThan(2.99);
      expect(await slide.getAttribute('data-stopped')).toBe('true');
      // Where the cube is now, the other joint is proven anew.
      await proven(page);
      await expect.poll(() => page.locator('#count').textContent()).toBe('0');
      // To look at the jam, its sentence leads there.
      await slide.locator('.jam').click();
      await expect.poll(() => page.locator('#count').textContent()).toBe('1');
      await page.locator('#joints-rest').click();
      await expect.poll(() => page.locator('#count').textContent()).toBe('0');
      await proven(page);
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save-motion').click()]);
      const html = String(await contentOf(download));
      expect(html).toContain('cube meets wall');
      expect(html).toContain('data:image/png');
    });
  });

  it('of a robot come with it, and its meshes from beside it', async () => {
    mkdirSync(join(cli.folder, 'robot', 'meshes'), { recursive: true });
    const robot = join(cli.folder, 'robot', 'robot.urdf');
    writeFileSync(robot, ROBOT);
    writeFileSync(join(cli.folder, 'robot', 'meshes', 'arm.obj'), box('arm', [-1, -1, -1], 2));
    await studio.open({ files: [robot] }, async (page) => {
      await proven(page);
      expect(await rowOf(page, 'shoulder').locator('.jam').textContent()).toMatch(
        /^arm meets post from \d+\.\d+ to \d+\.\d+°$/,
      );
    });
  });

  it('are dropped together with a model, or behind it; what is wrong with them is said', async () => {
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await studio.open({ expected: /./ }, async (page) => {
      const input = page.locator('#file-input');
      const wrong = { joints: [{ ...JOINTS.joints[0], child: 'cub' }] };
      await input.setInputFiles([file('model.obj', MODEL), file('joints.json', JSON.stringify(wrong))]);
      expect(await noticeOn(page, 'bad-joints')).toContain('oints.json: slide: no part is called "cub" (child)');
      expect(await page.locator('#joints').isHidden()).toBe(true);
      await input.setInputFiles([file('joints.json', JSON.stringify(JOINTS))]);
      await proven(page);
      expect(await page.locator('.joint').count()).toBe(2);
      expect(await page.locator('#object-count').textContent()).toContain('3');
    });
  });
});
