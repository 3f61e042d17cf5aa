import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Arguments } from '../../src/cli/input/arguments.ts';
import { wouldNotFit } from '../../src/cli/shards/tiled.ts';
import { workerCount } from '../../src/cli/shards/worker-count.ts';

const folder = mkdtempSync(join(tmpdir(), 'collidescope-tiled-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A binary STL of zeros that takes no room on disk. */
function hollowStl(name: string, triangles: number): string {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  const head = new Uint8Array(84);
  new DataView(head.buffer).setUint32(80, triangles, true);
  writeSync(file, head);
  ftruncateSync(file, 84 + 50 * triangles);
  closeSync(file);
  return path;
}

describe('a model that does not fit into one process', () => {
  it('is known by the sizes of its files: each of them for check, all together for clash', async () => {
    const [large, half] = [hollowStl('large.stl', 36_000_000), hollowStl('half.stl', 20_000_000)];
    const huge = join(folder, 'huge.ply');
    closeSync(openSync(huge, 'w'));
    const small = join(folder, 'small.stl');
    writeFileSync(small, 'solid\nendsolid\n');
    expect(await wouldNotFit('check', [small, large])).toBe(true);
    expect(await wouldNotFit('check', [half, half])).toBe(false);
    expect(await wouldNotFit('clash', [half, small, half])).toBe(true);
    expect(await wouldNotFit('clash', [small, half, join(folder, 'none.stl')])).toBe(false);
    const file = openSync(huge, 'w');
    ftruncateSync(file, 2 ** 31);
    closeSync(file);
    expect(await wouldNotFit('check', [huge])).toBe(true);
  });
});

describe('the number of workers', () => {
  const GIB = 2 ** 30;
  const count = (options: Record<string, string>, cores: number, free: number, kind: 'many' | 'large' = 'large') =>
    workerCount(new Arguments([], new Map(Object.entries(options))), kind, cores, free);

  it('is that of the cores, as far as memory feeds them, and never 0', () => {
    expect(count({}, 8, 64 * GIB).workers).toBe(8);
    expect(count({}, 8, 8 * GIB).workers).toBe(3);
    expect(count({}, 8, 8 * GIB, 'many').workers).toBe(6);
    expect(count({}, 8, GIB / 4).workers).toBe(1);
    expect(count({ memory: '500MiB' }, 8, 4 * GIB).workers).toBe(6);
    expect(count({ workers: '5' }, 8, GIB).workers).toBe(5);
  });

  it('leaves cores that no worker uses to their threads', () => {
    expect(count({}, 8, 64 * GIB).threads).toBe(0);
    expect(count({ workers: '2' }, 8, 64 * GIB).threads).toBe(3);
  });

  it.each(['much', '0', '-1GiB', '2TB'])('refuses --memory %s', (memory) => {
    expect(() => count({ memory }, 2, GIB)).toThrow(/--memory is/);
  });
});
