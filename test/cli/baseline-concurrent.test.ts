/** Many runs that write one baseline at once, some of them killed: no decision is lost. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFileLock } from '../../src/cli/output/file-lock.ts';
import { boxMesh } from '../support/box-mesh.ts';
import { asObj } from '../support/mesh-files.ts';
import { Random } from '../support/random.ts';
import { useCommandLine } from './command-line.ts';
import { write } from './files.ts';

const PINS = 6;

describe('a baseline', () => {
  const cli = useCommandLine();

  function start(words: readonly string[]): { code: Promise<number | null>; kill: () => void } {
    const child = spawn(process.execPath, [cli.script, ...words], { cwd: cli.folder, stdio: 'ignore' });
    return { code: new Promise((resolve) => child.on('exit', resolve)), kill: () => child.kill('SIGKILL') };
  }

  it('keeps what runs at the same time decide, though some are killed', async () => {
    write(cli.folder, 'plate.obj', asObj(boxMesh([-1, -1, -1, 2 * PINS, 2, 0])));
    const pins = Array.from({ length: PINS }, (_, i) => `pin${i}.obj`);
    for (const [i, pin] of pins.entries())
      write(cli.folder, pin, asObj(boxMesh([2 * i, 0, -0.1 * (i + 1), 2 * i + 1, 1, 2])));
    const words = ['clash', 'plate.obj', ...pins];
    const ids: string[] = JSON.parse((await cli.run([...words, '--json'])).stdout).clashes.map(
      ({ id }: { id: string }) => id,
    );
    expect(ids).toHaveLength(PINS);
    const random = new Random(1);
    const runs = ids.map((id) => start([...words, '--baseline', 'b.json', '--approve', id]));
    const killed = [1, 4];
    for (const i of killed) setTimeout(runs[i].kill, 300 + 900 * random.next());
    const codes = await Promise.all(runs.map(({ code }) => code));
    const states = () =>
      new Map<string, string>(
        JSON.parse(readFileSync(join(cli.folder, 'b.json'), 'utf8')).clashes.map(
          (clash: { id: string; decision: { state: string } }) => [clash.id, clash.decision.state],
        ),
      );
    for (const [i, id] of ids.entries()) if (codes[i] !== null) expect(states().get(id), id).toBe('approved');
    // What a killed run left behind stops nobody.
    for (const i of killed) {
      await start([...words, '--baseline', 'b.json', '--approve', ids[i]]).code;
      expect(states().get(ids[i])).toBe('approved');
    }
    expect(states().size).toBe(PINS);
    expect(existsSync(join(cli.folder, '.b.json.lock'))).toBe(false);
  });

  it('is locked by one at a time, also when many find a lock that was left behind', async () => {
    const path = join(cli.folder, 'count.txt');
    writeFileSync(path, '0');
    // No process has this number.
    writeFileSync(join(cli.folder, '.count.txt.lock'), JSON.stringify({ pid: 2 ** 30, host: hostname(), mark: 'x' }));
    let inside = 0;
    const add = () =>
      withFileLock(path, async () => {
        expect(++inside).toBe(1);
        const before = Number(readFileSync(path, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 2));
        writeFileSync(path, String(before + 1));
        inside--;
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(readFileSync(path, 'utf8')).toBe('20');
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('.count'))).toEqual([]);
    await expect(withFileLock(path, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await add();
    expect(readFileSync(path, 'utf8')).toBe('21');
  });
});
