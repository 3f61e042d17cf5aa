/** The studio under its content security policy: it works, and what a model brings along does not run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveStudio } from '../../src/cli/studio/server.ts';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { triangleBytes, writeDoors } from '../support/hostile-gltf.ts';
import { answerOn, noticeOn, studioFolder, useStudio } from './studio-page.ts';

/** Says in the title that it ran. */
const SCRIPT = 'document.title = "ran"; parent.postMessage("ran", "*");';

describeBrowser('the policy of the studio', () => {
  const studio = useStudio();
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'collidescope-policy-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('lets engines have threads, and models their files', async () => {
    const doors = writeDoors(join(folder, 'doors'));
    writeFileSync(join(folder, 'boxes.obj'), box('a', [0, 0, 0]) + box('b', [0.5, 0.5, 0.5]));
    const files = [doors.model('sub/data.bin'), join(folder, 'boxes.obj')];
    await studio.open({ files, hash: '#threads=2' }, async (page) => {
      expect((await answerOn(page, 'clashes')).value).toBeGreaterThan(0);
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      expect(await page.locator('#object-count').textContent()).toBe('3');
    });
  });

  it('opens nothing that a model names elsewhere', async () => {
    const doors = writeDoors(join(folder, 'more-doors'));
    const expected = /404/;
    await studio.open({ files: [doors.model('../secret.bin')], expected }, async (page) => {
      expect(await noticeOn(page, 'missing-resource')).toContain('"../secret.bin", which could not be read');
    });
  });

  it('runs no script but the studio’s own', async () => {
    const expected = /Content Security Policy|violates|404/;
    await studio.open({ hash: '#scene=bunnies', expected }, async (page) => {
      await answerOn(page);
      const blocked = await page.evaluate(async (text) => {
        const title = document.title;
        const script = document.createElement('script');
        script.textContent = text;
        document.body.append(script);
        const image = document.createElement('div');
        image.innerHTML = `<img src="x" onerror='${text}'>`;
        document.body.append(image);
        const blob = document.createElement('script');
        blob.src = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        document.body.append(blob);
        const fetched = await fetch('http://localhost:9/').then(
          () => 'answered',
          () => 'refused',
        );
        await new Promise((resume) => setTimeout(resume, 300));
        return [document.title === title, fetched];
      }, SCRIPT);
      expect(blocked).toEqual([true, 'refused']);
    });
  });

  it('shows a page that a model names as its buffer to nobody', async () => {
    const buffer = `<!doctype html><script>${SCRIPT}</script>`;
    writeFileSync(join(folder, 'page.html'), buffer);
    writeFileSync(join(folder, 'data.bin'), triangleBytes(1));
    const buffers = [{ uri: 'page.html', byteLength: buffer.length }];
    writeFileSync(join(folder, 'model.gltf'), JSON.stringify({ asset: { version: '2.0' }, buffers }));
    const server = await serveStudio({ folder: studioFolder, files: [join(folder, 'model.gltf')], port: 0 });
    try {
      await studio.open({ url: server.url, expected: /./ }, async (page) => {
        const url = `${server.url}given/0/model.gltf?beside=page.html`;
        const heard = await page.evaluate(async (url) => {
          const messages: unknown[] = [];
          addEventListener('message', ({ data }) => messages.push(data));
          const frame = document.createElement('iframe');
          frame.src = url;
          document.body.append(frame);
          await new Promise((resume) => setTimeout(resume, 500));
          return messages;
        }, url);
        expect(heard).toEqual([]);
        // It is offered as a download instead of being shown.
        await expect(page.goto(url)).rejects.toThrow(/Download|ERR_ABORTED/i);
        expect(await page.title()).not.toBe('ran');
      });
    } finally {
      server.close();
    }
  });
});
