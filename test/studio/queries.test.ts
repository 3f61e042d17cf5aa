import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openScene, SceneMirror, type SceneName } from '../../scenes/index.ts';
import { createEngine, POINT_PLACE, type Scene } from '../../src/index.ts';
import type { CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { describeBrowser } from '../support/chromium.ts';
import { afterChange, answerOn, coloursOn, noticeOn, useStudio } from './studio-page.ts';

/** What the library says in Node about the start of a scene. */
async function inNode<T>(
  name: SceneName,
  size: number,
  ask: (scene: Scene, points?: Float32Array) => Promise<T>,
): Promise<T> {
  const engine = await createEngine({ threads: 2 });
  const animated = await openScene(name, { seed: 1, size, engine });
  const answer = await ask(new SceneMirror(engine, animated).scene, animated.points);
  engine.dispose();
  return answer;
}

/** Asks something else by its button. */
async function choose(page: Page, kind: string): Promise<void> {
  await afterChange(page, () => page.locator(`#query [data-kind="${kind}"]`).click());
}

describeBrowser('the studio asks every question', () => {
  const studio = useStudio();
  const hats = { hash: '#scene=hat-and-mouse&size=2000' };

  it('collide, with its options', async () => {
    await studio.open(hats, async (page) => {
      const collide = (options: object) =>
        inNode('hat-and-mouse', 2000, async (scene) => (await scene.collide(options)).kinds.length);
      expect((await answerOn(page)).value).toBe(await collide({ self: true }));
      await afterChange(page, () => page.locator('#query input[name="self"]').uncheck());
      expect((await answerOn(page)).value).toBe(await collide({}));
      await afterChange(page, () => page.locator('#query input[name="segments"]').check());
      await answerOn(page);
      expect(await page.locator('#legend').textContent()).toContain('where they meet');
      await afterChange(page, () => page.locator('#query input[name="between"]').uncheck());
      expect((await answerOn(page)).value).toBe(0);
    });
  });

  it('what is nearer than a distance', async () => {
    const within = (distance: number, options: object) =>
      inNode('hat-and-mouse', 2000, async (scene) => (await scene.within(distance, options)).distances.length);
    await studio.open({ hash: `${hats.hash}&ask=within&ask.distance=0.01` }, async (page) => {
      const { value } = await answerOn(page, 'within');
      expect(value).toBe(await within(0.01, {}));
      expect(value).toBeGreaterThan(0);
      expect(await page.locator('#legend').textContent()).toContain('closest points');
      await afterChange(page, () => page.locator('#query input[name="self"]').check());
      expect((await answerOn(page, 'within')).value).toBe(await within(0.01, { self: true }));
      const distance = page.locator('#query input[name="distance"]');
      await distance.fill('0.03');
      await afterChange(page, () => distance.press('Tab'));
      expect((await answerOn(page, 'within')).value).toBe(await within(0.03, { self: true }));
    });
  });

  it('what culling leaves over, by every method, pass by pass', async () => {
    const cull = (options: CullOptions) =>
      inNode('hat-and-mouse', 2000, async (scene) => {
        const { survivorTriangles, trace } = await papers.cull(scene, { resolution: 256, trace: true, ...options });
        return { left: survivorTriangles.length / 2, passes: trace!.length };
      });
    await studio.open({ hash: `${hats.hash}&ask=cull&ask.resolution=256` }, async (page) => {
      const { left, passes } = await cull({});
      expect((await answerOn(page, 'cull')).value).toBe(left);
      for (const preset of ['cullide', 'self-cullide', 'quick-cullide', 'far'] as const) {
        await afterChange(page, () => page.locator('#query select[name="preset"]').selectOption(preset));
        expect((await answerOn(page, 'cull')).value, preset).toBe((await cull({ preset })).left);
      }
      await afterChange(page, () => page.locator('#query select[name="preset"]').selectOption('reliable'));
      await answerOn(page, 'cull');
      expect(await page.locator('#pass').getAttribute('max')).toBe(String(passes));
      await page.locator('#pass').focus();
      await afterChange(page, () => page.keyboard.press('Home'));
      expect((await answerOn(page, 'cull')).sentence).toMatch(/ after pass 1: along x, in order/);
      expect(await page.locator('#legend').textContent()).toMatch(/NFV|FFV|SFV|BFV/);
    });
  });

  it('what needs WebGPU says so without it, and what can be done', async () => {
    await studio.open({ hash: `${hats.hash}&ask=cull&ask.resolution=128` }, async (page) => {
      await answerOn(page, 'cull');
      await page.locator('#query select[name="generator"]').selectOption('hardware');
      expect(await noticeOn(page, 'no-webgpu')).toMatch(/WebGPU/);
      expect(await page.locator('#sentence').textContent()).toMatch(/^No answer/);
      await afterChange(page, () => page.locator('#query select[name="generator"]').selectOption('layered'));
      expect((await answerOn(page, 'cull')).value).toBeGreaterThan(0);
    });
  });

  it('the same on WebGPU', async () => {
    await studio.open(hats, async (page) => {
      const { value } = await answerOn(page);
      await afterChange(page, () => page.locator('#backend').selectOption('webgpu'));
      expect((await answerOn(page)).value).toBe(value);
      expect(await page.locator('#backend').inputValue()).toBe('webgpu');
      expect(await page.locator('.notice.error').allTextContents()).toEqual([]);
    });
  });

  it('how much two objects overlap, and one with itself', async () => {
    const options = { resolution: 64, allowOpen: true };
    const overlap = await inNode(
      'hat-and-mouse',
      2000,
      async (scene) => (await scene.overlapVolume(0, 1, options)).volume,
    );
    const itself = await inNode(
      'hat-and-mouse',
      2000,
      async (scene) => (await scene.selfOverlapVolume(0, options)).volume,
    );
    await studio.open({ hash: `${hats.hash}&ask=volume&ask.resolution=64` }, async (page) => {
      expect((await answerOn(page, 'volume')).value).toBe(overlap);
      expect(overlap).toBeGreaterThan(0);
      expect(await page.locator('#pictures canvas').count()).toBe(2);
      await expect.poll(async () => (await coloursOn(page)).red).toBeGreaterThan(100);
      await afterChange(page, () => page.locator('#query select[name="other"]').selectOption({ label: 'hat' }));
      expect((await answerOn(page, 'volume')).value).toBe(itself);
    });
  });

  it('which points of the scene lie inside', async () => {
    const [name, size] = ['dragon-and-particles', 3000] as const;
    const expected = await inNode(name, size, async (scene, points) => {
      const places = await scene.inside(0, points!, { allowOpen: true });
      return places.filter((place) => place === POINT_PLACE.inside).length;
    });
    await studio.open({ hash: `#scene=${name}&size=${size}` }, async (page) => {
      await answerOn(page);
      await choose(page, 'inside');
      expect((await answerOn(page, 'inside')).value).toBe(expected);
      expect(expected).toBeGreaterThan(0);
    });
  });

  it('voxels of an object, and those that two share', async () => {
    const options = { resolution: 32 };
    const alone = await inNode('hat-and-mouse', 2000, async (scene) => (await papers.voxels(scene, 1, options)).count);
    const shared = await inNode(
      'hat-and-mouse',
      2000,
      async (scene) => (await papers.voxelCollide(scene, 1, 0, options)).common,
    );
    await studio.open({ hash: `${hats.hash}&ask=voxels&ask.object=1&ask.resolution=32` }, async (page) => {
      expect((await answerOn(page, 'voxels')).value).toBe(alone);
      await afterChange(page, () => page.locator('#query select[name="other"]').selectOption({ label: 'hat' }));
      expect((await answerOn(page, 'voxels')).value).toBe(shared);
      expect(shared).toBeGreaterThan(0);
      await expect.poll(async () => (await coloursOn(page)).red).toBeGreaterThan(100);
    });
  });
});
