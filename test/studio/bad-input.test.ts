import { expect, it } from 'vitest';
import { box } from '../cli/files.ts';
import { describeBrowser } from '../support/chromium.ts';
import { asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { afterChange, answerOn, drop, noticeOn, objectsOn, useStudio } from './studio-page.ts';

const JPEG = Uint8Array.from([
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  16,
  0x4a,
  0x46,
  0x49,
  0x46,
  0,
  1,
  1,
  ...Array(300).fill(0x9c),
]);

const NAN = 'v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n';

function stlWithNaN(): Uint8Array {
  const bytes = asStlBinary(wavySheet(8));
  new DataView(bytes.buffer).setFloat32(84 + 50 + 12, Number.NaN, true);
  return bytes;
}

const BAD_FILES: readonly { name: string; content: string | Uint8Array; message: RegExp }[] = [
  { name: 'empty.stl', content: '', message: /empty-file.*"empty\.stl": found 0 bytes, expected a mesh.*completely/ },
  { name: 'photo.obj', content: JPEG, message: /"photo\.obj": found no "v" line, expected an OBJ file.*Export/ },
  { name: 'nan.obj', content: NAN, message: /"nan\.obj", line 3: found "nan", expected a finite number.*Correct/ },
  { name: 'nan.stl', content: stlWithNaN(), message: /"nan\.stl", vertex 3: x is NaN; expected a finite number/ },
  { name: 'part.step', content: 'ISO-10303-21;\nHEADER;', message: /truncated.*"part\.step".*export it again/ },
];

describeBrowser('the studio and bad input', () => {
  const studio = useStudio();

  it('says what is wrong with each file, and goes on', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=300' }, async (page) => {
      const { value } = await answerOn(page);
      for (const { name, content, message } of BAD_FILES) {
        await drop(page, { [name]: content });
        const notice = page.locator('.notice.error').last();
        await notice.waitFor();
        expect(await notice.textContent(), name).toMatch(message);
        await notice.locator('button').click();
      }
      expect((await answerOn(page)).value).toBe(value);
      await afterChange(page, () => drop(page, { 'good.obj': box('a', [0, 0, 0], 2) + box('b', [1, 1, 1], 2) }));
      expect((await answerOn(page, 'clashes')).value).toBeGreaterThan(0);
    });
  });

  it('a bad file among good ones: the good ones open', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=300' }, async (page) => {
      await answerOn(page);
      await afterChange(page, () =>
        drop(page, { 'a.obj': box('a', [0, 0, 0], 2), 'photo.obj': JPEG, 'b.obj': box('b', [1, 1, 1], 2) }),
      );
      expect((await answerOn(page, 'clashes')).value).toBeGreaterThan(0);
      await page.locator('.notice.error').waitFor();
      expect(await page.locator('#object-count').textContent()).toBe('2');
    });
  });

  it('two files of the same name are told apart', async () => {
    await studio.open({ hash: '#scene=merged-cows&size=300' }, async (page) => {
      await answerOn(page);
      await afterChange(page, () => drop(page, { 'part.obj': box('a', [0, 0, 0], 2) }));
      await answerOn(page, 'clashes');
      await page.locator('#add-files').check();
      await afterChange(page, () => drop(page, { 'part.obj': box('b', [1, 1, 1], 2) }));
      expect(await noticeOn(page, 'same-name')).toContain('part.obj (2)');
      expect((await answerOn(page, 'clashes')).value).toBeGreaterThan(0);
      expect(await objectsOn(page)).toEqual(['a', 'b']);
      expect(await page.locator('#objects .leaf').last().getAttribute('title')).toMatch(/^b\npart\.obj \(2\)\n/);
    });
  });

  it('WebGPU that is missing: says so, and stays with WebAssembly', async () => {
    const inWorker = 'Object.defineProperty(WorkerNavigator.prototype, "gpu", { get: () => undefined })';
    await studio.open({ hash: '#scene=merged-cows&size=300', inWorker }, async (page) => {
      await answerOn(page);
      await page.locator('#backend').selectOption('webgpu');
      await expect.poll(() => page.locator('#backend').inputValue()).toBe('wasm');
      expect(await noticeOn(page, 'no-webgpu')).toMatch(/WebGPU/);
      await afterChange(page, () => page.keyboard.press('.'));
      expect((await answerOn(page)).value).toBeGreaterThan(0);
    });
  });

  it('a graphics device that is lost: the query is run again, and the page says so', async () => {
    const inWorker = `
      const requestDevice = GPUAdapter.prototype.requestDevice;
      self.devices = [];
      GPUAdapter.prototype.requestDevice = async function (...values) {
        const device = await requestDevice.apply(this, values);
        self.devices.push(device);
        return device;
      }`;
    await studio.open({ hash: '#scene=merged-cows&size=300', inWorker }, async (page) => {
      const { value } = await answerOn(page);
      await afterChange(page, () => page.locator('#backend').selectOption('webgpu'));
      expect((await answerOn(page)).value).toBe(value);
      // The engine's own threads sleep, and would never answer.
      const worker = page.workers().find((candidate) => candidate.url().includes('/assets/main'));
      await worker!.evaluate(() => {
        for (const device of (self as unknown as { devices: GPUDevice[] }).devices) device.destroy();
      });
      await afterChange(page, () => page.keyboard.press('.'));
      await answerOn(page);
      expect(await noticeOn(page, 'device-lost')).toMatch(/graphics device failed.*run again/);
      await afterChange(page, () => page.keyboard.press(','));
      expect((await answerOn(page)).value).toBe(value);
    });
  });
});
