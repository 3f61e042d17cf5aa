/** What the studio hands on: the report and the BCF are those of the command line, and readers of their own open them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { hiddenSentence } from '../../src/report/sentences.ts';
import { useCommandLine } from '../cli/command-line.ts';
import { ASSEMBLY, write } from '../cli/files.ts';
import { child, parseXml, unzip } from '../support/bcf-reader.ts';
import { faultsOf, MARKUP, VERSION, VISINFO } from '../support/bcf-schemas.ts';
import { occtFiles } from '../support/cad-package.ts';
import { contentOf, describeBrowser } from '../support/chromium.ts';
import { ifcText } from '../support/ifc-files.ts';
import { afterChange, answerOn, drop, dropFirst, inLab, noticeOn, useStudio } from './studio-page.ts';

const COMMENT = 'pressed in </script><b>on purpose</b>';

interface Clash {
  readonly id: string;
  readonly status?: string;
  readonly decision?: object;
}

async function saved(page: Page, save: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  return contentOf(download);
}

describeBrowser('the studio hands a review on', () => {
  const studio = useStudio();
  const cli = useCommandLine();

  async function review(files: Record<string, string | Uint8Array>, use: (page: Page) => Promise<void>): Promise<void> {
    await studio.open({}, async (page) => {
      await dropFirst(page, files);
      await use(page);
    });
  }

  /** Approves the worst clash with a comment, by keys. */
  async function decide(page: Page): Promise<void> {
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.documentElement.dataset.inspected !== undefined);
    await page.keyboard.press('Shift+A');
    await page.keyboard.press('c');
    await page.keyboard.type(COMMENT);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
  }

  it('as a page that opens without a network, with numbers of the command line and what was decided', async () => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--json']);
    const expected = JSON.parse(stdout);
    let html = '';
    await review({ 'assembly.obj': ASSEMBLY }, async (page) => {
      await decide(page);
      html = (await saved(page, () => page.keyboard.press('e'))).toString('utf8');
      // On the other engine, with the button.
      await inLab(page);
      await afterChange(page, () => page.locator('#backend').selectOption('webgpu'));
      await answerOn(page, 'clashes');
      const other = (await saved(page, () => page.locator('#save-report').click())).toString('utf8');
      const rows = (text: string) => [...text.matchAll(/<tr data-row=[\s\S]*?<\/tr>/g)].map(([row]) => row);
      const pictures = (text: string) => [...text.matchAll(/<img id="p\d+"[^>]*>/g)].map(([image]) => image);
      expect(rows(other)).toEqual(rows(html));
      expect(pictures(other)).toEqual(pictures(html));
      // What only touches is counted, not shown.
      expect(pictures(html)).toHaveLength(1);
    });
    write(cli.folder, 'report.html', html);
    const url = pathToFileURL(join(cli.folder, 'report.html')).href;
    await studio.open({ url, offline: true, expected: /^requested file:.*report\.html$/ }, async (page) => {
      const data = JSON.parse((await page.locator('#data').textContent())!);
      const [worst, ...others] = data.report.clashes;
      expect(worst).toEqual({ ...expected.clashes[0], decision: worst.decision });
      expect(worst.decision).toMatchObject({ state: 'approved', comment: COMMENT });
      expect(others).toEqual([]);
      expect(data.report).toMatchObject({ tolerance: expected.tolerance, objects: expected.objects });
      expect(await page.locator('tr[data-row]').count()).toBe(1);
      expect(await page.locator('#decision').inputValue()).toBe('approved');
      // The baseline that it holds is one that the command line takes.
      write(cli.folder, 'kept.json', JSON.stringify(data.baseline));
      const { code } = await cli.run(['clash', 'assembly.obj', '--baseline', 'kept.json']);
      expect(code).toBe(0);
    });
  });

  it('as a BCF with the topics and viewpoints of the command line, and takes decisions back from one', async () => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--bcf', 'cli.bcf', '--json']);
    const [deep] = JSON.parse(stdout).clashes as Clash[];
    const theirs = unzip(readFileSync(join(cli.folder, 'cli.bcf')));
    await review({ 'assembly.obj': ASSEMBLY }, async (page) => {
      await decide(page);
      const ours = unzip(await saved(page, () => page.keyboard.press('Shift+E')));
      expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
      for (const [name, content] of ours) {
        if (name.endsWith('.png') || name.endsWith('.bcfv')) expect(content.equals(theirs.get(name)!), name).toBe(true);
        if (name.endsWith('.bcfv')) expect(faultsOf(parseXml(content.toString()), VISINFO['2.1'])).toEqual([]);
        if (name.endsWith('markup.bcf')) expect(faultsOf(parseXml(content.toString()), MARKUP['2.1'])).toEqual([]);
      }
      expect(faultsOf(parseXml(ours.get('bcf.version')!.toString()), VERSION)).toEqual([]);
      const topics = [...ours]
        .filter(([name]) => name.endsWith('markup.bcf'))
        .map(([, xml]) => parseXml(xml.toString()));
      const statuses = topics.map((markup) => [
        /Clash id: (\S+)/.exec(child(child(markup, 'Topic'), 'Description').text)![1],
        child(markup, 'Topic').attributes.TopicStatus,
      ]);
      expect(Object.fromEntries(statuses)).toEqual({ [deep.id]: 'Approved' });
      expect(topics.some(({ children }) => children.some((one) => one.name === 'Comment'))).toBe(true);
      await takeBack(page, ours);
    });
  });

  /** Closes every topic in another program, and reads the file again. */
  async function takeBack(page: Page, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const load = (name: string, buffer: Buffer) =>
      page.locator('#baseline-input').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    const closed = [...files].map(([name, content]) => {
      const xml = content.toString().replaceAll(/TopicStatus="\w+"/g, 'TopicStatus="Closed"');
      const later = xml.replaceAll(/<(CreationDate|ModifiedDate)>[^<]*/g, '<$1>2099-01-01T00:00:00Z');
      return [name, name.endsWith('markup.bcf') ? strToU8(later) : new Uint8Array(content)] as const;
    });
    await load('damaged.bcf', Buffer.from('PK\u0003\u0004 and nothing more'));
    expect(await noticeOn(page, 'bad-bcf')).toContain('"damaged.bcf"');
    await load('closed.bcf', Buffer.from(zipSync(Object.fromEntries(closed))));
    expect(await noticeOn(page, 'decisions')).toBe('closed.bcf: 1 decision taken over.');
    await expect.poll(() => page.locator('#review-list [data-state="resolved"]').count()).toBe(1);
  }

  it('only when it was clashes that were looked for, and can be stopped', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ASSEMBLY.replaceAll(/^o .*/gm, (line) => `${line} ${i}`)).join(
      '',
    );
    await review({ 'many.obj': many }, async (page) => {
      await page.locator('#save-report').click();
      await page.locator('#progress:not([hidden])').waitFor();
      expect(await page.locator('#progress-label').textContent()).toContain('drawing the report');
      await page.locator('#cancel').click();
      await page.locator('#progress').waitFor({ state: 'hidden' });
      await inLab(page);
      await afterChange(page, () => page.locator('#query [data-kind="collide"]').click());
      await answerOn(page);
      await page.keyboard.press('e');
      expect(await noticeOn(page, 'no-clashes')).toContain('Choose it');
    });
  });

  const HOUSE = ifcText([
    { id: '1wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] },
    { id: '2pipe', name: 'Pipe', class: 'IFCPIPESEGMENT', at: [3, -1, 2], size: [0.1, 3, 0.1] },
  ]);
  const bolts = () => readFileSync(join(occtFiles, 'cax-if/dm1-id-214.stp'));

  /** What the command line says of the files, in that order. */
  async function told(...files: string[]) {
    write(cli.folder, 'house.ifc', HOUSE);
    write(cli.folder, 'dm1.stp', bolts());
    return JSON.parse((await cli.run(['clash', ...files, '--json'])).stdout);
  }
  const jsonOf = async (page: Page) => JSON.parse((await saved(page, () => page.keyboard.press('j'))).toString());

  /** What triangles could hide is told in the file and on the page. */
  async function expectSameHidden(page: Page, report: Report, expected: Report): Promise<void> {
    expect(expected.couldHide).toBeGreaterThan(0);
    expect([report.couldHide, report.unrefined]).toEqual([expected.couldHide, expected.unrefined]);
    expect(await page.locator('#sentence').textContent()).toContain(hiddenSentence(expected)!);
  }

  it('of CAD and BIM files with the deflection, axes and units of the command line', async () => {
    const expected = await told('house.ifc', 'dm1.stp');
    await review({ 'house.ifc': HOUSE, 'dm1.stp': bolts() }, async (page) => {
      const report = await jsonOf(page);
      expect(report.clashes).toEqual(expected.clashes);
      expect(report.objects).toEqual(expected.objects);
      expect(report.unit).toBe('meter');
      expect(report.clashes.length).toBeGreaterThan(5);
      await expectSameHidden(page, report, expected);
    });
  });

  it('of files that are added one after the other, brought together all the same', async () => {
    const expected = await told('dm1.stp', 'house.ifc');
    await review({ 'dm1.stp': bolts() }, async (page) => {
      const alone = await jsonOf(page);
      expect(alone.unit).toBe('millimeter');
      await expectSameHidden(page, alone, await told('dm1.stp'));
      await page.locator('#add-files').check();
      await afterChange(page, () => drop(page, { 'house.ifc': HOUSE }));
      const note = page.locator('.notice[data-code="federated"]', { hasText: 'was converted' });
      await note.waitFor();
      expect(await note.textContent()).toContain('"dm1.stp" was converted from millimeter to meter');
      await answerOn(page, 'clashes');
      const report = await jsonOf(page);
      expect(report.clashes).toEqual(expected.clashes);
      expect(report.unit).toBe('meter');
      await expectSameHidden(page, report, expected);
    });
  });

  it('of a building with the GlobalIds and the upright axis of its file', async () => {
    await told('house.ifc');
    await cli.run(['clash', 'house.ifc', '--bcf', 'house.bcf']);
    const theirs = unzip(readFileSync(join(cli.folder, 'house.bcf')));
    await review({ 'house.ifc': HOUSE }, async (page) => {
      const ours = unzip(await saved(page, () => page.locator('#save-bcf').click()));
      expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
      for (const [name, content] of ours) {
        if (/\.(bcfv|png)$/.test(name)) expect(content.equals(theirs.get(name)!), name).toBe(true);
      }
    });
  });
});
