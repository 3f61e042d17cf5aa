import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBeside } from '../../src/cli/input/files-beside.ts';
import { BESIDE, outsideNames, randomClimb, triangleBytes, writeDoors } from '../support/hostile-gltf.ts';
import { Random } from '../support/random.ts';
import { meshErrorOf } from '../support/reading.ts';

const CLIMBS = 2000;

describe('files that a model names', () => {
  const root = mkdtempSync(join(tmpdir(), 'collidescope-doors-'));
  let model = '';
  let secret = '';
  beforeAll(() => {
    const doors = writeDoors(root);
    model = doors.model('data.bin');
    secret = doors.secret;
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(BESIDE)('are read when they lie in its folder: %s', async (uri) => {
    expect(await readBeside(model, uri, 36)).toEqual(triangleBytes(1));
  });

  it('are refused when they lie elsewhere, or are no plain files', async () => {
    for (const [uri, code] of outsideNames(secret)) {
      const error = await meshErrorOf(readBeside(model, uri, 36));
      expect([uri, error.code]).toEqual([uri, code]);
      expect(error.message).toContain(JSON.stringify(uri).slice(1, 6).replaceAll('\\\\', '\\'));
    }
  });

  it('are refused in whatever way a name that climbs is written', async () => {
    const random = new Random(20);
    for (let i = 0; i < CLIMBS; i++) {
      const uri = randomClimb(random);
      const read = await readBeside(model, uri, 36).catch((error: { code: string }) => error.code);
      expect(['outside-folder', 'missing-resource'], uri).toContain(read);
    }
  });

  it('are found from a folder that is a link itself', async () => {
    expect(await readBeside(join(root, 'model/up/model/model.gltf'), 'data.bin', 36)).toEqual(triangleBytes(1));
    expect((await meshErrorOf(readBeside(join(root, 'model/up/model/model.gltf'), '../secret.bin', 36))).code).toBe(
      'outside-folder',
    );
  });

  it('may lie outside when that is allowed, but must be plain files even then', async () => {
    const allowOutside = true;
    for (const uri of ['../secret.bin', secret, 'link.bin', 'up/secret.bin', '..%5Csecret.bin']) {
      expect(await readBeside(model, uri, 36, { allowOutside })).toEqual(triangleBytes(77));
    }
    for (const uri of ['/dev/zero', 'zero.bin', 'pipe.bin', '..', 'sub']) {
      expect((await meshErrorOf(readBeside(model, uri, 36, { allowOutside }))).code).toBe('no-plain-file');
    }
  });

  it('are read as far as they are needed, or as they go', async () => {
    const path = join(root, 'model/large.bin');
    writeFileSync(path, 'head');
    truncateSync(path, 2 ** 36); // takes no room on the disk
    expect(Buffer.from(await readBeside(model, 'large.bin', 8)).toString()).toBe('head\0\0\0\0');
    expect((await meshErrorOf(readBeside(model, 'large.bin', 2 ** 36))).code).toBe('too-large');
    truncateSync(path, 4);
    appendFileSync(path, '!');
    expect(Buffer.from(await readBeside(model, 'large.bin', 100)).toString()).toBe('head!');
  });
});
