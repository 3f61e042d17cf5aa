import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WebIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useCommandLine } from '../cli/command-line.ts';
import { ASSEMBLY, box, TANGLE, write } from '../cli/files.ts';
import { occtFiles } from '../support/cad-package.ts';
import { contentOf, describeBrowser } from '../support/chromium.ts';
import { GltfBuilder } from '../support/gltf-files.ts';
import { ifcText } from '../support/ifc-files.ts';
import { asPlyBinary, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { afterChange, answerOn, collideOn, coloursOn, drop, objectsOn, rowsOn, useStudio } from './studio-page.ts';

async function download(page: Page, button: string): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
  return (await contentOf(saved)).toString();
}

describeBrowser('the studio opens files', () => {
  const studio = useStudio();
  const cli = useCommandLine();

  it('by drop, and says, shows and saves what the command line does', async () => {
    write(cli.folder, 'assembly.obj', ASSEMBLY);
    write(cli.folder, 'tangle.obj', TANGLE);
    const files = ['assembly.obj', 'tangle.obj'];
    const { stdout } = await cli.run(['clash', '--self', ...files, '--json', '--pairs', 'pairs.tsv']);
    const expected = JSON.parse(stdout);
    await studio.open({}, async (page) => {
      await afterChange(page, () => drop(page, { 'assembly.obj': ASSEMBLY, 'tangle.obj': TANGLE }));
      expect((await collideOn(page)).value).toBe(expected.pairs);
      const rows = (await rowsOn(page)).map(([a, b, pairs]) => [a, b === 'itself' ? a : b, Number(pairs)]);
      const names = expected.objects.map(({ name }: { name: string }) => name);
      type Row = { a: number; b: number; pairs: number };
      const byCount = (p: Row, q: Row) => q.pairs - p.pairs || p.a - q.a || p.b - q.b;
      expect(rows).toEqual(
        expected.objectPairs.sort(byCount).map(({ a, b, pairs }: Row) => [names[a], names[b], pairs]),
      );
      expect(await download(page, '#save-pairs')).toBe(readFileSync(join(cli.folder, 'pairs.tsv'), 'utf8'));
      const report = JSON.parse(await download(page, '#save-json'));
      // The command line also says which clashes the pairs make; objects have labels for its tables.
      type Told = { objects: { label?: string; key?: string }[] } & Record<string, unknown>;
      const same = ({ milliseconds, threads, objectPairs, objects, ...rest }: Told) => ({
        ...rest,
        objects: objects.map(({ label, key, ...object }) => object),
      });
      const { clashes, contained, tolerance, unit, failed, ...told } = JSON.parse(stdout);
      expect(clashes.length).toBeGreaterThan(0);
      expect(same(report)).toEqual(same(told));
    });
  });

  it('that the command line names, through the local server', async () => {
    const file = write(cli.folder, 'given & "odd" <name>.obj', ASSEMBLY);
    const buffers = join(cli.folder, 'pair.gltf');
    const builder = new GltfBuilder();
    builder.node('left', builder.primitive(Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0)));
    builder.node('right', builder.primitive(Float32Array.of(0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0)));
    const { json, resources } = await new WebIO().writeJSON(builder.document, { basename: 'pair' });
    write(cli.folder, 'pair.gltf', JSON.stringify(json));
    for (const [name, bytes] of Object.entries(resources)) write(cli.folder, name, bytes);
    await studio.open({ files: [join(cli.folder, 'given & "odd" <name>.obj'), buffers] }, async (page) => {
      const { value } = await collideOn(page);
      const { stdout } = await cli.run(['clash', '--self', 'given & "odd" <name>.obj', 'pair.gltf', '--json']);
      expect(value).toBe(JSON.parse(stdout).pairs);
      expect(await page.locator('#object-count').textContent()).toBe('6');
    });
    expect(file).toBeTruthy();
  });

  it('in every format, packed and not', async () => {
    const sheet = wavySheet(200);
    const builder = new GltfBuilder();
    builder.node('sheet', builder.primitive(new Float32Array(sheet.positions), new Uint32Array(sheet.indices)));
    builder.document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions({ method: 0 });
    // @ts-expect-error The package has no types.
    const draco = (await import('draco3dgltf')).default;
    const io = new WebIO().registerExtensions([KHRDracoMeshCompression]);
    const glb = await builder.glb(io.registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() }));
    await studio.open({}, async (page) => {
      const files = {
        'a.ply': asPlyBinary(sheet, true),
        'b.stl': asStlBinary(sheet),
        'c.obj.gz': gzipSync(box('c', [0, 0, 0])),
        'd.glb': glb,
      };
      await afterChange(page, () => drop(page, files));
      await answerOn(page, 'clashes');
      expect(await page.locator('.notice.error').allTextContents()).toEqual([]);
      expect(await objectsOn(page)).toEqual(['a.ply', 'b.stl', 'c', 'sheet']);
    });
  });

  it('and adds to what is open, drags, resets and removes', async () => {
    await studio.open({}, async (page) => {
      await afterChange(page, () => drop(page, { 'one.obj': box('one', [0, 0, 0], 2) }));
      expect((await collideOn(page)).value).toBe(0);
      await page.locator('#add-files').check();
      await afterChange(page, () => drop(page, { 'two.obj': box('two', [1, 1, 1], 2) }));
      const apart = (await answerOn(page)).value;
      expect(apart).toBeGreaterThan(0);
      await expect.poll(async () => (await coloursOn(page)).red).toBeGreaterThan(300);
      await objectsOn(page);
      await page.locator('#objects .leaf', { hasText: 'two' }).click();
      expect(await page.locator('#selection-name').textContent()).toBe('two');
      // Five per cent of the radius at a time: far away in the end.
      await page.locator('#view').focus();
      for (let nudge = 0; nudge < 25; nudge++) await page.keyboard.press('6');
      await expect.poll(async () => (await answerOn(page)).value).toBe(0);
      await page.locator('#gizmo-reset').click();
      await expect.poll(async () => (await answerOn(page)).value).toBe(apart);
      await page.locator('#gizmo-remove').click();
      await expect.poll(async () => (await answerOn(page)).value).toBe(0);
      expect(await page.locator('#object-count').textContent()).toBe('1');
    });
  });

  it('of CAD and BIM, with the packages that are installed', async () => {
    const cube = readFileSync(join(occtFiles, 'cube-units/cube-mm.step'), 'utf8');
    const wall = ifcText([
      { id: 'wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3] },
      { id: 'pipe', name: 'Pipe', class: 'IFCPIPESEGMENT', at: [3, -1, 2], size: [0.1, 3, 0.1] },
    ]);
    const paths: string[] = [];
    await studio.open({ listen: (path) => paths.push(path) }, async (page) => {
      expect(paths.filter((path) => path.includes('/packages/'))).toEqual([]);
      await afterChange(page, () => drop(page, { 'house.ifc': wall, 'cube.step': cube }));
      expect((await collideOn(page)).value).toBeGreaterThan(0);
      expect((await rowsOn(page)).map(([a, b]) => [a, b])).toContainEqual(['Wall', 'Pipe']);
    });
  });
});
