/** The studio's list of a house and its electrical services, against what a coordinator keeps, as on the command line. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeBrowser } from '../support/chromium.ts';
import { sharedFolder, sharedTable } from '../support/shared.ts';
import { answerOn, useStudio } from './studio-page.ts';

interface Told {
  readonly a: number;
  readonly b: number;
  readonly kind: string;
  readonly byDesign?: string;
}

describe.skipIf(sharedFolder === undefined)('two models of one house', () => {
  describeBrowser('in the studio', () => {
    const studio = useStudio();

    it('have the headline of the command line, and none of what a coordinator keeps is lost', async () => {
      const files = ['duplex.ifc', 'duplex-electrical.ifc'].map((name) => join(sharedFolder!, 'meshes/cad', name));
      await studio.open({ files, viewport: { width: 1440, height: 900 } }, async (page) => {
        const { value, sentence } = await answerOn(page, 'clashes');
        expect(value).toBe(30);
        expect(sentence).toMatch(/^12 between disciplines; 21 on Level 2, 9 on Level 1\. 182 by design/);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.evaluate(() => document.getElementById('save-json')!.click()),
        ]);
        const path = join(mkdtempSync(join(tmpdir(), 'collidescope-')), 'answer.json');
        await download.saveAs(path);
        const { objects, clashes } = JSON.parse(readFileSync(path, 'utf8'));
        const keyOf = (p: string, q: string) => [p, q].sort().join(' ');
        const hard = (clashes as Told[]).filter(({ kind }) => kind !== 'touching');
        const pairs = (some: readonly Told[]) => new Set(some.map(({ a, b }) => keyOf(objects[a].key, objects[b].key)));
        const open = pairs(hard.filter(({ byDesign }) => byDesign === undefined));
        const meant = pairs(hard.filter(({ byDesign }) => byDesign !== undefined));
        const wrong = sharedTable('truth/coordination/duplex.tsv').filter(
          ({ verdict, guid, other }) => !(verdict === 'keep' ? open : meant).has(keyOf(guid, other)),
        );
        expect(wrong).toEqual([]);
      });
    });
  });
});
