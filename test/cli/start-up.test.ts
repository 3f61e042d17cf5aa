/** `npm start`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcomeOf, projectRoot, useCommandLine } from './command-line.ts';
import { TANGLE, write } from './files.ts';

const cli = useCommandLine();
const start = (...words: string[]) =>
  outcomeOf(
    spawn(process.execPath, [join(projectRoot, 'scripts/start.mjs'), ...words], {
      env: { ...process.env, INIT_CWD: cli.folder },
    }),
  );

// Packages of another version are installed first, and by one process: that takes minutes.
beforeAll(async () => {
  const { code, stderr } = await outcomeOf(spawn(process.execPath, [join(projectRoot, 'scripts/setup.mjs')]));
  expect(code, stderr).toBe(0);
});

describe('npm start', () => {
  it('shows a scene of real models and exits with 0, although it collides', async () => {
    const { code, stdout } = await start();
    expect(code).toBe(0);
    expect(stdout).toMatch(/penetrating +2 × +dragon\.obj \(0\) +small-bunny\.obj \(2\) +\d/);
    expect(stdout).toContain('Try next:');
  });

  it("runs on the user's files, from where they are", async () => {
    write(cli.folder, 'tangle.obj', TANGLE);
    expect(await start('tangle.obj', '--quiet')).toMatchObject({ code: 0 });
    expect((await start('nothing.obj')).code).toBe(2);
  });
});
