import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { readGltfFrames } from '../../src/io/gltf/animation.ts';
import type { Model } from '../../src/io/index.ts';
import { useCommandLine } from '../cli/command-line.ts';
import { ASSEMBLY, box, write } from '../cli/files.ts';
import { contentOf, describeBrowser } from '../support/chromium.ts';
import { GltfBuilder } from '../support/gltf-files.ts';
import { afterChange, answerOn, dropFirst, inLab, listAll, noticeOn, useStudio } from './studio-page.ts';

/** Opened first, so that tests need not wait for a larger scene. */

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly names: string;
}

/** The rows of the list. */
async function clashesOn(page: Page): Promise<Row[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#review-list [data-clash]')].map((row) => ({
      id: row.dataset.clash ?? '',
      kind: row.querySelector('.sign')?.getAttribute('aria-label') ?? '',
      state: row.querySelector('.state')?.textContent ?? '',
      names: [...row.querySelectorAll('.cut')].map(({ textContent }) => textContent).join(' – '),
    })),
  );
}

/** Waits until the clash of that id is looked at. */
async function looksAt(page: Page, id: string): Promise<void> {
  await page.waitForFunction((id) => document.documentElement.dataset.inspected === id, id);
}

const selected = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#review-list [aria-current="true"]')?.dataset.clash);

async function saved(page: Page, save: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  return (await contentOf(download)).toString();
}

/** Of a frame, thirty to the second: times of impact on the way to it, and the deepest clash in it, in millimetres. */
async function frameInNode(glb: Uint8Array, frame: number): Promise<{ impacts: number[]; deepest: string }> {
  const { times, frames } = await readGltfFrames(glb, { frames: 61 });
  expect(times[frame]).toBeCloseTo(frame / 30, 6);
  const models: Model[] = [];
  for await (const model of frames) models.push(model);
  const engine = await createEngine({ threads: 0 });
  const scene = engine.createScene();
  const [before, after] = [models[frame - 1].parts, models[frame].parts];
  const objects = before.map(({ positions, indices }) => scene.add({ positions, indices, weld: true }));
  scene.aim(objects[1], after[1].positions);
  const found = await scene.impacts({ self: true });
  scene.move(objects[1], after[1].positions);
  const { clashes } = await scene.clashes();
  engine.dispose();
  const deepest = String(Number((1000 * clashes[0].depth!.least).toPrecision(3)));
  return { impacts: Array.from(found.times), deepest };
}

describeBrowser('the studio reviews clashes', () => {
  const studio = useStudio();
  const cli = useCommandLine();

  async function review(files: Record<string, string | Uint8Array>, use: (page: Page) => Promise<void>): Promise<void> {
    await studio.open({}, async (page) => {
      await dropFirst(page, files);
      await listAll(page);
      await use(page);
    });
  }

  it('with the ids, kinds and depths of the command line, on both engines', async () => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--json']);
    const expected = JSON.parse(stdout);
    await review({ 'assembly.obj': ASSEMBLY }, async (page) => {
      const check = async () => {
        const rows = await clashesOn(page);
        expect(rows.map(({ id, kind }) => [id, kind])).toEqual(expected.clashes.map(({ id, kind }: Row) => [id, kind]));
        const report = JSON.parse(await saved(page, () => page.locator('#save-json').click()));
        expect(report.clashes).toEqual(expected.clashes);
        expect(report).toMatchObject({ tolerance: expected.tolerance, failed: expected.failed, pairs: expected.pairs });
      };
      await check();
      expect(await page.locator('#sentence').textContent()).toBe('1 only touches. 4 objects, tolerance 0.000005.');
      await inLab(page);
      await afterChange(page, () => page.locator('#backend').selectOption('webgpu'));
      await answerOn(page, 'clashes');
      await check();
      expect(await page.locator('#backend').inputValue()).toBe('webgpu');
    });
  });

  it('with the keyboard alone, and the command line knows what was decided', async () => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--json']);
    const [deep, touching] = JSON.parse(stdout).clashes;
    const depth = String(Number(deep.depth.least.toPrecision(3)));
    let decisions = '';
    await review({ 'assembly.obj': ASSEMBLY }, async (page) => {
      await page.keyboard.press('n');
      await looksAt(page, deep.id);
      expect(await page.locator('#clash').textContent()).toContain(`A and B reach ${depth} into each other`);
      expect(await page.locator('#labels .dimension').textContent()).toBe(depth);
      await page.keyboard.press('s');
      await expect.poll(() => page.locator('#tool-section').getAttribute('aria-pressed')).toBe('true');
      await page.keyboard.press('Shift+A');
      await page.keyboard.press('c');
      await page.keyboard.type('pressed in <b>on purpose</b>');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      expect(await selected(page)).toBeUndefined();
      await page.keyboard.press('Shift+N');
      await looksAt(page, touching.id);
      await page.keyboard.press('Shift+R');
      await page.keyboard.press('u');
      expect((await clashesOn(page)).map(({ state }) => state)).toEqual(['approved', 'open']);
      decisions = await saved(page, () => page.keyboard.press('b'));
    });
    write(cli.folder, 'decisions.json', decisions);
    const again = await cli.run(['clash', 'assembly.obj', '--baseline', 'decisions.json', '--json']);
    expect(again.code).toBe(0);
    const told = JSON.parse(again.stdout).clashes;
    expect(told[0]).toMatchObject({
      id: deep.id,
      status: 'known',
      decision: { state: 'approved', comment: 'pressed in <b>on purpose</b>' },
    });
    expect(told[1]).toMatchObject({ id: touching.id, status: 'new', decision: { state: 'open' } });
    // And the other way round: the studio reads what the command line writes.
    await cli.run(['clash', 'assembly.obj', '--baseline', 'decisions.json', '--update-baseline']);
    await review({ 'assembly.obj': ASSEMBLY }, async (page) => {
      const load = (name: string, text: string) =>
        page
          .locator('#baseline-input')
          .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
      await load('damaged.json', '{"format": "collidescope-baseline", "clashes": [');
      expect(await noticeOn(page, 'bad-baseline')).toContain('"damaged.json": it is not JSON');
      const foreign = {
        ...JSON.parse(decisions),
        clashes: JSON.parse(decisions).clashes.map((clash: object) => ({ ...clash, a: 'x', b: 'y' })),
      };
      await load('foreign.json', JSON.stringify(foreign));
      expect(await noticeOn(page, 'other-model')).toContain('belongs to another model');
      await load('accepted.json', readFileSync(`${cli.folder}/decisions.json`, 'utf8'));
      await expect.poll(() => page.locator('#baseline-note').textContent()).toBe('Compared with accepted.json.');
      expect((await clashesOn(page)).map(({ state }) => state)).toEqual(['approved', 'open']);
    });
  });

  it('shows names from files as text, whatever they are', async () => {
    const names = [
      '<img src=x onerror=document.title=1>',
      `"quotes' & </script>`,
      'emoji 🦴 and \u202eturned',
      `long ${'x'.repeat(10_000)}`,
    ];
    const model = names.map((name, i) => box(name, [i * 0.6, 0, 0])).join('');
    await review({ '<b>file</b>.obj': model }, async (page) => {
      const title = await page.title();
      const rows = await clashesOn(page);
      expect(rows.length).toBe(3);
      for (let i = 0; i < rows.length; i++) {
        const before = await page.evaluate(() => document.documentElement.dataset.inspected);
        await page.keyboard.press('n');
        await page.waitForFunction((before) => document.documentElement.dataset.inspected !== before, before);
      }
      const whole = await page.evaluate(() => document.querySelector('#clash')?.textContent ?? '');
      const shown = await page.evaluate(() => document.body.textContent ?? '');
      expect(shown).toContain('<img src=x onerror=document.title=1>');
      expect(await page.locator('#right img, #labels img, #left img, #right script').count()).toBe(0);
      expect(await page.title()).toBe(title);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBe(1100);
      // The details have the whole of a name that the row cuts.
      await page.locator('#review-text').fill('long');
      await expect.poll(() => page.locator('#review-list [data-clash]').count()).toBe(1);
      await page.locator('#review-list [data-clash]').first().click();
      await expect.poll(() => page.locator('#clash .pair').textContent()).toContain('x'.repeat(10_000));
      expect(whole).not.toBe('');
    });
  });

  it('plays clips, and says when the worst clash is', async () => {
    const cube = (() => {
      const corners = Float32Array.from({ length: 24 }, (_, at) => ((at / 3) & (1 << (at % 3)) ? 1 : 0));
      const quads = ['0231', '4576', '0154', '2673', '0462', '1375'].map((quad) => [...quad].map(Number));
      return { corners, indices: Uint16Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
    })();
    const builder = new GltfBuilder();
    builder.node('wall', builder.primitive(cube.corners, cube.indices));
    const mover = builder.node('mover', builder.primitive(cube.corners, cube.indices));
    const { document } = builder;
    // In, half deep after a second, and out again.
    const sampler = document
      .createAnimationSampler()
      .setInput(builder.accessor('SCALAR', Float32Array.of(0, 1, 2)))
      .setOutput(builder.accessor('VEC3', Float32Array.of(2, 0.25, 0.25, 0.5, 0.25, 0.25, 2, 0.25, 0.25)));
    const channel = document.createAnimationChannel().setTargetNode(mover).setTargetPath('translation');
    document.createAnimation('in and out').addSampler(sampler).addChannel(channel.setSampler(sampler));
    const glb = await builder.glb();
    const { impacts, deepest } = await frameInNode(glb, 30);
    await review({ 'moving.glb': glb }, async (page) => {
      expect((await answerOn(page, 'clashes')).value).toBe(0);
      await page.locator('#strip-scan').click();
      await expect
        .poll(() => page.locator('#strip-text').textContent())
        .toBe(`worst in frame 30: 1 clash, ${deepest} mm deep`);
      await afterChange(page, () => page.locator('#strip-worst').click());
      expect(await answerOn(page, 'clashes')).toMatchObject({ frame: 30, value: 1 });
      await inLab(page);
      await afterChange(page, () => page.locator('#query [data-kind="impacts"]').click());
      expect((await answerOn(page, 'impacts')).value).toBe(impacts.length);
      expect(impacts.length).toBeGreaterThan(0);
      // The slider stands at the first impact, and says when it is.
      const first = String(Number(Math.min(...impacts).toPrecision(9)));
      await expect.poll(() => page.locator('#step-text').textContent()).toMatch(new RegExp(`^${first}: `));
      expect(Number(await page.locator('#step-time').inputValue())).toBeCloseTo(Math.min(...impacts), 6);
      // Asking something else puts everything where it belongs.
      await afterChange(page, () => page.locator('#query [data-kind="clashes"]').click());
      expect(await answerOn(page, 'clashes')).toMatchObject({ frame: 30, value: 1 });
    });
  });
});
