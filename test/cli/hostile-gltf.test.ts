/** Files made to harm, given to the command line in a process of its own, whose memory is measured. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HOSTILE_FILES, outsideNames, SECRET_END, writeDoors, writeHostile } from '../support/hostile-gltf.ts';
import { useCommandLine } from './command-line.ts';

/** Node alone takes 50, JSON of some megabytes a few hundred. What this guards against takes ten thousand and more. */
const MOST_MEBIBYTES = 1200;

/** Writes the most memory that the process ever had, in KiB, when it ends. */
const WATCH = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));`;

describe('a hostile file', () => {
  const cli = useCommandLine();

  async function peakOf(words: readonly string[], folder: string) {
    const peakFile = join(folder, 'peak.txt');
    writeFileSync(join(folder, 'watch.mjs'), WATCH);
    const env = { PEAK_FILE: peakFile, NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'watch.mjs'))}` };
    const outcome = await cli.run(words, { env });
    return { ...outcome, mebibytes: Number(readFileSync(peakFile, 'utf8')) / 1024 };
  }

  it.each(HOSTILE_FILES.map((file) => [file.what, file] as const))('stays small: %s', async (_what, file) => {
    const folder = mkdtempSync(join(cli.folder, 'hostile-'));
    const { code, stderr, mebibytes } = await peakOf(['info', writeHostile(folder, file), '--quiet'], folder);
    rmSync(folder, { recursive: true });
    if (file.code) expect(stderr).toContain(`MeshError ${file.code}`);
    expect([code, stderr.includes('bug')]).toEqual([file.code ? 2 : 0, false]);
    expect(mebibytes).toBeLessThan(MOST_MEBIBYTES);
  });

  it('stays small: gzip that unpacks to gigabytes', async () => {
    const folder = mkdtempSync(join(cli.folder, 'hostile-'));
    const member = gzipSync(new Uint8Array(2 ** 24).fill(10));
    // Members one after the other are one file: a megabyte that becomes a gigabyte.
    writeFileSync(join(folder, 'bomb.obj.gz'), Buffer.concat(Array.from({ length: 64 }, () => member)));
    const { code, stderr, mebibytes } = await peakOf(['info', join(folder, 'bomb.obj.gz')], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/MeshError zip-bomb: .*bytes of gzip data unpack to more than \d+ bytes/);
    expect(mebibytes).toBeLessThan(MOST_MEBIBYTES);
  });

  it('shows nothing of a file outside of its folder, and says why', async () => {
    const root = mkdtempSync(join(cli.folder, 'doors-'));
    const { model, secret } = writeDoors(root);
    for (const uri of ['../secret.bin', secret, 'link.bin', '/dev/zero', 'pipe.bin']) {
      const { code, stdout, stderr } = await cli.run(['info', model(uri), '--json']);
      const [, expected] = outsideNames(secret).find(([name]) => name === uri)!;
      expect([uri, code]).toEqual([uri, 2]);
      expect(stderr).toContain(`MeshError ${expected}`);
      expect(stdout).not.toContain(String(SECRET_END));
    }
    const { stderr } = await cli.run(['info', model('../secret.bin')]);
    expect(stderr).toContain('use --allow-outside if you trust the model');
  });

  it('may lie outside with --allow-outside, but is no device and no pipe even then', async () => {
    const root = mkdtempSync(join(cli.folder, 'doors-'));
    const { model, secret } = writeDoors(root);
    for (const uri of ['../secret.bin', secret, 'link.bin']) {
      const { stdout } = await cli.run(['info', model(uri), '--json', '--allow-outside']);
      expect(JSON.parse(stdout).objects[0].bounds.max).toEqual([SECRET_END, 1, 0]);
    }
    for (const uri of ['/dev/zero', 'pipe.bin', 'zero.bin']) {
      const { code, stderr } = await cli.run(['info', model(uri), '--allow-outside']);
      expect([uri, code]).toEqual([uri, 2]);
      expect(stderr).toContain('MeshError no-plain-file');
    }
  });
});
