/** The bridge to Rapier, run with the real package: the ring falls over the peg, and no pair of triangles collides in any step. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/packed-package.ts';

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@dimforge/rapier3d-compat');
    return true;
  } catch {
    return false;
  }
}

const describeRapier = isInstalled() || process.env.CI === 'true' ? describe : describe.skip;

describeRapier('the bridge to Rapier (needs @dimforge/rapier3d-compat)', () => {
  it('takes contacts of the meshes in, and gives free steps out', () => {
    // The project's own name leads to dist.
    const file = join(projectRoot, 'examples/bridges/rapier.mjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd: projectRoot, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stdout).toBe('0 colliding pairs in 300 steps\nthe ring lies around the peg\n');
  });
});
